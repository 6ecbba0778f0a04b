// The inputs of the benchmark programs, by the formulas of ../programs, for the modules of this folder.

/**
 * What a module gives for each program that its library expresses sensibly: everything prepared, compiled or traced
 * already, to be timed by calling `gradient`.
 * @typedef {object} Prepared
 * @property {number | number[]} value the output
 * @property {() => Float64Array | Promise<Float64Array>} gradient flat, in the order of the inputs of ../programs; of
 *   several outputs the Jacobian row by row; a buffer that the next call overwrites
 */

/** @typedef {ReadonlyMap<string, () => Prepared | Promise<Prepared>>} Programs */

/**
 * f 0, f 1, .., f (n - 1).
 * @type {(n: number, f: (index: number) => number) => number[]}
 */
const generate = (n, f) => Array.from({ length: n }, (_, index) => f(index));

export const dotSizes = [100, 1000, 10_000, 100_000];
export const matVecSizes = [10, 32, 100, 316];

/** @param {number} n */
export const dotInputs = (n) => ({ a: generate(n, (i) => i + 1), b: generate(n, (i) => 2 * (i + 1) + 1) });

/** `matrix` is k × k, row by row; `scale` is 1 for sum-mat-vec and 1000 for matvec300. */
export const matVecInputs = (/** @type {number} */ k, /** @type {number} */ scale) => ({
  matrix: generate(k * k, (at) => (at + 1) / scale),
  vector: generate(k, (j) => 2 * j + 3),
});

export const rotateInputs = { v: [1, 2, 3], q: [4, 5, 6, 7] };

const wave = (/** @type {number} */ n) => generate(n, (i) => Math.sin(0.41 * i));
const weights = (/** @type {number} */ outputs, /** @type {number} */ inputs) =>
  generate(outputs * inputs, (at) => Math.sin(Math.floor(at / inputs) + (at % inputs)));

/** The weights are 100 × 50 and 50 × 100, row by row. */
export const neuralInputs = {
  sizes: /** @type {const} */ ([50, 100, 50]),
  weights1: weights(100, 50),
  bias1: wave(100),
  weights2: weights(50, 100),
  bias2: wave(50),
  x: wave(50),
};

/** The two outputs: the sum of the softmax, and the sum weighted by 1, 2, 3, .. */
export const neuralOutputs = /** @type {const} */ ([
  ["neural", generate(50, () => 1)],
  ["neural-weighted", generate(50, (i) => i + 1)],
]);

/** Each particle's x, y, and the two parts of its velocity. */
export const particleInputs = {
  steps: 1000,
  dt: 0.05,
  mass: 1.0,
  particles: [1, 2, 3, 4].map((i) => [0.5 * i, 0.1, 1, 1]),
};

export const fibInputs = { steps: 100_000, x0: 1.0, x1: 1.1, h: 0.5 };

const N = 1000;
const K = 5;

/** `constant` is the part of the objective that depends on no input; see ../programs/gmm.ts for d = 2. */
export const gmmInputs = {
  n: N,
  k: K,
  alphas: generate(K, (k) => 0.5 * Math.sin(1 + 2 * k)),
  /** K × 2 */
  means: generate(K * 2, (at) => 1.5 * Math.sin(2 + 3 * Math.floor(at / 2) + (at % 2))),
  /** K × 3 */
  icf: generate(K * 3, (at) => 0.4 * Math.sin(3 + 5 * Math.floor(at / 3) + 2 * (at % 3))),
  /** n × 2 */
  points: generate(N * 2, (at) => {
    const i = Math.floor(at / 2);
    const j = at % 2;
    return 2 * Math.sin(1.3 * i + 0.7 * i * j + j);
  }),
  constant: -N * Math.log(2 * Math.PI) - K * (3 * 2 * -0.5 * Math.log(2) - Math.log(Math.PI / 2)),
};

/**
 * The parameters column by column, as is best for vectorised libraries: α, μ₀, μ₁, q₀, q₁, l, each of length K; and
 * the two columns of the points.
 */
export const gmmColumns = {
  parameters: [
    gmmInputs.alphas,
    ...[0, 1].map((j) => generate(K, (k) => gmmInputs.means[2 * k + j])),
    ...[0, 1, 2].map((j) => generate(K, (k) => gmmInputs.icf[3 * k + j])),
  ],
  points: [0, 1].map((j) => generate(N, (i) => gmmInputs.points[2 * i + j])),
};

/**
 * The gradient in the order of the inputs, from those of the columns.
 * @param {ArrayLike<number>[]} columns
 * @param {Float64Array} into of length 6K
 */
export function gmmFromColumns(columns, into) {
  for (let k = 0; k < K; k++) {
    into[k] = columns[0][k];
    into[K + 2 * k] = columns[1][k];
    into[K + 2 * k + 1] = columns[2][k];
    into[3 * K + 3 * k] = columns[3][k];
    into[3 * K + 3 * k + 1] = columns[4][k];
    into[3 * K + 3 * k + 2] = columns[5][k];
  }
  return into;
}

/**
 * Copies arrays one after the other.
 * @param {ArrayLike<number>[]} parts
 * @param {Float64Array} into as long as all of them
 */
export function concatenate(parts, into) {
  let at = 0;
  for (const part of parts) {
    into.set(part, at);
    at += part.length;
  }
  return into;
}
