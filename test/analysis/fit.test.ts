// Growth classes on counts whose growth is known: made up, and of programs.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { STAGES, stageOf } from "../../engine/algorithms/index.ts";
import { type CurvePoint, judge } from "../../engine/analysis/claims.ts";
import { type Count, fitGrowth, fitText, isExact, isPoor, leading, leadingText } from "../../engine/analysis/fit.ts";
import { quantityOf } from "../../engine/analysis/quantities.ts";
import { log2Of } from "../../engine/base/magnitude.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { measure } from "../../engine/measure/lab.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { example } from "../support/examples.ts";
import { oneIn } from "../support/runs.ts";

const DOUBLING = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];
const upTo = (most: number): readonly number[] => Array.from({ length: most }, (_, index) => index + 1);
const curve = (ns: readonly number[], of: (n: number) => number | bigint): readonly Count[] =>
  ns.map((n) => ({ n, count: of(n) }));
const textOf = (counts: readonly Count[]): string => fitText(fitGrowth(counts)!.fit);

describe("counts of a known growth", () => {
  test.each<[string, (n: number) => number, readonly number[]]>([
    ["7", () => 7, DOUBLING],
    ["0", () => 0, DOUBLING],
    ["3 log n", (n) => 3 * Math.log2(n), DOUBLING],
    ["14 n + 9", (n) => 14 * n + 9, upTo(24)],
    ["5 n log n", (n) => 5 * n * Math.log2(n), DOUBLING],
    ["n log n + 2 n", (n) => n * Math.log2(n) + 2 * n, DOUBLING],
    ["3 n² + 11 n log n", (n) => 3 * n * n + 11 * n * Math.log2(n), DOUBLING],
    ["n² − n", (n) => n * n - n, DOUBLING],
    ["2 n³ + n²", (n) => 2 * n ** 3 + n * n, upTo(20)],
    ["2·2^n − 1", (n) => 2 * 2 ** n - 1, upTo(20)],
    ["4 n·2^n", (n) => 4 * n * 2 ** n, upTo(20)],
  ])("%s", (expected, of, ns) => {
    const found = fitGrowth(curve(ns, of))!;
    expect(fitText(found.fit)).toBe(expected);
    expect(isExact(found.fit)).toBe(true);
    expect(found.or).toBeUndefined();
  });

  test("numbers of Fibonacci grow with the golden ratio", () => {
    const numbers = [1, 1];
    while (numbers.length < 40) numbers.push(numbers.at(-1)! + numbers.at(-2)!);
    const { fit } = fitGrowth(curve(upTo(40), (n) => numbers[n - 1]!))!;
    expect(leading(fit)).toBe("2^(cn)");
    expect(fit.terms[0]!.rate).toBeCloseTo(Math.log2((1 + Math.sqrt(5)) / 2), 6);
  });

  test("counts beyond floating point", () => {
    const ns = DOUBLING.map((n) => 4 * n);
    const counts = curve(ns, (n) => 3n * 2n ** BigInt(n) - 1n);
    expect(textOf(counts)).toBe("3·2^n");
  });

  test("fewer than eight counts are not fitted", () => {
    expect(fitGrowth(curve(DOUBLING.slice(0, 7), (n) => n))).toBeUndefined();
    // a count that is given twice is one
    expect(fitGrowth(curve([...DOUBLING.slice(0, 7), 2], (n) => n))).toBeUndefined();
    expect(fitGrowth(curve(DOUBLING.slice(0, 8), (n) => n))).toBeDefined();
  });

  test("what cannot be told apart on so short a stretch is both", () => {
    // a little more than linear, and rounded: n log n and n from 13 to 24 differ by little
    const { fit, or } = fitGrowth(curve(upTo(24), (n) => Math.round(4000 + 1000 * n + 20 * n * Math.log2(n))))!;
    expect(leading(fit)).toBe("n");
    if (or !== undefined) expect(["n log n", "n²"]).toContain(leading(or));
  });

  test.each<[string, string, (n: number) => number, readonly number[]]>([
    ["steps of 2", "n", (n) => Math.floor(n / 2), upTo(24)],
    ["a logarithm beside n", "n", (n) => n + Math.floor(Math.log2(n)), upTo(24)],
    ["a capacity that doubles", "n", (n) => 20 * n + 2 ** Math.ceil(Math.log2(n)), upTo(24)],
    ["the depth of a map", "n log n", (n) => n * Math.floor(Math.log2(n)), DOUBLING],
    ["the depth of a map, less n", "n log n", (n) => n * Math.floor(Math.log2(n)) - n + 1, DOUBLING.slice(2)],
    ["every second step doubles", "2^(cn)", (n) => 2 ** (n / 2), upTo(40)],
  ])("%s: %s", (_, expected, of, ns) => {
    const found = fitGrowth(curve(ns, of))!;
    const named = [found.fit, ...(found.or === undefined ? [] : [found.or])].map(leading);
    expect(isPoor(found) ? "poor" : named).toContain(expected);
  });

  test("what is none of the classes is said to be none", () => {
    const jumps = fitGrowth(curve(upTo(40), (n) => (n % 4 === 0 ? 2 ** n : 7)))!;
    expect(isPoor(jumps)).toBe(true);
  });

  test("coefficients of any size can be read", () => {
    for (const size of [-40, -10, 0, 30, 200]) {
      const { fit } = fitGrowth(curve(upTo(24), (n) => 2 ** (n + size)))!;
      expect(fitText(fit)).not.toMatch(/^0|e[+-]|\d{9}/);
    }
  });

  test("random sums of two classes are found", () => {
    const classes: Readonly<Record<string, (n: number) => number>> = {
      "1": () => 1,
      n: (n) => n,
      "n log n": (n) => n * Math.log2(n),
      "n²": (n) => n * n,
      "n³": (n) => n ** 3,
    };
    const name = fc.constantFrom(...Object.keys(classes));
    const property = fc.property(
      name,
      name,
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 50 }),
      (f, g, a, b) => {
        const found = fitGrowth(curve(DOUBLING, (n) => a * classes[f]!(n) + b * classes[g]!(n)))!;
        const order = Object.keys(classes);
        expect(leading(found.fit)).toBe(order.indexOf(f) > order.indexOf(g) ? f : g);
        expect(found.fit.residual).toBeLessThan(1e-9);
      },
    );
    fc.assert(property, { numRuns: 100, seed: 7 });
  });
});

