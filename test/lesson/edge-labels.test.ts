// The partials of a graph in a lesson: each stands on its edge, on no node, and on no other partial.
import { expect, test } from "vitest";
import { boxOfLabel, drawnEdges, NODE_HEIGHT, overlap } from "../../app/lesson/model/edge-labels.ts";
import type { Glimpse } from "../../engine/lessons/glimpse.ts";
import { EXAMPLES } from "../support/examples.ts";
import { glimpseOf } from "../support/glimpses.ts";

const small = EXAMPLES.flatMap(({ name, text }) => {
  try {
    return [{ name, glimpse: glimpseOf(text) }];
  } catch {
    // a lesson shows up to 60 scalars
    return [];
  }
});

/** Labels that lie on another one, or on a node. */
function faults(glimpse: Glimpse): readonly string[] {
  const labels = drawnEdges(glimpse, false).flatMap(({ label }) => label ?? []);
  const boxes = labels.map((label) => boxOfLabel(label, label.text));
  const nodes = glimpse.nodes.map(({ x, y, width }) => ({
    left: x - width / 2,
    right: x + width / 2,
    top: y - NODE_HEIGHT / 2,
    bottom: y + NODE_HEIGHT / 2,
  }));
  return labels.flatMap(({ text }, at) => [
    ...boxes
      .slice(at + 1)
      .flatMap((other, index) => (overlap(boxes[at]!, other) ? [`${text} on ${labels[at + 1 + index]!.text}`] : [])),
    ...nodes.flatMap((node, number) =>
      overlap(boxes[at]!, node) ? [`${text} on ${glimpse.nodes[number]!.name}`] : [],
    ),
  ]);
}

// where hundreds of edges cross, no place may be left
test.each(small.filter(({ glimpse }) => glimpse.edges.length <= 30))(
  "$name: all partials can be read",
  ({ glimpse }) => {
    expect(drawnEdges(glimpse, false).every(({ label }) => label !== undefined)).toBe(true);
    expect(faults(glimpse)).toEqual([]);
  },
);

test("there are such examples", () => {
  expect(small.filter(({ glimpse }) => glimpse.edges.length <= 30).length).toBeGreaterThan(8);
});

test("what is masked is a ?, on each edge", () => {
  const { glimpse } = small.find(({ name }) => name.startsWith("02"))!;
  const hidden = { ...glimpse, edges: glimpse.edges.map((edge) => ({ ...edge, partial: undefined })) };
  expect(drawnEdges(hidden, true).map(({ label }) => label?.text)).toEqual(["?", "?", "z = ?", "x = ?"]);
  expect(drawnEdges(hidden, false).map(({ label }) => label?.text)).toEqual([undefined, undefined, "z", "x"]);
});
