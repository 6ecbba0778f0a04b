// ADBench's GMM as `examples/adbench/gmm.dual` has it, in plain JavaScript, with its adjoint written by hand: points and mixture are made by
// the same formulas, the points within each run.
import { generate, type PlainRun } from "../program.ts";

const wave = (scale: number, step: number, i: number, j: number): number => scale * Math.sin(step * i + j);

/** With γ = 1 and m = 0, for which the Wishart prior has ν = d + 1. */
export function gmm(n: number, count: number, d: number): PlainRun {
  const width = (d * (d + 1)) / 2;
  const alphas = Float64Array.from(generate(count, (c) => wave(0.5, 2, 1, c)));
  const means = Float64Array.from(generate(count * d, (at) => wave(0.8, 3, Math.floor(at / d), at % d)));
  const icf = Float64Array.from(generate(count * width, (at) => wave(0.4, 5, Math.floor(at / width), at % width)));
  const prior = count * ((d + 1) * d * 0.5 * Math.log(2) + logGammaOfPrior(d));
  const points = new Float64Array(n * d);
  /** The lower triangles, row by row. */
  const factors = new Float64Array(count * d * d);
  const sums = new Float64Array(count);
  const terms = new Float64Array(count);
  const centred = new Float64Array(count * d);
  const scaled = new Float64Array(count * d);

  const prepare = (): void => {
    for (let i = 0; i < n; i++)
      for (let j = 0; j < d; j++) points[i * d + j] = ((i * i + 7 * i * j + 3 * j) % 101) / 50 - 1;
    for (let c = 0; c < count; c++) {
      const q = c * d * d;
      let at = c * width + d;
      let sum = 0;
      for (let j = 0; j < d; j++) {
        sum += icf[c * width + j];
        factors[q + j * d + j] = Math.exp(icf[c * width + j]);
        for (let i = j + 1; i < d; i++) factors[q + i * d + j] = icf[at++];
      }
      sums[c] = sum;
    }
  };

  /** The terms of a point, leaving what its adjoint needs. */
  const termsOf = (i: number): void => {
    for (let c = 0; c < count; c++) {
      const q = c * d * d;
      let squares = 0;
      for (let j = 0; j < d; j++) centred[c * d + j] = points[i * d + j] - means[c * d + j];
      for (let a = 0; a < d; a++) {
        let sum = 0;
        for (let b = 0; b <= a; b++) sum += factors[q + a * d + b] * centred[c * d + b];
        scaled[c * d + a] = sum;
        squares += sum * sum;
      }
      terms[c] = alphas[c] + sums[c] - 0.5 * squares;
    }
  };

  const weights = new Float64Array(count);
  const logSumExp = (x: Float64Array): number => {
    let most = Number.NEGATIVE_INFINITY;
    for (const one of x) if (one > most) most = one;
    let sum = 0;
    for (let c = 0; c < count; c++) sum += weights[c] = Math.exp(x[c] - most);
    for (let c = 0; c < count; c++) weights[c] /= sum;
    return Math.log(sum) + most;
  };

  /** Everything but the sum over the points. */
  const rest = (): number => {
    let squares = 0;
    for (const q of factors) squares += q * q;
    return 0.5 * squares + prior - n * (0.5 * d * Math.log(2 * Math.PI) + logSumExp(alphas));
  };

  const primal = (): number => {
    prepare();
    let total = 0;
    for (let i = 0; i < n; i++) {
      termsOf(i);
      total += logSumExp(terms);
    }
    return total + rest();
  };

  const bars = new Float64Array(count + count * d + count * width);
  const alphasBar = bars.subarray(0, count);
  const meansBar = bars.subarray(count, count + count * d);
  const icfBar = bars.subarray(count + count * d);
  const factorsBar = new Float64Array(count * d * d);
  const centredBar = new Float64Array(d);

  const gradient = (): Float64Array => {
    prepare();
    bars.fill(0);
    for (let at = 0; at < factors.length; at++) factorsBar[at] = factors[at];
    for (let i = 0; i < n; i++) {
      termsOf(i);
      logSumExp(terms);
      for (let c = 0; c < count; c++) {
        const q = c * d * d;
        alphasBar[c] += weights[c];
        centredBar.fill(0);
        for (let a = 0; a < d; a++) {
          const bar = -weights[c] * scaled[c * d + a];
          for (let b = 0; b <= a; b++) {
            factorsBar[q + a * d + b] += bar * centred[c * d + b];
            centredBar[b] += bar * factors[q + a * d + b];
          }
        }
        for (let j = 0; j < d; j++) meansBar[c * d + j] -= centredBar[j];
      }
    }
    rest();
    for (let c = 0; c < count; c++) {
      const q = c * d * d;
      let at = c * width + d;
      for (let j = 0; j < d; j++) {
        icfBar[c * width + j] = alphasBar[c] + factorsBar[q + j * d + j] * factors[q + j * d + j];
        for (let i = j + 1; i < d; i++) icfBar[at++] = factorsBar[q + i * d + j];
      }
      alphasBar[c] -= n * weights[c];
    }
    return bars;
  };
  return { primal, gradient };
}

/** log Γ_d((d + 1)/2), by log Γ of halves of whole numbers. */
function logGammaOfPrior(d: number): number {
  let sum = 0.25 * d * (d - 1) * Math.log(Math.PI);
  for (let j = 0; j < d; j++) sum += logGammaOfHalf(d + 1 - j);
  return sum;
}

/** log Γ(k/2), from Γ(1/2) = √π and Γ(1) = 1 on. */
function logGammaOfHalf(k: number): number {
  let log = k % 2 === 1 ? 0.5 * Math.log(Math.PI) : 0;
  for (let x = k % 2 === 1 ? 0.5 : 1; x < k / 2; x++) log += Math.log(x);
  return log;
}
