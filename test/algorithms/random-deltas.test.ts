// Evaluation of random Delta terms by the program that `delta-lets` adds, beside what the terms mean (Krawiec et al. 2022, Lemma 6 and
// Theorem 5).
import fc from "fast-check";
import { expect, test } from "vitest";
import { NATIVES, stageOf } from "../../engine/algorithms/index.ts";
import { UNWATCHED } from "../../engine/base/watch.ts";
import { printProgram } from "../../engine/core/notation/print.ts";
import { readProgram } from "../../engine/core/notation/read.ts";
import { Shapes } from "../../engine/core/values/shape.ts";
import { listItems } from "../../engine/core/values/values.ts";
import { transformed } from "../../engine/derive/gradient.ts";
import { compile } from "../../engine/evaluate/compile.ts";
import { Machine } from "../../engine/evaluate/machine.ts";
import { preparedProgram } from "../support/run.ts";
import { runs } from "../support/runs.ts";

type Delta =
  | { readonly tag: "zero" }
  | { readonly tag: "var"; readonly id: number }
  | { readonly tag: "scale"; readonly by: number; readonly of: Delta }
  | { readonly tag: "add"; readonly left: Delta; readonly right: Delta };

/** Inputs: the IDs that no term is bound to. */
const INPUTS = 3;

const coefficient = fc.integer({ min: -2000, max: 2000 }).map((thousandths) => thousandths / 1000);
const id = (below: number) => fc.nat({ max: below - 1 });

/** A term over the IDs below one. */
const deltas = (below: number): fc.Arbitrary<Delta> =>
  fc.letrec<{ delta: Delta }>((tie) => ({
    delta: fc.oneof(
      { depthSize: "medium", withCrossShrink: true },
      fc.constant<Delta>({ tag: "zero" }),
      fc.record({ tag: fc.constant("var" as const), id: id(below) }),
      fc.record({ tag: fc.constant("scale" as const), by: coefficient, of: tie("delta") }),
      fc.record({ tag: fc.constant("add" as const), left: tie("delta"), right: tie("delta") }),
    ),
  })).delta;

const real = (value: number): string => (value < 0 ? `(0.0 - ${(-value).toFixed(3)})` : value.toFixed(3));

function textOf(delta: Delta): string {
  switch (delta.tag) {
    case "zero":
      return "Zero";
    case "var":
      return `Var(${delta.id})`;
    case "scale":
      return `Scale(${real(delta.by)}, ${textOf(delta.of)})`;
    case "add":
      return `Add(${textOf(delta.left)}, ${textOf(delta.right)})`;
  }
}

/** A term's meaning: a gradient, where each ID means one (§6.1). */
function meaningOf(delta: Delta, of: (id: number) => readonly number[]): readonly number[] {
  switch (delta.tag) {
    case "zero":
      return Array(INPUTS).fill(0);
    case "var":
      return of(delta.id);
    case "scale":
      return meaningOf(delta.of, of).map((one) => delta.by * one);
    case "add": {
      const right = meaningOf(delta.right, of);
      return meaningOf(delta.left, of).map((one, at) => one + right[at]!);
    }
  }
}

const unit = (id: number): readonly number[] => Array.from({ length: INPUTS }, (_, at) => (at === id ? 1 : 0));

const PROGRAM = transformed(stageOf("delta-lets")!, preparedProgram("-- at: 1.0\ndef main x = x * x"));
const TEXT = printProgram(PROGRAM, { types: true });

/** The entries of the inputs' IDs in a map that an expression of the program gives. */
function held(map: string): readonly number[] {
  const lookups = Array.from({ length: INPUTS }, (_, at) => `lookupOrZero m ${at}`);
  const probe = `def probe : ℤ → [ℝ] =\n  λ(n : ℤ).\n    let m = ${map} in\n    [${lookups.join(", ")}]\n`;
  const read = readProgram(`${TEXT}\n${probe}`, "probe", { ...PROGRAM.meaning!, stores: [] }, NATIVES);
  const machine = new Machine(compile(read, new Shapes(read.data)));
  machine.start(machine.entry, 0);
  const outcome = machine.run(Number.POSITIVE_INFINITY);
  if (outcome.tag !== "done") throw new Error(outcome.tag);
  return listItems(outcome.value, UNWATCHED) as readonly number[];
}

function expectNear(found: readonly number[], wanted: readonly number[]): void {
  for (const [at, one] of wanted.entries())
    expect(Math.abs(found[at]! - one) / Math.max(1, Math.abs(one))).toBeLessThan(1e-9);
}

test("Lemma 6: eval adds to a map what the term means, times the cotangent", () => {
  const start = fc.array(coefficient, { minLength: INPUTS, maxLength: INPUTS });
  const property = fc.property(deltas(INPUTS), coefficient, start, (delta, cotangent, before) => {
    const map = before.reduce((rest, one, at) => `insert(${at}, ${real(one)}, ${rest})`, "emptyMap⟦ℝ⟧()");
    const wanted = meaningOf(delta, unit).map((one, at) => before[at]! + cotangent * one);
    expectNear(held(`eval (${textOf(delta)}, ${real(cotangent)}) (${map})`), wanted);
  });
  fc.assert(property, { numRuns: runs(60), seed: 91 });
});

test("Theorem 5: the Lets of bindings mean the gradient that evalLets leaves", () => {
  const bindings = fc
    .nat({ max: 6 })
    .chain((count) =>
      fc.tuple(fc.tuple(...Array.from({ length: count }, (_, at) => deltas(INPUTS + at))), deltas(INPUTS + count)),
    );
  const property = fc.property(bindings, coefficient, ([bound, body], cotangent) => {
    const known = Array.from({ length: INPUTS }, (_, at) => unit(at));
    for (const delta of bound) known.push(meaningOf(delta, (id) => known[id]!));
    const wanted = meaningOf(body, (id) => known[id]!).map((one) => cotangent * one);
    // the newest binding is the first
    const list = bound.map((delta, at) => `(${INPUTS + at}, ${textOf(delta)})`).reverse();
    const state = `DeltaState(${known.length}, [${list.join(", ")}]${list.length === 0 ? "⟦ℤ × Delta⟧" : ""})`;
    const lets = `runDelta (${state}, eval (${textOf(body)}, ${real(cotangent)}))`;
    expectNear(held(`evalLets (${lets}) emptyMap⟦ℝ⟧()`), wanted);
  });
  fc.assert(property, { numRuns: runs(60), seed: 92 });
});
