// The view of a graph: what is seen after each move of it.
import { describe, expect, test } from "vitest";
import type { Drawing, DrawnNode } from "../../app/drawing/model/drawing.ts";
import { boundsOf } from "../../app/drawing/model/shapes.ts";
import * as views from "../../app/drawing/model/view.ts";

const SIZE = { width: 800, height: 600 };
const node = (id: number, x: number, y: number): DrawnNode => ({
  id: String(id),
  kind: "operation",
  x,
  y,
  width: 60,
  height: 38,
  title: "",
  detail: "",
  flag: undefined,
  marks: [],
});
const drawing = (nodes: readonly DrawnNode[], isDownward = false): Drawing => ({
  nodes,
  edges: [],
  isReversed: false,
  isDownward,
});
const chain = (count: number, step: number) =>
  drawing(Array.from({ length: count }, (_, at) => node(at, at * step, 0)));
const holds = (outer: ReturnType<typeof boundsOf>, inner: ReturnType<typeof boundsOf>): boolean =>
  outer.x1 <= inner.x1 && outer.y1 <= inner.y1 && outer.x2 >= inner.x2 && outer.y2 >= inner.y2;

test("all of a drawing is in view, in the middle, and a small one is not blown up without limit", () => {
  for (const count of [1, 5, 30]) {
    const bounds = boundsOf(chain(count, 100));
    const view = views.whole(bounds, SIZE);
    const seen = views.seenIn(view, SIZE);
    expect(holds(seen, bounds)).toBe(true);
    expect(seen.x1 + seen.x2).toBeCloseTo(bounds.x1 + bounds.x2, 6);
    expect(view.zoom).toBeLessThanOrEqual(views.VIEW.largest);
  }
});

test("the first look at a drawing whose whole would be specks begins at its inputs, at a size that can be read", () => {
  const long = chain(200, 100);
  const bounds = boundsOf(long);
  const { zoom, ...rest } = views.firstLook(long, bounds, SIZE);
  expect(zoom).toBe(views.VIEW.inParts);
  expect(views.seenIn({ zoom, ...rest }, SIZE).x1).toBeLessThan(bounds.x1);
  // from the top down, what cannot be read whole begins at its first node; what is wanted whole is shown whole
  const down = drawing(
    Array.from({ length: 30 }, (_, at) => node(at, 0, at * 60)),
    true,
  );
  const seen = views.seenIn(views.firstLook(down, boundsOf(down), SIZE), SIZE);
  expect(seen.y1).toBeLessThan(-19);
  expect(seen.y2).toBeLessThan(1740);
  const whole = { ...down, isWhole: true };
  expect(holds(views.seenIn(views.firstLook(whole, boundsOf(whole), SIZE), SIZE), boundsOf(whole))).toBe(true);
});

test("zooming leaves the place under the pointer where it is, within limits", () => {
  const view = { zoom: 1, x: 40, y: -20 };
  const at = { x: 300, y: 200 };
  const place = (one: views.View) => [(at.x - one.x) / one.zoom, (at.y - one.y) / one.zoom];
  for (const factor of [0.5, 1.3, 1000, 1e-6]) {
    const next = views.zoomed(view, factor, at);
    expect(next.zoom).toBeGreaterThanOrEqual(views.VIEW.least);
    expect(next.zoom).toBeLessThanOrEqual(views.VIEW.most);
    expect(place(next)[0]).toBeCloseTo(place(view)[0]!, 6);
    expect(place(next)[1]).toBeCloseTo(place(view)[1]!, 6);
  }
});

describe("parts", () => {
  const box = (x: number, y: number, w: number, h: number) => ({ x1: x, y1: y, x2: x + w, y2: y + h });

  test("that are opened stand where the fold stood, all of them where they have room", () => {
    const parts = [box(1000, 0, 60, 38), box(1200, 50, 60, 38)];
    const view = views.anchored({ zoom: 1, x: 0, y: 0 }, parts, { x: 400, y: 300 }, SIZE);
    const seen = views.seenIn(view, SIZE);
    expect(parts.every((part) => holds(seen, part))).toBe(true);
    expect(1130 * view.zoom + view.x).toBeCloseTo(400, 6);
    // near a border they move inwards
    const inwards = views.anchored({ zoom: 1, x: 0, y: 0 }, parts, { x: 790, y: 5 }, SIZE);
    expect(parts.every((part) => holds(views.seenIn(inwards, SIZE), part))).toBe(true);
    // those that cannot be read together: the first
    const far = [box(0, 0, 60, 38), box(9000, 0, 60, 38)];
    const first = views.anchored({ zoom: 1, x: 0, y: 0 }, far, { x: 400, y: 300 }, SIZE);
    expect(first.zoom).toBe(views.VIEW.smallest);
    expect(holds(views.seenIn(first, SIZE), far[0]!)).toBe(true);
  });

  test("that are revealed are as large as they fit, and can be read", () => {
    expect(views.revealed(box(0, 0, 60, 38), SIZE).zoom).toBe(views.VIEW.largest);
    expect(views.revealed(box(0, 0, 90_000, 38), SIZE).zoom).toBe(views.VIEW.smallest);
  });

  test("where something happens are followed: the first, and others that have room beside it", () => {
    const view = { zoom: 0.4, x: 0, y: 0 };
    const [first, near, far] = [box(3000, 0, 60, 38), box(3200, 0, 60, 38), box(9000, 0, 60, 38)];
    const next = views.followed(view, [first, near, far], SIZE, 1)!;
    const seen = views.seenIn(next, SIZE);
    expect([first, near, far].map((part) => holds(seen, part))).toEqual([true, true, false]);
    // once in sight, the view stays
    expect(views.followed(next, [near], SIZE, 1)).toBeUndefined();
    expect(views.followed(next, [], SIZE, 1)).toBeUndefined();
  });

  test("a node in view stays where it is, another one comes into the middle", () => {
    const view = { zoom: 1, x: 0, y: 0 };
    expect(views.centred(view, { x: 300, y: 300 }, SIZE)).toBe(view);
    const next = views.centred(view, { x: 2000, y: 300 }, SIZE);
    expect(2000 * next.zoom + next.x).toBeCloseTo(400, 6);
  });
});
