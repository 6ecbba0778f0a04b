// Slopes by differences: derivatives of smooth functions, both slopes of kinks, and why there is no slope.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { slopeOf } from "../../engine/evaluate/slopes.ts";

const at = (f: (x: number) => number, x: number) =>
  slopeOf((by) => {
    const found = f(x + by);
    return Number.isFinite(found) ? found : undefined;
  }, Math.abs(x));

describe("slopes by differences", () => {
  test.each<[string, (x: number) => number, number, number]>([
    ["a square", (x) => x * x, 3, 6],
    ["sin far out", Math.sin, 1000, Math.cos(1000)],
    ["exp", Math.exp, 5, Math.exp(5)],
    ["a steep root", Math.sqrt, 1e-3, 0.5 / Math.sqrt(1e-3)],
    ["a constant", () => 4, 2, 0],
    ["a kink that is near", (x) => Math.abs(x - 1e-5), 0, -1],
    ["a large offset", (x) => 1e9 + 3 * x, 1, 3],
  ])("%s is smooth", (_, f, x, wanted) => {
    const found = at(f, x);
    expect(found.tag).toBe("smooth");
    if (found.tag !== "smooth") return;
    expect(Math.abs(found.slope - wanted)).toBeLessThanOrEqual(1e-4 * Math.max(1, Math.abs(wanted)) + found.noise);
  });

  test.each<[string, (x: number) => number, number, number, number]>([
    ["abs", Math.abs, 0, -1, 1],
    ["relu", (x) => Math.max(x, 0), 0, 0, 1],
    ["a slight kink", (x) => (x < 2 ? x : 1.02 * x - 0.04), 2, 1, 1.02],
    ["a curve with a kink", (x) => x * x + 5 * Math.abs(x - 1), 1, -3, 7],
  ])("%s has both slopes", (_, f, x, left, right) => {
    const found = at(f, x);
    expect(found).toEqual({ tag: "kink", left: expect.closeTo(left, 4), right: expect.closeTo(right, 4) });
  });

  test.each<[string, (x: number) => number, "jump" | "edge" | "unsteady"]>([
    ["a step", (x) => (x < 0 ? 0 : 1), "jump"],
    ["one value that is out of line", (x) => (x === 0 ? 5 : x), "jump"],
    ["a root at its end", Math.sqrt, "edge"],
    ["a logarithm at 0", Math.log, "edge"],
  ])("%s has none", (_, f, why) => {
    expect(at(f, 0)).toEqual({ tag: "unsettled", why });
  });

  test("cubic polynomials are smooth everywhere", () => {
    const number = fc.double({ min: -100, max: 100, noNaN: true });
    fc.assert(
      fc.property(number, number, number, number, (a, b, c, x) => {
        const found = at((y) => ((a * y + b) * y + c) * y, x);
        const wanted = (3 * a * x + 2 * b) * x + c;
        expect(found.tag).toBe("smooth");
        if (found.tag === "smooth")
          expect(Math.abs(found.slope - wanted)).toBeLessThanOrEqual(
            1e-4 * Math.max(1, Math.abs(wanted)) + found.noise,
          );
      }),
      { seed: 1 },
    );
  });
});
