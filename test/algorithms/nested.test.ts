// Reverse over reverse (Pearlmutter and Siskind 2008, §5): programs with derivatives in them, by the stage `nested`, against the machine's own.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ENTER, LEAVE, PASSES } from "../../engine/algorithms/lambda/descriptions.ts";
import { algorithm as lambda } from "../../engine/algorithms/lambda/index.ts";
import type { Event, OwnEvent } from "../../engine/core/events/events.ts";
import { fragmentFor } from "../../engine/derive/straight-run.ts";
import { tracedRun } from "../../engine/derive/trace.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { edgesOf, reverseSweep } from "../../engine/graphs/run-graph.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { derived } from "../support/generate/derived.ts";
import { programs } from "../support/generate/index.ts";
import { NESTED } from "../support/nested-cases.ts";
import { checkedProgram, gradientOf, preparedProgram, tracedGraph } from "../support/run.ts";
import { IS_LONG, runs } from "../support/runs.ts";
import { absoluteSweep } from "../support/sweep.ts";
import { takes } from "../support/takes.ts";

const [, lazyZeros, nested] = lambda.stages as [Stage, Stage, Stage];
type Stage = (typeof lambda.stages)[0];

const fragment = (text: string) => fragmentFor(nested, preparedProgram(text));

describe("the cases of the paper, and others", () => {
  const taken = Object.entries(NESTED).filter(([, [text]]) => takes(nested, text));

  test("all are taken but those with arrays, and with directions", () => {
    const left = Object.keys(NESTED).filter((name) => !taken.some(([one]) => one === name));
    expect(left).toEqual(["hessian of an array", "jvp"]);
  });

  test.each(taken)("%s", (_, [text, value, gradient]) => {
    const run = gradientOf(text, nested);
    expect(run.value!.scalars).toEqual(value.map((one) => expect.closeTo(one, 10)));
    expect(run.gradient!.scalars).toEqual(gradient.map((one) => expect.closeTo(one, 10)));
  });

  test("a fourth derivative, by a function that differentiates", () => {
    const text = "-- at: 2.0\ndef d f x = grad f x\ndef main x = d (d (d (d (\\y -> y ^ 6)))) x";
    const run = gradientOf(text, nested);
    expect([run.value!.scalars, run.gradient!.scalars]).toEqual([[6 * 5 * 4 * 3 * 4], [6 * 5 * 4 * 3 * 2 * 2]]);
  });
});

describe("the scalars", () => {
  test.each(Object.entries(NESTED))("have the numbers, values and cotangents of the graph: %s", (_, [text]) => {
    if (!takes(nested, text)) return;
    const graph = tracedGraph(text);
    const seeds = graph.outputs.map(() => 1);
    const { cotangents } = reverseSweep(edgesOf(graph.nodes), graph.outputs, seeds);
    const scalars: Extract<Event, { tag: "scalar" }>[] = [];
    const calls = new Map<number, number>();
    const observer = (event: Event): void => {
      if (event.tag === "scalar") scalars.push(event);
      if (event.tag === "call") calls.set(event.number, event.cotangent + (calls.get(event.number) ?? 0));
    };
    gradientOf(text, nested, {}, { checks: false, observer });
    for (const { number, value, kind, span } of scalars)
      expect(graph.nodes[number]).toMatchObject({ value, kind, span });
    for (const [number, cotangent] of calls) expect(cotangents[number]).toBeCloseTo(cotangent, 9);
  });
});

test("inner derivatives are events and a list, with their levels and what their points get", () => {
  const text = "-- at: 3.0\ndef main x = grad (\\x -> grad (\\y -> x * y * y) (x * x)) x * x";
  const events: OwnEvent[] = [];
  const observer = (event: Event): void => {
    if (event.tag === "own" && (event.event === ENTER || event.event === LEAVE)) events.push(event);
  };
  gradientOf(text, nested, {}, { checks: false, observer });
  expect(events.map(({ event, span }) => [event, span && text.slice(span.from, span.from + 11)])).toEqual([
    [ENTER, "grad (\\y ->"],
    [LEAVE, "grad (\\y ->"],
    [ENTER, "grad (\\x ->"],
    [LEAVE, "grad (\\x ->"],
  ]);
  const list = nested.lists![PASSES]!;
  const state = events.reduce((before, event) => list.after(before, event), list.start);
  expect(list.items(state, 9).items.map((item) => item.text)).toEqual(["↼ 54", "↼ 54"]);
});

test("programs without derivatives are those of lazy zeros, counters and all", () => {
  const text = "-- at: (2.0, 3.0)\ndef f g x = g x * g (x + 1.0)\ndef main (x, y) = f (\\z -> z * y + sin x) x";
  expect(gradientOf(text, nested).cost).toEqual(gradientOf(text, lazyZeros).cost);
});

test("one cell for two derivatives confuses them (T2), and where nothing is captured, nothing", () => {
  const broken = { variations: { options: { oneCell: true } } };
  const text = NESTED["T2, a captured variable"]![0];
  expect(gradientOf(text, nested).value!.scalars).toEqual([1]);
  expect(gradientOf(text, nested, broken).value!.scalars).toEqual([1]);
  // its function is differentiated within the stage, so the value is the confused one
  const derivative = "-- at: 1.0\ndef main x = x * grad (\\y -> x + y) 1.0";
  expect(gradientOf(derivative, nested).gradient!.scalars).toEqual([1]);
  expect(gradientOf(derivative, nested, broken).gradient!.scalars).toEqual([2]);
  const alone = "-- at: 3.0\ndef main x = grad (\\y -> y * y) x";
  expect(gradientOf(alone, nested, broken).gradient!.scalars).toEqual([2]);
});

