// Keys for lists whose items never move: their places.

/** An item of a list with its place as the key. */
export interface Keyed<T> {
  readonly key: number;
  readonly item: T;
}

/** Items with their places as keys; only for lists that are drawn anew as a whole. */
export function keyed<T>(items: readonly T[]): readonly Keyed<T>[] {
  return items.map((item, key) => ({ key, item }));
}
