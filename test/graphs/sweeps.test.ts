// Chapter 2 on the graph: tangents against the stage of forward mode, the two inner products, Jacobians, and exact costs of the modes.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UNWATCHED } from "../../engine/base/watch.ts";
import { runJacobian } from "../../engine/derive/jacobian.ts";
import { directions } from "../../engine/evaluate/oracle.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { Exploration } from "../../engine/explore/exploration.ts";
import { largestPaths } from "../../engine/graphs/paths.ts";
import { type RunGraph, usesOf } from "../../engine/graphs/run-graph.ts";
import {
  innerProduct,
  inputCount,
  jacobianColumn,
  jacobianOf,
  jacobianRow,
  jacobianSeen,
  modeCosts,
  multipliedCotangents,
  multipliedTangents,
  seededAt,
  tangentSweep,
} from "../../engine/graphs/sweeps.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { EXAMPLES } from "../support/examples.ts";
import { programs } from "../support/generate/index.ts";
import { graphByHand } from "../support/graph-by-hand.ts";
import { oneIn, runs } from "../support/runs.ts";

test("where zeros are multiplied, too, an infinite partial of what does not move or is not reached gives NaN", () => {
  const graph = graphByHand({
    scalars: [
      {},
      {},
      { of: [[0, 2]] },
      {
        of: [
          [1, Number.POSITIVE_INFINITY],
          [2, 3],
        ],
      },
    ],
  });
  expect([...multipliedTangents(graph, [1])]).toEqual([1, 0, 2, Number.NaN]);
  expect([...multipliedTangents(graph, [1, 0.5])].slice(2)).toEqual([2, Number.POSITIVE_INFINITY]);
  expect([...multipliedCotangents(graph, [2], [5])]).toEqual(
    [10, 0, 5, 0].map((x, node) => (node === 1 ? Number.NaN : x)),
  );
  expect([...multipliedCotangents(graph, [3, 2], [1, 1])]).toEqual([8, Number.POSITIVE_INFINITY, 4, 1]);
});

const RUNNING = "-- at: (3.0, 2.0)\ndef main (x, y) = let a = x * y in let b = x + a in b * a\n";

function graphOf(text: string): RunGraph {
  return finish(new Exploration(checkSource(text), {}, DEFAULT_BUDGET).open()).graph;
}

/** Whether two sums of products are the same but for rounding, relative to a scale. */
function close(a: number, b: number, scale: number): boolean {
  return Object.is(a, b) || a === b || Math.abs(a - b) <= 1e-9 * Math.max(1, scale);
}

describe("a tangent sweep", () => {
  test("gives da, db and dc of equation 2.12", () => {
    const graph = graphOf(RUNNING);
    expect([...tangentSweep(graph, [1, 0]).tangents]).toEqual([1, 0, 2, 3, 36]);
    expect([...tangentSweep(graph, [0, 1]).tangents]).toEqual([0, 1, 3, 3, 45]);
    expect([...tangentSweep(graph, [1, 1]).tangents]).toEqual([1, 1, 5, 6, 81]);
  });

  test("leaves alone what does not depend on what moves", () => {
    const graph = graphOf("-- at: (0.0, 1.0)\ndef main (x, y) = let z = sqrt x in z + y * 2.0\n");
    const { tangents, moves } = tangentSweep(graph, [0, 1]);
    const z = 2;
    expect([moves[z], tangents[z], tangents[graph.outputs[0]!]]).toEqual([0, 0, 2]);
  });

  function adjoint(text: string): void {
    const graph = graphOf(text);
    for (const line of directions(2, inputCount(graph), UNWATCHED)) {
      const { tangents } = tangentSweep(graph, line);
      const outputs = Float64Array.from(graph.outputs, (output) => tangents[output]!);
      const [forward, reverse] = [innerProduct(graph.seeds, outputs), innerProduct(graph.cotangents, line)];
      if (!Number.isFinite(forward) || !Number.isFinite(reverse)) continue;
      const scale = line.reduce((sum, x, input) => sum + Math.abs(x * graph.cotangents[input]!), Math.abs(forward));
      expect(close(forward, reverse, scale), `${text}: ${forward} and ${reverse}`).toBe(true);
    }
  }

  test("and a reverse sweep have one inner product, on the examples and on random programs", () => {
    for (const { text } of oneIn(3, EXAMPLES).filter(({ name }) => !/^(09|11|12)/.test(name))) adjoint(text);
    const property = fc.property(programs(), ({ source }) => adjoint(source));
    fc.assert(property, { numRuns: runs(30), seed: 2206 });
  });
});

