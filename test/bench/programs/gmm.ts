// The log-likelihood of a mixture of Gaussians with a Wishart prior, in plain JavaScript, with its adjoint written by
// hand. It is the objective GMM of ADBench (Šrajer, Kukelova and Fitzgibbon 2018, "A benchmark of selected algorithmic
// differentiation tools on some problems in computer vision and machine learning"), with n = 1000, d = 2, K = 5:
//
//   − n d/2 log 2π + Σᵢ logsumexpₖ (αₖ + Σ qₖ − ½ ‖Qₖ(xᵢ − μₖ)‖²) − n logsumexpₖ αₖ
//   + Σₖ (½ γ² (‖diag Qₖ‖² + ‖lₖ‖²) − m Σ qₖ) − K (ν d (log γ − ½ log 2) − log Γ_d(ν/2)),  ν = d + m + 1
//
// where icfₖ = (qₖ, lₖ) has first the d logarithms qₖ of the diagonal of the lower triangular Qₖ, then the entries
// lₖ below it column by column; logsumexp x = log Σ exp(xₖ − max x) + max x; γ = 1 and m = 0.
//
// For d = 2: Qₖ = [[exp q₀, 0], [l, exp q₁]], and Γ₂(3/2) = π/2.
import { generate, type MakePlain } from "./program.ts";

const N = 1000;
const D = 2;
const K = 5;
const ICF = (D * (D + 1)) / 2;
const GAMMA = 1.0;
const M = 0;

/** Where each argument begins in the flat inputs. */
const AT = { alphas: 0, means: K, icf: K + K * D, end: K + K * D + K * ICF } as const;

const NU = D + M + 1;
const LOG_GAMMA_D = Math.log(Math.PI / 2);
const CONSTANT = -N * D * 0.5 * Math.log(2 * Math.PI);
const PRIOR = -K * (NU * D * (Math.log(GAMMA) - 0.5 * Math.log(2)) - LOG_GAMMA_D);

/** αₖ = 0.5 sin(1 + 2k), μₖⱼ = 1.5 sin(2 + 3k + j), icfₖⱼ = 0.4 sin(3 + 5k + 2j), counted from 0. */
const usual: readonly number[] = [
  ...generate(K, (k) => 0.5 * Math.sin(1 + 2 * k)),
  ...generate(K * D, (at) => 1.5 * Math.sin(2 + 3 * Math.floor(at / D) + (at % D))),
  ...generate(K * ICF, (at) => 0.4 * Math.sin(3 + 5 * Math.floor(at / ICF) + 2 * (at % ICF))),
];

/** The points, row by row, which are not differentiated: xᵢⱼ = 2 sin(1.3 i + 0.7 i j + j), counted from 0. */
export const gmmPoints: readonly number[] = generate(N * D, (at) => {
  const i = Math.floor(at / D);
  const j = at % D;
  return 2 * Math.sin(1.3 * i + 0.7 * i * j + j);
});

/** log Σ exp(xₖ − max x) + max x. */
function logSumExp(x: Float64Array): number {
  let m = x[0];
  for (let k = 1; k < x.length; k++) if (x[k] > m) m = x[k];
  let sum = 0.0;
  for (let k = 0; k < x.length; k++) sum += Math.exp(x[k] - m);
  return Math.log(sum) + m;
}

