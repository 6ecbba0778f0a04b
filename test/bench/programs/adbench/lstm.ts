// ADBench's LSTM as `examples/adbench/lstm.dual` has it, in plain JavaScript.
import { generate, type PlainRun } from "../program.ts";

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** The loss over a text of n symbols, of `depth` layers of d components. */
export function lstm(depth: number, d: number, n: number): PlainRun {
  const wave = (k: number): number[] => generate(d, (j) => 0.5 + 0.4 * Math.sin(7 * k + 3 * j));
  /** For each layer weight and bias of the gates forget, ingate, outgate and change. */
  const gates = Float64Array.from(generate(8 * depth, wave).flat());
  const [inWeight, outWeight, outBias] = [70, 71, 72].map((k) => Float64Array.from(wave(k))) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const start = generate(depth, (l) => [wave(50 + l), wave(60 + l)] as const);
  const hidden = new Float64Array(depth * d);
  const cell = new Float64Array(depth * d);
  const x = new Float64Array(d);
  const symbol = (t: number): number => ((t * (t + 1)) / 2) % d;

  const primal = (): number => {
    for (const [l, [h, c]] of start.entries()) {
      hidden.set(h, l * d);
      cell.set(c, l * d);
    }
    let loss = 0;
    for (let t = 0; t < n - 1; t++) {
      x.fill(0);
      x[symbol(t)] = inWeight[symbol(t)];
      for (let l = 0; l < depth; l++)
        for (let j = 0; j < d; j++) {
          const g = 8 * l * d + j;
          const at = l * d + j;
          const forget = sigmoid(x[j] * gates[g] + gates[g + d]);
          const ingate = sigmoid(hidden[at] * gates[g + 2 * d] + gates[g + 3 * d]);
          const outgate = sigmoid(x[j] * gates[g + 4 * d] + gates[g + 5 * d]);
          const change = Math.tanh(hidden[at] * gates[g + 6 * d] + gates[g + 7 * d]);
          cell[at] = cell[at] * forget + ingate * change;
          x[j] = hidden[at] = outgate * Math.tanh(cell[at]);
        }
      let sum = 0;
      for (let j = 0; j < d; j++) sum += Math.exp(x[j] * outWeight[j] + outBias[j]);
      const gold = symbol(t + 1);
      loss -= x[gold] * outWeight[gold] + outBias[gold] - Math.log(2 + sum);
    }
    return loss / (d * (n - 1));
  };
  return { primal };
}
