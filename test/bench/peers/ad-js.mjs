// The benchmark programs in ad.js, on scalars, in its fastest mode: reverse, first derivatives only.
//
// Its reverse pass recurses along the longest chain of the graph. Therefore fib and dot from 10000 on are left out: they
// overflow the stack. Its max is smoothed: it chooses between its arguments by their values instead, and so does relu.
import adjs from "ad.js";
import { dotSizes, matVecSizes, neuralOutputs } from "./inputs.mjs";
import { dot, gmm, matVec, neural, particles, rotate } from "./scalar.mjs";

const ad = adjs({ mode: "r", noHigher: true });

/** @type {import("./scalar.mjs").Arithmetic<any>} */
const arithmetic = {
  add: ad.add,
  sub: ad.sub,
  mul: ad.mul,
  div: ad.div,
  quotient: ad.div,
  exp: ad.maths.exp,
  log: ad.maths.log,
  relu: (a) => (ad.geq(a, 0) ? a : 0),
  max: (a, b) => (ad.geq(a, b) ? a : b),
};

/**
 * @param {import("./scalar.mjs").ScalarProgram} program
 * @returns {import("./inputs.mjs").Prepared}
 */
function prepare({ inputs, outputs }) {
  const n = inputs.length;
  const values = outputs(arithmetic, inputs.map(ad.tapify)).map(ad.untapify);
  const into = new Float64Array(values.length * n);
  return {
    value: values.length === 1 ? values[0] : values,
    gradient: () => {
      const tapes = inputs.map(ad.tapify);
      outputs(arithmetic, tapes).forEach((output, row) => {
        ad.yGradientR(output);
        for (let i = 0; i < n; i++) into[row * n + i] = tapes[i].sensitivity;
      });
      return into;
    },
  };
}

/** @type {import("./inputs.mjs").Programs} */
export const programs = new Map([
  ["dot", () => prepare(dot(1000))],
  ...dotSizes.filter((n) => n < 10_000).map((n) => /** @type {const} */ ([`dot ${n}`, () => prepare(dot(n))])),
  ...matVecSizes.map((k) => /** @type {const} */ ([`sum-mat-vec ${k}`, () => prepare(matVec(k, 1))])),
  ["matvec300", () => prepare(matVec(300, 1000))],
  ["rotate", () => prepare(rotate)],
  ...neuralOutputs.map(([name, weight]) => /** @type {const} */ ([name, () => prepare(neural(weight))])),
  ["particles", () => prepare(particles(true))],
  ["particles-nl", () => prepare(particles(false))],
  ["gmm", () => prepare(gmm)],
]);
