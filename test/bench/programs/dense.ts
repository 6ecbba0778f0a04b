// Dense loops over tables, in plain JavaScript, with adjoints written by hand: matMul, matVec, and maps with sums of rows.
import { generate, type PlainRun } from "./program.ts";

/** An n × n table of small numbers, row by row. */
function table(n: number, k: number): Float64Array {
  return Float64Array.from(generate(n * n, (at) => ((Math.floor(at / n) * 7 + (at % n) * k) % 11) / 11));
}

/** Σ (A B), both n × n. */
export function matMul(n: number): PlainRun {
  const [a, b] = [table(n, 1), table(n, 2)];
  const product = new Float64Array(n * n);
  const primal = (): number => {
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        let sum = 0;
        for (let k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
        product[i * n + j] = sum;
      }
    let total = 0;
    for (let at = 0; at < product.length; at++) total += product[at];
    return total;
  };
  const bars = new Float64Array(2 * n * n);
  const [aBar, bBar] = [bars.subarray(0, n * n), bars.subarray(n * n)];
  const productBar = new Float64Array(n * n);
  const gradient = (): Float64Array => {
    primal();
    bars.fill(0);
    productBar.fill(1);
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        const bar = productBar[i * n + j];
        for (let k = 0; k < n; k++) {
          aBar[i * n + k] += bar * b[k * n + j];
          bBar[k * n + j] += bar * a[i * n + k];
        }
      }
    return bars;
  };
  return { primal, gradient };
}

/** Σ (A v), A n × n. */
export function tableTimesVector(n: number): PlainRun {
  const [a, v] = [table(n, 1), Float64Array.from(generate(n, (i) => i / n))];
  const product = new Float64Array(n);
  const primal = (): number => {
    let total = 0;
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let j = 0; j < n; j++) sum += a[i * n + j] * v[j];
      product[i] = sum;
    }
    for (let i = 0; i < n; i++) total += product[i];
    return total;
  };
  const bars = new Float64Array(n * n + n);
  const [aBar, vBar] = [bars.subarray(0, n * n), bars.subarray(n * n)];
  const gradient = (): Float64Array => {
    primal();
    vBar.fill(0);
    const bar = 1;
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        aBar[i * n + j] = bar * v[j];
        vBar[j] += bar * a[i * n + j];
      }
    return bars;
  };
  return { primal, gradient };
}

/** The sums of the rows of (A² + 1) · B, elementwise, times those of B. */
export function mapsOfTables(n: number): PlainRun {
  const [a, b] = [table(n, 1), table(n, 2)];
  const mapped = new Float64Array(n * n);
  const [left, right] = [new Float64Array(n), new Float64Array(n)];
  const primal = (): number => {
    let total = 0;
    for (let at = 0; at < a.length; at++) mapped[at] = a[at] * a[at] + 1;
    for (let i = 0; i < n; i++) {
      let [sum, other] = [0, 0];
      for (let j = 0; j < n; j++) {
        sum += mapped[i * n + j] * b[i * n + j];
        other += b[i * n + j];
      }
      left[i] = sum;
      right[i] = other;
      total += sum * other;
    }
    return total;
  };
  const bars = new Float64Array(2 * n * n);
  const [aBar, bBar] = [bars.subarray(0, n * n), bars.subarray(n * n)];
  const gradient = (): Float64Array => {
    primal();
    for (let i = 0; i < n; i++) {
      const [leftBar, rightBar] = [right[i], left[i]];
      for (let j = 0; j < n; j++) {
        const at = i * n + j;
        bBar[at] = rightBar + leftBar * mapped[at];
        aBar[at] = leftBar * b[at] * 2 * a[at];
      }
    }
    return bars;
  };
  return { primal, gradient };
}
