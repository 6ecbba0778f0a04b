// Folding: calls that become one keep their numbers while they slide together, and stand side by side until their sum is there.

import { describe, expect, test } from "vitest";
import { pictureAt } from "../../app/film/drawn/picture.ts";
import { columnsOf } from "../../app/film/model/columns.ts";
import { apart, branch, inTheWay, sideBySide } from "../../app/film/model/folding.ts";
import { paperOf } from "../../app/film/model/paper.ts";
import { type Point, pointOn, type Way } from "../../app/picture/motion.ts";
import { pathText } from "../../app/picture/path.ts";
import type { Shape } from "../../app/picture/shape.ts";
import { callsAfter } from "../../app/playback/model/calls.ts";
import { type Film, filmOf } from "../../app/playback/model/film.ts";
import { leftIn, shapeIn } from "../../app/playback/model/tree-shape.ts";
import { animated } from "../support/animated.ts";
import { example, TRANSFORMED } from "../support/examples.ts";
import { oneIn } from "../support/runs.ts";

const SIZES = [
  { width: 1920, height: 830, projected: 0 },
  { width: 1440, height: 640, projected: 0 },
  { width: 1440, height: 640, projected: 1 },
  { width: 390, height: 560, projected: 0 },
];

/** The calls of a row with their numbers: `call<column><index>t`. */
function numbersIn(shapes: readonly Shape[], y: number, rowHeight: number): number {
  return shapes.filter(
    (shape) => shape.tag === "text" && /^call.*t$/.test(shape.key) && Math.abs(shape.y - y) < rowHeight / 2,
  ).length;
}

// every fourth example; all in the long tests
describe.each(
  oneIn(
    4,
    TRANSFORMED.map(({ name, text }, turn) => [name, text, turn] as const),
  ),
)("%s", (_, text, turn) => {
  const { explored, animation } = animated(text, ["naive", "staged", "tape"]);
  const film: Film = filmOf(explored, animation);

  // one size for each example, by turns; all in the long tests
  test.each(oneIn(SIZES.length, SIZES, turn >> 2))(
    "no number is lost while calls slide together: $width × $height, projected: $projected",
    (size) => {
      const tree = film.columns.find(({ kind }) => kind === "tree");
      if (tree === undefined || animation.folds.length === 0) return;
      const { order } = columnsOf(film);
      const paper = paperOf(size, film.graph.size, [tree], order);
      // rows of which a window is shown move on
      if (paper.shown < paper.rows) return;
      for (const { number, from, slide } of animation.folds) {
        const at = (t: number): readonly Shape[] => pictureAt(film, paper, t);
        const start = at(from);
        const rows = [
          ...new Set(start.flatMap((shape) => (shape.tag === "text" && shape.key.startsWith("call") ? [shape.y] : []))),
        ];
        for (const y of rows) {
          const before = numbersIn(start, y, paper.rowHeight);
          for (const part of [0.2, 0.5, 0.8, 0.99]) {
            const t = slide.from + (slide.to - slide.from) * part;
            expect(numbersIn(at(t), y, paper.rowHeight), `${number} at ${t}`).toBeGreaterThanOrEqual(before);
          }
        }
      }
    },
  );
});

describe("places while calls are folded", () => {
  test("what is moved apart keeps its order, finds its gaps, and stays in the field", () => {
    const moved = apart([50, 60, 70], [20, 20, 20], 10, [0, 200]);
    expect(moved[1]! - moved[0]!).toBeGreaterThanOrEqual(30);
    expect(moved[2]! - moved[1]!).toBeGreaterThanOrEqual(30);
    expect(apart([5, 8], [20, 20], 10, [0, 200])).toEqual([10, 40]);
    expect(apart([190, 195], [20, 20], 10, [0, 200])).toEqual([160, 190]);
    // where there is no room, nothing moves
    expect(apart([5, 8], [20, 20], 10, [0, 30])).toEqual([5, 8]);
  });

  test("side by side around a middle; over each other where there is no room", () => {
    expect(sideBySide([20, 20], 100, 200)).toEqual([90, 110]);
    expect(sideBySide([20, 20], 100, 200, 10)).toEqual([85, 115]);
    const tight = sideBySide([20, 20, 20], 100, 30);
    expect(tight[0]! - 10).toBeCloseTo(85);
    expect(tight[2]! + 10).toBeCloseTo(115);
  });

  test("a line goes around what is in its way, and straight up where nothing is", () => {
    const [from, to] = [
      { x: 100, y: 300, half: 20 },
      { x: 100, y: 100, half: 20 },
    ];
    const look = { h: 20, rowHeight: 100, size: 12, side: 0, least: 0, most: 400 };
    const between = [{ x: 100, w: 40 }];
    expect(inTheWay(100, between)).toBe(1);
    expect(inTheWay(200, between)).toBe(0);
    const around = branch(from, to, { ...look, blockedAt: (x) => inTheWay(x, between) });
    expect(pointOn(around, 0.5)[0]).toBeLessThan(80);
    expect(pointOn(branch(from, to, { ...look, blockedAt: () => 0 }), 0.5)[0]).toBe(100);
    // on the right, where others are on the left
    const left = [...between, { x: 70, w: 30 }];
    expect(pointOn(branch(from, to, { ...look, blockedAt: (x) => inTheWay(x, left) }), 0.5)[0]).toBeGreaterThan(120);
    // above its caller, where only the column of what is called is taken
    const aside = { ...from, x: 200 };
    const halfway = (others: typeof between): number =>
      pointOn(branch(aside, to, { ...look, blockedAt: (x) => inTheWay(x, others) }), 0.5)[0];
    const lower = (others: typeof between): number =>
      pointOn(branch(aside, to, { ...look, blockedAt: (x) => inTheWay(x, others) }), 0.75)[1];
    // it is nearly there half way; it turns in the last row, and is lower for longer, where something is in the way there
    expect(halfway([])).toBeLessThan(130);
    expect(halfway(between)).toBeGreaterThan(140);
    expect(lower(between)).toBeLessThan(lower([]));
  });
});

