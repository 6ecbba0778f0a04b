// The edges of a film's graph: none lies under a node, and each has its number, in all examples up to thirty scalars.

import { expect, test } from "vitest";
import { graphPlaces } from "../../app/exploration/drawn/places.ts";
import { placesIn } from "../../app/film/drawn/graph/places-in.ts";
import { pictureAt } from "../../app/film/drawn/picture.ts";
import { columnsOf } from "../../app/film/model/columns.ts";
import { paperOf } from "../../app/film/model/paper.ts";
import { pointOn } from "../../app/picture/motion.ts";
import { pathText } from "../../app/picture/path.ts";
import { LETTER } from "../../app/picture/shape.ts";
import { filmOf, GRAPH, NO_MARKS } from "../../app/playback/model/film.ts";
import { userOf } from "../../engine/graphs/run-graph.ts";
import { sidesOf } from "../../engine/graphs/tracks.ts";
import { type Animated, animated } from "../support/animated.ts";
import { example, TRANSFORMED } from "../support/examples.ts";
import { IS_LONG, oneIn } from "../support/runs.ts";

/** A wide window, one beside an open explanation, a tablet, a projector; and a phone, where the graph is alone. */
const SIZES = [
  { width: 1440, height: 680, projected: 0 },
  { width: 1060, height: 680, projected: 0 },
  { width: 1024, height: 540, projected: 0 },
  { width: 1920, height: 830, projected: 1 },
  { width: 390, height: 420, projected: 0 },
];

/** Scalars up to which a graph is shown in full. */
const FULL = 30;

