// Generated code sees what it is given, and of its surroundings numbers and arrays only: nothing of the page, of the worker or of Node.

/** What it may use of JavaScript's own. */
const SEEN: ReadonlySet<string> = new Set(
  "Math Number Object Array Float64Array Int32Array BigInt String NaN Infinity undefined".split(" "),
);

/**
 * A function of the parameters with that text as its body. All other names of the surroundings are parameters that are never given.
 * Throws EvalError where the host forbids to make code.
 */
export function sandboxed(params: readonly string[], text: string): (...args: never[]) => unknown {
  const hidden = new Set<string>();
  for (let scope: object | null = globalThis; scope !== null; scope = Object.getPrototypeOf(scope) as object | null)
    for (const name of Object.getOwnPropertyNames(scope))
      if (/^[A-Za-z_$][\w$]*$/.test(name) && !SEEN.has(name) && !params.includes(name)) hidden.add(name);
  // a function within, for it may declare names that are hidden
  return new Function(...params, ...hidden, `return (() => {\n${text}\n})();`) as (...args: never[]) => unknown;
}
