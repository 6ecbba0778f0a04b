// Tangents and Jacobians: the numbers of chapter 2, rows and columns against each other, mistakes and budgets.
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { main } from "../../engine/cli.ts";
import type { Terminal } from "../../engine/commands/call.ts";
import { Compiled } from "../../engine/compile/engine.ts";
import { type Jacobian, runJacobian } from "../../engine/derive/jacobian.ts";
import { runTangent } from "../../engine/derive/tangent.ts";
import { Machine } from "../../engine/evaluate/machine.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { differ } from "../../engine/session/run/contradiction.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { EXAMPLES } from "../support/examples.ts";
import { programs } from "../support/generate/index.ts";
import { oneIn, runs } from "../support/runs.ts";

/** Runs the command line on a program. */
function dual(args: readonly string[], program: string): { status: number; out: string; err: string } {
  let [out, err] = ["", ""];
  const terminal: Terminal = {
    read: () => program,
    write: () => undefined,
    out: (text) => (out += text),
    err: (text) => (err += text),
  };
  const status = main([...args, "-"], terminal);
  return { status, out, err };
}

/** f3 of thesis §2.2.1; the last entry of its Jacobian is 2xz. */
const F3 = "-- at: (1.0, 2.0, 3.0)\ndef main (x, y, z) = (x*x*z + 3.0*x*y, x*z*z + 4.0*y*y)\n";
const RUNNING = "-- at: (3.0, 2.0)\ndef main (x, y) = let a = x * y in let b = x + a in b * a\n";

function jacobianOf(text: string, by: "rows" | "columns"): Jacobian {
  const run = finish(runJacobian(checkSource(text), {}, by, DEFAULT_BUDGET));
  expect(run.ended).toEqual({ tag: "done" });
  expect(run.check?.contradiction, text).toBeUndefined();
  return run.jacobian!;
}

describe("jvp", () => {
  test.each([
    [F3, "(1.0, 0.0, -1.0)", "value   (9.0, 25.0)\ntangent (11.0, 3.0)\n"],
    // equation 2.12: dc along x, along y, along both
    [RUNNING, "(1.0, 0.0)", "value   54.0\ntangent 36.0\n"],
    [RUNNING, "(0.0, 1.0)", "value   54.0\ntangent 45.0\n"],
    [RUNNING, "(1.0, 1.0)", "value   54.0\ntangent 81.0\n"],
    // the derivative of map is diagonal: one sweep gives all of it
    [
      "-- at: [0.0, 1.0, 2.0]\ndef main xs = map sin xs",
      "[1.0, 1.0, 1.0]",
      `value   [0.0, ${Math.sin(1)}, ${Math.sin(2)}]\ntangent [1.0, ${Math.cos(1)}, ${Math.cos(2)}]\n`,
    ],
    // an Int does not move: what stands for it is not looked at
    ["-- at: (3, 2.0)\ndef main (n : Int, x) = (n, x ^ n)", "(7, 1.0)", "value   (3, 8.0)\ntangent (3, 12.0)\n"],
    // what does not depend on the direction has no tangent, whatever its partials
    ["-- at: (0.0, 1.0)\ndef main (x, y) = sqrt x + y", "(0.0, 1.0)", "value   1.0\ntangent 1.0\n"],
  ])("of program %# along a direction", (text, direction, out) => {
    expect(dual(["jvp", "--direction", direction], text)).toEqual({ status: 0, out, err: "" });
  });

  test("as JSON, with the direction, the counters and the difference from the oracle", () => {
    const { status, out } = dual(["jvp", "--direction", "(1.0, 0.0, -1.0)", "--json"], F3);
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      entry: "main",
      at: "(1.0, 2.0, 3.0)",
      directionScalars: [1, 0, -1],
      valueScalars: [9, 25],
      tangentScalars: [11, 3],
      checks: { forwardMode: 0 },
      cost: { primal: { steps: expect.any(Number) }, forward: { steps: expect.any(Number) } },
    });
  });

  test("a direction is checked as an input is, and has its form", () => {
    const lists = "-- at: [1.0, 2.0]\ndef main xs = sum xs";
    expect(dual(["jvp", "--direction", "[True]"], lists)).toMatchObject({
      status: 1,
      err: expect.stringMatching(/^<direction>:1:\d: error: /),
    });
    expect(dual(["jvp", "--direction", "[1.0]"], lists)).toMatchObject({
      status: 1,
      err: expect.stringContaining(
        "the direction must have the form of the input, [1.0, 2.0], but they differ: a list of 2 against a list of 1",
      ),
    });
    expect(dual(["jvp"], lists)).toMatchObject({ status: 2, err: expect.stringContaining("`jvp` needs --direction") });
  });

  test("ends with its budget, keeping the value", () => {
    const loop =
      "-- at: (n, 1.0)\n-- sweep: n = 3, 4\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, sin x)";
    expect(dual(["jvp", "--direction", "(0, 1.0)", "--n", "100000000", "--seconds", "0.2"], loop).status).toBe(3);
    const checked = checkSource(`-- at: (30000, 1.0)\n${loop.slice(loop.indexOf("def"))}`);
    const run = runTangent(checked, { direction: "(0, 1.0)" }, { ...DEFAULT_BUDGET, steps: 500_000 });
    expect(finish(run)).toMatchObject({
      ended: { tag: "out-of-budget", phase: "forward" },
      value: { text: expect.any(String) },
    });
  });
});

