// Every partial derivative against finite differences over its domain, and the conventions at kinks and edges.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Compiled } from "../../engine/compile/engine.ts";
import { checkProgram } from "../../engine/core/terms/check.ts";
import {
  type CorePattern,
  type CoreProgram,
  lambda,
  type Term,
  variable,
  varPattern,
} from "../../engine/core/terms/term.ts";
import { partialFormulas } from "../../engine/scalars/formula.ts";
import { ADJOINTS, HELPERS, valueCode, type Written } from "../../engine/scalars/javascript.ts";
import { mistake, type OpFailure, ScalarMistake } from "../../engine/scalars/mistake.ts";
import { isDifferentiable, OPS, type OpId } from "../../engine/scalars/ops.ts";
import { CONSTANTS, PRIMITIVE_TYPES } from "../../engine/types/builtins.ts";
import { fun, INT, REAL, tuple } from "../../engine/types/type.ts";
import { UNLIMITED } from "../support/conformance.ts";
import { partialTerm } from "../support/partial-term.ts";
import { preparedProgram } from "../support/run.ts";

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
    cbrt: { intervals: [[0.1, 9]] },
    hypot: {
      intervals: [
        [0.2, 5],
        [-5, 5],
      ],
    },
    log2: { intervals: [[0.1, 9]] },
    log10: { intervals: [[0.1, 9]] },
    acosh: { intervals: [[1.1, 9]] },
    atanh: { intervals: [[-0.9, 0.9]] },
    lgamma: { intervals: [[0.2, 14]] },
    digamma: { intervals: [[0.3, 14]] },
    polygamma: {
      intervals: [
        [0, 3],
        [0.7, 14],
      ],
    },
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
      const { symbol, args, partials } = OPS[id];
      expect(
        partials.map((partial) => partial !== undefined),
        id,
      ).toEqual(args.map((arg) => arg === "Real"));
      expect(partialFormulas(symbol).length, id).toBe(args.filter((arg) => arg === "Real").length);
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
    const others = [
      ...CONSTANTS.keys(),
      "error",
      "trace",
      "size",
      "!",
      "fromList",
      "toList",
      "|*|",
      "parList",
      "grad",
      "valueAndGrad",
      "jvp",
    ];
    for (const name of PRIMITIVE_TYPES.keys()) {
      if (!others.includes(name) && !name.startsWith("fail")) expect(symbols, name).toContain(name);
    }
  });
});

/** Numbers at which rules differ, if they do. */
const REALS = [
  ...[Number.NaN, 0, -0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1, -1, 0.5, -0.5, 2, -2, 3, Math.PI, 2.5],
  ...[1e-300, -1e-300, 5e-324, 1e300, 709, -745, 1e-8, 0.9999999, -0.9999999, 2 ** 53, -(2 ** 53), 1e17],
];
const INTS = [0, 1, -1, 2, -2, 3, 7, -7, 94906267, 2 ** 53, -(2 ** 53), 2 ** 53 - 1];

/** All operands from the grids. */
function grid(id: OpId): readonly (readonly number[])[] {
  return OPS[id].args.reduce<readonly (readonly number[])[]>(
    (rows, type) => rows.flatMap((row) => (type === "Real" ? REALS : INTS).map((one) => [...row, one])),
    [[]],
  );
}

/** A number, or what a mistake says. */
function outcome(compute: () => number | boolean): unknown {
  try {
    return Number(compute());
  } catch (error) {
    if (error instanceof ScalarMistake) return `${error.kind}: ${error.message}`;
    throw error;
  }
}

/** An expression over x, y and the result r, with the functions of compiled programs. Its only site is that of `fails`. */
function compiledCode({ text }: Written, fails?: OpFailure): (...given: readonly number[]) => number | boolean {
  const helpers = HELPERS.map(({ text }) => text).join("");
  const told = (_: number, values: readonly number[]): Error => mistake(fails!, values);
  return new Function("mistake", `${helpers}\nreturn (x, y, r) => ${text};`)(told);
}

/** The program that computes a term over x and y, or over x alone. */
function programOf(term: Term, args: readonly ("Real" | "Int")[]): CoreProgram {
  const types = args.map((arg) => (arg === "Real" ? REAL : INT));
  const items = types.map((type, index) => varPattern(["x", "y"][index]!, type));
  const param: CorePattern = items.length === 1 ? items[0]! : { tag: "tuple", items };
  const { core } = preparedProgram("-- at: 1.0\ndef main x = if x > 0.0 then x else 0.0");
  const type = fun(types.length === 1 ? types[0]! : tuple(...types), REAL);
  const main = {
    name: "main",
    kind: "function",
    variables: [],
    type,
    term: lambda(param, term),
    span: undefined,
  } as const;
  return { ...core, globals: [main], entry: "main" };
}

describe("the functions of compiled programs", () => {
  test.each(HELPERS)("$name says which others it calls, and they come before it", ({ name, text, calls }) => {
    const others = HELPERS.filter((one) => one.name !== name);
    const found = others.filter((one) => new RegExp(`\\b${one.name}\\(`).test(text)).map((one) => one.name);
    expect([...new Set(calls)].sort()).toEqual(found.sort());
    const at = (one: string): number => HELPERS.findIndex((helper) => helper.name === one);
    for (const one of calls) expect(at(one)).toBeLessThan(at(name));
  });
});