test("log₂ of integers of any length", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 4000n }), (x) => {
      const bits = x.toString(2).length;
      expect(log2Of(x)).toBeGreaterThanOrEqual(bits - 1);
      expect(log2Of(x)).toBeLessThanOrEqual(bits);
      expect(log2Of(x * 2n) - log2Of(x)).toBeCloseTo(1, 9);
    }),
    { seed: 3 },
  );
  expect(log2Of(0n)).toBe(Number.NEGATIVE_INFINITY);
  expect(log2Of(12345n)).toBeCloseTo(Math.log2(12345), 12);
});

function pointsOf(file: string, stage: string, ns: readonly number[]): readonly CurvePoint[] {
  const checked = checkSource(example(file));
  return ns.map((n) => {
    const found = finish(measure(checked, { n }, stageOf(stage)!, { run: DEFAULT_BUDGET, graph: DEFAULT_BUDGET }));
    if (found.row === undefined || found.row.counters === null) throw new Error(`${file} ${stage} ${n}`);
    return { n, cost: found.row.counters, size: found.size };
  });
}

describe("programs", () => {
  const growth = (file: string, stage: string, counter: string, ns: readonly number[]) => {
    const found = judge(pointsOf(file, stage, ns), quantityOf(counter)!, stageOf(stage)!.bound);
    return { ...found, fit: found.growth!.fit };
  };

  test.each([
    ["04", "naive", "calls", "2·2^n − 1"],
    ["04", "staged", "calls", "n + 1"],
    ["04", "tape", "tape", "n + 1"],
    ["08", "naive", "one-hots", "n²"],
    ["18", "mutable", "cost", "369 n + 166"],
  ])("%s by %s: %s are %s", (file, stage, counter, expected) => {
    const ns = file === "04" ? upTo(12) : [4, 6, 8, 12, 16, 24, 32, 48];
    const { fit } = growth(file, stage, counter, ns);
    if (counter === "one-hots") expect(leadingText(fit)).toBe(expected);
    else expect(fitText(fit)).toBe(expected);
  });

  test("cayley collects in a chain in n², in a balanced tree in n log n", () => {
    const ns = [8, 12, 16, 24, 32, 48, 64, 96];
    expect(leading(growth("18", "cayley", "cost", ns).fit)).toBe("n²");
    expect(leading(growth("19", "cayley", "cost", [...ns, 128, 192]).fit)).toBe("n log n");
  });

  test("no stage grows faster than is claimed for it", () => {
    for (const file of oneIn(6, ["03", "04", "08", "09", "18", "19"], 4))
      for (const { id, bound } of STAGES) {
        if (bound === undefined) continue;
        const points = pointsOf(file, id, upTo(8));
        for (const counter of ["cost", "ratio", "calls"])
          expect(judge(points, quantityOf(counter)!, bound).agrees, `${file} ${id} ${counter}`).toBe(true);
      }
  });

  test("an exact curve is not within a bound that it exceeds in the end", () => {
    const bound = { formula: "n", of: ({ input }: { readonly input: number }) => input };
    const [point] = pointsOf("04", "tape", [4]);
    const points = upTo(24).map((n) => {
      const reverse = { ...point!.cost.reverse, backpropagatorCalls: n * n + 100 * n };
      return { n, cost: { ...point!.cost, reverse }, size: { work: n, input: 10 * n, widths: 1, paths: 0n } };
    });
    expect(judge(points, quantityOf("calls")!, bound).agrees).toBe(false);
  });

  test("a claim that is too small is seen to be", () => {
    const points = pointsOf("04", "naive", upTo(12));
    expect(judge(points, quantityOf("cost")!, stageOf("tape")!.bound).agrees).toBe(false);
    const chain = pointsOf("18", "staged", [8, 16, 24, 32, 48, 64, 96, 128]);
    expect(judge(chain, quantityOf("cost")!, stageOf("tape")!.bound).agrees).toBe(false);
  });
});