/** The edges of a tree in a picture that pass behind calls which they do not lead to. */
function behindCalls(shapes: readonly Shape[]): readonly string[] {
  // the call that is made now tells its number even where that hides an edge
  const pills = shapes.filter(
    ({ tag, key, fill }) => tag === "rect" && /^(?:call|grown)naive/.test(key) && fill !== "bp-soft",
  );
  const isIn = (pill: Shape, [x, y]: Point, margin: number): boolean =>
    pill.tag === "rect" &&
    x > pill.x - margin &&
    x < pill.x + pill.w + margin &&
    y > pill.y - margin &&
    y < pill.y + pill.h + margin;
  return shapes.flatMap((shape) => {
    if (shape.tag !== "path" || !/^branchnaive/.test(shape.key)) return [];
    const numbers = (pathText(shape.path, shape.dy).match(/-?[\d.]+/g) ?? []).map(Number);
    const curve: Way = Array.from({ length: numbers.length / 2 }, (_, at) => [numbers[2 * at]!, numbers[2 * at + 1]!]);
    expect(curve.length % 3).toBe(1);
    const others = pills.filter((pill) => !isIn(pill, curve[0]!, 4) && !isIn(pill, curve.at(-1)!, 4));
    const way = Array.from({ length: 41 }, (_, at) => pointOn(curve, at / 40));
    return others.some((pill) => way.some((point) => isIn(pill, point, -1))) ? [shape.key] : [];
  });
}

/** Examples whose trees are drawn call by call; while calls of these are folded, too, edges stay in sight. */
const SMALL = /^(?:0[124-9]|13|14|16|2[3-6])/;
const CLEAR_IN_FOLDS = /^(?:0[12456]|14|16|23|24)/;

const TREES = TRANSFORMED.filter(({ name }) => SMALL.test(name)).map(({ name, text }) => [name, text] as const);

// every third; all in the long tests
test.each(oneIn(3, TREES))("%s: where playing rests, no edge of the tree passes behind a call", (name, text) => {
  const { explored, animation } = animated(text, ["naive", "staged", "tape"]);
  const film = filmOf(explored, animation);
  const { wanted, order } = columnsOf(film);
  const paper = paperOf(SIZES[1]!, film.graph.size, wanted, order);
  for (const t of [...animation.stops.call, animation.end]) {
    const isFolding = t > animation.reverseEnd && t < animation.end;
    if (!isFolding || CLEAR_IN_FOLDS.test(name)) expect(behindCalls(pictureAt(film, paper, t))).toEqual([]);
  }
});

describe.each(oneIn(2, TRANSFORMED, 1).map(({ name, text }) => [name, text] as const))(
  "calls left in %s",
  (_, text) => {
    const { explored, animation } = animated(text, ["naive"]);
    const film = filmOf(explored, animation);
    const tree = animation.columns.find((column) => column.tag === "tree");

    test("after each fold are as many as the tree has that is drawn call by call; in the end one for each scalar", () => {
      if (tree?.tag !== "tree" || animation.folds.length === 0) return;
      const shape = shapeIn(film, tree);
      for (let folds = 0; folds <= animation.folds.length; folds++) {
        const counted = [...callsAfter(film, tree, folds)];
        if (folds === 0) expect(counted).toEqual([...tree.total]);
        if (folds === animation.folds.length)
          expect(counted).toEqual([...tree.total].map((count) => Math.min(1, count)));
        if (shape === undefined) continue;
        const drawn = Array.from(tree.total, () => 0);
        for (const { number } of leftIn(shape.step(folds))) drawn[number]!++;
        expect(counted).toEqual(drawn);
      }
    });
  },
);

test("each fold of the doubling chain halves what is left above it: 2047 → 1024 → 513 → … → 11", () => {
  const { explored, animation } = animated(example("04"), ["naive"]);
  const film = filmOf(explored, animation);
  const [tree] = animation.columns;
  if (tree?.tag !== "tree") throw new Error("there is no tree");
  const counts = [...animation.folds, undefined].map((_fold, folds) =>
    callsAfter(film, tree, folds).reduce((sum, count) => sum + count, 0),
  );
  expect(counts).toEqual([2047, 1024, 513, 258, 131, 68, 37, 22, 15, 12, 11]);
  // what is counted is what is drawn
  const { wanted, order } = columnsOf(film);
  const paper = paperOf(SIZES[1]!, film.graph.size, wanted, order);
  for (const [folds, { slide }] of animation.folds.entries()) {
    const shapes = pictureAt(film, paper, slide.to);
    const bars = shapes.flatMap(({ key, data }) =>
      key.startsWith("bar") && data?.calls !== undefined ? [Number(data.calls)] : [],
    );
    const pills = shapes.filter(({ tag, key }) => tag === "rect" && /^barnaive\d+$/.test(key)).length;
    expect(bars.reduce((sum, count) => sum + count, 0) + pills).toBe(counts[folds + 1]);
  }
});
