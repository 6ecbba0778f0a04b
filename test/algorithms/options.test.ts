// The options of the stages: the same gradients, and what each saves.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Stage } from "../../engine/algorithms/algorithm.ts";
import { NATIVES, STAGES, stageOf } from "../../engine/algorithms/index.ts";
import { printProgram } from "../../engine/core/notation/print.ts";
import { readProgram } from "../../engine/core/notation/read.ts";
import { checkProgram } from "../../engine/core/terms/check.ts";
import { transformed } from "../../engine/derive/gradient.ts";
import type { Variations } from "../../engine/session/input/variations.ts";
import { disagreement } from "../support/conformance.ts";
import { example, TRANSFORMED } from "../support/examples.ts";
import { programs } from "../support/generate/index.ts";
import { gradientOf, preparedProgram, tracedGradient } from "../support/run.ts";
import { oneIn, runs } from "../support/runs.ts";
import { takes } from "../support/takes.ts";

/** Comparisons of what local functions, data types, arrays and closures hold: φ at every form of type, and where it is not defined. */
const PLAIN = `-- at: (1.5, [1.0, -2.0], #[0.5, 0.25])
data Shape = Dot | Ball Real (Real -> Real) (Maybe Shape)
def norm xs = sqrt (sum (map (\\x -> x * x) xs))
def size s x = case s of { Dot -> x | Ball r f Nothing -> r + f x | Ball r f (Just t) -> f (size t r) }
def limit = 2.0 * 0.25
def main (x : Real, xs : [Real], a : Array Real) =
  let f = \\y -> y * y + x in
  let g = \\h (u, v) -> h u * v in
  let shape = Ball x f (Just (Ball 2.0 (\\y -> y / x) Nothing)) in
  let b = if norm xs > limit && f (x * 3.0) > 2.0 then g f (x, norm xs) else x in
  let c = if size shape (x + 1.0) <= sumA a * 100.0 then size shape x else f b in
  let n = floor (g (\\y -> y + c) (x, 2.0) * 1.5) in
  b * c * real n + (if sign (a ! 0 - 1.0) then 1.0 else a ! 1)`;

/** A definition without parameters that is first needed within an operand that is kept plain. */
const SHARED = `-- at: (2.0, 3.0)
def c = 5.0
def tab = build 4 (\\i -> real i * 1.5)
def fs = [\\z -> z * (tab ! 1), \\z -> z + tab ! 2]
def main (x, y) =
  let f = \\u -> u * c in
  let g = head fs in
  let p = if f x > 1.0 && g x + tab ! 3 > 2.0 then x * y else x in
  p * p * c + g p`;

const OPTIONS: readonly { readonly name: string; readonly variations: Variations }[] = [
  { name: "plain operands of discrete operations", variations: { options: { plainDiscrete: true } } },
  { name: "staged calls of the output", variations: { options: { stageOutputs: true } } },
  { name: "atomic contributions", variations: { options: { atomic: true } } },
];

describe.each(OPTIONS)("$name", ({ variations }) => {
  const at = OPTIONS.findIndex((one) => one.variations === variations);
  /** Every ninth stage, by turns; all in the long tests. */
  const stages = oneIn(9, STAGES, 3 * at);
  /** All examples with all options by all stages take long: another sixth of them with each, each by a few of the stages. */
  const some = oneIn(2 * OPTIONS.length, TRANSFORMED, at).map(({ name, text }, turn) => ({
    name,
    text,
    stages: oneIn(9, STAGES, turn + at),
  }));

  test("all stages agree with forward mode and finite differences", () => {
    const taking = (text: string, all: readonly Stage[]) => all.filter((stage) => takes(stage, text));
    for (const text of [PLAIN, SHARED]) expect(disagreement(text, taking(text, stages), variations)).toBeUndefined();
    for (const { name, text, stages: own } of some.filter(({ name: one }) => !/^(03|11|12|15)/.test(one)))
      expect(disagreement(text, taking(text, own), variations), name).toBeUndefined();
    const property = fc.property(programs(), ({ source }) => {
      expect(disagreement(source, taking(source, STAGES), variations)).toBeUndefined();
    });
    fc.assert(property, { numRuns: runs(3), seed: 61 });
  });

  test("what is printed is typed and can be read", () => {
    for (const { text, stages: own } of oneIn(2, [PLAIN, SHARED], at)
      .map((one) => ({ text: one, stages }))
      .concat(some)) {
      const prepared = preparedProgram(text);
      for (const stage of own.filter((one) => takes(one, text))) {
        const program = transformed(stage, prepared, variations);
        const printed = printProgram(program, { types: true });
        const read = readProgram(printed, program.entry, program.meaning, NATIVES);
        checkProgram(read);
        expect(printProgram(read, { types: true })).toBe(printed);
      }
    }
  });
});

