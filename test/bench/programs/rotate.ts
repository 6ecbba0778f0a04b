// A vector rotated by a quaternion, in plain JavaScript, with its adjoint written by hand.
//
//   2(u·v)u + (w·w − u·u)v + 2w(u×v)    where q = (u, w)
import type { MakePlain } from "./program.ts";

/** The inputs are v = (1, 2, 3), then q = (x, y, z, w) = (4, 5, 6, 7) with u = (x, y, z); the Jacobian is 3 × 7. */
export const rotate: MakePlain = (at = [1, 2, 3, 4, 5, 6, 7]) => {
  const inputs = Float64Array.from(at);
  const output = new Float64Array(3);
  /** Values for the reverse pass besides the inputs: 2(u·v), w·w − u·u, 2w, and u×v. */
  const saved = new Float64Array(6);
  const bars = new Float64Array(21);

  const forward = (): void => {
    const v0 = inputs[0];
    const v1 = inputs[1];
    const v2 = inputs[2];
    const u0 = inputs[3];
    const u1 = inputs[4];
    const u2 = inputs[5];
    const w = inputs[6];
    const along = 2.0 * (u0 * v0 + u1 * v1 + u2 * v2);
    const across = w * w - (u0 * u0 + u1 * u1 + u2 * u2);
    const around = 2.0 * w;
    const c0 = u1 * v2 - u2 * v1;
    const c1 = u2 * v0 - u0 * v2;
    const c2 = u0 * v1 - u1 * v0;
    saved[0] = along;
    saved[1] = across;
    saved[2] = around;
    saved[3] = c0;
    saved[4] = c1;
    saved[5] = c2;
    output[0] = along * u0 + across * v0 + around * c0;
    output[1] = along * u1 + across * v1 + around * c1;
    output[2] = along * u2 + across * v2 + around * c2;
  };

  /** Writes the row of the Jacobian that begins at `row`, for the cotangent (g0, g1, g2) of the output. */
  const reverse = (row: number, g0: number, g1: number, g2: number): void => {
    const v0 = inputs[0];
    const v1 = inputs[1];
    const v2 = inputs[2];
    const u0 = inputs[3];
    const u1 = inputs[4];
    const u2 = inputs[5];
    const w = inputs[6];
    const along = saved[0];
    const across = saved[1];
    const around = saved[2];
    const dotBar = 2.0 * (g0 * u0 + g1 * u1 + g2 * u2);
    const acrossBar = g0 * v0 + g1 * v1 + g2 * v2;
    const aroundBar = g0 * saved[3] + g1 * saved[4] + g2 * saved[5];
    const c0 = around * g0;
    const c1 = around * g1;
    const c2 = around * g2;
    const squareBar = 2.0 * acrossBar;
    bars[row] = dotBar * u0 + across * g0 + (c1 * u2 - c2 * u1);
    bars[row + 1] = dotBar * u1 + across * g1 + (c2 * u0 - c0 * u2);
    bars[row + 2] = dotBar * u2 + across * g2 + (c0 * u1 - c1 * u0);
    bars[row + 3] = along * g0 + dotBar * v0 - squareBar * u0 + (v1 * c2 - v2 * c1);
    bars[row + 4] = along * g1 + dotBar * v1 - squareBar * u1 + (v2 * c0 - v0 * c2);
    bars[row + 5] = along * g2 + dotBar * v2 - squareBar * u2 + (v0 * c1 - v1 * c0);
    bars[row + 6] = squareBar * w + 2.0 * aroundBar;
  };

  return {
    name: "rotate",
    inputs: at,
    primal: () => {
      forward();
      return output;
    },
    gradient: () => {
      forward();
      reverse(0, 1.0, 0.0, 0.0);
      reverse(7, 0.0, 1.0, 0.0);
      reverse(14, 0.0, 0.0, 1.0);
      return bars;
    },
  };
};
