// What is printed is what runs: the exact text of every transformed program is read back, checked and run.
import { describe, expect, test } from "vitest";
import { STAGES } from "../../engine/algorithms/index.ts";
import { checkProgram } from "../../engine/core/check.ts";
import type { Counters } from "../../engine/core/counters.ts";
import { printProgram } from "../../engine/core/print.ts";
import { readProgram } from "../../engine/core/read.ts";
import { mapReals, realsOf, type Shape, Shapes } from "../../engine/core/shape.ts";
import type { CoreProgram } from "../../engine/core/term.ts";
import type { Value } from "../../engine/core/values.ts";
import { compile } from "../../engine/evaluate/code.ts";
import { Machine } from "../../engine/evaluate/machine.ts";
import { transformed } from "../../engine/session/gradient.ts";
import type { Prepared } from "../../engine/session/prepare.ts";
import { EXAMPLES } from "../support/examples.ts";
import { preparedProgram } from "../support/run.ts";

interface Ran {
  readonly value: readonly number[];
  readonly derivative: readonly number[];
  readonly counters: readonly Counters[];
}

/** Calls the entry of a transformed program, and its linear function if it has one. */
function runProgram(program: CoreProgram, prepared: Prepared, mode: "forward" | "reverse"): Ran {
  const machine = new Machine(compile(program, new Shapes(program.data)));
  const call = (fn: Value, argument: Value): readonly Value[] => {
    machine.start(fn, argument);
    const outcome = machine.run(Number.POSITIVE_INFINITY);
    if (outcome.tag !== "done") throw new Error(`the run ended: ${outcome.tag}`);
    return outcome.value as readonly Value[];
  };
  const ones = (shape: Shape, value: Value) => mapReals(shape, value, () => 1);
  const { input, paramShape, resultShape } = prepared;
  if (mode === "forward") {
    const [value, tangent] = call(machine.entry, [input, ones(paramShape, input)]);
    return {
      value: realsOf(resultShape, value!),
      derivative: realsOf(resultShape, tangent!),
      counters: [machine.counters],
    };
  }
  const [value, back] = call(machine.entry, input);
  const forward = machine.beginPhase();
  const gradient = call(back!, ones(resultShape, value!)) as Value;
  return {
    value: realsOf(resultShape, value!),
    derivative: realsOf(paramShape, gradient),
    counters: [forward, machine.counters],
  };
}

/** A program whose names are those that the transformations add, and words of the notation. */
const CLASHING = {
  name: "names that the transformations use",
  text: `-- at: 0.5
data Staged = Staged Real | Cell
data Cell = Reached | Unreached
def get (x : Real) = let zero = x in Staged zero
def alloc (x : Real) = case get x of { Staged case' -> case' * x | Cell -> x }
data Words = SCall Real | SApply | Wrap | Interleave
def words (x : Real) = case SCall x of { SCall y -> y | SApply -> x | Wrap -> x | Interleave -> x }
def main (x : Real) = case Reached of { Reached -> alloc (words x) | Unreached -> x }`,
};

describe.each([...EXAMPLES, CLASHING])("$name", ({ text }) => {
  const prepared = preparedProgram(text);

  test("the source program survives printing and reading", () => {
    const printed = printProgram(prepared.core, { types: true });
    const read = readProgram(printed, prepared.core.entry);
    expect(checkProgram(read)).toBeDefined();
    expect(printProgram(read, { types: true })).toBe(printed);
  });

  test.each(STAGES)("$id", (stage) => {
    const program = transformed(stage, prepared);
    const printed = printProgram(program, { types: true });
    const read = readProgram(printed, program.entry);
    checkProgram(read);
    expect(printProgram(read, { types: true })).toBe(printed);
    expect(runProgram(read, prepared, stage.mode)).toEqual(runProgram(program, prepared, stage.mode));
  });
});
