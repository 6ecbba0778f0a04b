// The types of sandbox.js, which is JavaScript because threads are started with its text.

/**
 * A function of the parameters with that text as its body. All other names of the surroundings are parameters that are never given.
 * Throws EvalError where the host forbids to make code.
 */
export function sandboxed(params: readonly string[], text: string): (...args: never[]) => unknown;
