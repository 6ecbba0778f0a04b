// The graph of the debugger: at each step as far as the run has come, and the same graph that the view Graph has.
import { expect, test } from "vitest";
import { rowsDrawing } from "../../app/explorer/graph-drawing.ts";
import { rowPlaces } from "../../app/explorer/graph-places.ts";
import { recorded } from "../support/animated.ts";
import { example } from "../support/examples.ts";

const ROW = 46;

function at(text: string, stage: string, step: (steps: number) => number) {
  const { explored, exploration, infos } = recorded(text, [stage]);
  const { graph } = explored;
  const places = rowPlaces(graph, 0, { x: 60, w: 340, rowHeight: ROW, size: 14 });
  const ask = { stages: [stage], leader: stage, rows: [0, graph.size], also: [] } as const;
  const frame = exploration.frames({ ...ask, cursors: { [stage]: step(infos[0]!.steps) } }).frames[stage]!;
  const rows = { places, from: 0, to: graph.size, row: ROW, width: 420, labels: "numbers" } as const;
  return { ...rowsDrawing(explored, frame, rows), graph, frame };
}

test("before the run nothing is made, and after it every cotangent is in its flag and every edge is done", () => {
  const start = at(example("05"), "staged", () => 0).drawing;
  const operations = start.nodes.filter(({ kind }) => kind === "operation");
  expect(operations.every(({ marks, detail }) => marks.includes("coming") && detail === "")).toBe(true);
  expect(start.nodes.every(({ flag }) => flag === undefined)).toBe(true);
  expect(start.edges.every(({ marks }) => marks.includes("waiting"))).toBe(true);
  const { drawing: end, graph } = at(example("05"), "staged", (steps) => steps);
  expect(end.isReversed).toBe(true);
  expect(end.nodes.filter((_, number) => graph.reached[number] === 1).map(({ flag }) => flag)).toEqual(
    [...graph.cotangents].filter((_, number) => graph.reached[number] === 1).map(String),
  );
  expect(end.edges.every(({ marks }) => marks.includes("done"))).toBe(true);
});

test("the edges of a call are live, with what they contribute, and labels stay in the column", () => {
  const { drawing, ways, frame, graph } = at(example("05"), "staged", (steps) => Math.floor(steps * 0.75));
  expect(frame.calling).toBeDefined();
  const live = drawing.edges.filter(({ marks }) => marks.includes("live"));
  expect(live.length).toBe(graph.starts[frame.calling! + 1]! - graph.starts[frame.calling!]!);
  for (const { to, label } of live) {
    expect(to).toBe(String(frame.calling));
    expect(label).toMatch(/^[+-]/);
  }
  for (const way of ways) {
    const [x] = way.labelAt();
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(420);
  }
});