test("lie clear of nodes, and have their numbers", () => {
  let [edges, labelled, seen] = [0, 0, 0];
  for (const [turn, { name, text }] of oneIn(2, TRANSFORMED).entries()) {
    const { explored, animation } = animated(text, ["naive", "staged", "tape"]);
    const { graph } = explored;
    if (graph.size === 0 || graph.size > FULL) continue;
    seen++;
    const film = filmOf(explored, animation);
    const { wanted, order } = columnsOf(film);
    // one size for each example, by turns; all in the long tests
    for (const size of oneIn(SIZES.length, SIZES, turn)) {
      const isAlone = size.width < 480;
      const paper = paperOf(size, graph.size, isAlone ? [{ id: GRAPH, kind: "graph" }] : wanted, order);
      const place = paper.places.find(({ kind }) => kind === "graph");
      if (place === undefined) throw new Error(`${name} has no graph at ${size.width}`);
      const { rowHeight } = paper;
      const { curves, x, width, height, labels } = placesIn(film, paper, place, undefined);
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
  expect(seen).toBeGreaterThan(IS_LONG ? 15 : 7);
  expect(labelled / edges).toBeGreaterThan(0.97);
});

test.each(["02", "05", "16"])(
  "of %s lie clear of the flags of others at the end, whose numbers would seem to be theirs",
  (start) => {
    const { explored, animation } = animated(example(start), ["naive", "staged", "tape"]);
    const { graph } = explored;
    const film = filmOf(explored, animation);
    const { wanted, order } = columnsOf(film);
    let flags = 0;
    for (const size of [{ width: 1280, height: 560, projected: 0 }, SIZES[3]!]) {
      const paper = paperOf(size, graph.size, wanted, order);
      const place = paper.places.find(({ kind }) => kind === "graph")!;
      const { curves } = placesIn(film, paper, place, undefined);
      for (const shape of pictureAt(film, paper, animation.end)) {
        const node = /^cot(\d+)t$/.exec(shape.key)?.[1];
        if (shape.tag !== "text" || node === undefined) continue;
        flags++;
        const letters = shape.parts.reduce((sum, { text }) => sum + text.length, 0);
        const half = (letters * shape.size * LETTER) / 2;
        const [left, right] = [shape.x - half, shape.x + half];
        for (const [edge, curve] of curves.entries()) {
          if ([graph.operands[edge]!, userOf(graph, edge)].includes(Number(node))) continue;
          for (let at = 0; at <= 80; at++) {
            const [px, py] = pointOn(curve, at / 80);
            const isOn = px > left && px < right && Math.abs(py + paper.top - shape.y) < shape.size * 0.5;
            expect(isOn, `edge ${edge} on the flag of ${node} at ${size.width}`).toBe(false);
          }
        }
      }
    }
    expect(flags).toBeGreaterThan(4);
  },
);

test("in low rows each runs on a track of its own, those of one user on both sides, with its number where it leaves the user", () => {
  const LONG = `-- at: (1.5, -0.5, 2.0)
def norm (a, b) = sqrt (a * a + b * b)
def main (x, y, z) =
  let r = norm (x, y) in let s = sin (r * z) in let t = exp (y * s) in
  if x > 0.0 then t * r + z / x else t`;
  for (const text of [example("08"), example("13"), example("26"), LONG]) {
    const { explored, animation } = animated(text, ["naive", "staged", "tape"]);
    const { graph } = explored;
    const film = filmOf(explored, animation);
    const { wanted, order } = columnsOf(film);
    const paper = paperOf({ width: 1440, height: 620, projected: 0 }, graph.size, wanted, order);
    const place = paper.places.find(({ kind }) => kind === "graph")!;
    const { curves, x, width, labels } = placesIn(film, paper, place, undefined);
    const lane = Math.max(...Array.from(x, (one, node) => one - width[node]! / 2));
    const edges = curves.map((curve, edge) => {
      const along = Array.from({ length: 101 }, (_, at) => pointOn(curve, at / 100)[0]);
      const isRight = Math.max(...along) > lane + 1;
      const track = isRight ? Math.max(...along) : Math.min(...along);
      expect(track).toBeGreaterThan(place.x);
      expect(track).toBeLessThan(place.right);
      const [from, to] = [graph.operands[edge]!, userOf(graph, edge)];
      const label = labels[edge]!;
      expect(Math.floor(label[1] / paper.rowHeight), `label of edge ${edge}`).toBe(to);
      return { edge, from, to, track, isRight };
    });
    for (const one of edges)
      for (const other of edges) {
        if (other.edge <= one.edge || other.isRight !== one.isRight) continue;
        expect(other.to, "two edges of one user on one side").not.toBe(one.to);
        const isBeside = Math.max(one.from, other.from) < Math.min(one.to, other.to);
        if (isBeside) expect(Math.abs(one.track - other.track), `${one.edge} and ${other.edge}`).toBeGreaterThan(6);
      }
    expect(new Set(edges.map(({ isRight }) => isRight)).size).toBe(2);
  }
});

test("in low rows change sides so that few cross: eight to one input of a long list and eight to others are apart", () => {
  const { explored } = animated(example("26"), ["naive", "staged", "tape"]);
  const { graph } = explored;
  const edges = Array.from(graph.operands, (from, edge) => ({ from, to: userOf(graph, edge) }));
  const isRight = sidesOf(edges, () => false);
  const spans = edges.map((span, edge) => ({ ...span, right: isRight[edge] }));
  let crossings = 0;
  for (const a of spans)
    for (const b of spans) if (a.right === b.right && a.from < b.from && b.from < a.to && a.to < b.to) crossings++;
  // as it would be by first and second operands
  const byOperand = spans.map((one, edge) => ({ ...one, right: (edge - graph.starts[one.to]!) % 2 === 1 }));
  let before = 0;
  for (const a of byOperand)
    for (const b of byOperand) if (a.right === b.right && a.from < b.from && b.from < a.to && a.to < b.to) before++;
  expect(before).toBeGreaterThan(50);
  expect(crossings).toBeLessThan(20);
});

test.each(["05", "13", "20", "26"])(
  "have their graph among the columns of a projector, and two others: %s",
  (start) => {
    const { explored, animation } = animated(example(start), ["naive", "staged", "tape"]);
    const { wanted, order } = columnsOf(filmOf(explored, animation));
    for (const [width, projected] of [
      [1440, 0.75],
      [1920, 1],
    ] as const) {
      const { places } = paperOf({ width, height: width * 0.43, projected }, explored.graph.size, wanted, order);
      expect(places.map(({ kind }) => kind)).toContain("graph");
      expect(places.length).toBeGreaterThanOrEqual(3);
    }
  },
);

test("stay where they are when a number of the input changes", () => {
  const text = example("05");
  const changed = text.replace("2.0)", "2.25)");
  expect(changed).not.toBe(text);
  const [before, after] = [text, changed].map((one) => animated(one, ["naive", "staged", "tape"])) as [
    Animated,
    Animated,
  ];
  const { wanted, order } = columnsOf(filmOf(before.explored, before.animation));
  for (const size of SIZES.slice(0, 4)) {
    const paper = paperOf(size, before.explored.graph.size, wanted, order);
    const place = paper.places.find(({ kind }) => kind === "graph")!;
    const field = { x: place.x, w: place.w, rowHeight: paper.rowHeight, size: paper.size };
    const was = graphPlaces(before.explored.graph, field);
    const now = graphPlaces(after.explored.graph, field, before.explored.graph);
    const sides = ({ x }: typeof was): readonly number[] => Array.from(x, (one) => Math.sign(Math.round(one - x[0]!)));
    expect(sides(now), String(size.width)).toEqual(sides(was));
  }
});

test("of a long run are drawn whole where they are wanted; a map beside them has all, and tells where the window is", () => {
  const { explored, animation } = animated(example("10"), ["naive", "staged", "tape"]);
  const film = filmOf(explored, animation);
  const { graph } = film;
  const { wanted, order } = columnsOf(film);
  expect(graph.size).toBeGreaterThan(FULL);
  for (const size of SIZES.slice(0, 4)) {
    const paper = paperOf(size, graph.size, wanted, order);
    const place = paper.places.find(({ kind }) => kind === "graph")!;
    const { x, width } = placesIn(film, paper, place, undefined);
    const starts: number[] = [];
    for (let part = 0; part <= 20; part++) {
      const shapes = pictureAt(film, paper, (animation.end * part) / 20);
      const windowAt = shapes.find(({ key }) => key === "overview");
      if (windowAt?.tag !== "rect") throw new Error("there is no map");
      // nothing of the graph lies under the map
      for (const [node, middle] of x.entries())
        expect(middle - width[node]! / 2).toBeGreaterThan(windowAt.x + windowAt.w);
      starts.push((windowAt.data as { readonly overview: number }).overview);
      expect(windowAt.y).toBeGreaterThanOrEqual(paper.top - 1);
      expect(windowAt.y + windowAt.h).toBeLessThanOrEqual(paper.top + paper.shown * paper.rowHeight + 1);
      const whole = shapes.filter(
        (shape) =>
          shape.tag === "path" &&
          /^edge\d/.test(shape.key) &&
          shape.drawn === undefined &&
          /C/.test(pathText(shape.path)),
      );
      // far fewer than there are
      expect(whole.length).toBeLessThan(graph.operands.length / 2);
    }
    expect(new Set(starts).size).toBeGreaterThan(3);
    // the edges of the scalar that is chosen are whole, with their numbers
    const lit = userOf(graph, graph.operands.length - 3);
    const t = animation.scalars[lit]!.to + 50;
    const marked = pictureAt(film, paper, t, { ...NO_MARKS, lit });
    const own = [...graph.operands.keys()].filter((edge) => userOf(graph, edge) === lit);
    for (const edge of own) {
      const path = marked.find(({ key }) => key === `edge${edge}`);
      expect(path?.tag === "path" && pathText(path.path)).toMatch(/C/);
    }
  }
});

const STEPS =
  "-- at: (4, 0.5, 1.25)\ndef step (n : Int, a, b) = if n == 0 then a * b else step (n - 1, a + b, a * b)\ndef main (n : Int, a, b) = step (n, a, b) + a";

test("stand beside one column where many pass from row to row, whatever the numbers are, and are spread elsewhere", () => {
  const field = { x: 0, w: 320, rowHeight: 48, size: 14 };
  const layout = (text: string) => graphPlaces(animated(text, ["staged"]).explored.graph, field);
  expect(layout(STEPS).isColumn).toBe(true);
  expect(layout(STEPS.replace("0.5, 1.25", "123.456, -0.0625")).isColumn).toBe(true);
  for (const name of ["05", "07", "14", "20", "24"]) expect(layout(example(name)).isColumn).toBe(false);
});
