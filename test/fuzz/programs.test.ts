// A fixed share of the fuzzer's programs; and that it finds what is wrong.
import { afterEach, describe, expect, test } from "vitest";
import { Compiled } from "../../engine/compile/engine.ts";
import { FAULTS } from "../support/faults.ts";
import { preparedProgram } from "../support/run.ts";
import { oneIn, runs } from "../support/runs.ts";
import { Tally } from "./agreement.ts";
import { begin } from "./answers.ts";
import { loopProgram } from "./loops.ts";
import { oddProgram } from "./programs/program.ts";
import { ProgramCounts, programCase, programFinding } from "./programs.ts";
import { shrunk } from "./shrink.ts";

const SEED = 20261122;

test("nearly all odd programs are accepted, and have an input", () => {
  const begun = Array.from({ length: 100 }, (_, index) => begin(oddProgram(SEED + index)).tag);
  expect(begun.filter((tag) => tag === "refused").length).toBeLessThan(6);
  expect(begun.filter((tag) => tag === "subject").length).toBeGreaterThan(85);
});

test("the machine, all stages, the compiled engine and exported modules agree on odd programs", () => {
  const tally = new Tally();
  for (let seed = SEED; seed < SEED + runs(160); seed++)
    expect(programCase(seed, "odd", tally, new ProgramCounts())).toBeUndefined();
  expect(tally.runs).toBeGreaterThan(runs(3200));
  expect(tally.mistakes).toBeGreaterThan(runs(15));
  expect(tally.skipped).toBeLessThan(tally.runs / 50);
});

test("they agree on loops, most of which are written for WebAssembly", () => {
  const counts = new ProgramCounts();
  for (let seed = SEED; seed < SEED + runs(80); seed++)
    expect(programCase(seed, "loops", new Tally(), counts)).toBeUndefined();
  expect(counts.refused + counts.withoutInput).toBe(0);
  const written = Array.from({ length: 20 }, (_, index) => {
    const { core } = preparedProgram(loopProgram(SEED + index));
    return Compiled.of(core, "active").assembled.hasLoops;
  });
  expect(written.filter((hasLoops) => hasLoops).length).toBeGreaterThan(10);
});

test("what the checker accepts of programs that know no types runs, and all agree", () => {
  const [tally, counts] = [new Tally(), new ProgramCounts()];
  for (let seed = SEED; seed < SEED + runs(1000); seed++)
    expect(programCase(seed, "untyped", tally, counts)).toBeUndefined();
  expect(counts.programs - counts.refused).toBeGreaterThan(runs(100));
});

test("an argument that the pattern of a function in parentheses does not match is told at that function", () => {
  const text = "-- at: []\ndef f = (\\(y :: ys) -> 1.0)\ndef main (x : [Real]) = f x\n";
  expect(programFinding(text, 1)).toBeUndefined();
});

test.each([
  [
    "a `let` whose pattern does not match is told at the pattern, in CHAD, too",
    "1.25",
    "(x : Real) = let 1.0 = 3.0 - x in 0.1",
  ],
  [
    "an array in the type of what is not used is refused, too",
    "2.0",
    "x = (\\(_ : Array Real -> Real) -> x) (\\_ -> 1.0)",
  ],
  [
    "an argument that a function of arrays does not match is told at that function",
    "2.0",
    "(x : Real) = (\\0.5 -> x) (foldrA (\\a b -> b) x #[])",
  ],
  ["an array within unused data is refused where arrays are", "(Nothing, 1.0)", "(w : Maybe (Array2 Real)) z = z"],
])("%s", (_, at, main) => {
  expect(programFinding(`-- at: ${at}\ndef main ${main}\n`, 1)).toBeUndefined();
});

describe("a fault is found", () => {
  let undo: (() => void) | undefined;
  afterEach(() => {
    undo?.();
    undo = undefined;
  });

  const faults = FAULTS.filter((fault) => fault.tag === "table" && /1sub|mul|powInt|div/.test(fault.name));

  test.each(oneIn(6, faults))("$name", (fault) => {
    if (fault.tag === "table") undo = fault.seed();
    const found = Array.from({ length: 100 }, (_, index) => SEED + index).some(
      (seed) => programFinding(oddProgram(seed), seed) !== undefined,
    );
    expect(found).toBe(true);
  });
});

test("what is found is shrunk to what shows it", () => {
  const text = `-- at: (2.0, True)
data T = A Real | B
def unused x = x * 3.0
def main (x : Real) (b : Bool) = case (let t = A (x * x) in t) of { A y -> (sin (y + 1.0)) | B -> [1.0, x] ! 0 }
`;
  expect(shrunk(text, (one) => one.includes("sin") && one.includes("def main"))).toBe(
    "-- at: (2.0, True)\n\n\ndef main (x ) (b ) = sin\n",
  );
});