/** The inputs are α (K), μ (K × d) and icf (K × d(d + 1)/2), row by row. */
export const gmm: MakePlain = (at = usual) => {
  const inputs = Float64Array.from(at);
  const points = Float64Array.from(gmmPoints);
  const alphas = inputs.subarray(AT.alphas, AT.means);
  const means = inputs.subarray(AT.means, AT.icf);
  const icf = inputs.subarray(AT.icf, AT.end);
  const diagonals = new Float64Array(K * D);
  const sums = new Float64Array(K);
  const terms = new Float64Array(K);

  /** diag Q and Σ q of every component. */
  const prepare = (): void => {
    for (let k = 0; k < K; k++) {
      let sum = 0.0;
      for (let j = 0; j < D; j++) {
        const q = icf[k * ICF + j];
        sum += q;
        diagonals[k * D + j] = Math.exp(q);
      }
      sums[k] = sum;
    }
  };

  /** The terms of the prior that depend on the inputs. */
  const prior = (): number => {
    let sum = 0.0;
    for (let k = 0; k < K; k++) {
      const q0 = diagonals[k * D];
      const q1 = diagonals[k * D + 1];
      const l = icf[k * ICF + 2];
      sum += 0.5 * GAMMA * GAMMA * (q0 * q0 + q1 * q1 + l * l) - M * sums[k];
    }
    return sum;
  };

  const primal = (): number => {
    prepare();
    let total = 0.0;
    for (let i = 0; i < N; i++) {
      const x0 = points[i * D];
      const x1 = points[i * D + 1];
      for (let k = 0; k < K; k++) {
        const c0 = x0 - means[k * D];
        const c1 = x1 - means[k * D + 1];
        const r0 = diagonals[k * D] * c0;
        const r1 = diagonals[k * D + 1] * c1 + icf[k * ICF + 2] * c0;
        terms[k] = alphas[k] + sums[k] - 0.5 * (r0 * r0 + r1 * r1);
      }
      total += logSumExp(terms);
    }
    return CONSTANT + total - N * logSumExp(alphas) + (prior() + PRIOR);
  };

  const output = new Float64Array(1);
  const bars = new Float64Array(AT.end);
  const alphasBar = bars.subarray(AT.alphas, AT.means);
  const meansBar = bars.subarray(AT.means, AT.icf);
  const icfBar = bars.subarray(AT.icf, AT.end);
  const diagonalsBar = new Float64Array(K * D);
  const weights = new Float64Array(K);
  /** r of each component, for the point at hand. */
  const scaled = new Float64Array(K * D);

  /** logsumexp of x, leaving its partials, which are the softmax of x, in `weights`. */
  const logSumExpAndPartials = (x: Float64Array): number => {
    let m = x[0];
    for (let k = 1; k < K; k++) if (x[k] > m) m = x[k];
    let sum = 0.0;
    for (let k = 0; k < K; k++) sum += weights[k] = Math.exp(x[k] - m);
    const scale = 1.0 / sum;
    for (let k = 0; k < K; k++) weights[k] *= scale;
    return Math.log(sum) + m;
  };

  /** Each point's terms are independent of the others' but for their sum: its reverse pass follows its forward pass. */
  const gradient = (): Float64Array => {
    const bar = 1.0;
    prepare();
    bars.fill(0.0);
    diagonalsBar.fill(0.0);
    let total = 0.0;
    for (let i = 0; i < N; i++) {
      const x0 = points[i * D];
      const x1 = points[i * D + 1];
      for (let k = 0; k < K; k++) {
        const c0 = x0 - means[k * D];
        const c1 = x1 - means[k * D + 1];
        const r0 = diagonals[k * D] * c0;
        const r1 = diagonals[k * D + 1] * c1 + icf[k * ICF + 2] * c0;
        scaled[k * D] = r0;
        scaled[k * D + 1] = r1;
        terms[k] = alphas[k] + sums[k] - 0.5 * (r0 * r0 + r1 * r1);
      }
      total += logSumExpAndPartials(terms);
      for (let k = 0; k < K; k++) {
        const termBar = bar * weights[k];
        const c0 = x0 - means[k * D];
        const c1 = x1 - means[k * D + 1];
        const r0Bar = termBar * scaled[k * D];
        const r1Bar = termBar * scaled[k * D + 1];
        // r enters with a minus sign, and so does μ in x − μ
        alphasBar[k] += termBar;
        diagonalsBar[k * D] -= r0Bar * c0;
        diagonalsBar[k * D + 1] -= r1Bar * c1;
        icfBar[k * ICF + 2] -= r1Bar * c0;
        meansBar[k * D] += r0Bar * diagonals[k * D] + r1Bar * icf[k * ICF + 2];
        meansBar[k * D + 1] += r1Bar * diagonals[k * D + 1];
      }
    }
    output[0] = CONSTANT + total - N * logSumExpAndPartials(alphas) + (prior() + PRIOR);
    for (let k = 0; k < K; k++) {
      // what came to α so far also goes to Σ q
      const sumBar = alphasBar[k] - bar * M;
      alphasBar[k] -= bar * N * weights[k];
      for (let j = 0; j < D; j++) {
        const q = diagonals[k * D + j];
        icfBar[k * ICF + j] += sumBar + (diagonalsBar[k * D + j] + bar * GAMMA * GAMMA * q) * q;
      }
      icfBar[k * ICF + 2] += bar * GAMMA * GAMMA * icf[k * ICF + 2];
    }
    return bars;
  };

  return { name: "gmm", inputs: at, primal, gradient };
};
