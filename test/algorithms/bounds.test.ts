// Our bounds on the cost of gradients, stage by stage: over families of growing size, the cost stays within a constant of its bound.
import { describe, expect, test } from "vitest";
import type { Stage } from "../../engine/algorithms/algorithm.ts";
import { BOUNDS_FROM } from "../../engine/algorithms/algorithm.ts";
import { STAGES, stageOf } from "../../engine/algorithms/index.ts";
import { type CurvePoint, judge } from "../../engine/analysis/claims.ts";
import { quantityOf } from "../../engine/analysis/quantities.ts";
import { log2Of } from "../../engine/base/magnitude.ts";
import { costOf } from "../../engine/core/events/counters.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { measure } from "../../engine/measure/lab.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { example } from "../support/examples.ts";
import { checkedProgram } from "../support/run.ts";
import { oneIn } from "../support/runs.ts";

const BUDGETS = { run: DEFAULT_BUDGET, graph: DEFAULT_BUDGET };

function pointOf(text: string, stage: Stage, n: number): CurvePoint {
  const { row, size, ended } = finish(measure(checkedProgram(text), { n }, stage, BUDGETS));
  if (row?.counters == null || size === undefined) throw new Error(`${stage.id} at n = ${n}: ${ended.tag}`);
  return { n, cost: row.counters, size, counts: row.counts };
}

const names = (n: number): readonly string[] => Array.from({ length: n }, (_, at) => `x${at}`);

/** n Reals in one tuple, added up. */
const wide = (n: number): string =>
  `-- at: (${names(n)
    .map((_, at) => `${at}.5`)
    .join(", ")})\ndef main (${names(n)
    .map((name) => `${name} : Real`)
    .join(", ")}) = ${names(n).join(" + ")}\n`;

/** Each number is the product of the one before with itself. */
const squares = (n: number): string =>
  `-- at: 1.5\ndef main (x0 : Real) = ${names(n)
    .map((name, at) => `let x${at + 1} = ${name} * 0.9 + ${name} in `)
    .join("")}x${n}\n`;

/** Families of programs or inputs: the text, and a small and a large n. */
const FAMILIES: readonly {
  readonly name: string;
  readonly text: (n: number) => string;
  readonly ns: readonly number[];
}[] = [
  { name: "n Reals in one tuple", text: wide, ns: [48, 96] },
  { name: "a straight chain", text: squares, ns: [11, 14] },
  { name: "sharing, by example 03", text: () => example("03"), ns: [14, 20] },
  { name: "a dot product, by example 08", text: () => example("08"), ns: [24, 48] },
  { name: "a deep input, by example 18", text: () => example("18"), ns: [24, 48] },
  { name: "a balanced input, by example 19", text: () => example("19"), ns: [24, 48] },
];

/** How much the quotient of a cost by its bound may grow from one n to the next. */
const GROWN = 1.1;

describe.each(STAGES.filter(({ bound }) => bound !== undefined))(
  "$id: cost(gradient) is at most a constant times $bound.formula",
  (stage) => {
    // a quarter of them for each stage, by turns; all in the long tests
    test.each(oneIn(4, FAMILIES, STAGES.indexOf(stage)))("$name", ({ text, ns }) => {
      const points = ns.map((n) => pointOf(text(n), stage, n));
      const isTraced = points.some(({ counts }) => counts === "trace");
      // what counts the trace says nothing of the program
      if (isTraced) return expect(judge(points, quantityOf("cost")!, stage.bound).agrees).toBeUndefined();
      const quotients = points.map(
        ({ cost, size }) => log2Of(costOf(cost.forward) + costOf(cost.reverse)) - log2Of(stage.bound!.of(size!)),
      );
      for (const [at, quotient] of quotients.slice(1).entries())
        expect(quotient - quotients[at]!, `n = ${ns[at + 1]}`).toBeLessThan(Math.log2(GROWN));
    });
  },
);

test("bounds say that they are ours, and where they are shown: here", () => {
  expect(BOUNDS_FROM).toContain("test/algorithms/bounds.test.ts");
});

test("a setter of cayley takes wide tuples apart: counter (B) sees it, and a bound by the depth would not hold", () => {
  const stage = stageOf("cayley")!;
  const oneHots = (n: number): number => pointOf(wide(n), stage, n).cost.reverse.oneHotScalars;
  // each of the n inputs makes a tuple of n fields, and puts one number: as many as the one-hots of `staged` have
  expect([32, 64].map(oneHots)).toEqual([32 * 32, 64 * 64]);
  const overDepth = (n: number): number => {
    const { cost, size } = pointOf(wide(n), stage, n);
    const total = size!.work + size!.input;
    return (costOf(cost.forward) + costOf(cost.reverse)) / (total * Math.log2(total) + size!.input * 2);
  };
  expect(overDepth(192) / overDepth(48)).toBeGreaterThan(1.4);
});
