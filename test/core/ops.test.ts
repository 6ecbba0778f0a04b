// Every partial derivative against finite differences over its domain, and the conventions at kinks and edges.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isDifferentiable, OPS, type OpId, ScalarMistake } from "../../engine/core/ops.ts";
import { PRIMITIVE_TYPES } from "../../engine/types/builtins.ts";

type Interval = readonly [number, number];
const ANYWHERE: Interval = [-5, 5];

/** Where an operation is smooth, argument by argument; `apart` keeps two arguments away from a tie. */
const DOMAINS: Readonly<Partial<Record<OpId, { readonly intervals: readonly Interval[]; readonly apart?: boolean }>>> =
  {
    div: { intervals: [ANYWHERE, [0.3, 5]] },
    pow: {
      intervals: [
        [0.1, 4],
        [-3, 3],
      ],
    },
    powInt: {
      intervals: [
        [0.2, 3],
        [-3, 5],
      ],
    },
    sqrt: { intervals: [[0.1, 9]] },
    log: { intervals: [[0.1, 9]] },
    log1p: { intervals: [[-0.8, 9]] },
    tan: { intervals: [[-1.4, 1.4]] },
    asin: { intervals: [[-0.95, 0.95]] },
    acos: { intervals: [[-0.95, 0.95]] },
    atan2: {
      intervals: [
        [0.2, 5],
        [-5, 5],
      ],
    },
    abs: { intervals: [[0.1, 5]] },
    relu: { intervals: [[0.1, 5]] },
    min: { intervals: [ANYWHERE, ANYWHERE], apart: true },
    max: { intervals: [ANYWHERE, ANYWHERE], apart: true },
  };

const differentiable = (Object.keys(OPS) as OpId[]).filter((id) => isDifferentiable(OPS[id]));

/** A central difference with one extrapolation. */
function difference(f: (x: number) => number, x: number): number {
  const h = 1e-3;
  const at = (step: number) => (f(x + step) - f(x - step)) / (2 * step);
  return (4 * at(h / 2) - at(h)) / 3;
}

describe("partials against finite differences", () => {
  test.each(differentiable)("%s", (id) => {
    const op = OPS[id];
    const { intervals, apart } = DOMAINS[id] ?? { intervals: op.args.map(() => ANYWHERE), apart: false };
    const argument = ([low, high]: Interval, index: number) =>
      op.args[index] === "Int" ? fc.integer({ min: low, max: high }) : fc.double({ min: low, max: high, noNaN: true });
    const points = fc.tuple(...intervals.map(argument));
    const property = fc.property(points, (point) => {
      fc.pre(apart !== true || Math.abs(point[0]! - point[1]!) > 0.01);
      op.partials.forEach((partial, index) => {
        if (partial === undefined) return;
        const along = (x: number) => op.value(...point.map((y, at) => (at === index ? x : y)));
        const slope = difference(along, point[index]!);
        expect(Math.abs(partial(...point) - slope)).toBeLessThan(1e-5 * Math.max(1, Math.abs(slope)));
      });
    });
    fc.assert(property, { numRuns: 300, seed: 1 });
  });

  test("every Real argument of a differentiable operation has a partial, and a formula", () => {
    for (const id of differentiable) {
      const { args, partials, formulas } = OPS[id];
      expect(
        partials.map((partial) => partial !== undefined),
        id,
      ).toEqual(args.map((arg) => arg === "Real"));
      expect(formulas.length, id).toBe(args.filter((arg) => arg === "Real").length);
    }
  });
});

describe("conventions", () => {
  const at = (id: OpId, index: number, ...args: readonly number[]) => OPS[id].partials[index]!(...args);

  test("at a kink the derivative is that of the branch taken", () => {
    expect(at("relu", 0, 0)).toBe(0);
    expect(at("abs", 0, 0)).toBe(0);
    expect([at("min", 0, 2, 2), at("min", 1, 2, 2)]).toEqual([1, 0]);
    expect([at("max", 0, 2, 2), at("max", 1, 2, 2)]).toEqual([1, 0]);
    expect(at("relu", 0, -1)).toBe(0);
  });

  test("powers at their edges", () => {
    expect(at("powInt", 0, 0, 0)).toBe(0);
    expect(at("powInt", 0, 5, 0)).toBe(0);
    expect(at("powInt", 0, 0, 1)).toBe(1);
    expect(at("pow", 1, 0, 2)).toBe(0);
    expect(at("pow", 0, 0, 0)).toBe(0);
    expect(OPS.pow.value(1, Number.POSITIVE_INFINITY)).toBe(1);
    expect(OPS.powInt.value(2, -2)).toBe(0.25);
  });

  test("NaN stays NaN", () => {
    for (const id of ["min", "max"] as const) {
      expect(OPS[id].value(Number.NaN, 1)).toBeNaN();
      expect(OPS[id].value(1, Number.NaN)).toBeNaN();
    }
    expect(OPS.relu.value(Number.NaN)).toBeNaN();
  });

  test("round ties to even, floor and the Int operations floor", () => {
    expect([0.5, 1.5, 2.5, -0.5, -1.5].map((x) => OPS.round.value(x))).toEqual([0, 2, 2, 0, -2]);
    expect(Object.is(OPS.round.value(-0.2), 0)).toBe(true);
    expect([
      OPS.divInt.value(7, -2),
      OPS.modInt.value(7, -2),
      OPS.divInt.value(-7, 2),
      OPS.modInt.value(-7, 2),
    ]).toEqual([-4, -1, -4, 1]);
    expect(Object.is(OPS.mulInt.value(0, -1), 0)).toBe(true);
    expect(Object.is(OPS.negInt.value(0), 0)).toBe(true);
  });

  test("Int is exact up to 2^53, and says so beyond", () => {
    expect(OPS.addInt.value(2 ** 53 - 1, 1)).toBe(2 ** 53);
    expect(() => OPS.addInt.value(2 ** 53, 1)).toThrow(ScalarMistake);
    expect(() => OPS.mulInt.value(2 ** 30, -(2 ** 30))).toThrow(ScalarMistake);
    expect(() => OPS.round.value(Number.NaN)).toThrow(ScalarMistake);
    expect(() => OPS.divInt.value(1, 0)).toThrow(ScalarMistake);
  });

  test("every built-in scalar operation has a meaning", () => {
    const symbols = new Set(Object.values(OPS).map((op) => op.symbol));
    const others = ["nan", "inf", "size", "!", "fromList", "toList", "|*|", "parList"];
    for (const name of PRIMITIVE_TYPES.keys()) {
      if (!others.includes(name) && !name.startsWith("fail")) expect(symbols, name).toContain(name);
    }
  });
});