/** B6 of the audit: a function value within an operand that is to be kept plain. */
const CLOSURE = `-- at: (2.0, 3.0)
def c = 2.0
def main (x : Real, y : Real) = let f = \\u -> u * y in if sign (f x) && sign (x * c) then x * y else x`;

describe.each([{ name: "no option", variations: {} }, ...OPTIONS].map((one, turn) => ({ ...one, turn })))(
  "$name",
  ({ variations, turn }) => {
    test("numbers of scalars are unique, and those of all stages", () => {
      const named = (text: string, stage: Stage) => {
        const { events } = tracedGradient(text, stage, { variations });
        return events.flatMap((event) =>
          event.tag === "scalar" ? [`${event.number} ${event.value} ${event.op}`] : [],
        );
      };
      const check = (text: string): void => {
        const wanted = named(text, stageOf("tape")!);
        expect(new Set(wanted.map((one) => one.split(" ")[0])).size, text).toBe(wanted.length);
        const plain = variations.options?.plainDiscrete === true;
        for (const stage of STAGES.filter(
          ({ entry, varied, ofArrays }) =>
            entry === "reverse" && ofArrays !== true && (!plain || varied.includes("plainDiscrete")),
        ))
          if (takes(stage, text)) expect(named(text, stage), `${stage.id}\n${text}`).toEqual(wanted);
      };
      // two of the five, by turns; all in the long tests
      for (const text of [CLOSURE, ...oneIn(4, [PLAIN, SHARED, example("21"), example("02")], turn)]) check(text);
      fc.assert(
        fc.property(programs(), ({ source }) => check(source)),
        { numRuns: runs(1), seed: 67 },
      );
    });
  },
);

describe("what options save", () => {
  test("φ: comparisons make no backpropagators (§3.9)", () => {
    for (const stage of STAGES.filter(
      ({ entry, view, varied }) => entry === "reverse" && view.rows[0] !== "word" && varied.includes("plainDiscrete"),
    )) {
      const made = (plainDiscrete: boolean): number =>
        gradientOf(PLAIN, stage, { variations: { options: { plainDiscrete } } }).cost.forward.backpropagatorsCreated;
      expect(made(true), stage.id).toBeLessThan(made(false) - 5);
    }
    // Newton's iteration compares its step with a tolerance each time round
    const steps = (plainDiscrete: boolean) => {
      const { forward, reverse } = gradientOf(example("15"), stageOf("tape")!, {
        variations: { options: { plainDiscrete } },
      }).cost;
      return forward.steps + reverse.steps;
    };
    expect(steps(true)).toBeLessThan(steps(false));
  });

  test("footnote 22: an output of many scalars that share what they are made of", () => {
    const text = "-- at: (0.5, n)\n-- sweep: n = 4 .. 64\ndef main (x, n : Int) = let y = sin x in replicate n y";
    for (const id of ["staged", "cayley", "sparse", "mutable", "one-array", "defunctionalised", "parallel"] as const) {
      const calls = (stageOutputs: boolean, n: number): number =>
        gradientOf(text, stageOf(id)!, { n, variations: { options: { stageOutputs } } }).cost.reverse
          .backpropagatorCalls;
      // directly: y's backpropagator once for each occurrence; staged: once, at the sum; and x's once
      for (const n of [4, 64]) {
        expect(calls(false, n), id).toBe(n + 1);
        expect(calls(true, n), id).toBe(2);
      }
    }
    expect(gradientOf(text, stageOf("tape")!, { n: 64 }).cost.reverse.backpropagatorCalls).toBe(2);
  });
});

test("an input that is an output keeps its cotangent where there is no collector (§3.8.1)", () => {
  for (const stage of STAGES.filter(({ entry }) => entry === "reverse"))
    for (const stageOutputs of [false, true]) {
      const request = { variations: { options: { stageOutputs } } };
      expect(gradientOf("-- at: 3.0\ndef main (x : Real) = (x, x)", stage, request).gradient!.scalars).toEqual([2]);
    }
});

test("a definition that is another definition without parameters is evaluated", () => {
  const text = "-- at: 2.0\ndef a = (1.0, 0.25)\ndef b = a\ndef main (x : Real) = x * snd b";
  for (const stage of STAGES) expect(gradientOf(text, stage).gradient!.scalars, stage.id).toEqual([0.25]);
});

test("what does not depend on the input adds nothing, whatever its cotangent", () => {
  const text = "-- at: (1.0, 2.0)\n-- cotangent: (inf, 1.0)\ndef main (x : Real, y) = (2.0, y * y)";
  const skipping = STAGES.filter(({ unreached }) => unreached === "skipped");
  for (const stage of skipping) expect(gradientOf(text, stage).gradient!.scalars, stage.id).toEqual([0, 4]);
});
