// The graph of a run in a lesson: each partial stands on its edge, on no node, and on no other partial; what is not there is a ?.
import { expect, test } from "vitest";
import { frameOf, sheetShapes } from "../../app/drawing/model/shapes.ts";
import { hasGapsIn } from "../../app/lesson/model/gaps.ts";
import { glimpseDrawing } from "../../app/lesson/model/glimpse-drawing.ts";
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

const LOOK = { isMasked: false, chosen: "", isLit: () => false, along: undefined };

/** Labels that lie on another one, on a node, or out of the picture. */
function faults(glimpse: Glimpse): readonly string[] {
  const drawing = glimpseDrawing(glimpse, LOOK);
  const rects = sheetShapes(drawing).flatMap((shape) => (shape.tag === "rect" ? [shape] : []));
  const labels = rects.filter(({ key }) => / ground$/.test(key));
  const nodes = rects.filter(({ data }) => data?.node !== undefined);
  const { width, height } = frameOf(drawing);
  type Rect = (typeof rects)[number];
  const isOver = (a: Rect, b: Rect): boolean =>
    a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
  return labels.flatMap((label, at) => [
    ...[...labels.slice(at + 1), ...nodes].flatMap((other) =>
      isOver(label, other) ? [`${label.key} on ${other.key}`] : [],
    ),
    ...(label.x < 0 || label.y < 0 || label.x + label.w > width || label.y + label.h > height
      ? [`${label.key} is out`]
      : []),
  ]);
}

// where hundreds of edges cross, no place may be left
const READ = small.filter(({ glimpse }) => glimpse.edges.length <= 30);

test.each(READ)("$name: all partials can be read", ({ glimpse }) => {
  expect(faults(glimpse)).toEqual([]);
});

test("there are such examples, and short formulas stand beside their numbers", () => {
  expect(READ.length).toBeGreaterThan(8);
  const edges = READ.flatMap(({ glimpse }) => glimpse.edges).filter(({ formula = "long" }) => formula.length < 4);
  expect(edges.length).toBeGreaterThan(8);
  expect(edges.filter(({ isShort }) => isShort).length).toBeLessThan(edges.length * 0.15);
});

test("what is masked is a ?, on each edge", () => {
  const { glimpse } = small.find(({ name }) => name.startsWith("02"))!;
  const hidden = { ...glimpse, edges: glimpse.edges.map((edge) => ({ ...edge, partial: undefined })) };
  const labels = (isMasked: boolean) => glimpseDrawing(hidden, { ...LOOK, isMasked }).edges.map(({ label }) => label);
  expect(labels(true)).toEqual(["?", "?", "z = ?", "x = ?"]);
  expect(labels(false)).toEqual(["", "", "z", "x"]);
  const unreached = { ...glimpse, nodes: glimpse.nodes.map((node) => ({ ...node, value: undefined })) };
  const masked = glimpseDrawing(unreached, { ...LOOK, isMasked: true });
  expect(masked.nodes.map(({ detail }) => detail)).toEqual(["?", "?", "?", "?"]);
  // what only comes later is no question
  expect(glimpseDrawing(unreached, LOOK).nodes.map(({ detail }) => detail)).toEqual(["", "", "", ""]);
});

test("a cotangent that is not there yet is a ? while it is asked for, and has no flag afterwards", () => {
  const { glimpse } = small.find(({ name }) => name.startsWith("02"))!;
  const columns = glimpse.columns.map((column) => ({ ...column, phase: "reverse" as const, rows: [] }));
  const flags = (isMasked: boolean) =>
    glimpseDrawing({ ...glimpse, columns }, { ...LOOK, isMasked }).nodes.map(({ flag }) => flag);
  expect(new Set(flags(true))).toEqual(new Set(["?"]));
  expect(new Set(flags(false))).toEqual(new Set([undefined]));
});

test("a picture has gaps where it has places for numbers that are not reached: a column of a stage has none for cotangents", () => {
  const { glimpse } = small.find(({ name }) => name.startsWith("02"))!;
  const [column] = glimpse.columns;
  const rows = column!.rows.map((row) => ({ ...row, cotangent: undefined }));
  const inReverse: Glimpse = { ...glimpse, columns: [{ ...column!, phase: "reverse", rows }] };
  const gaps = (one: Glimpse) => ["graph", "stages", "tree"].filter((picture) => hasGapsIn(one, picture));
  expect(rows.length).toBeGreaterThan(0);
  expect(gaps(inReverse)).toEqual(["graph"]);
  expect(gaps({ ...glimpse, columns: [{ ...column!, phase: "forward", rows }] })).toEqual([]);
  const unreached = { ...glimpse, nodes: glimpse.nodes.map((node) => ({ ...node, value: undefined })) };
  expect(gaps(unreached)).toEqual(["graph", "stages"]);
});

test("a place in the picture tells no number: it is the same whatever the input", () => {
  const at = (input: string) => glimpseOf(`-- at: ${input}\ndef main (x, y) = let a = x * y in sin (a * x) + y\n`);
  const placed = ({ nodes, edges }: Glimpse) => [
    nodes.map(({ x, y, width }) => [x, y, width]),
    edges.map(({ bends, labelAt, isShort }) => [bends, labelAt, isShort]),
  ];
  expect(placed(at("(1.0, 2.0)"))).toEqual(placed(at("(0.123456789, -98765.4321)")));
});
