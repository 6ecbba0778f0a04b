// Drawings as shapes: small ones whole, large ones in part, and numbers on their way.
import { expect, test } from "vitest";
import type { Drawing } from "../../app/drawing/model/drawing.ts";
import { waysIn } from "../../app/drawing/model/edges.ts";
import { edgeLook, nodeLook } from "../../app/drawing/model/looks.ts";
import { frameOf, graphShapes, sheetShapes } from "../../app/drawing/model/shapes.ts";
import { travellerShapes, underwayAt } from "../../app/drawing/model/travellers.ts";

/** A chain of nodes from left to right. */
function chain(count: number): Drawing {
  const nodes = Array.from({ length: count }, (_, at) => ({
    id: String(at),
    kind: "operation" as const,
    x: at * 150,
    y: 0,
    width: 80,
    height: 38,
    title: "+",
    detail: "1",
    flag: "2",
    marks: [],
  }));
  const edges = nodes
    .slice(1)
    .map(({ id }, at) => ({ id: `e${at}`, from: String(at), to: id, label: "1", bends: [], marks: [] }));
  return { nodes, edges, isReversed: true };
}

const ZOOMS = [1, 0.5, 0.1] as const;
const count = (drawing: Drawing, zoom: number, wide: number): number => {
  const seen = { x1: 0, y1: -300, x2: wide / zoom, y2: 300 };
  return graphShapes(drawing, waysIn(drawing), { seen, zoom }).length;
};

test("a small drawing is drawn whole, however it is seen", () => {
  const drawing = chain(20);
  const whole = graphShapes(drawing).length;
  for (const zoom of ZOOMS) expect(count(drawing, zoom, 100)).toBe(whole);
});

test("of a large one the part in sight is drawn, without letters where they could not be read, and from afar a few shapes are all of it", () => {
  const drawing = chain(4000);
  const [near, middle, far] = ZOOMS.map((zoom) => count(drawing, zoom, 1200));
  expect(near).toBeLessThan(120);
  expect(near).toBeGreaterThan(30);
  expect(middle).toBeLessThan(200);
  expect(far).toBe(2);
  const seen = { x1: 0, y1: -300, x2: 4000 * 150, y2: 300 };
  const specks = graphShapes(drawing, waysIn(drawing), { seen, zoom: 0.02 });
  const nodes = specks.find(({ layer }) => layer === "token");
  expect(nodes?.tag === "path" && nodes.path.filter(([letter]) => letter === "M").length).toBe(4000);
});

test("the head of an edge is at its operand on the way back, and at its user before", () => {
  const drawing = chain(2);
  const tip = (one: Drawing): unknown => {
    const head = graphShapes(one).find(({ key }) => key === "e0 head");
    return head?.tag === "path" && head.path[0];
  };
  expect(tip(drawing)).toEqual(["M", 40, 0]);
  expect(tip({ ...drawing, isReversed: false })).toEqual(["M", 110, 0]);
});

test("the sheet of a file begins at (0, 0), and all shapes are on it", () => {
  const drawing = chain(5);
  const { width, height } = frameOf(drawing);
  for (const shape of sheetShapes(drawing)) {
    if (shape.tag !== "rect") continue;
    expect(shape.x).toBeGreaterThan(0);
    expect(shape.x + shape.w).toBeLessThan(width);
    expect(shape.y).toBeGreaterThan(0);
    expect(shape.y + shape.h).toBeLessThan(height);
  }
});

test("numbers that come to one node stop beside each other, clear of it", () => {
  const drawing = chain(2);
  const ways = new Map(waysIn(drawing).map((one) => [one.edge.id, one]));
  const arrived = [1, 2].map(() => ({ edge: "e0", isBack: true, label: "2", at: 1 }));
  const boxes = travellerShapes(arrived, ways, 1).flatMap((shape) => (shape.tag === "rect" ? [shape] : []));
  const [first, second] = boxes as [(typeof boxes)[number], (typeof boxes)[number]];
  expect(first.x).toBeGreaterThan(40);
  expect(second.x).toBeGreaterThanOrEqual(first.x + first.w);
  // seen from afar they are as large as can be read
  const [far] = travellerShapes(arrived.slice(1), ways, 0.5).flatMap((shape) => (shape.tag === "text" ? [shape] : []));
  expect(far!.size * 0.5).toBeGreaterThanOrEqual(13);
  expect(underwayAt([{ edge: "e0", isBack: true, label: "2" }], 0.9)[0]!.at).toBe(1);
  expect(underwayAt([{ edge: "e0", isBack: true, label: "2" }], 1)).toEqual([]);
});

test("of several marks the later one of the table wins", () => {
  const node = chain(1).nodes[0]!;
  expect(nodeLook({ ...node, marks: ["lit", "coming"] })).toMatchObject({
    stroke: "lit-line",
    fill: "lit",
    dash: "4 4",
  });
  expect(nodeLook({ ...node, marks: ["odd"] }).ink).toBe("err");
  expect(edgeLook(["live", "odd"])).toMatchObject({ stroke: "cot", width: 3 });
});