describe("which programs it takes", () => {
  test("no function that differentiates itself, at the place of that derivative", () => {
    const text = "-- at: 2.0\ndef f x = if x < 1.0 then x else x * grad f (x - 1.0)\ndef main x = f x";
    expect(fragment(text)).toMatchObject({
      tag: "outside",
      at: { from: text.indexOf("grad f") },
      why: expect.stringContaining("within itself"),
      instead: "transposed",
    });
  });

  test("no function that a value chooses, and no direction", () => {
    const chosen = "-- at: 2.0\ndef main x = grad (if x > 1.0 then sin else cos) x";
    expect(fragment(chosen)).toMatchObject({ tag: "outside", at: { from: chosen.indexOf("grad") } });
    expect(fragment("-- at: 2.0\ndef main x = snd (jvp sin x 1.0)")).toMatchObject({
      tag: "outside",
      why: expect.stringContaining("direction"),
    });
  });

  test("no tower of derivatives that would be too long to run", () => {
    const text = `-- at: 1.1\ndef d f x = grad f x\ndef main x = ${"d (".repeat(7)}\\y -> y * y * sin (y * y)${")".repeat(7)} x`;
    expect(fragment(text)).toMatchObject({
      tag: "outside",
      why: expect.stringContaining("too long"),
      at: { from: text.indexOf("grad f") },
    });
  });

  test("functions that are given, returned, captured, bound, and partly applied", () => {
    for (const text of [
      "-- at: 2.0\ndef main x = let h = \\v -> x * v in grad (\\y -> h y * h (y * x)) x",
      "-- at: 2.0\ndef power n = let m = n + 1 in \\x -> x ^ m\ndef main x = grad (power 2) x",
      "-- at: 2.0\ndef scaled k f x = k * f x\ndef main x = grad (scaled x (scaled 3.0 sin)) x",
      "-- at: 2.0\ndef square = \\x -> x * x\ndef main x = grad square x + grad (grad (\\y -> square (y * x))) x",
      "-- at: 2.0\nop cube p = p * p * p by slope p\ndef slope x = 3.0 * x * x\ndef main x = grad (grad (\\y -> cube (y * x))) x + slope x",
      "-- at: 1.0\ndef main x = let rec newton f x (n : Int) = if n == 0 then x else newton f (x - f x / grad f x) (n - 1) in newton (\\y -> y * y - 2.0) x 5",
    ])
      expect(difference(text), text).toBeUndefined();
  });
});

/** How the stage and the machine differ on a program; undefined where they do not. */
function difference(text: string): string | undefined {
  const { run, graph } = finish(tracedRun(checkedProgram(text), {}, DEFAULT_BUDGET, { checks: false }));
  const bounds = absoluteSweep(graph);
  const own = gradientOf(text, nested);
  const differs = (a: readonly number[], b: readonly number[]) =>
    a.findIndex((x, at) => {
      const y = b[at]!;
      return !(Object.is(x, y) || x === y || Math.abs(x - y) <= 1e-10 * Math.max(1, Math.abs(x), bounds[at] ?? 0));
    });
  const [value, gradient] = [run.value!.scalars, run.gradient!.scalars];
  if (differs(value, own.value!.scalars) >= 0) return `values: ${own.value!.text} and ${run.value!.text}`;
  if (differs(gradient, own.gradient!.scalars) >= 0)
    return `gradients: ${own.gradient!.text} and ${run.gradient!.text}`;
  return undefined;
}

/** Derivatives of a random program's result, of the first order and of the second. */
const FIRST: readonly ((f: string) => string)[] = [(f) => `grad ${f}`, (f) => `(\\q -> snd (valueAndGrad ${f} q))`];
const SECOND: readonly ((f: string) => string)[] = [
  (f) => `grad (\\q -> fst (valueAndGrad ${f} q))`,
  (f) => `(\\q -> hvp ${f} q q)`,
];

test.each([
  ["derivatives", 1, FIRST, 0.8],
  ["more operations, and derivatives", 2, FIRST, 0.1],
  ["derivatives of derivatives", 1, SECOND, 0.1],
] as const)(
  "random programs with %s have the values and gradients of the machine",
  { timeout: 7_200_000 },
  (_, size, forms, share) => {
    const count = runs(IS_LONG ? 500 : 300) * share;
    let [turn, taken] = [0, 0];
    const property = fc.property(programs({ size, hasArrays: false }), ({ source }) => {
      if (preparedProgram(source).resultShape.tag !== "real") return;
      const text = derived(source, forms[turn++ % forms.length]!);
      if (!takes(nested, text)) return;
      taken++;
      expect(difference(text), text).toBeUndefined();
    });
    for (let round = 0; taken <= count && round < count; round++)
      fc.assert(property, { numRuns: 50, seed: 20261129 + round });
    expect(taken).toBeGreaterThan(count);
  },
);
