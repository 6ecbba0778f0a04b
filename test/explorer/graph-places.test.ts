// The data flow of the debugger: no edge lies under a node, and of a large run the part in view is laid out as the whole one would be.
import { expect, test } from "vitest";
import { partOf, type RowPlaces, rowPlaces } from "../../app/explorer/graph-places.ts";
import { pointOn } from "../../app/picture/motion.ts";
import { type RunGraph, userOf } from "../../engine/graphs/run-graph.ts";
import { animated } from "../support/animated.ts";
import { EXAMPLES } from "../support/examples.ts";
import { oneIn } from "../support/runs.ts";

const ROW = 46;
const field = (w: number) => ({ x: 60, w, rowHeight: ROW, size: 14 });

/** The nodes that lie on an edge, but for its ends. */
function covering(graph: RunGraph, places: RowPlaces, edge: number): readonly number[] {
  const found = places.edge(edge);
  if (found === undefined) throw new Error(`edge ${edge} is not laid out`);
  const [from, to] = [graph.operands[edge]!, userOf(graph, edge)];
  const points = Array.from({ length: 81 }, (_, at) => pointOn(found.way, at / 80));
  const nodes: number[] = [];
  for (let node = from + 1; node < to; node++) {
    const { x, width } = places.node(node)!;
    const isOn = points.some(
      ([px, py]) => Math.abs(px - x) < width / 2 && Math.abs(py - (node + 0.5) * ROW) < places.height / 2,
    );
    if (isOn) nodes.push(node);
  }
  return nodes;
}

test("no node lies on an edge, in all examples", () => {
  let seen = 0;
  for (const { name, text } of oneIn(3, EXAMPLES)) {
    const { graph } = animated(text, ["staged"]).explored;
    if (graph.size > 96) continue;
    for (const w of [230, 350]) {
      const places = rowPlaces(graph, 0, field(w));
      for (const edge of graph.operands.keys()) {
        expect(covering(graph, places, edge), `${name}, edge ${edge}, ${w} wide`).toEqual([]);
        seen++;
      }
    }
  }
  expect(seen).toBeGreaterThan(500);
});

const CHAIN =
  "-- at: 0.5\ndef step (n : Int, x, y) = if n == 0 then x * y else step (n - 1, x * y, x + 0.5)\ndef main x = step (250, x, x)";

test("of a large run a part is laid out, which has the rows in view", () => {
  const { graph } = animated(CHAIN, ["staged"]).explored;
  expect(graph.size).toBeGreaterThan(700);
  for (const from of [0, 1, 31, 32, 400, graph.size - 20]) {
    const first = partOf(graph, from);
    const places = rowPlaces(graph, first, field(300));
    expect(first).toBeLessThanOrEqual(from);
    // sixty rows from there are laid out, and what goes on from them to the rows before
    for (let node = from; node < Math.min(graph.size, from + 60); node++) {
      expect(places.node(node)).toBeDefined();
      for (let edge = graph.starts[node]!; edge < graph.starts[node + 1]!; edge++) {
        const found = places.edge(edge);
        if (graph.operands[edge]! < first) expect(found).toBeUndefined();
        else {
          // from its operand down to its user
          const ends = [found!.way[0]![1], found!.way.at(-1)![1]].map((y) => Math.floor(y / ROW));
          expect(ends).toEqual([graph.operands[edge], node]);
          expect(covering(graph, places, edge)).toEqual([]);
        }
      }
    }
    expect(places.node(first - 1)).toBeUndefined();
  }
});
