// The benchmark programs in adnn: its tensors where they fit, and scalars for all programs besides.
//
// max has no derivative in this library: it chooses between its arguments by their values, and so does relu on scalars.
// relu'(0) is 0 on tensors and 1 in ../programs; no input of these programs comes to 0.
import ad from "adnn/ad/index.js";
import nn from "adnn/nn/index.js";
import Tensor from "adnn/tensor.js";
import { concatenate, dotInputs, dotSizes, matVecInputs, matVecSizes, neuralInputs, neuralOutputs } from "./inputs.mjs";
import * as scalar from "./scalar.mjs";

const { add, sub, mul, div, exp, log, geq } = ad.scalar;

/** @type {import("./scalar.mjs").Arithmetic<any>} */
const arithmetic = {
  add,
  sub,
  mul,
  div,
  quotient: div,
  exp,
  log,
  relu: (a) => (geq(a, 0) ? a : 0),
  max: (a, b) => (geq(a, b) ? a : b),
};

/**
 * Wx + b, with W and b that may be nodes; the product of tensors has no working derivative in this version.
 * @param {number} inputs @param {number} outputs
 * @returns {(w: any, x: any, b: any) => any}
 */
function affine(inputs, outputs) {
  const layer = nn.linear(inputs, outputs);
  layer.setTraining(true);
  return (w, x, b) => {
    layer.weights = w;
    layer.biases = b;
    return layer.eval(x);
  };
}

/** @typedef {import("./inputs.mjs").Prepared} Prepared */

/**
 * @param {import("./scalar.mjs").ScalarProgram} program
 * @returns {Prepared}
 */
function prepareScalars({ inputs, outputs }) {
  const n = inputs.length;
  const values = outputs(
    arithmetic,
    inputs.map((input) => ad.lift(input)),
  ).map(ad.value);
  const into = new Float64Array(values.length * n);
  return {
    value: values.length === 1 ? values[0] : values,
    gradient: () => {
      const nodes = inputs.map((input) => ad.lift(input));
      outputs(arithmetic, nodes).forEach((output, row) => {
        if (row > 0) output.zeroDerivatives();
        output.backprop();
        for (let i = 0; i < n; i++) into[row * n + i] = nodes[i].dx;
      });
      return into;
    },
  };
}

/**
 * @param {readonly (readonly [readonly number[], number[]])[]} inputs the numbers and the shape of each
 * @param {(...nodes: any[]) => any} f with a scalar output
 * @returns {Prepared}
 */
function prepareTensors(inputs, f) {
  const tensors = inputs.map(([numbers, shape]) => new Tensor(shape).fromFlatArray(numbers));
  const into = new Float64Array(tensors.reduce((sum, { length }) => sum + length, 0));
  return {
    value: f(...tensors),
    gradient: () => {
      const nodes = tensors.map((tensor) => ad.lift(tensor));
      f(...nodes).backprop();
      return concatenate(
        nodes.map(({ dx }) => dx.data),
        into,
      );
    },
  };
}

/** @param {number} n */
function dot(n) {
  const { a, b } = dotInputs(n);
  return prepareTensors(
    [
      [a, [n]],
      [b, [n]],
    ],
    (x, y) => ad.tensor.sumreduce(ad.tensor.mul(x, y)),
  );
}

/** @param {number} k @param {number} scale */
function matVec(k, scale) {
  const { matrix, vector } = matVecInputs(k, scale);
  const product = affine(k, k);
  const zero = new Tensor([k]);
  return prepareTensors(
    [
      [matrix, [k, k]],
      [vector, [k]],
    ],
    (m, v) => ad.tensor.sumreduce(product(m, v, zero)),
  );
}

/** @param {readonly number[]} weight of each entry of the softmax */
function neural(weight) {
  const { sizes, weights1, bias1, weights2, bias2, x } = neuralInputs;
  const [width, hidden, outputs] = sizes;
  const weights = new Tensor([outputs]).fromFlatArray(weight);
  const [layer1, layer2] = [affine(width, hidden), affine(hidden, outputs)];
  return prepareTensors(
    [
      [weights1, [hidden, width]],
      [bias1, [hidden]],
      [weights2, [outputs, hidden]],
      [bias2, [outputs]],
      [x, [width]],
    ],
    (w1, b1, w2, b2, input) => {
      const y1 = nn.relu.eval(layer1(w1, input, b1));
      const y2 = nn.relu.eval(layer2(w2, y1, b2));
      return ad.tensor.sumreduce(ad.tensor.mul(ad.tensor.softmax(y2), weights));
    },
  );
}

/**
 * Every program on single numbers.
 * @type {import("./inputs.mjs").Programs}
 */
export const scalarPrograms = new Map([
  ["dot", () => prepareScalars(scalar.dot(1000))],
  ...dotSizes.map((n) => /** @type {const} */ ([`dot ${n}`, () => prepareScalars(scalar.dot(n))])),
  ...matVecSizes.map((k) => /** @type {const} */ ([`sum-mat-vec ${k}`, () => prepareScalars(scalar.matVec(k, 1))])),
  ["matvec300", () => prepareScalars(scalar.matVec(300, 1000))],
  ["rotate", () => prepareScalars(scalar.rotate)],
  ...neuralOutputs.map(([name, weight]) => /** @type {const} */ ([name, () => prepareScalars(scalar.neural(weight))])),
  ["particles", () => prepareScalars(scalar.particles(true))],
  ["particles-nl", () => prepareScalars(scalar.particles(false))],
  ["fib", () => prepareScalars(scalar.fib)],
  ["gmm", () => prepareScalars(scalar.gmm)],
]);

/**
 * Every program as it suits the library best.
 * @type {import("./inputs.mjs").Programs}
 */
export const programs = new Map([
  ...scalarPrograms,
  ["dot", () => dot(1000)],
  ...dotSizes.map((n) => /** @type {const} */ ([`dot ${n}`, () => dot(n)])),
  ...matVecSizes.map((k) => /** @type {const} */ ([`sum-mat-vec ${k}`, () => matVec(k, 1)])),
  ["matvec300", () => matVec(300, 1000)],
  ...neuralOutputs.map(([name, weight]) => /** @type {const} */ ([name, () => neural(weight)])),
]);
