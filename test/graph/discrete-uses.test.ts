// Uses that give no Real in the graph: a node of their own, a dashed edge, and words that say so.
import { expect, test } from "vitest";
import { drawingOf, nodeWords } from "../../app/graph/model/graph-drawing.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { Exploration } from "../../engine/session/exploration/exploration.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";

test("an input behind `floor` leads by a dashed edge to what takes it, which is no scalar", () => {
  const text =
    "-- at: (2.7, 3.0)\ndef main (x, y) = if x < 0.5 then x else if y < 0.5 then y else real (floor x) * y\n";
  const exploration = new Exploration(checkSource(text), {}, DEFAULT_BUDGET);
  const explored = finish(exploration.open());
  const ask = { open: [], hideConstants: true, around: undefined, all: true };
  const asking = exploration.picture(ask);
  let next = asking.next();
  while (!next.done) next = asking.next();
  const picture = next.value;
  const uses = picture.nodes.filter(({ tag }) => tag === "discrete");
  expect(uses.map(({ title, detail, from, to }) => [title, detail, from, to])).toEqual([
    ["<", "", 0, 0],
    ["floor", "2", 0, 0],
  ]);
  const look = {
    now: undefined,
    labels: "numbers",
    lit: undefined,
    differing: undefined,
    parting: undefined,
    wrong: [],
  } as const;
  const { edges } = drawingOf(explored, picture, look);
  const dashed = edges.filter(({ marks }) => marks.includes("discrete"));
  expect(dashed.map(({ from, to }) => [from, to])).toEqual(uses.map(({ from, id }) => [String(from), id]));
  const floor = uses[1]!;
  const named = { graph: explored.graph, outputNames: explored.outputNames };
  expect(nodeWords(named as Parameters<typeof nodeWords>[0], floor)).toBe(
    "floor of x: gives no Real, so no derivative passes; the value can depend on it",
  );
});