describe("jacobian", () => {
  test("takes whichever way has fewer sweeps, and names rows and columns", () => {
    expect(dual(["jacobian"], F3)).toEqual({
      status: 0,
      out: "by rows: 2 reverse sweeps; by columns 3 forward sweeps\n           x     y    z\nmain.1  12.0   3.0  1.0\nmain.2   9.0  16.0  6.0\n",
      err: "",
    });
    const wide = dual(["jacobian"], "-- at: 2.0\ndef f x = [x, x * x, 1.0]\ndef main x = f x").out;
    expect(wide).toBe(
      "by columns: 1 forward sweep; by rows 3 reverse sweeps\n           x\nmain[0]  1.0\nmain[1]  4.0\nmain[2]  0.0\n",
    );
    expect(dual(["jacobian", "--by", "rows"], F3).out).toContain("by rows: 2 reverse sweeps");
    expect(JSON.parse(dual(["jacobian", "--by", "columns", "--json"], F3).out)).toMatchObject({
      by: "columns",
      sweeps: 3,
      rows: [
        { name: "main.1", value: 9 },
        { name: "main.2", value: 25 },
      ],
      columns: [{ name: "x" }, { name: "y" }, { name: "z", value: 3 }],
      entries: [
        [12, 3, 1],
        [9, 16, 6],
      ],
      checks: { forwardMode: 0 },
    });
    expect(dual(["jacobian", "--by", "diagonals"], F3).status).toBe(2);
  });

  test.each([
    ["straight code", "-- at: (0.0, 1.0)\ndef main (x, y : Real) = (x, sqrt x, y)"],
    ["a tape", "-- at: #[0.0, 1.0]\ndef main a = foldA (\\l x -> x :: l) [a ! 1, sqrt (a ! 0), a ! 0] #[]"],
    ["the machine", "-- at: (0.0, 1.0)\ndef main (x, y : Real) = (x, fst (jvp sqrt x 1.0), y)"],
  ])("what an output does not depend on is 0, also where another has an infinite derivative: by %s", (_, text) => {
    for (const by of ["rows", "columns"] as const) {
      const entries = jacobianOf(text, by).entries.map((row) => [...row]);
      expect(entries.toSorted(([a], [b]) => a! - b!)).toEqual([
        [0, 1],
        [1, 0],
        [Number.POSITIVE_INFINITY, 0],
      ]);
    }
  });

  test("takes a sweep for each row or column by the compiled engine, and takes the input in and the value out a fixed number of times", () => {
    const counted = ["load", "forward", "result", "row"] as const;
    const spies = counted.map((name) => vi.spyOn(Compiled.prototype, name));
    const starts = vi.spyOn(Machine.prototype, "start");
    const counts = (size: number, by: "rows" | "columns") => {
      for (const spy of [...spies, starts]) spy.mockClear();
      jacobianOf(`-- at: build ${size} real\ndef main a = let s = sumA a in mapA (\\x -> sin (x * s)) a`, by);
      return [...spies.map(({ mock }) => mock.calls.length), starts.mock.calls.length];
    };
    try {
      // the value, and one forward pass
      const [byRows, byColumns] = [counts(40, "rows"), counts(40, "columns")];
      expect(byRows.slice(0, 4)).toEqual([2, 2, 2, 40]);
      expect(counts(80, "rows")).toEqual([2, 2, 2, 80, byRows[4]]);
      // the value, and the forward derivative twice: the second run has the definitions that the first one needed
      expect(byColumns.slice(0, 4)).toEqual([3, 43, 3, 0]);
      expect(counts(80, "columns")).toEqual([3, 83, 3, 0, byColumns[4]]);
    } finally {
      vi.restoreAllMocks();
    }
  });

  test("is printed in pieces: as JSON and as a table of any number of rows", () => {
    const jacobian = (size: number, json: readonly string[]) => {
      const pieces: string[] = [];
      const terminal: Terminal = {
        read: () => `-- at: 1.0\ndef main x = build ${size} (\\i -> x * real i)`,
        write: () => undefined,
        out: (text) => pieces.push(text),
        err: () => undefined,
      };
      expect(main(["jacobian", ...json, "-"], terminal)).toBe(0);
      return pieces;
    };
    const table = jacobian(200_000, []);
    expect(table.length).toBeGreaterThan(1);
    expect(Math.max(...table.map(({ length }) => length))).toBeLessThanOrEqual(2 ** 20);
    expect(table.join("").split("\n").at(-2)).toBe("main[199999]  199999.0");
    const { entries } = JSON.parse(jacobian(3, ["--json"]).join(""));
    expect(entries).toEqual([[0], [1], [2]]);
  });

  test("without Reals to differentiate by, or to differentiate, it is empty", () => {
    expect(dual(["jacobian"], "-- at: 3\ndef main (n : Int) = real n").out).toContain("0 forward sweeps");
    expect(dual(["jacobian"], "-- at: 3.0\ndef main x = x > 0.0").out).toContain("0 reverse sweeps");
  });

  test("rows and columns agree on every example", () => {
    for (const { name, text } of oneIn(3, EXAMPLES)) agree(text, name);
  });

  test("rows and columns agree on random programs", () => {
    const property = fc.property(programs(), ({ source }) => agree(source, source));
    fc.assert(property, { numRuns: runs(20), seed: 2205 });
  });
});

function agree(text: string, name: string): void {
  const rows = jacobianOf(text, "rows");
  const columns = jacobianOf(text, "columns");
  expect([rows.sweeps, rows.otherSweeps]).toEqual([columns.otherSweeps, columns.sweeps]);
  for (const [i, row] of rows.entries.entries())
    for (const [j, here] of row.entries()) {
      const there = columns.entries[i]![j]!;
      // each is checked against the oracle, with the sweep on absolute values; here rounding must not be larger than the entries
      const scale = row.reduce((most, x) => Math.max(most, Number.isFinite(x) ? Math.abs(x) : most), 1);
      expect(differ(here, there, scale), `${name} ${i} ${j}: ${here} and ${there}`).toBe(false);
    }
}
