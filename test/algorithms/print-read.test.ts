// Printed code is what runs: the exact text of every transformed program is read back, checked and run.
import { describe, expect, test } from "vitest";
import { NATIVES, STAGES, stageOf } from "../../engine/algorithms/index.ts";
import { printProgram } from "../../engine/core/notation/print.ts";
import { readProgram } from "../../engine/core/notation/read.ts";
import { checkProgram } from "../../engine/core/terms/check.ts";
import { transformed } from "../../engine/derive/gradient.ts";
import { fun, lin, list, sameType, shownName, tuple } from "../../engine/types/type.ts";
import { TRANSFORMED } from "../support/examples.ts";
import { preparedProgram } from "../support/run.ts";
import { oneIn } from "../support/runs.ts";
import { takes } from "../support/takes.ts";
import { runTransformed } from "../support/transformed.ts";

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
def φ (x : Real) = x + 1.0
def genID (x : Real) = x * 2.0
def plusₛ (x : Real) = x * 3.0
def zeroₛ = 0.25
def inSequence (x : Real) = if φ x > zeroₛ then x else zeroₛ
def inParallel = 2.0
def save (x : Real) = x
def hot (x : Real) = save x
def main (x : Real) =
  let y = sum (parMap inSequence [hot (genID x), plusₛ x * inParallel]) in
  case Reached of { Reached -> alloc (words y) | Unreached -> x }`,
};

/** A run with the names that a reader sees: a definition that has the name of a built-in one is printed by that name. */
function asShown(part: unknown): unknown {
  if (typeof part === "string") return shownName(part);
  if (Array.isArray(part)) return part.map(asShown);
  if (part === null || typeof part !== "object" || Object.getPrototypeOf(part) !== Object.prototype) return part;
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, asShown(value)]));
}

/** Each program with a tenth of the stages, each stage with a tenth of the programs; all of them in the long tests. */
const PROGRAMS = [CLASHING, ...TRANSFORMED].map((program, turn) => ({
  ...program,
  stages: oneIn(10, STAGES, turn + 4).filter((stage) => takes(stage, program.text)),
}));

test("what the user calls as a native operation is called is printed otherwise, where the program has that operation", () => {
  const prepared = preparedProgram(CLASHING.text);
  const printed = (id: string): string => printProgram(transformed(stageOf(id)!, prepared), { types: true });
  expect(printed("delta-lets")).toContain("save′");
  expect(printed("tape")).not.toMatch(/save′|hot′/);
});

describe.each(PROGRAMS)("$name", ({ text, stages }) => {
  const prepared = preparedProgram(text);

  test("the source program survives printing and reading", () => {
    const printed = printProgram(prepared.core, { types: true });
    const read = readProgram(printed, prepared.core.entry);
    expect(checkProgram(read)).toBeDefined();
    expect(printProgram(read, { types: true })).toBe(printed);
  });

  test.each(stages)("$id", (stage) => {
    const program = transformed(stage, prepared);
    const printed = printProgram(program, { types: true });
    const read = readProgram(printed, program.entry, program.meaning, NATIVES);
    const { param, result } = prepared.entry;
    const wanted = {
      reverse: fun(param, tuple(result, lin(result, param))),
      forward: fun(tuple(param, param), tuple(result, result)),
      linear: fun(param, tuple(result, lin(param, result))),
      vectorised: fun(tuple(param, list(param)), tuple(result, list(result))),
    };
    expect(sameType(checkProgram(read), wanted[stage.entry])).toBe(true);
    expect(printProgram(read, { types: true })).toBe(printed);
    expect(asShown(runTransformed(read, prepared, stage.entry))).toEqual(
      asShown(runTransformed(program, prepared, stage.entry)),
    );
  });
});
