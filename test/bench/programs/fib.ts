// A long chain of scalars in plain JavaScript, with its adjoint written by hand.
//
//   x₂ .. xₙ₊₁ by xₖ₊₂ = (xₖ + xₖ₊₁)·h; the output is xₙ₊₁
import type { MakePlain } from "./program.ts";

/** The inputs are x₀ = 1, x₁ = 1.1 and h = 0.5; n steps. */
export function fib(n: number): MakePlain {
  return (at = [1.0, 1.1, 0.5]) => {
    const inputs = Float64Array.from(at);
    const bars = new Float64Array(3);
    /** xₖ + xₖ₊₁ for k = 0 .. n - 1. */
    const sums = new Float64Array(n);
    const output = new Float64Array(1);
    return {
      name: "fib",
      inputs: at,
      primal: () => {
        const h = inputs[2];
        let a = inputs[0];
        let b = inputs[1];
        for (let k = 0; k < n; k++) {
          const next = (a + b) * h;
          a = b;
          b = next;
        }
        return b;
      },
      gradient: () => {
        const h = inputs[2];
        let a = inputs[0];
        let b = inputs[1];
        for (let k = 0; k < n; k++) {
          const sum = a + b;
          sums[k] = sum;
          a = b;
          b = sum * h;
        }
        output[0] = b;
        let aBar = 0.0;
        let bBar = 1.0;
        let hBar = 0.0;
        for (let k = n - 1; k >= 0; k--) {
          hBar += bBar * sums[k];
          const sumBar = bBar * h;
          bBar = aBar + sumBar;
          aBar = sumBar;
        }
        bars[0] = aBar;
        bars[1] = bBar;
        bars[2] = hBar;
        return bars;
      },
    };
  };
}
