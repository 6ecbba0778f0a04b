// Result: a value, or what went wrong, as plain data.

/** The answer of a function that can fail for a reason that its caller has to deal with. */
export type Result<T, E> = { readonly tag: "ok"; readonly value: T } | { readonly tag: "error"; readonly error: E };

/** The answer of a function that did not fail. */
export function ok<T>(value: T): Result<T, never> {
  return { tag: "ok", value };
}

/** The answer of a function that failed, with the reason. */
export function error<E>(reason: E): Result<never, E> {
  return { tag: "error", error: reason };
}
