// Slopes by differences: derivatives of smooth functions, both slopes of kinks, and why there is no slope.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isAsWanted, slopeOf } from "../../engine/evaluate/slopes.ts";

/** The slope of a function, and how many values it took. */
function asked(f: (x: number) => number, x: number, derivative: number) {
  let values = 0;
  const value = (by: number): number | undefined => {
    values++;
    const found = f(x + by);
    return Number.isFinite(found) ? found : undefined;
  };
  return { slope: slopeOf(value, Math.abs(x), { derivative, tolerance: 1e-4 }), values };
}

/** The slope where no derivative is wanted. */
const at = (f: (x: number) => number, x: number) => asked(f, x, Number.NaN).slope;

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
    expect(Math.abs(found.slope - wanted)).toBeLessThanOrEqual(1e-4 * Math.max(1, Math.abs(wanted)) + found.error);
  });

  test.each<[string, (x: number) => number, number, number, number]>([
    ["abs", Math.abs, 0, -1, 1],
    ["relu", (x) => Math.max(x, 0), 0, 0, 1],
    ["a slight kink", (x) => (x < 2 ? x : 1.02 * x - 0.04), 2, 1, 1.02],
    ["a curve with a kink", (x) => x * x + 5 * Math.abs(x - 1), 1, -3, 7],
  ])("%s has both slopes", (_, f, x, left, right) => {
    const found = at(f, x);
    expect(found).toMatchObject({ tag: "kink", left: expect.closeTo(left, 4), right: expect.closeTo(right, 4) });
  });

  test.each<[string, (x: number) => number, "jump" | "edge" | "unsteady"]>([
    ["a sign", Math.sign, "jump"],
    ["a step", (x) => (x < 0 ? 0 : 1), "jump"],
    ["one value that is out of line", (x) => (x === 0 ? 5 : x), "jump"],
    ["a root at its end", Math.sqrt, "edge"],
    ["a logarithm at 0", Math.log, "edge"],
  ])("%s has none", (_, f, why) => {
    expect(at(f, 0)).toEqual({ tag: "unsettled", why });
  });

  test("cubic polynomials are smooth everywhere", () => {
    // smaller numbers are rounded more
    const number = fc.double({ min: -100, max: 100, noNaN: true }).filter((x) => x === 0 || Math.abs(x) > 1e-60);
    fc.assert(
      fc.property(number, number, number, number, (a, b, c, x) => {
        const found = at((y) => ((a * y + b) * y + c) * y, x);
        const wanted = (3 * a * x + 2 * b) * x + c;
        expect(found.tag).toBe("smooth");
        if (found.tag === "smooth")
          expect(Math.abs(found.slope - wanted)).toBeLessThanOrEqual(1e-4 * Math.abs(wanted) + found.error);
      }),
      { seed: 1 },
    );
  });

  const FUNCTIONS: readonly (readonly [name: string, f: (x: number) => number, derivative: (x: number) => number])[] = [
    ["sin", Math.sin, Math.cos],
    ["1 + sin", (x) => 1 + Math.sin(x), Math.cos],
    ["sqrt", Math.sqrt, (x) => 0.5 / Math.sqrt(x)],
    ["log", Math.log, (x) => 1 / x],
    ["the inverse", (x) => 1 / x, (x) => -1 / x / x],
    ["the sixth power of the inverse", (x) => x ** -6, (x) => -6 * x ** -7],
    ["abs", Math.abs, Math.sign],
    ["relu", (x) => Math.max(x, 0), (x) => (x > 0 ? 1 : 0)],
    ["a very small hypotenuse", (x) => Math.hypot(x, 1e-9), (x) => x / Math.hypot(x, 1e-9)],
    ["an angle", (x) => Math.atan2(x, 1e-9), (x) => 1e-9 / (x * x + 1e-18)],
    ["a fast sine", (x) => Math.sin(1e9 * x), (x) => 1e9 * Math.cos(1e9 * x)],
    [
      "a potential",
      (x) => (1e-10 / x) ** 12 - (1e-10 / x) ** 6,
      (x) => (6 * (1e-10 / x) ** 6 - 12 * (1e-10 / x) ** 12) / x,
    ],
    ["a slow line with a fast wave", (x) => x + 1e-9 * Math.sin(1e9 * x), (x) => 1 + Math.cos(1e9 * x)],
  ];

  test.each(FUNCTIONS)(
    "%s: the derivative is confirmed at arguments of every size, or it is none that rounding leaves",
    (name, f, derivative) => {
      const told: string[] = [];
      // above, numbers are too far apart for the fast waves
      const most = name.includes("fast") ? 0 : 14;
      for (let power = -300; power <= most; power += power < -20 ? 20 : 1)
        for (const digits of [1, 1.234567, -2.7, 3.9]) {
          const x = digits * 10 ** power;
          const wanted = derivative(x);
          if (!Number.isFinite(wanted) || !Number.isFinite(f(x))) continue;
          const { slope } = asked(f, x, wanted);
          if (!isAsWanted(slope, { derivative: wanted, tolerance: 1e-4 })) told.push(`${x}: ${JSON.stringify(slope)}`);
        }
      expect(told).toEqual([]);
    },
  );

  test("a wrong derivative is not confirmed, however small it is", () => {
    const functions: readonly (readonly [f: (x: number) => number, derivative: (x: number) => number])[] = [
      [(x) => x * x, (x) => 2 * x],
      [(x) => x ** 3, (x) => 3 * x * x],
      [(x) => 1e-9 * Math.sin(x), (x) => 1e-9 * Math.cos(x)],
      [(x) => 1 / x, (x) => -1 / x / x],
      [(x) => x ** -6, (x) => -6 * x ** -7],
      [(x) => 1 / (1 + Math.exp(-x)), (x) => 1 / (Math.exp(x / 2) + Math.exp(-x / 2)) ** 2],
    ];
    const told: string[] = [];
    for (const [index, [f, derivative]] of functions.entries())
      for (let power = -9; power <= 4; power++)
        for (const part of [1.05, 1.5, -1]) {
          const x = 1.234567 * 10 ** power;
          const right = derivative(x);
          // rounding leaves nothing of smaller ones
          if (Math.abs(right) < 1e-5 * Math.abs(f(x) / x)) continue;
          const [wanted, wrong] = [right, part * right].map((one) => ({ derivative: one, tolerance: 1e-4 }));
          if (!isAsWanted(asked(f, x, right).slope, wanted!)) told.push(`${index}: the right one at ${x}`);
          if (isAsWanted(asked(f, x, part * right).slope, wrong!)) told.push(`${index}: ${part} times it at ${x}`);
        }
    expect(told).toEqual([]);
  });

  test.each([1e-30, 1e-9, 1, 1e8, 1e15])("a wrong derivative at %d is contradicted by the right one", (x) => {
    const { slope } = asked((by) => Math.sin(by / x + 0.5), x, 2 / x);
    expect(slope.tag).toBe("smooth");
    if (slope.tag === "smooth") expect(slope.slope * x).toBeCloseTo(Math.cos(1.5), 4);
  });

  test.each([1e-9, 1, 1e8])("a kink at %d is one at every step", (x) => {
    const { slope } = asked((by) => Math.abs(by / x - 1), x, 1 / x);
    expect(slope).toMatchObject({ tag: "kink" });
    if (slope.tag === "kink")
      expect([slope.left * x, slope.right * x]).toEqual([expect.closeTo(-1, 4), expect.closeTo(1, 4)]);
  });

  test("far out, where no step is short enough, nothing is settled", () => {
    for (const x of [1e17, 1e30, 1e200]) expect(at(Math.sin, x)).toEqual({ tag: "unsettled", why: "unsteady" });
  });

  test("a smooth function takes five values", () => {
    for (const x of [0, 1e-9, 1, 1e6]) expect(asked((y) => 1 + y * y, x, 2 * x).values, `${x}`).toBe(5);
  });

  test("a kink, a jump, an edge and a wrong derivative take a bounded number of values", () => {
    const cases: readonly (readonly [(x: number) => number, number, number])[] = [
      [Math.abs, 0, 0],
      [Math.sign, 0, 0],
      [Math.sqrt, 0, 1],
      [Math.sin, 1, 2],
      [Math.sin, 1e20, 1],
    ];
    expect(cases.map(([f, x, derivative]) => asked(f, x, derivative).values)).toEqual([29, 29, 27, 29, 45]);
  });
});
