// The benchmark programs in jax-js, value and gradient traced and compiled to WebAssembly once by `jit`, in single
// precision, which is its default.
//
// Left out: mult, which would time nothing but the overhead of one call. fib and the particles: there is no loop
// primitive, and tracing unrolls a JavaScript loop; 20 of the particles' 1000 steps compile for minutes, and a loop in
// JavaScript over a compiled step is slower than any other library by a factor of 50.
//
// Every use of an array but its last says `.ref`: the library counts references.
import { defaultDevice, init, jit, nn, numpy as np, valueAndGrad, vjp, vmap } from "@jax-js/jax";
import {
  concatenate,
  dotInputs,
  dotSizes,
  gmmColumns,
  gmmFromColumns,
  gmmInputs,
  matVecInputs,
  matVecSizes,
  neuralInputs,
  neuralOutputs,
  rotateInputs,
} from "./inputs.mjs";

await init("wasm");
defaultDevice("wasm");

/** @typedef {import("@jax-js/jax").Array} Tensor */

/**
 * @param {readonly number[]} numbers
 * @param {number[]} shape
 */
const tensor = (numbers, shape) => np.array(new Float32Array(numbers), { shape });

/**
 * @param {(...inputs: Tensor[]) => Tensor} f
 * @param {Tensor[]} inputs
 * @param {(parts: ArrayLike<number>[], into: Float64Array) => Float64Array} collect
 * @returns {Promise<import("./inputs.mjs").Prepared>}
 */
async function prepare(f, inputs, collect = concatenate) {
  const into = new Float64Array(inputs.reduce((sum, { size }) => sum + size, 0));
  const compiled = jit(valueAndGrad(f, { argnums: inputs.map((_, index) => index) }));
  const run = () => compiled(...inputs.map((input) => input.ref));
  const [value, bars] = run();
  for (const bar of bars) bar.dispose();
  return {
    value: (await value.data())[0],
    gradient: () => {
      const [output, gradients] = run();
      output.dispose();
      return collect(
        gradients.map((/** @type {Tensor} */ bar) => bar.dataSync()),
        into,
      );
    },
  };
}

/** @param {number} n */
function dot(n) {
  const { a, b } = dotInputs(n);
  return prepare((x, y) => np.dot(x, y), [tensor(a, [n]), tensor(b, [n])]);
}

/** @param {number} k @param {number} scale */
function matVec(k, scale) {
  const { matrix, vector } = matVecInputs(k, scale);
  return prepare((m, v) => np.sum(np.dot(m, v)), [tensor(matrix, [k, k]), tensor(vector, [k])]);
}

/** One forward pass, and the three cotangents at once by `vmap` (`jacrev` of this function fails in this version). */
async function rotate() {
  const { v, q } = rotateInputs;
  const dot3 = (/** @type {Tensor} */ x, /** @type {Tensor} */ y) => np.sum(x.mul(y), 0, { keepdims: true });
  const cross = (/** @type {Tensor} */ x, /** @type {Tensor} */ y) => {
    const [x0, x1, x2] = np.split(x, 3);
    const [y0, y1, y2] = np.split(y, 3);
    return np.concatenate([
      x1.ref.mul(y2.ref).sub(x2.ref.mul(y1.ref)),
      x2.mul(y0.ref).sub(x0.ref.mul(y2)),
      x0.mul(y1).sub(x1.mul(y0)),
    ]);
  };
  const rotated = (/** @type {Tensor} */ input) => {
    const [x, u, w] = np.split(input, [3, 6]);
    const along = dot3(u.ref, x.ref).mul(2).mul(u.ref);
    const across = w.ref.mul(w.ref).sub(dot3(u.ref, u.ref)).mul(x.ref);
    const around = w.mul(2).mul(cross(u, x));
    return along.add(across).add(around);
  };
  const at = tensor([...v, ...q], [7]);
  const unit = np.eye(3);
  const compiled = jit((/** @type {Tensor} */ input, /** @type {Tensor} */ cotangents) => {
    const [output, pullback] = vjp(rotated, [input]);
    return [output, vmap((/** @type {Tensor} */ cotangent) => pullback(cotangent)[0])(cotangents)];
  });
  const run = () => compiled(at.ref, unit.ref);
  const [value, rows] = run();
  rows.dispose();
  const into = new Float64Array(21);
  return {
    value: Array.from(await value.data()),
    gradient: () => {
      const [output, jacobian] = run();
      output.dispose();
      return concatenate([jacobian.dataSync()], into);
    },
  };
}

/** @param {readonly number[]} weight of each entry of the softmax */
function neural(weight) {
  const { sizes, weights1, bias1, weights2, bias2, x } = neuralInputs;
  const [inputs, hidden, outputs] = sizes;
  const weights = tensor(weight, [outputs]);
  return prepare(
    (w1, b1, w2, b2, input) => {
      const y1 = nn.relu(np.dot(w1, input).add(b1));
      const y2 = nn.relu(np.dot(w2, y1).add(b2));
      return np.sum(nn.softmax(y2).mul(weights.ref));
    },
    [
      tensor(weights1, [hidden, inputs]),
      tensor(bias1, [hidden]),
      tensor(weights2, [outputs, hidden]),
      tensor(bias2, [outputs]),
      tensor(x, [inputs]),
    ],
  );
}

/** Columns of parameters against columns of points: 1 × K and n × 1. */
function gmm() {
  const { n, k, constant } = gmmInputs;
  const [x0, x1] = gmmColumns.points.map((column) => tensor(column, [n, 1]));
  return prepare(
    (alphas, mean0, mean1, log0, log1, below) => {
      const [q0, q1] = [np.exp(log0.ref), np.exp(log1.ref)];
      const c0 = x0.ref.sub(mean0);
      const c1 = x1.ref.sub(mean1);
      const r0 = q0.ref.mul(c0.ref);
      const r1 = q1.ref.mul(c1).add(below.ref.mul(c0));
      const terms = alphas.ref.add(log0.add(log1)).sub(np.square(r0).add(np.square(r1)).mul(0.5));
      const likelihood = np.sum(nn.logsumexp(terms, 1)).sub(nn.logsumexp(alphas).mul(n));
      const norms = np.square(q0).add(np.square(q1)).add(np.square(below));
      return likelihood.add(np.sum(norms).mul(0.5)).add(constant);
    },
    gmmColumns.parameters.map((column) => tensor(column, [1, k])),
    gmmFromColumns,
  );
}

/** @type {import("./inputs.mjs").Programs} */
export const programs = new Map([
  ["dot", () => dot(1000)],
  ...dotSizes.map((n) => /** @type {const} */ ([`dot ${n}`, () => dot(n)])),
  ...matVecSizes.map((k) => /** @type {const} */ ([`sum-mat-vec ${k}`, () => matVec(k, 1)])),
  ["matvec300", () => matVec(300, 1000)],
  ["rotate", rotate],
  ...neuralOutputs.map(([name, weight]) => /** @type {const} */ ([name, () => neural(weight)])),
  ["gmm", gmm],
]);
