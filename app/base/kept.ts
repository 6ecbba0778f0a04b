// Slow derivations of an object, made once, and kept for as long as the object is.

/** A function of an object that is worked out once for each object. Its result may depend on nothing else. */
export function kept<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let found = values.get(key);
    if (found === undefined) {
      found = { value: make(key) };
      values.set(key, found);
    }
    return found.value;
  };
}

/** The same for two objects: worked out once for each pair. */
export function keptForPair<First extends object, Second extends object, Value>(
  make: (first: First, second: Second) => Value,
): (first: First, second: Second) => Value {
  const byFirst = kept((first: First) => kept((second: Second) => make(first, second)));
  return (first, second) => byFirst(first)(second);
}

/** Results by a key, each worked out when it is first asked for; of more than `most` of them, those of the latest keys stay. */
export function keptByKey<Key, Value>(most = Number.POSITIVE_INFINITY): (key: Key, make: () => Value) => Value {
  const values = new Map<Key, { readonly value: Value }>();
  return (key, make) => {
    let found = values.get(key);
    if (found === undefined) {
      if (values.size >= most) values.clear();
      found = { value: make() };
      values.set(key, found);
    }
    return found.value;
  };
}
