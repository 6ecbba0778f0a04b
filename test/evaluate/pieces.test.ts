// Pieces do what their instructions do: the same values, counters and events, and the same mistakes.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { STAGES, stageOf } from "../../engine/algorithms/index.ts";
import { OutOfMemory } from "../../engine/base/watch.ts";
import type { Event } from "../../engine/core/events/events.ts";
import { Shapes } from "../../engine/core/values/shape.ts";
import { transformed } from "../../engine/derive/gradient.ts";
import { compile } from "../../engine/evaluate/compile.ts";
import { Machine } from "../../engine/evaluate/machine.ts";
import { example, TRANSFORMED } from "../support/examples.ts";
import { programs } from "../support/generate/index.ts";
import { preparedProgram } from "../support/run.ts";
import { IS_LONG, oneIn, runs } from "../support/runs.ts";
import { takes } from "../support/takes.ts";
import { runTransformed } from "../support/transformed.ts";

function agree(text: string): void {
  const prepared = preparedProgram(text);
  for (const stage of STAGES) {
    if (!takes(stage, text)) continue;
    const program = transformed(stage, prepared);
    const run = (pieces: "all" | "none") =>
      runTransformed(program, prepared, stage.entry, undefined, Number.POSITIVE_INFINITY, pieces);
    expect(run("all"), stage.id).toEqual(run("none"));
  }
}

describe("with pieces and without", () => {
  test.each(oneIn(12, TRANSFORMED))("$name", ({ text }) => agree(text));

  test("random programs", () => {
    fc.assert(
      fc.property(programs(), ({ source }) => agree(source)),
      { numRuns: runs(40), seed: 6401 },
    );
  });
});

/** How a program, or the forward pass of a stage, ends after so many instructions at most. */
function ends(text: string, pieces: "all" | "none", instructions = Number.POSITIVE_INFINITY, id = "tape") {
  const prepared = preparedProgram(text);
  const stage = stageOf(id);
  const program = stage === undefined ? prepared.core : transformed(stage, prepared);
  const machine = new Machine(compile(program, new Shapes(program.data)), { pieces });
  machine.start(machine.entry, prepared.input);
  const outcome = machine.run(instructions);
  return { outcome, steps: machine.counters.steps, work: machine.counters.work, depth: machine.depth };
}

const CALLS = "def g x n = f x n + 1.0\ndef go n x = if n < 0 then x else go (n - 1) (g x n)\ndef main x = go 5 x";
const MISTAKES = [
  "def main x = x * real (div 10 (floor x - 1))",
  "def main x = let rec go n = if n == 0 then head [] else go (n - 1) in x * go 3",
  "def main x = let [a, b] = [x, x, x] in a * b",
  "def main x = case [x] of { [] -> x }",
  // within calls that have done something already
  `def f (x : Real) n = let y = x * x in y * real (div 10 n)\n${CALLS}`,
  `def f (x : Real) n = let y = x * x in case n of { 5 -> y | 4 -> y * y | 3 -> y + x }\n${CALLS}`,
  `def f (x : Real) n = let y = x * x in y * fromList [y, y, y, y, y] ! (n - 1)\n${CALLS}`,
  `def f (x : Real) n = let y = x * x in y * head (drop (5 - n) [y, y, y])\n${CALLS}`,
  `def f (x : Real) n = let y = x * x in y + real (n * 2000000000000000 * n)\n${CALLS}`,
  // by tail calls
  "def last n (x : Real) : Real = head (drop n [x])\ndef go n x = if n == 0 then last 1 x else go (n - 1) (x * x)\ndef main x = 2.0 * go 9 x",
  "def even (n : Int) (x : Real) : Real = if n == 0 then real (div 1 n) else odd (n - 1) x\ndef odd n x = if n == 0 then x else even (n - 1) (x + 1.0)\ndef main x = even 26 x + 1.0",
  "def a (x : Real) = x * x\ndef b (x : Real) = x + x\ndef c (x : Real) = x * head []\ndef use f (x : Real) : Real = f x\ndef main x = sum (map (\\f -> 2.0 * use f x) [a, b, a, b, a, c])",
];

