// Names' meanings, in a sentence: of the built-in ones from a table, of a program's own from the comments at their definitions.

/** One sentence for each built-in name that a program can use. */
export const DOCUMENTATION: Readonly<Record<string, string>> = {
  "+": "The sum of two numbers.",
  "-": "The difference of two numbers.",
  "*": "The product of two numbers.",
  "/": "The quotient of two Reals.",
  "^": "A Real to the power of an Int; x ^ 0 is 1, with derivative 0.",
  "!": "The element of an array at an index; the first is at 0.",
  "|*|": "A parallel pair: both sides run as separate jobs.",
  "==": "Whether two numbers are equal. No derivative passes through it.",
  "/=": "Whether two numbers differ. No derivative passes through it.",
  "<": "Whether the first number is less. No derivative passes through it.",
  "<=": "Whether the first number is less or equal. No derivative passes through it.",
  ">": "Whether the first number is greater. No derivative passes through it.",
  ">=": "Whether the first number is greater or equal. No derivative passes through it.",
  min: "The smaller of two numbers. If they are equal, it takes the first, and so does its derivative.",
  max: "The greater of two numbers. If they are equal, it takes the first, and so does its derivative.",
  neg: "The number with the other sign.",
  abs: "The absolute value. At the kink, 0, its derivative is 0.",
  pow: "A Real to the power of a Real. Its partial in the exponent is 0 at base 0 and a positive exponent.",
  atan2: "The angle of the point (second, first), between −π and π.",
  sqrt: "The square root. Its derivative at 0 is infinite.",
  cbrt: "The cube root. Its derivative at 0 is infinite.",
  hypot: "The length of the vector (x, y), √(x² + y²), without overflow. At the origin its partials are 0.",
  exp: "e to the power of a number.",
  exp2: "2 to the power of a number.",
  log: "The natural logarithm.",
  log2: "The logarithm to base 2.",
  log10: "The logarithm to base 10.",
  log1p: "The natural logarithm of 1 + x, exact for small x.",
  expm1: "e to the power of x, minus 1, exact for small x.",
  sin: "The sine of an angle in radians.",
  cos: "The cosine of an angle in radians.",
  tan: "The tangent of an angle in radians.",
  asin: "The angle whose sine is given.",
  acos: "The angle whose cosine is given.",
  atan: "The angle whose tangent is given.",
  sinh: "The hyperbolic sine.",
  cosh: "The hyperbolic cosine.",
  tanh: "The hyperbolic tangent.",
  asinh: "The number whose hyperbolic sine is given.",
  acosh: "The number from 0 on whose hyperbolic cosine is given.",
  atanh: "The number whose hyperbolic tangent is given.",
  sigmoid: "1 / (1 + e⁻ˣ).",
  softplus: "log (1 + eˣ), without overflow; its derivative is sigmoid.",
  erf: "The error function, 2/√π times the integral of exp (-t²) from 0 to x.",
  erfc: "1 - erf x, exact where that is tiny.",
  lgamma: "The logarithm of the absolute value of the gamma function; its derivative is digamma.",
  digamma: "The derivative of lgamma; its own is polygamma 1.",
  polygamma: "The n-th derivative of digamma, for an Int n from 0 on; polygamma 1 is the trigamma function.",
  relu: "The number if it is positive, otherwise 0. At the kink, 0, its derivative is 0.",
  nan: "Not a number.",
  inf: "Infinity.",
  pi: "The circumference of a circle of diameter 1, 3.141592653589793.",
  sign: "Whether a Real is positive or zero. No derivative passes through it.",
  real: "An Int as a Real. No derivative passes through it.",
  floor: "The greatest Int that is not greater. No derivative passes through it.",
  round: "The nearest Int; halves go to the even one. No derivative passes through it.",
  div: "The quotient of two Ints, rounded down. Division by zero is an error.",
  mod: "The remainder of the division of two Ints, rounded down. Division by zero is an error.",
  size: "How many elements an array has.",
  fromList: "The array with the elements of a list.",
  toList: "The list with the elements of an array.",
  id: "Its argument, unchanged.",
  const: "The first of two values; the second is not used.",
  compose: "The function that applies the second function, then the first.",
  fst: "The first of a pair.",
  snd: "The second of a pair.",
  not: "True for False, and False for True.",
  isNaN: "Whether a Real is not a number. No derivative passes through it.",
  isInf: "Whether a Real is infinite, of either sign. No derivative passes through it.",
  clamp:
    "The number in the range from lo to hi that is nearest to x. Within the range, bounds included, the derivative is that of x.",
  stopGradient: "The number itself; no derivative passes through it.",
  map: "The list of the results of a function for each element.",
  filter: "The elements for which a function gives True.",
  foldl: "Combines the elements from the left, beginning with a value: f (f z x₁) x₂.",
  foldr: "Combines the elements from the right, ending with a value: f x₁ (f x₂ z).",
  zipWith: "The list of the results of a function for the elements of two lists, as long as the shorter one.",
  zip: "The list of the pairs of two lists' elements, as long as the shorter one.",
  append: "Two lists, joined one after the other.",
  concat: "The lists of a list, joined one after the other.",
  reverse: "The list from its end.",
  length: "How many elements a list has.",
  sum: "The sum of a list's numbers, from the left.",
  product: "The product of a list's numbers, from the left.",
  maximum: "The greatest number of a list. An empty list is an error.",
  logSumExp: "The logarithm of the sum of eˣ over a list, without overflow; its gradient is softmax.",
  softmax: "The numbers eˣ of a list divided by their sum: positive numbers with sum 1.",
  replicate: "A list that repeats a value a number of times.",
  range: "The Ints from the first up to, but not including, the second.",
  take: "The first elements of a list, as many as the number.",
  drop: "The list without its first elements, as many as the number.",
  head: "The first element. An empty list is an error.",
  tail: "The list without its first element. An empty list is an error.",
  all: "Whether a function gives True for all elements.",
  any: "Whether a function gives True for at least one element.",
  build: "The array of the results of a function for the indices 0, 1, 2, … below a size.",
  mapA: "The array of the results of a function for each element.",
  zipWithA: "The array of the results of a function for the elements of two arrays. Different sizes are an error.",
  foldA: "Combines an array's elements from the left, beginning with a value.",
  sumA: "The sum of an array's numbers, from the left.",
  scanA: "The values of a fold from the left, before and after each element: one more than the array has elements.",
  logSumExpA: "Like `logSumExp`, of an array.",
  softmaxA: "Like `softmax`, of an array.",
  parMap: "Like `map`; each element is a separate job.",
  parBuild: "Like `build`; each element is a separate job.",
  grad: "The gradient of a function at a point, in the shape of the point: a derivative for each Real; Ints are those of the point.",
  valueAndGrad: "A function's value at a point, and its gradient there, from one run of the function.",
  jvp: "A function's value at a point, and how fast it changes in a direction of the same shape.",
  hvp: "The Hessian of a function at a point times a vector: how the gradient changes in its direction.",
  hessian: "The Hessian of a function of a list: its second derivatives, row by row.",
  hessianA: "The Hessian of a function of an array: its second derivatives, row by row.",
};

/** Keys of a file's header: such comments say what to do, and document nothing. */
const DIRECTIVE = /^--\s*(title|about|entry|at|cotangent|sweep|value|gradient)\s*:/;

/**
 * The text of comments at a definition: those on the lines right above it, else the one behind its first line; undefined where there is
 * none. `from` is a place in the definition's first line.
 */
export function commentAt(text: string, from: number): string | undefined {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const above: string[] = [];
  for (let end = start - 1; end > 0; ) {
    const begin = text.lastIndexOf("\n", end - 1) + 1;
    const line = text.slice(begin, end).replace(/\r$/, "");
    if (!line.startsWith("--") || DIRECTIVE.test(line) || /^--(?:\s{2,}|\t)/.test(line)) break;
    above.unshift(line.replace(/^--+\s?/, "").trim());
    end = begin - 1;
  }
  if (above.length > 0) return above.join(" ").trim() || undefined;
  const end = text.indexOf("\n", from);
  const line = text.slice(from, end < 0 ? text.length : end);
  // within a block comment two dashes begin nothing
  return line.includes("{-") ? undefined : /\s--\s*(\S.*?)\r?$/.exec(line)?.[1]?.trim();
}
