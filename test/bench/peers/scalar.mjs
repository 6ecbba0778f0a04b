// The benchmark programs over any kind of scalar: for the libraries that differentiate arithmetic on single numbers.
import {
  dotInputs,
  fibInputs,
  gmmInputs,
  matVecInputs,
  neuralInputs,
  particleInputs,
  rotateInputs,
} from "./inputs.mjs";

/**
 * The arithmetic of a library whose scalars are T; a number is a constant. Constants come second where they may come
 * first or second.
 * @template T
 * @typedef {object} Arithmetic
 * @property {(a: T, b: T | number) => T} add
 * @property {(a: T, b: T | number) => T} sub
 * @property {(a: T, b: T | number) => T} mul
 * @property {(a: T, b: T) => T} div
 * @property {(a: number, b: T) => T} quotient a / b of a constant a
 * @property {(a: T) => T} exp
 * @property {(a: T) => T} log
 * @property {(a: T) => T} relu t if t ≥ 0 else 0
 * @property {(a: T, b: T) => T} max
 */

/**
 * A program: its inputs, and its outputs as a function of them.
 * @typedef {object} ScalarProgram
 * @property {readonly number[]} inputs
 * @property {<T>(arithmetic: Arithmetic<T>, inputs: readonly T[]) => T[]} outputs
 */

/**
 * x₁ + (x₂ + (.. + xₙ)).
 * @template T
 * @param {Arithmetic<T>} arithmetic
 * @param {readonly T[]} terms
 */
function sumFromRight({ add }, terms) {
  let sum = terms[terms.length - 1];
  for (let i = terms.length - 2; i >= 0; i--) sum = add(terms[i], sum);
  return sum;
}

/**
 * ((x₁ + x₂) + ..) + xₙ.
 * @template T
 * @param {Arithmetic<T>} arithmetic
 * @param {readonly T[]} terms
 */
function sumFromLeft({ add }, terms) {
  let sum = terms[0];
  for (let i = 1; i < terms.length; i++) sum = add(sum, terms[i]);
  return sum;
}

/** @type {(n: number) => ScalarProgram} */
export function dot(n) {
  const { a, b } = dotInputs(n);
  return {
    inputs: [...a, ...b],
    outputs: (arithmetic, inputs) => {
      const products = a.map((_, i) => arithmetic.mul(inputs[i], inputs[n + i]));
      return [sumFromRight(arithmetic, products)];
    },
  };
}

/** @type {(k: number, scale: number) => ScalarProgram} */
export function matVec(k, scale) {
  const { matrix, vector } = matVecInputs(k, scale);
  return {
    inputs: [...matrix, ...vector],
    outputs: (arithmetic, inputs) => {
      const v = inputs.slice(k * k);
      const rows = vector.map((_, i) => {
        const products = v.map((entry, j) => arithmetic.mul(entry, inputs[i * k + j]));
        return sumFromRight(arithmetic, products);
      });
      return [sumFromRight(arithmetic, rows)];
    },
  };
}

/** @type {ScalarProgram} */
export const rotate = {
  inputs: [...rotateInputs.v, ...rotateInputs.q],
  outputs: ({ add, sub, mul }, [v0, v1, v2, u0, u1, u2, w]) => {
    const uv = add(add(mul(u0, v0), mul(u1, v1)), mul(u2, v2));
    const uu = add(add(mul(u0, u0), mul(u1, u1)), mul(u2, u2));
    const along = mul(uv, 2);
    const across = sub(mul(w, w), uu);
    const around = mul(w, 2);
    const cross = [sub(mul(u1, v2), mul(u2, v1)), sub(mul(u2, v0), mul(u0, v2)), sub(mul(u0, v1), mul(u1, v0))];
    const [u, v] = [
      [u0, u1, u2],
      [v0, v1, v2],
    ];
    return cross.map((c, i) => add(add(mul(along, u[i]), mul(across, v[i])), mul(around, c)));
  },
};

