// The benchmark programs in TensorFlow.js on its CPU backend, with vectorised operations, in single precision.
//
// Single precision leaves `particles-nl` with errors of up to 1e-4 of its largest derivative, where the other programs
// have at most 1e-5.
//
// Left out: mult, which would time nothing but the overhead of three operations; fib, 300 000 operations on one number
// each.
import * as tf from "@tensorflow/tfjs";
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
  particleInputs,
  rotateInputs,
} from "./inputs.mjs";

tf.enableProdMode();
await tf.setBackend("cpu");

/** @typedef {import("@tensorflow/tfjs").Tensor} Tensor */

/**
 * @param {(...inputs: Tensor[]) => Tensor} f
 * @param {Tensor[]} inputs
 * @param {(parts: ArrayLike<number>[], into: Float64Array) => Float64Array} collect
 * @param {Tensor} [cotangent] of the output, where that is no scalar
 * @returns {import("./inputs.mjs").Prepared}
 */
function prepare(f, inputs, collect = concatenate, cotangent = undefined) {
  const into = new Float64Array(inputs.reduce((sum, { size }) => sum + size, 0));
  const pullback = tf.grads(f);
  const output = tf.tidy(() => Array.from(f(...inputs).dataSync()));
  return {
    value: output.length === 1 ? output[0] : output,
    gradient: () => {
      // tidy looks through every number of an array that its function returns: it must return none
      tf.tidy(() => {
        collect(
          pullback(inputs, cotangent).map((tensor) => tensor.dataSync()),
          into,
        );
      });
      return into;
    },
  };
}

/** @param {number} n */
function dot(n) {
  const { a, b } = dotInputs(n);
  return prepare(
    (x, y) => tf.reshape(tf.matMul(x, y, false, true), []),
    [tf.tensor2d(a, [1, n]), tf.tensor2d(b, [1, n])],
  );
}

/** @param {number} k @param {number} scale */
function matVec(k, scale) {
  const { matrix, vector } = matVecInputs(k, scale);
  return prepare((m, v) => tf.sum(tf.matMul(m, v)), [tf.tensor2d(matrix, [k, k]), tf.tensor2d(vector, [k, 1])]);
}

/** The three rows of the Jacobian at once: three copies of the input, and the unit vectors as their cotangents. */
function rotate() {
  const { v, q } = rotateInputs;
  const dot3 = (/** @type {Tensor} */ x, /** @type {Tensor} */ y) => tf.sum(tf.mul(x, y), 1, true);
  const column = (/** @type {Tensor} */ x, /** @type {number} */ at) => tf.slice(x, [0, at], [3, 1]);
  const cross = (/** @type {Tensor} */ x, /** @type {Tensor} */ y) => {
    const [x0, x1, x2] = [0, 1, 2].map((at) => column(x, at));
    const [y0, y1, y2] = [0, 1, 2].map((at) => column(y, at));
    return tf.concat(
      [
        tf.sub(tf.mul(x1, y2), tf.mul(x2, y1)),
        tf.sub(tf.mul(x2, y0), tf.mul(x0, y2)),
        tf.sub(tf.mul(x0, y1), tf.mul(x1, y0)),
      ],
      1,
    );
  };
  const two = tf.scalar(2);
  const rotated = (/** @type {Tensor} */ x, /** @type {Tensor} */ y) => {
    const u = tf.slice(y, [0, 0], [3, 3]);
    const w = column(y, 3);
    const along = tf.mul(tf.mul(two, dot3(u, x)), u);
    const across = tf.mul(tf.sub(tf.mul(w, w), dot3(u, u)), x);
    const around = tf.mul(tf.mul(two, w), cross(u, x));
    return tf.add(tf.add(along, across), around);
  };
  const rows = (/** @type {ArrayLike<number>[]} */ [vBar, qBar], /** @type {Float64Array} */ into) => {
    for (let row = 0; row < 3; row++) {
      for (let j = 0; j < 3; j++) into[7 * row + j] = vBar[3 * row + j];
      for (let j = 0; j < 4; j++) into[7 * row + 3 + j] = qBar[4 * row + j];
    }
    return into;
  };
  const prepared = prepare(rotated, [tf.tensor2d([v, v, v]), tf.tensor2d([q, q, q])], rows, tf.eye(3));
  return { ...prepared, value: /** @type {number[]} */ (prepared.value).slice(0, 3) };
}

