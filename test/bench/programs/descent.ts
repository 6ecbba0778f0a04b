// Gradient descent on a logistic regression in plain JavaScript: the gradient of the loss by hand, and the derivative of all steps by the
// learning rate, by tangents: w′ = w − r·g gives ẇ′ = ẇ − g − r·H·ẇ.
import type { MakePlain } from "./program.ts";

const [POINTS, SIZE] = [100, 10];

/** So many steps from w = 0. The input is the learning rate r. */
export function descent(steps: number): MakePlain {
  return (at = [0.1]) => {
    const xs = Float64Array.from({ length: POINTS * SIZE }, (_, index) => Math.sin(index));
    const inputs = Float64Array.from(at);
    const [w, g] = [new Float64Array(SIZE), new Float64Array(SIZE)];
    const [tangent, h] = [new Float64Array(SIZE), new Float64Array(SIZE)];
    const output = new Float64Array(1);
    const sigmoid = (z: number): number => (z >= 0 ? 1 / (1 + Math.exp(-z)) : 1 - 1 / (1 + Math.exp(z)));
    const dot = (a: Float64Array, i: number): number => {
      let sum = 0;
      for (let j = 0; j < SIZE; j++) sum += a[j]! * xs[i * SIZE + j]!;
      return sum;
    };
    const label = (i: number): number => (i % 2 === 0 ? 1 : 0);
    const loss = (): number => {
      let sum = 0;
      for (let i = 0; i < POINTS; i++) {
        const p = sigmoid(dot(w, i));
        sum -= label(i) * Math.log(p) + (1 - label(i)) * Math.log(1 - p);
      }
      return sum / POINTS;
    };
    const slope = (): void => {
      g.fill(0);
      for (let i = 0; i < POINTS; i++) {
        const error = (sigmoid(dot(w, i)) - label(i)) / POINTS;
        for (let j = 0; j < SIZE; j++) g[j]! += error * xs[i * SIZE + j]!;
      }
    };
    const curve = (): void => {
      h.fill(0);
      for (let i = 0; i < POINTS; i++) {
        const p = sigmoid(dot(w, i));
        const weight = (p * (1 - p) * dot(tangent, i)) / POINTS;
        for (let j = 0; j < SIZE; j++) h[j]! += weight * xs[i * SIZE + j]!;
      }
    };
    return {
      name: "descent",
      inputs: at,
      primal: () => {
        const rate = inputs[0]!;
        w.fill(0);
        for (let step = 0; step < steps; step++) {
          slope();
          for (let j = 0; j < SIZE; j++) w[j]! -= rate * g[j]!;
        }
        return loss();
      },
      gradient: () => {
        const rate = inputs[0]!;
        w.fill(0);
        tangent.fill(0);
        for (let step = 0; step < steps; step++) {
          slope();
          curve();
          for (let j = 0; j < SIZE; j++) {
            tangent[j]! -= g[j]! + rate * h[j]!;
            w[j]! -= rate * g[j]!;
          }
        }
        slope();
        output[0] = 0;
        for (let j = 0; j < SIZE; j++) output[0] += g[j]! * tangent[j]!;
        return output;
      },
    };
  };
}