describe("the Jacobian", () => {
  test("by either sweep is that of the stages", () => {
    const property = fc.property(programs(), ({ source }) => {
      const graph = graphOf(source);
      const { jacobian } = finish(runJacobian(checkSource(source), {}, "columns", DEFAULT_BUDGET));
      const all = { rows: Number.POSITIVE_INFINITY, columns: Number.POSITIVE_INFINITY };
      for (const by of ["rows", "columns"] as const)
        for (const [i, row] of jacobianOf(graph, by, all, UNWATCHED).entries())
          for (const [j, entry] of row.entries()) {
            const wanted = jacobian!.entries[i]![j]!;
            expect(close(entry, wanted, Math.abs(wanted)) || !Number.isFinite(wanted), source).toBe(true);
          }
    });
    fc.assert(property, { numRuns: runs(20), seed: 2207 });
  });

  test("has in each cell the sum of the products along its paths", () => {
    const graph = graphOf("-- at: (1.0, 2.0, 3.0)\ndef main (x, y, z) = (x*x*z + 3.0*x*y, x*z*z + 4.0*y*y)\n");
    expect([0, 1].map((row) => [...jacobianRow(graph, row)])).toEqual([
      [12, 3, 1],
      [9, 16, 6],
    ]);
    expect([...jacobianColumn(graph, 2)]).toEqual([1, 6]);
    for (const output of [0, 1])
      for (const input of [0, 1, 2]) {
        const { paths } = largestPaths(seededAt(graph, output), usesOf(graph), input, 100);
        expect(paths.reduce((sum, { product }) => sum + product, 0)).toBe(jacobianRow(graph, output)[input]);
      }
  });

  test("is cut to its first rows and columns", () => {
    const graph = graphOf("-- at: map real (range 1 80)\ndef main xs = map (\\x -> x * x) xs\n");
    const seen = jacobianSeen(graph, 50, UNWATCHED);
    expect([seen.outputs, seen.inputs, seen.entries.length, seen.entries[0]!.length]).toEqual([79, 79, 50, 50]);
    expect(seen.entries[49]![49]).toBe(100);
    expect(seen.entries[49]![48]).toBe(0);
  });
});

describe("the modes", () => {
  test("cost, for a program that is counted by hand", () => {
    // x, y; a = x*y; b = x+a; c = b*a: six edges, three operations
    expect(modeCosts(graphOf(RUNNING), UNWATCHED)).toEqual([
      // along x: a by one edge, b and c by two each; along y: a and b by one edge, c by two; three nodes are held at once
      { mode: "forward", sweeps: 2, evaluated: 6, multiplications: 9, additions: 3, live: 6 },
      { mode: "vectorised", sweeps: 1, evaluated: 3, multiplications: 9, additions: 3, live: 9 },
      // all six edges; x and a have two uses each
      { mode: "reverse", sweeps: 1, evaluated: 3, multiplications: 6, additions: 2, live: 11 },
    ]);
  });

  test("differ as chapter 2 says: reverse mode by the outputs, forward mode by the inputs, memory by the time", () => {
    const chain = (n: number) =>
      modeCosts(
        graphOf(`-- at: (${n}, 0.5)\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, sin x)\n`),
        UNWATCHED,
      );
    const [short, long] = [chain(10), chain(1000)];
    expect([short[0]!.live, long[0]!.live]).toEqual([4, 4]);
    expect([short[2]!.live, long[2]!.live]).toEqual([21, 2001]);
    const wide = modeCosts(graphOf("-- at: map real (range 1 41)\ndef main xs = sum (map sin xs)\n"), UNWATCHED);
    expect(wide.map(({ sweeps }) => sweeps)).toEqual([40, 1, 1]);
  });
});
