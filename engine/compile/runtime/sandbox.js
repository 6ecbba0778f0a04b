// Generated code sees what it is given, and of its surroundings numbers and arrays only: nothing of the page, of the worker or of Node.
// It is JavaScript because threads are started with its text.

/** Allowed parts of JavaScript's own. */
const SEEN = new Set(
  "Math Number Object Array Float64Array Int32Array BigInt String NaN Infinity undefined".split(" "),
);

export function sandboxed(params, text) {
  const hidden = new Set();
  for (let scope = globalThis; scope !== null; scope = Object.getPrototypeOf(scope))
    for (const name of Object.getOwnPropertyNames(scope))
      if (/^[A-Za-z_$][\w$]*$/.test(name) && !SEEN.has(name) && !params.includes(name)) hidden.add(name);
  // a function within, for it may declare names that are hidden
  return new Function(...params, ...hidden, `return (() => {\n${text}\n})();`);
}
