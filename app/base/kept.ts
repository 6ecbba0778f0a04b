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
