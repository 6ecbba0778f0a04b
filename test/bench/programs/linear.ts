// Products and their sums: mult, dot, sum-mat-vec and matvec in plain JavaScript, with adjoints written by hand.
//
//   mult         x·y
//   dot          x₁y₁ + (x₂y₂ + (.. + (xₙyₙ + 0)))
//   sum-mat-vec  Σᵢ Σⱼ vⱼ·Mᵢⱼ, both sums such right folds
//   matvec       the same, both sums from the left, starting with 0
//
// The reverse passes need no value of the forward pass but the inputs; the forward pass runs nevertheless, and its
// result is kept in `output`, as that of any program is.
import { generate, type MakePlain } from "./program.ts";

/** x·y at (3, 4). */
export const mult: MakePlain = (at = [3, 4]) => {
  const inputs = Float64Array.from(at);
  const output = new Float64Array(1);
  const bars = new Float64Array(2);
  return {
    name: "mult",
    inputs: at,
    primal: () => inputs[0] * inputs[1],
    gradient: () => {
      const x = inputs[0];
      const y = inputs[1];
      output[0] = x * y;
      const bar = 1.0;
      bars[0] = bar * y;
      bars[1] = bar * x;
      return bars;
    },
  };
};

/** to = factor · from. */
function scale(factor: number, from: Float64Array, to: Float64Array): void {
  for (let i = 0; i < from.length; i++) to[i] = factor * from[i];
}

function foldDot(a: Float64Array, b: Float64Array): number {
  let sum = 0.0;
  for (let i = a.length - 1; i >= 0; i--) sum = a[i] * b[i] + sum;
  return sum;
}

/** aᵢ = i and bᵢ = 2i + 1 for i = 1 .. n; the inputs are a, then b. */
export function dot(n: number, name = `dot ${n}`): MakePlain {
  const usual = [...generate(n, (i) => i + 1), ...generate(n, (i) => 2 * (i + 1) + 1)];
  return (at = usual) => {
    const inputs = Float64Array.from(at);
    const a = inputs.subarray(0, n);
    const b = inputs.subarray(n);
    const output = new Float64Array(1);
    const bars = new Float64Array(2 * n);
    const aBar = bars.subarray(0, n);
    const bBar = bars.subarray(n);
    return {
      name,
      inputs: at,
      primal: () => foldDot(a, b),
      gradient: () => {
        output[0] = foldDot(a, b);
        const bar = 1.0;
        for (let i = 0; i < n; i++) {
          aBar[i] = bar * b[i];
          bBar[i] = bar * a[i];
        }
        return bars;
      },
    };
  };
}

/** Both sums right folds. `matrix` has k rows of k entries, one after the other. */
function sumFromRight(matrix: Float64Array, vector: Float64Array): number {
  const k = vector.length;
  let total = 0.0;
  for (let i = k - 1; i >= 0; i--) {
    const row = i * k;
    let sum = 0.0;
    for (let j = k - 1; j >= 0; j--) sum = vector[j] * matrix[row + j] + sum;
    total = sum + total;
  }
  return total;
}

/** Both sums from the left. `matrix` has k rows of k entries, one after the other. */
function sumFromLeft(matrix: Float64Array, vector: Float64Array): number {
  const k = vector.length;
  let total = 0.0;
  for (let i = 0; i < k; i++) {
    const row = i * k;
    let sum = 0.0;
    for (let j = 0; j < k; j++) sum += matrix[row + j] * vector[j];
    total += sum;
  }
  return total;
}

/**
 * The cotangents of matrix and vector: v in each row times that row's cotangent, and the sums of the columns. Rows are
 * taken four at a time, so that the vector's cotangent is read and written less often. `scaled` is room for one row.
 */
function reverseMatVec(
  bar: number,
  matrix: Float64Array,
  vector: Float64Array,
  matrixBar: Float64Array,
  vectorBar: Float64Array,
  scaled: Float64Array,
): void {
  const k = vector.length;
  scale(bar, vector, scaled);
  for (let i = 0; i < k; i++) matrixBar.set(scaled, i * k);
  vectorBar.fill(0.0);
  let i = 0;
  for (; i + 4 <= k; i += 4) {
    const row0 = i * k;
    const row1 = row0 + k;
    const row2 = row1 + k;
    const row3 = row2 + k;
    for (let j = 0; j < k; j++)
      vectorBar[j] += bar * matrix[row0 + j] + bar * matrix[row1 + j] + bar * matrix[row2 + j] + bar * matrix[row3 + j];
  }
  for (; i < k; i++) for (let j = 0; j < k; j++) vectorBar[j] += bar * matrix[i * k + j];
}

type SumMatVec = (matrix: Float64Array, vector: Float64Array) => number;

function summedProduct(name: string, k: number, usual: readonly number[], forward: SumMatVec): MakePlain {
  return (at = usual) => {
    const inputs = Float64Array.from(at);
    const matrix = inputs.subarray(0, k * k);
    const vector = inputs.subarray(k * k);
    const output = new Float64Array(1);
    const bars = new Float64Array(k * k + k);
    const matrixBar = bars.subarray(0, k * k);
    const vectorBar = bars.subarray(k * k);
    const scaled = new Float64Array(k);
    return {
      name,
      inputs: at,
      primal: () => forward(matrix, vector),
      gradient: () => {
        output[0] = forward(matrix, vector);
        reverseMatVec(1.0, matrix, vector, matrixBar, vectorBar, scaled);
        return bars;
      },
    };
  };
}

const vectorOf = (k: number): number[] => generate(k, (j) => 2 * j + 3);

/** Mᵢⱼ = i·k + j + 1 and vⱼ = 2j + 3, counted from 0; the inputs are M row by row, then v. */
export function sumMatVec(k: number): MakePlain {
  return summedProduct(`sum-mat-vec ${k}`, k, [...generate(k * k, (at) => at + 1), ...vectorOf(k)], sumFromRight);
}

/** Mᵢⱼ = (i·k + j + 1) / 1000 and vⱼ = 2j + 3, counted from 0; the inputs are M row by row, then v. */
export function matVec(k: number): MakePlain {
  return summedProduct(`matvec${k}`, k, [...generate(k * k, (at) => (at + 1) / 1000), ...vectorOf(k)], sumFromLeft);
}
