/**
 * The element of `list` at `index`, counted from 0.
 *
 * @throws {RangeError} `internal:` with the index, where the list has none there
 */
export function nth<T>(list: ArrayLike<T>, index: number): T {
  const element = list[index];
  if (element === undefined) throw new RangeError(`internal: no element ${index} in a list of ${list.length}`);
  return element;
}

/**
 * The last element of `list`.
 *
 * @throws {RangeError} `internal:` where the list is empty
 */
export function lastOf<T>(list: ArrayLike<T>): T {
  return nth(list, list.length - 1);
}

/**
 * `value`, which its caller knows to be there.
 *
 * @throws {Error} `internal:` where it is undefined or null
 */
export function present<T>(value: T): NonNullable<T> {
  if (value === undefined || value === null) throw new Error("internal: a value is missing");
  return value as NonNullable<T>;
}

/**
 * Adds `amount` to the number of `list` at `index`.
 *
 * @throws {RangeError} `internal:` with the index, where the list has none there
 */
export function addAt(list: { [index: number]: number; readonly length: number }, index: number, amount: number): void {
  list[index] = nth(list, index) + amount;
}
