// The built-in functions that differentiate.

/** The built-in functions that differentiate their first argument, and whether that has to give a Real. */
export const DIFFERENTIATING: ReadonlyMap<string, boolean> = new Map([
  ["grad", true],
  ["valueAndGrad", true],
  ["jvp", false],
  ["hvp", true],
  ["hessian", true],
  ["hessianA", true],
]);