/** @type {(weight: readonly number[]) => ScalarProgram} */
export function neural(weight) {
  const { sizes, weights1, bias1, weights2, bias2, x } = neuralInputs;
  const [width, hidden, outputs] = sizes;
  return {
    inputs: [...weights1, ...bias1, ...weights2, ...bias2, ...x],
    outputs: (arithmetic, inputs) => {
      const { add, sub, mul, div, exp, relu, max } = arithmetic;
      let at = 0;
      const next = (/** @type {number} */ n) => inputs.slice(at, (at += n));
      const [w1, b1, w2, b2, input] = [hidden * width, hidden, outputs * hidden, outputs, width].map(next);
      /** @type {(w: typeof inputs, b: typeof inputs, y: typeof inputs) => typeof inputs} */
      const dense = (w, b, y) =>
        b.map((bias, i) => {
          const products = y.map((entry, j) => mul(entry, w[i * y.length + j]));
          return relu(add(sumFromLeft(arithmetic, products), bias));
        });
      const last = dense(w2, b2, dense(w1, b1, input));
      // the maximum from 0: relu has left nothing below
      const largest = last.slice(1).reduce((m, entry) => max(m, entry), last[0]);
      const e = last.map((entry) => exp(sub(entry, largest)));
      const total = sumFromLeft(arithmetic, e);
      const weighted = e.map((entry, i) => mul(div(entry, total), weight[i]));
      return [sumFromLeft(arithmetic, weighted)];
    },
  };
}

/** @type {(isLinear: boolean) => ScalarProgram} */
export function particles(isLinear) {
  const { steps, dt, mass, particles: starts } = particleInputs;
  return {
    inputs: starts.flat(),
    outputs: (arithmetic, inputs) => {
      const { add, sub, mul, quotient } = arithmetic;
      const products = starts.map((_, i) => {
        let [x, y, vx, vy] = inputs.slice(4 * i, 4 * i + 4);
        for (let step = 0; step < steps; step++) {
          const k = isLinear ? -0.5 : quotient(-0.5, add(add(mul(x, x), mul(y, y)), 1));
          const ax = mul(sub(mul(x, k), mul(vx, 0.2)), 1 / mass);
          const ay = mul(sub(mul(y, k), mul(vy, 0.2)), 1 / mass);
          x = add(x, mul(vx, dt));
          y = add(y, mul(vy, dt));
          vx = add(vx, mul(ax, dt));
          vy = add(vy, mul(ay, dt));
        }
        return mul(x, y);
      });
      return [sumFromLeft(arithmetic, products)];
    },
  };
}

/** @type {ScalarProgram} */
export const fib = {
  inputs: [fibInputs.x0, fibInputs.x1, fibInputs.h],
  outputs: ({ add, mul }, [x0, x1, h]) => {
    let [a, b] = [x0, x1];
    for (let k = 0; k < fibInputs.steps; k++) [a, b] = [b, mul(add(a, b), h)];
    return [b];
  },
};

const { n: points, k: components } = gmmInputs;

/** @type {ScalarProgram} */
export const gmm = {
  inputs: [...gmmInputs.alphas, ...gmmInputs.means, ...gmmInputs.icf],
  outputs: (arithmetic, inputs) => {
    const { add, sub, mul, exp, log, max } = arithmetic;
    const alphas = inputs.slice(0, components);
    /** @type {(terms: typeof inputs) => typeof inputs[0]} */
    const logSumExp = (terms) => {
      const largest = terms.slice(1).reduce((m, term) => max(m, term), terms[0]);
      const shifted = terms.map((term) => exp(sub(term, largest)));
      return add(log(sumFromLeft(arithmetic, shifted)), largest);
    };
    const gaussians = alphas.map((alpha, k) => {
      const [mean0, mean1] = inputs.slice(components + 2 * k, components + 2 * k + 2);
      const [log0, log1, below] = inputs.slice(3 * components + 3 * k, 3 * components + 3 * k + 3);
      const sum = add(log0, log1);
      return { alpha, mean0, mean1, below, sum, q0: exp(log0), q1: exp(log1) };
    });
    const likelihoods = Array.from({ length: points }, (_, i) => {
      const [x0, x1] = [gmmInputs.points[2 * i], gmmInputs.points[2 * i + 1]];
      const terms = gaussians.map(({ alpha, mean0, mean1, below, sum, q0, q1 }) => {
        // μ - x for x - μ: both are squared
        const c0 = sub(mean0, x0);
        const c1 = sub(mean1, x1);
        const r0 = mul(q0, c0);
        const r1 = add(mul(q1, c1), mul(below, c0));
        return sub(add(alpha, sum), mul(add(mul(r0, r0), mul(r1, r1)), 0.5));
      });
      return logSumExp(terms);
    });
    const norms = gaussians.map(({ below, q0, q1 }) => add(add(mul(q0, q0), mul(q1, q1)), mul(below, below)));
    const likelihood = sub(sumFromLeft(arithmetic, likelihoods), mul(logSumExp(alphas), points));
    const prior = mul(sumFromLeft(arithmetic, norms), 0.5);
    return [add(add(likelihood, prior), gmmInputs.constant)];
  },
};