describe("one table", () => {
  const ids = Object.keys(OPS) as OpId[];
  const names = ["x", "y"];

  test.each(ids)("%s: the JavaScript computes what the function does, to the bit, and fails as it does", (id) => {
    const { args, value, fails } = OPS[id];
    const code = compiledCode(
      valueCode(id, names.slice(0, args.length), () => 0, false),
      fails,
    );
    for (const point of grid(id)) {
      const found = outcome(() => code(...point));
      expect(
        Object.is(
          found,
          outcome(() => value(...point)),
        ),
        `${id} at ${point}: ${found}`,
      ).toBe(true);
    }
  });

  test.each(differentiable)(
    "%s: its partials are the same as functions, as JavaScript and as terms, to the bit",
    (id) => {
      const { args, value, partials } = OPS[id];
      const wrong: string[] = [];
      partials.forEach((partial, index) => {
        if (partial === undefined) return;
        const given = names.slice(0, args.length);
        const code = compiledCode(ADJOINTS[id][index]!.code("1", given, "r"));
        const core = programOf(partialTerm(id, index, given.map(variable))!, args);
        checkProgram(core);
        const compiled = Compiled.of(core, "plain");
        for (const point of grid(id)) {
          const wanted = partial(...point);
          const [x, y] = point as [number, number];
          if (!Object.is(code(x, y, value(...point)), wanted)) wrong.push(`JavaScript at ${point}`);
          // of the smallest Int there is no n - 1, of the largest no n + 1
          if (args.some((type, at) => type === "Int" && Math.abs(point[at]!) === 2 ** 53)) continue;
          const found = compiled.value(args.length === 1 ? x : point, UNLIMITED);
          if (!Object.is(found, wanted)) wrong.push(`term at ${point}: ${found}`);
        }
      });
      expect(wrong).toEqual([]);
    },
  );

  test.each(differentiable)("%s: its partials can be differentiated again", (id) => {
    const { args, partials } = OPS[id];
    const { intervals } = DOMAINS[id] ?? { intervals: args.map(() => ANYWHERE) };
    const point = intervals.map(([low, high], index) =>
      args[index] === "Int" ? 3 : low + 0.618 * (high - low) + 0.1 * index,
    );
    partials.forEach((partial, index) => {
      if (partial === undefined) return;
      const term = partialTerm(id, index, names.slice(0, args.length).map(variable))!;
      const compiled = Compiled.of(programOf(term, args), "active");
      compiled.value(args.length === 1 ? point[0]! : point, UNLIMITED);
      const gradient = [...compiled.gradient([1])];
      for (const [by, type] of args.entries()) {
        if (type === "Int") continue;
        const slope = difference((x) => partial(...point.map((one, at) => (at === by ? x : one))), point[by]!);
        const place = args.slice(0, by).filter((one) => one === "Real").length;
        expect(Math.abs(gradient[place]! - slope)).toBeLessThan(1e-5 * Math.max(1, Math.abs(slope)));
      }
    });
  });

  test("formulas", () => {
    const text = ids.flatMap((id) =>
      isDifferentiable(OPS[id])
        ? [
            `${OPS[id].symbol}: ${partialFormulas(OPS[id].symbol)
              .map(({ by, formula }) => `by ${by} ${formula}`)
              .join("; ")}`,
          ]
        : [],
    );
    expect(text.join("\n")).toMatchInlineSnapshot(`
      "+: by x 1; by y 1
      -: by x 1; by y -1
      *: by x y; by y x
      /: by x 1/y; by y -x/y²
      neg: by x -1
      pow: by x y·pow x (y-1); by y pow x y·log x
      ^: by x n·x^(n-1)
      sqrt: by x 1/(2·sqrt x)
      cbrt: by x 1/(3·cbrt² x)
      hypot: by x x/hypot x y; by y y/hypot x y
      exp: by x exp x
      log: by x 1/x
      log1p: by x 1/(1+x)
      log2: by x 1/(x·log 2)
      log10: by x 1/(x·log 10)
      exp2: by x log 2·exp2 x
      expm1: by x exp x
      sin: by x cos x
      cos: by x -sin x
      tan: by x 1+tan² x
      asin: by x 1/sqrt (1-x²)
      acos: by x -1/sqrt (1-x²)
      atan: by x 1/(1+x²)
      atan2: by y x/(x²+y²); by x -y/(x²+y²)
      sinh: by x cosh x
      cosh: by x sinh x
      tanh: by x 1/cosh² x
      asinh: by x 1/sqrt (1+x²)
      acosh: by x 1/sqrt (x²-1)
      atanh: by x 1/(1-x²)
      abs: by x 1 if x > 0, -1 if x < 0, else 0
      min: by x 1 if x ≤ y, else 0; by y 0 if x ≤ y, else 1
      max: by x 1 if x ≥ y, else 0; by y 0 if x ≥ y, else 1
      sigmoid: by x e/(1+e)², e = exp (-abs x)
      softplus: by x sigmoid x
      erf: by x 2·exp (-x²)/sqrt π
      erfc: by x -2·exp (-x²)/sqrt π
      lgamma: by x digamma x
      digamma: by x polygamma 1 x
      polygamma: by x polygamma (n+1) x
      relu: by x 1 if x > 0, else 0"
    `);
  });
});
