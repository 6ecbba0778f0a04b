// Two dense layers 50 → 100 → 50 and a safe softmax, in plain JavaScript, with its adjoint written by hand.
//
//   layer    relu(Wx + b), the sums from the left, relu(t) = t if t ≥ 0 else 0
//   softmax  eᵢ / Σ e  where eᵢ = exp(xᵢ − m), m = max(.. max(max(0, x₀), x₁) ..)
//   output   Σᵢ weightᵢ · softmaxᵢ
//
// At a kink the derivative is that of the branch taken: relu'(0) = 1, since 0 ≥ 0; of equal arguments max takes the
// first, so the cotangent of m goes to the first of the largest entries, and to none where 0 is the largest.
import { generate, type MakePlain } from "./program.ts";

const INPUT = 50;
const HIDDEN = 100;
const OUTPUT = 50;

/** Where each argument begins in the flat inputs. */
const AT = {
  weights1: 0,
  bias1: HIDDEN * INPUT,
  weights2: HIDDEN * INPUT + HIDDEN,
  bias2: HIDDEN * INPUT + HIDDEN + OUTPUT * HIDDEN,
  x: HIDDEN * INPUT + HIDDEN + OUTPUT * HIDDEN + OUTPUT,
  end: HIDDEN * INPUT + HIDDEN + OUTPUT * HIDDEN + OUTPUT + INPUT,
} as const;

const wave = (n: number): number[] => generate(n, (i) => Math.sin(0.41 * i));
const weights = (outputs: number, inputs: number): number[] =>
  generate(outputs * inputs, (at) => Math.sin(Math.floor(at / inputs) + (at % inputs)));

const usual: readonly number[] = [
  ...weights(HIDDEN, INPUT),
  ...wave(HIDDEN),
  ...weights(OUTPUT, HIDDEN),
  ...wave(OUTPUT),
  ...wave(INPUT),
];

/** The arguments, or their cotangents, as views of one flat buffer. */
function argumentsIn(flat: Float64Array) {
  return {
    weights1: flat.subarray(AT.weights1, AT.bias1),
    bias1: flat.subarray(AT.bias1, AT.weights2),
    weights2: flat.subarray(AT.weights2, AT.bias2),
    bias2: flat.subarray(AT.bias2, AT.x),
    x: flat.subarray(AT.x, AT.end),
  };
}

/** z = Wx + b and y = relu(z); W has a row for each entry of b. */
function dense(w: Float64Array, b: Float64Array, x: Float64Array, z: Float64Array, y: Float64Array): void {
  const rows = b.length;
  const columns = x.length;
  for (let i = 0, at = 0; i < rows; i++) {
    let sum = 0.0;
    for (let j = 0; j < columns; j++, at++) sum += w[at] * x[j];
    const t = sum + b[i];
    z[i] = t;
    y[i] = t >= 0.0 ? t : 0.0;
  }
}

/** The cotangents of W, b and x from that of y. */
function reverseDense(
  w: Float64Array,
  x: Float64Array,
  z: Float64Array,
  yBar: Float64Array,
  wBar: Float64Array,
  bBar: Float64Array,
  xBar: Float64Array,
): void {
  const rows = z.length;
  const columns = x.length;
  xBar.fill(0.0);
  for (let i = 0, at = 0; i < rows; i++) {
    const zBar = z[i] >= 0.0 ? yBar[i] : 0.0;
    bBar[i] = zBar;
    for (let j = 0; j < columns; j++, at++) {
      xBar[j] += zBar * w[at];
      wBar[at] = zBar * x[j];
    }
  }
}

/** The inputs are W₁, b₁, W₂, b₂ and x: Wᵢⱼ = sin(i + j), bᵢ = sin(0.41 i), xᵢ = sin(0.41 i), counted from 0. */
function neuralOf(name: string, weightOf: (i: number) => number): MakePlain {
  return (at = usual) => {
    const inputs = Float64Array.from(at);
    const bars = new Float64Array(inputs.length);
    const { weights1, bias1, weights2, bias2, x } = argumentsIn(inputs);
    const bar = argumentsIn(bars);
    const weight = Float64Array.from(generate(OUTPUT, weightOf));
    const z1 = new Float64Array(HIDDEN);
    const y1 = new Float64Array(HIDDEN);
    const z2 = new Float64Array(OUTPUT);
    const y2 = new Float64Array(OUTPUT);
    const e = new Float64Array(OUTPUT);
    const y1Bar = new Float64Array(HIDDEN);
    const y2Bar = new Float64Array(OUTPUT);
    let total = 0.0;
    /** Which entry the maximum is, or -1 where it is 0. */
    let largest = -1;

    const forward = (): number => {
      dense(weights1, bias1, x, z1, y1);
      dense(weights2, bias2, y1, z2, y2);
      let m = 0.0;
      largest = -1;
      for (let i = 0; i < OUTPUT; i++)
        if (y2[i] > m) {
          m = y2[i];
          largest = i;
        }
      let sum = 0.0;
      for (let i = 0; i < OUTPUT; i++) sum += e[i] = Math.exp(y2[i] - m);
      total = sum;
      let output = 0.0;
      for (let i = 0; i < OUTPUT; i++) output += weight[i] * (e[i] / sum);
      return output;
    };

    const reverse = (outputBar: number): void => {
      let totalBar = 0.0;
      for (let i = 0; i < OUTPUT; i++) totalBar -= (outputBar * weight[i] * e[i]) / (total * total);
      let mBar = 0.0;
      for (let i = 0; i < OUTPUT; i++) {
        const shiftedBar = ((outputBar * weight[i]) / total + totalBar) * e[i];
        y2Bar[i] = shiftedBar;
        mBar -= shiftedBar;
      }
      if (largest >= 0) y2Bar[largest] += mBar;
      reverseDense(weights2, y1, z2, y2Bar, bar.weights2, bar.bias2, y1Bar);
      reverseDense(weights1, x, z1, y1Bar, bar.weights1, bar.bias1, bar.x);
    };

    const output = new Float64Array(1);
    return {
      name,
      inputs: at,
      primal: forward,
      gradient: () => {
        output[0] = forward();
        reverse(1.0);
        return bars;
      },
    };
  };
}

/** The sum of the softmax: 1, with gradient 0, whatever the inputs are. It is what is timed. */
export const neural = neuralOf("neural", () => 1);

/** The softmax weighted by 1, 2, 3, ..: the same work, with a gradient that can be checked. */
export const neuralWeighted = neuralOf("neural-weighted", (i) => i + 1);