/** @param {readonly number[]} weight of each entry of the softmax */
function neural(weight) {
  const { sizes, weights1, bias1, weights2, bias2, x } = neuralInputs;
  const [inputs, hidden, outputs] = sizes;
  const weights = tf.tensor2d([...weight], [outputs, 1]);
  return prepare(
    (w1, b1, w2, b2, input) => {
      const y1 = tf.relu(tf.add(tf.matMul(w1, input), b1));
      const y2 = tf.relu(tf.add(tf.matMul(w2, y1), b2));
      return tf.sum(tf.mul(weights, tf.reshape(tf.softmax(tf.reshape(y2, [outputs])), [outputs, 1])));
    },
    [
      tf.tensor2d(weights1, [hidden, inputs]),
      tf.tensor2d(bias1, [hidden, 1]),
      tf.tensor2d(weights2, [outputs, hidden]),
      tf.tensor2d(bias2, [outputs, 1]),
      tf.tensor2d(x, [inputs, 1]),
    ],
  );
}

/** The four particles side by side: positions and velocities are 4 × 2. */
function particles(/** @type {boolean} */ isLinear) {
  const { steps, dt: step, mass, particles } = particleInputs;
  const [dt, inverseMass, spring, friction, one] = [step, 1 / mass, -0.5, 0.2, 1].map((x) => tf.scalar(x));
  const force = (/** @type {Tensor} */ p) =>
    isLinear ? tf.mul(spring, p) : tf.mul(tf.div(spring, tf.add(one, tf.sum(tf.mul(p, p), 1, true))), p);
  const product = (/** @type {Tensor} */ p0, /** @type {Tensor} */ v0) => {
    let p = p0;
    let v = v0;
    for (let i = 0; i < steps; i++) {
      const a = tf.mul(inverseMass, tf.sub(force(p), tf.mul(friction, v)));
      p = tf.add(p, tf.mul(dt, v));
      v = tf.add(v, tf.mul(dt, a));
    }
    return tf.sum(tf.prod(p, 1));
  };
  const byParticle = (/** @type {ArrayLike<number>[]} */ [pBar, vBar], /** @type {Float64Array} */ into) => {
    for (let i = 0; i < 4; i++) {
      into[4 * i] = pBar[2 * i];
      into[4 * i + 1] = pBar[2 * i + 1];
      into[4 * i + 2] = vBar[2 * i];
      into[4 * i + 3] = vBar[2 * i + 1];
    }
    return into;
  };
  return prepare(
    product,
    [tf.tensor2d(particles.map((it) => it.slice(0, 2))), tf.tensor2d(particles.map((it) => it.slice(2)))],
    byParticle,
  );
}

/** Columns of parameters against columns of points: 1 × K and n × 1. */
function gmm() {
  const { n, k, constant } = gmmInputs;
  const [x0, x1] = gmmColumns.points.map((column) => tf.tensor2d(column, [n, 1]));
  const [half, count] = [0.5, n].map((x) => tf.scalar(x));
  return prepare(
    (alphas, mean0, mean1, log0, log1, below) => {
      const [q0, q1] = [tf.exp(log0), tf.exp(log1)];
      const c0 = tf.sub(x0, mean0);
      const c1 = tf.sub(x1, mean1);
      const r0 = tf.mul(q0, c0);
      const r1 = tf.add(tf.mul(q1, c1), tf.mul(below, c0));
      const squares = tf.add(tf.mul(r0, r0), tf.mul(r1, r1));
      const terms = tf.sub(tf.add(alphas, tf.add(log0, log1)), tf.mul(half, squares));
      const likelihood = tf.sub(tf.sum(tf.logSumExp(terms, 1)), tf.mul(count, tf.logSumExp(alphas)));
      const norms = tf.add(tf.add(tf.mul(q0, q0), tf.mul(q1, q1)), tf.mul(below, below));
      return tf.add(tf.add(likelihood, tf.mul(half, tf.sum(norms))), tf.scalar(constant));
    },
    gmmColumns.parameters.map((column) => tf.tensor2d(column, [1, k])),
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
  ["particles", () => particles(true)],
  ["particles-nl", () => particles(false)],
  ["gmm", gmm],
]);
