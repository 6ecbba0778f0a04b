// Result: a value, or what went wrong, as plain data.

export type Result<T, E> = { readonly tag: "ok"; readonly value: T } | { readonly tag: "error"; readonly error: E };

export function ok<T>(value: T): Result<T, never> {
  return { tag: "ok", value };
}

export function error<E>(reason: E): Result<never, E> {
  return { tag: "error", error: reason };
}