test.each(MISTAKES)("the same mistake at the same place: %s", (text) => {
  for (const stage of ["source", "staged", "cayley", "mutable", "tape", "delta-array", "closures", "chad"]) {
    const program = `-- at: 1.0\n${text}`;
    if (stage !== "source" && !takes(stageOf(stage)!, program)) continue;
    const { outcome, ...rest } = ends(program, "all", undefined, stage);
    expect({ outcome, ...rest }, stage).toEqual(ends(program, "none", undefined, stage));
    expect(outcome.tag).toBe("mistake");
  }
});

test("branches of constructors with more fields than the one that is matched", () => {
  agree(
    "-- at: 1.0\ndata T = A Real | B Real Real Real\ndef f t = case t of { B x y z -> x * y * z | A x -> x * x }\ndef go n (x : Real) = if n == 0 then x else go (n - 1) (f (A x) + case (A x, B x x x) of { (A y, A _) -> y | (B a b c, _) -> a * b * c | (A y, B _ b _) -> b * y })\ndef main x = go 6 x",
  );
});

test("a run can be paused at any instruction", () => {
  const text = example("01");
  for (let count = 1; ends(text, "none", count).outcome.tag === "paused"; count += IS_LONG ? 1 : 7)
    expect(ends(text, "all", count)).toEqual(ends(text, "none", count));
});

test.each(["cayley", "mutable", "tape"])("a run of `%s` that is broken off goes on in the same way", (id) => {
  const prepared = preparedProgram(example("08"));
  const program = transformed(stageOf(id)!, prepared);
  /** The run is broken off at an event of a map or an array, and goes on. */
  const run = (pieces: "all" | "none", at: number) => {
    let events = 0;
    const observer = ({ tag }: Event): void => {
      if (["map", "write", "alloc"].includes(tag) && events++ === at) throw new OutOfMemory();
    };
    const machine = new Machine(compile(program, new Shapes(program.data)), { pieces, observer });
    machine.start(machine.entry, prepared.input);
    const outcomes = [machine.run(Number.POSITIVE_INFINITY), machine.run(Number.POSITIVE_INFINITY)];
    return { outcomes: outcomes.map((one) => ({ ...one, value: undefined })), counters: machine.counters, events };
  };
  for (const at of [2, 5, 9, 14, 18, 19, 20, 21]) expect(run("all", at)).toEqual(run("none", at));
});

/** Where a machine stands: its calls with their places, and which of their slots and operands are filled. */
function standing(machine: Machine) {
  const { blocks, block, pcs, pc, frames, frame, sites, site, stack, captured, capturedBy } = machine.snapshot();
  return {
    calls: [...blocks, block].map((one) => one?.name),
    places: [...pcs, pc],
    sites: [...sites, site],
    captured: [...capturedBy, captured].map(({ length }) => length),
    filled: [...frames, frame].map((slots) => Array.from(slots, (value) => value !== undefined)),
    numbers: stack.map((value) => (typeof value === "number" ? value : typeof value)),
  };
}

test.each(["staged", "mutable", "tape", "closures"])("stops of `%s` are where its instructions would be", (id) => {
  for (const name of ["01", "03", "13", "22", "26"]) {
    const prepared = preparedProgram(example(name));
    const stage = stageOf(id)!;
    if (!takes(stage, example(name))) continue;
    const program = transformed(stage, prepared);
    const machines = (["all", "none"] as const).map((pieces) => {
      const machine = new Machine(compile(program, new Shapes(program.data)), { pieces });
      machine.start(machine.entry, prepared.input);
      return machine;
    });
    for (let count = 1, isDone = false; !isDone; count = (count * 7) % 211) {
      const [outcome, other] = machines.map((machine) => machine.run(count));
      expect(outcome!.tag).toBe(other!.tag);
      isDone = outcome!.tag === "done";
      if (isDone || !machines[0]!.isAlone) continue;
      expect(standing(machines[0]!)).toEqual(standing(machines[1]!));
    }
  }
});
