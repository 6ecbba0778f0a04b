// Functions that call each other, in every way: as loops, loops within loops, and functions.
import fc from "fast-check";
import { expect, test } from "vitest";
import { compiledDisagreement } from "../../support/conformance.ts";
import { IS_LONG, runs } from "../../support/runs.ts";

/** Whom a function calls: in tail position, or waiting for the result. */
interface Calls {
  readonly tails: readonly number[];
  readonly waiting: readonly number[];
}

/** Functions f0, f1, .. of a counter and a Real, each choosing by the counter whom it calls. */
function programOf(graph: readonly Calls[], isLocal: boolean): string {
  const functions = graph.map(({ tails, waiting }, self) => {
    const calls = [
      ...tails.map((to, index) => `f${to} (k - 1) (x * 0.${9 - index} + ${self}.5)`),
      ...waiting.map((to, index) => `x * f${to} (k - 1) (sin x + 0.${index + 1})`),
    ];
    const chosen = calls
      .map((call, index) => (index === calls.length - 1 ? call : `if mod k ${calls.length} == ${index} then ${call}`))
      .join(" else ");
    const done = `x * ${self + 1}.0`;
    return `f${self} (k : Int) (x : Real) = if k == 0 then ${done} else ${calls.length === 0 ? done : chosen}`;
  });
  if (isLocal) return `-- at: (9, 0.75)\ndef main (k, x) = let rec ${functions.join(" and ")} in f0 k x`;
  return `-- at: (9, 0.75)\n${functions.map((one) => `def ${one}\n`).join("")}def main (k, x) = f0 k x`;
}

/** The elements of a set that a number stands for. */
const elements = (set: number): number[] => [0, 1, 2].filter((one) => (set >> one) % 2 === 1);

test("three functions with tail calls of each other, in each of the ways in which they can, or every ninth of them", () => {
  for (let ways = 0; ways < 512; ways += IS_LONG ? 1 : 9) {
    const graph = [0, 1, 2].map((self) => ({ tails: elements((ways >> (3 * self)) % 8), waiting: [] }));
    const text = programOf(graph, ways % 2 === 1);
    expect(compiledDisagreement(text), text).toBeUndefined();
  }
});

test("functions with tail calls and others", () => {
  const chosen = fc.subarray([0, 1, 2, 3]);
  const calls = fc.record({ tails: chosen, waiting: fc.subarray([0, 1, 2, 3], { maxLength: 2 }) });
  const property = fc.property(fc.array(calls, { minLength: 4, maxLength: 4 }), fc.boolean(), (graph, isLocal) => {
    const text = programOf(graph, isLocal);
    expect(compiledDisagreement(text), text).toBeUndefined();
  });
  fc.assert(property, { numRuns: runs(30), seed: 20261122 });
});
