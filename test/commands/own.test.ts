// Commands with parts of an algorithm's own: its counters as columns of `cost`, and limits of its proof.
import { expect, test } from "vitest";
import { dual } from "../support/dual.ts";
import { example } from "../support/examples.ts";

const columnOf = (out: string, head: string): readonly (string | undefined)[] => {
  const [heads, ...rows] = out.trimEnd().split("\n");
  const end = heads!.indexOf(head) + head.length;
  return rows.map((row) => row.slice(0, end).trim().split(/\s+/).at(-1));
};

test("`cost` has a column for a counter that an algorithm brings, and for the work", () => {
  const { out, status } = dual("cost", example("05"), "--algorithm", "krawiec");
  expect(status).toBe(0);
  const { out: data } = dual("cost", example("05"), "--algorithm", "krawiec", "--json");
  const rows: readonly { counters: Record<"forward" | "reverse", Record<string, number>> }[] = JSON.parse(data);
  for (const [head, counter] of [
    ["visits", "nodesVisited"],
    ["work W", "work"],
  ] as const) {
    const told = rows.map(({ counters }) =>
      String((counters.forward[counter] ?? 0) + (counters.reverse[counter] ?? 0)),
    );
    expect(columnOf(out, head)).toEqual(told);
    expect(new Set(told).size).toBeGreaterThan(1);
  }
  expect(dual("cost", example("05"), "--stage", "tape").out).not.toContain("visits");
});

test("a counter that a stage does not have is left out, in tables and plots", () => {
  const { out } = dual("cost", example("05"), "--algorithm", "all");
  const told = columnOf(out, "term-calls");
  const stages = out
    .split("\n")
    .slice(1)
    .map((row) => row.trim().split(/\s+/)[1]);
  expect([told[stages.indexOf("tape")], told[stages.indexOf("chad")]]).toEqual(["-", "13"]);
  const swept = "-- at: real n\n-- sweep: n = 2, 3, 4\ndef main x = x * x\n";
  const plot = dual("cost", swept, "--algorithm", "chad", "--plot", "--counter", "memory");
  expect(plot.out).toContain("\n  not counted by chad, chad-sparse, chad-local, chad-cells\n");
  expect(dual("cost", swept, "--stage", "chad", "--plot", "--counter", "calls").out).not.toContain("not counted");
});

test("`stages` says what goes beyond the proof of a paper", () => {
  const beyond = "`fold` calls itself: beyond the paper's proof (§10.3)";
  expect(dual("stages", example("13"), "--stage", "deltas").out).toContain(`-- ${beyond}\n`);
  const [printed] = JSON.parse(dual("stages", example("13"), "--stage", "deltas", "--json").out);
  expect(printed.beyond).toBe(beyond);
  expect(dual("stages", example("05"), "--stage", "deltas").out).not.toContain("§10.3");
});

test("`cost --plot` says how a stage grows for which no bound is claimed", () => {
  const squares =
    "-- at: map real (range 0 n)\n-- sweep: n = 2, 3, 4, 6, 8, 12, 16, 24\ndef main xs = case xs of { [] -> 0.0 | h :: t -> h * h + main t }\n";
  const { out, status } = dual("cost", squares, "--algorithm", "lambda", "--plot", "--counter", "real-sums");
  expect(status).toBe(0);
  expect(out).toMatch(/closures .*no bound is claimed: ⊕ walks whole values/);
  expect(out).toMatch(/lazy-zeros .*our bound O\(T \+ I\)/);
});
