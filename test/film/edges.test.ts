// The edges of a film's graph: none lies under a node, and each has its number, in all examples up to thirty scalars.
import { expect, test } from "vitest";
import { graphPlaces } from "../../app/film/drawn/graph-places.ts";
import { columnsOf, filmOf } from "../../app/film/model/film.ts";
import { pointOn } from "../../app/film/model/motion.ts";
import { GRAPH, paperOf } from "../../app/film/model/paper.ts";
import { userOf } from "../../engine/graphs/run-graph.ts";
import { EXAMPLES, example } from "../support/examples.ts";
import { type Scored, scored } from "../support/scored.ts";

/** A wide window, one beside an open explanation, a tablet, a projector; and a phone, where the graph is alone. */
const SIZES = [
  { width: 1440, height: 680, isProjected: false },
  { width: 1060, height: 680, isProjected: false },
  { width: 1024, height: 540, isProjected: false },
  { width: 1920, height: 830, isProjected: true },
  { width: 390, height: 420, isProjected: false },
];

/** Scalars up to which a graph is shown in full. */
const FULL = 30;

test("lie clear of nodes, and have their numbers", () => {
  let [edges, labelled, seen] = [0, 0, 0];
  for (const { name, text } of EXAMPLES) {
    const { explored, score } = scored(text, ["naive", "staged", "tape"]);
    const { graph } = explored;
    if (graph.size === 0 || graph.size > FULL) continue;
    seen++;
    const { wanted, order } = columnsOf(filmOf(explored, score));
    for (const size of SIZES) {
      const isAlone = size.width < 480;
      const paper = paperOf(size, graph.size, isAlone ? [{ id: GRAPH, kind: "graph" }] : wanted, order);
      const place = paper.places.find(({ kind }) => kind === "graph");
      if (place === undefined) throw new Error(`${name} has no graph at ${size.width}`);
      const { rowHeight } = paper;
      const field = { x: place.x, w: place.w, rowHeight, size: paper.size };
      const { curves, x, width, height, labels } = graphPlaces(graph, explored.lanes, field);
      for (const [edge, curve] of curves.entries()) {
        const ends = [graph.operands[edge]!, userOf(graph, edge)];
        const covering = new Set<number>();
        for (let at = 0; at <= 80; at++) {
          const [px, py] = pointOn(curve, at / 80);
          for (let node = 0; node < graph.size; node++)
            if (
              !ends.includes(node) &&
              Math.abs(px - x[node]!) < width[node]! / 2 &&
              Math.abs(py - (node + 0.5) * rowHeight) < height / 2
            )
              covering.add(node);
        }
        expect([...covering], `${name} at ${size.width}, edge ${edge}`).toEqual([]);
        edges++;
        if (labels[edge] !== undefined) labelled++;
      }
    }
  }
  expect(seen).toBeGreaterThan(15);
  expect(labelled / edges).toBeGreaterThan(0.97);
});

test("stay where they are when a number of the input changes", () => {
  const text = example("05");
  const changed = text.replace("2.0)", "2.25)");
  expect(changed).not.toBe(text);
  const [before, after] = [text, changed].map((one) => scored(one, ["naive", "staged", "tape"])) as [Scored, Scored];
  const { wanted, order } = columnsOf(filmOf(before.explored, before.score));
  for (const size of SIZES.slice(0, 4)) {
    const paper = paperOf(size, before.explored.graph.size, wanted, order);
    const place = paper.places.find(({ kind }) => kind === "graph")!;
    const field = { x: place.x, w: place.w, rowHeight: paper.rowHeight, size: paper.size };
    const was = graphPlaces(before.explored.graph, before.explored.lanes, field);
    const now = graphPlaces(after.explored.graph, after.explored.lanes, field, before.explored.graph);
    const sides = ({ x }: typeof was): readonly number[] => Array.from(x, (one) => Math.sign(Math.round(one - x[0]!)));
    expect(sides(now), String(size.width)).toEqual(sides(was));
  }
});
