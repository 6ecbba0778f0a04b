// The benchmark programs: what the engine computes is what the adjoints written by hand say, and those what finite differences say.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { UNWATCHED } from "../../engine/base/watch.ts";
import { Compiled } from "../../engine/compile/engine.ts";
import { realsOf } from "../../engine/core/values/shape.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { prepare } from "../../engine/session/input/prepare.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { plainPrograms, sizedPrograms } from "../bench/programs/plain.ts";
import { UNLIMITED } from "../support/conformance.ts";
import { largestDifference, preparedProgram } from "../support/run.ts";

/** How far a gradient may be off, relative to its entry or 1. */
const TOLERANCE = 1e-10;

/** A program of the benchmarks at a size; `replace`: what is put for what. */
function jacobianOf(name: string, n: number | undefined, [from, to]: readonly [string, string] = ["", ""]): number[] {
  const text = readFileSync(new URL(`../bench/programs/${name}.dual`, import.meta.url), "utf8");
  expect(text).toContain(from);
  const preparation = finish(prepare(checkSource(text.replace(from, to)), { n }, DEFAULT_BUDGET));
  if (preparation.tag !== "prepared") throw new Error(JSON.stringify(preparation));
  const { core, input, resultShape } = preparation.prepared;
  const compiled = Compiled.of(core, "active");
  const outputs = realsOf(resultShape, compiled.value(input, UNLIMITED), UNWATCHED);
  return outputs.flatMap((_, row) => [...compiled.gradient(outputs.map((_one, at) => (at === row ? 1 : 0)))]);
}

const SUM = "sumA (softmax (dense second (dense first input)))";
const WEIGHTED = "sumA (zipWithA (*) (softmax (dense second (dense first input))) (build 50 (\\i -> real (i + 1))))";
const LIST_SUM = "sum (softmax (foldl (\\x layer -> dense layer x) input layers))";
const LIST_WEIGHTED =
  "sum (zipWith (*) (softmax (foldl (\\x layer -> dense layer x) input layers)) (map real (range 1 51)))";

test.each<[string, string, number | undefined, (readonly [string, string])?]>([
  ["mult", "mult", undefined],
  ["dot", "dot", undefined],
  ["dot-list", "dot 100", 100],
  ["dot-list", "dot 10000", 10_000],
  ["matvec300", "matvec300", undefined],
  ["sum-mat-vec", "sum-mat-vec 10", 10],
  ["sum-mat-vec", "sum-mat-vec 100", 100],
  ["sum-mat-vec-array", "sum-mat-vec 100", 100],
  ["rotate", "rotate", undefined],
  ["neural", "neural", undefined],
  ["neural-list", "neural", undefined],
  ["neural", "neural-weighted", undefined, [SUM, WEIGHTED]],
  ["neural-list", "neural-weighted", undefined, [LIST_SUM, LIST_WEIGHTED]],
  ["particles", "particles", undefined],
  ["particles-list", "particles", undefined],
  ["particles-nl", "particles-nl", undefined],
  ["fib", "fib", undefined],
  ["gmm", "gmm", undefined],
])("%s is %s by hand", (name, byHand, n, replaced) => {
  const wanted = plainPrograms.get(byHand)!().gradient();
  const found = jacobianOf(name, n, replaced);
  expect(found.length).toBe(wanted.length);
  const error = found.reduce(
    (most, x, at) => Math.max(most, Math.abs(x - wanted[at]!) / Math.max(1, Math.abs(wanted[at]!))),
    0,
  );
  expect(error).toBeLessThan(TOLERANCE);
});

test.each([...plainPrograms])("%s by hand is what finite differences say", (_, make) => {
  const { inputs, gradient } = make();
  const at = [...inputs];
  const jacobian = [...gradient()];
  const direction = at.map((_one, index) => Math.sin(1 + 2.3 * index) / Math.sqrt(at.length));
  const step = 1e-7;
  const along = (by: number): number[] => {
    const output = make(at.map((x, index) => x + by * direction[index]!)).primal();
    return typeof output === "number" ? [output] : [...output];
  };
  const [above, below] = [along(step), along(-step)];
  for (const [row, value] of above.entries()) {
    const slope = (value - below[row]!) / (2 * step);
    const product = direction.reduce((sum, d, index) => sum + d * jacobian[row * at.length + index]!, 0);
    expect(Math.abs(slope - product)).toBeLessThan(1e-4 * Math.max(1, Math.abs(product), Math.abs(value)));
  }
});

test.each<[string, string, string | undefined, readonly number[]]>([
  ["ba", "../../examples/adbench/ba", "(build 2 camera, build 3 point, build n weight)", [2, 3, 6]],
  ["gmm", "../../examples/adbench/gmm", "(mixture 3 4, n)", [6, 3, 4]],
  ["hand", "../../examples/adbench/hand", undefined, [6]],
  ["lstm", "../../examples/adbench/lstm", "(network 2 3, n)", [2, 3, 6]],
  ["table-product", "../bench/programs/table-product", undefined, [6]],
  ["table-vector", "../bench/programs/table-vector", undefined, [6]],
  ["table-maps", "../bench/programs/table-maps", undefined, [6]],
])("%s of any size is what it is in plain JavaScript", (name, file, at, sizes) => {
  const text = readFileSync(new URL(`${file}.dual`, import.meta.url), "utf8");
  const { core, input, resultShape } = preparedProgram(text, { n: 6, at });
  const compiled = Compiled.of(core, "active");
  const values = realsOf(resultShape, compiled.value(input, UNLIMITED), UNWATCHED);
  const plain = sizedPrograms[name]!(...sizes);
  const wanted = plain.primal();
  expect(largestDifference(values, typeof wanted === "number" ? [wanted] : [...wanted])).toBeLessThan(TOLERANCE);
  const gradient = plain.gradient?.();
  if (gradient !== undefined)
    expect(largestDifference([...compiled.gradient(values.map(() => 1))], [...gradient])).toBeLessThan(TOLERANCE);
});
