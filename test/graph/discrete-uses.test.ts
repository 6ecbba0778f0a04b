// Uses that give no Real in the graph: a node of their own, a dashed edge, and words that say so.
import { expect, test } from "vitest";
import { headOf } from "../../app/drawing/model/drawing.ts";
import { graphShapes } from "../../app/drawing/model/shapes.ts";
import { drawingOf, nodeWords } from "../../app/graph/model/graph-drawing.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { Exploration } from "../../engine/explore/exploration.ts";
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
    wrong: [],
  } as const;
  const { edges } = drawingOf(explored, picture, look);
  const dashed = edges.filter(({ marks }) => marks.includes("discrete"));
  expect(dashed.map(({ from, to }) => [from, to])).toEqual(uses.map(({ from, id }) => [String(from), id]));
  const floor = uses[1]!;
  expect(nodeWords(explored, floor)).toBe(
    "floor of x: gives no Real, so no derivative passes; the value can depend on it",
  );
  // beside the graph the input itself has the reasons, and a result that all lead to has none
  const input = picture.nodes.find(({ tag, from }) => tag === "scalar" && from === 0)!;
  const said = nodeWords(explored, input);
  expect(said).toMatch(/floor \(.*line 2.*\) turns x into the Int 2: no derivative passes there/);
  expect(said).toMatch(/makes a choice by x/);
  expect(said).not.toMatch(/not reached/);

  // on the way back its edge has no head, in a file and on the canvas
  const before = drawingOf(explored, picture, look);
  const back = { ...before, isReversed: true };
  const heads = (drawing: typeof before) => drawing.edges.map((edge) => headOf(edge, drawing.isReversed));
  expect(new Set(heads(before))).toEqual(new Set(["use"]));
  expect(heads(back)).toEqual(back.edges.map(({ marks }) => (marks.includes("discrete") ? "none" : "operand")));
  const drawnHeads = (drawing: typeof before) => {
    const shapes = graphShapes(drawing);
    const lines = shapes.filter(({ data }) => data?.edge !== undefined);
    return lines.map(({ key, dash, data }) => {
      expect(dash === undefined).toBe(!drawing.edges.find(({ id }) => id === data!.edge)!.marks.includes("discrete"));
      return shapes.some((shape) => shape.key === `${key} head`);
    });
  };
  expect(drawnHeads(before).every((has) => has)).toBe(true);
  expect(drawnHeads(back)).toEqual(heads(back).map((end) => end !== "none"));
});
