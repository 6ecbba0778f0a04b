// Which definitions of the prelude are loops: a name that the prelude no longer has would lose its loop without a word; and the compiler
// has a loop for each.
import { expect, test } from "vitest";
import { printIr } from "../../engine/compile/ir/print.ts";
import { reachable } from "../../engine/compile/optimise/reachable.ts";
import { specialise } from "../../engine/compile/specialise.ts";
import type { CoreProgram } from "../../engine/core/terms/term.ts";
import { PRELUDE_LOOPS } from "../../engine/prelude/loops.ts";
import { preparedProgram } from "../support/run.ts";

/** A use of each, over a list xs and an array a of Reals. */
const USES: Readonly<Record<string, string>> = {
  map: "sum (map sin xs)",
  parMap: "sum (parMap sin xs)",
  zip: "foldl (\\s (x, y) -> s + x * y) 0.0 (zip xs xs)",
  zipWith: "sum (zipWith (*) xs xs)",
  filter: "sum (filter (\\x -> x > 0.0) xs)",
  append: "sum (append xs xs)",
  reverse: "sum (reverse xs)",
  range: "foldl (\\s i -> s + real i) 0.0 (range 0 3)",
  foldl: "foldl (+) 0.0 xs",
  sum: "sum xs",
  product: "product xs",
  length: "real (length xs)",
  foldr: "foldr (+) 0.0 xs",
  build: "sumA (build 3 real)",
  build2: "sumA (flat (build2 3 2 (\\i j -> real (i - j))))",
  parBuild: "sumA (parBuild 3 real)",
  mapA: "sumA (mapA sin a)",
  zipWithA: "sumA (zipWithA (*) a a)",
  foldA: "foldA (+) 0.0 a",
  sumA: "sumA a",
  scanA: "sumA (scanA (+) 0.0 a)",
  scatterAdd: "sumA (scatterAdd 3 (build (size a) id) a)",
};

function coreOf(name: string): CoreProgram {
  const text = `-- at: ([1.0], fromList [1.0])\ndef main (xs : [Real], a : Array Real) = ${USES[name]}`;
  return preparedProgram(text).core;
}

/** A program after partial evaluation. */
function specialised(core: CoreProgram): string {
  const { fns } = reachable(specialise(core, "active"));
  return printIr(fns)
    .map((line) => line.text)
    .join("\n");
}

test.each([...PRELUDE_LOOPS.keys()])("%s is a definition of the prelude, compiled as a loop of its own", (name) => {
  const core = coreOf(name);
  expect(core.globals.find(({ builtin }) => builtin === name)?.span?.source).toBe("<prelude>");
  // the same definitions, not taken for the prelude's, but for the one with which jobs are made
  const globals = core.globals.map((one) =>
    one.builtin === "map" && name !== "map" ? one : { ...one, builtin: undefined },
  );
  expect(specialised(core)).not.toBe(specialised({ ...core, globals }));
});
