// The benchmark programs in simplegrad, which compiles a graph of scalars to straight-line JavaScript once.
//
// relu'(0) is 0 here and 1 in ../programs; no input of these programs comes to 0. The maximum is b + relu(a - b).
import { ValueStorage, Variable } from "simplegrad";
import { dotSizes, matVecSizes, neuralOutputs } from "./inputs.mjs";
import { dot, fib, gmm, matVec, neural, particles, rotate } from "./scalar.mjs";

/** @type {import("./scalar.mjs").Arithmetic<any>} */
const arithmetic = {
  add: (a, b) => a.add(b),
  sub: (a, b) => a.sub(b),
  mul: (a, b) => a.mul(b),
  div: (a, b) => a.div(b),
  quotient: (a, b) => b.pow(-1).mul(a),
  exp: (a) => a.exp(),
  log: (a) => a.log(),
  relu: (a) => a.ReLU(),
  max: (a, b) => b.add(a.sub(b).ReLU()),
};

/**
 * @param {import("./scalar.mjs").ScalarProgram} program
 * @returns {import("./inputs.mjs").Prepared}
 */
function prepare({ inputs, outputs }) {
  const storage = new ValueStorage();
  const variables = inputs.map(() => new Variable(storage));
  const results = outputs(arithmetic, variables);
  // one graph for all outputs: the sum of them, whose own cotangent stays 0 where there are several
  const root = results.slice(1).reduce((sum, result) => sum.add(result), results[0]);
  root.compile();
  const { gv } = storage;
  inputs.forEach((input, i) => {
    variables[i].setValue(input);
  });
  storage.forward();
  const values = results.map((result) => result.getValue());
  const n = inputs.length;
  const into = new Float64Array(results.length * n);
  return {
    value: values.length === 1 ? values[0] : values,
    gradient: () => {
      storage.forward();
      for (let row = 0; row < results.length; row++) {
        gv.fill(0);
        results[row].setGradient(1);
        storage.backward();
        // the variables were made first: their places are 0 .. n - 1
        for (let i = 0; i < n; i++) into[row * n + i] = gv[i];
      }
      return into;
    },
  };
}

/** @type {import("./inputs.mjs").Programs} */
export const programs = new Map([
  ["dot", () => prepare(dot(1000))],
  ...dotSizes.map((n) => /** @type {const} */ ([`dot ${n}`, () => prepare(dot(n))])),
  ...matVecSizes.map((k) => /** @type {const} */ ([`sum-mat-vec ${k}`, () => prepare(matVec(k, 1))])),
  ["matvec300", () => prepare(matVec(300, 1000))],
  ["rotate", () => prepare(rotate)],
  ...neuralOutputs.map(([name, weight]) => /** @type {const} */ ([name, () => prepare(neural(weight))])),
  ["particles", () => prepare(particles(true))],
  ["particles-nl", () => prepare(particles(false))],
  ["fib", () => prepare(fib)],
  ["gmm", () => prepare(gmm)],
]);
