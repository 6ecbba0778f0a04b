// The column of calls that are made at once: a tree whose edges can be followed, with a map of it where rows are out of sight.

import { describe, expect, test } from "vitest";
import { pictureAt } from "../../app/film/drawn/picture.ts";
import { columnsOf } from "../../app/film/model/columns.ts";
import { type Paper, paperOf } from "../../app/film/model/paper.ts";
import { type Curve, type Point, pointOn } from "../../app/picture/motion.ts";
import { pathText } from "../../app/picture/path.ts";
import type { PathShape, RectShape, Shape } from "../../app/picture/shape.ts";
import { type Film, filmOf } from "../../app/playback/model/film.ts";
import { animated } from "../support/animated.ts";
import { example, TRANSFORMED } from "../support/examples.ts";
import { oneIn } from "../support/runs.ts";

const WIDE = { width: 1440, height: 660, projected: 0 } as const;

function filmed(text: string, request = {}): Film {
  const { explored, animation } = animated(text, ["naive", "staged", "tape"], request);
  return filmOf(explored, animation);
}

function paperIn(film: Film): Paper {
  const { wanted, order } = columnsOf(film);
  return paperOf(WIDE, film.graph.size, wanted, order);
}

const rectsOf = (shapes: readonly Shape[], name: RegExp): readonly (Shape & RectShape)[] =>
  shapes.flatMap((shape) => (shape.tag === "rect" && name.test(shape.key) ? [shape] : []));

const wordsIn = (shapes: readonly Shape[], name: RegExp): readonly string[] =>
  shapes.flatMap((shape) =>
    shape.tag === "text" && name.test(shape.key) ? [shape.parts.map(({ text }) => text).join("")] : [],
  );

/** Points of a path that is made of cubic curves. */
function pointsOf({ path, dy }: PathShape): readonly Point[] {
  const numbers = (pathText(path, dy).match(/-?[\d.]+/g) ?? []).map(Number);
  const ends = Array.from({ length: numbers.length / 2 }, (_, at): Point => [numbers[2 * at]!, numbers[2 * at + 1]!]);
  return Array.from(
    { length: (ends.length - 1) / 3 },
    (_, at) => ends.slice(3 * at, 3 * at + 4) as unknown as Curve,
  ).flatMap((curve) => Array.from({ length: 21 }, (_, at) => pointOn(curve, at / 20)));
}

describe.each(oneIn(8, TRANSFORMED).map(({ name, text }) => [name, text] as const))("%s", (_, text) => {
  const film = filmed(text);
  const paper = paperIn(film);

  test("no edge of a tree in high rows goes behind a call", () => {
    const shapes = pictureAt(film, paper, film.animation.folds[0]?.from ?? film.animation.reverseEnd);
    const calls = rectsOf(shapes, /^callnaive\d+$/);
    if (calls.length === 0 || paper.rowHeight - calls[0]!.h < 9) return;
    for (const shape of shapes) {
      const [, to, from] = /^branchnaive(\d+)-(\d+)-/.exec(shape.key) ?? [];
      if (shape.tag !== "path" || to === undefined) continue;
      const others = calls.filter(({ key }) => key !== `callnaive${to}` && key !== `callnaive${from}`);
      const hidden = pointsOf(shape).flatMap(([x, y]) =>
        others.filter((one) => x > one.x && x < one.x + one.w && y > one.y && y < one.y + one.h),
      );
      expect(
        hidden.map(({ key }) => key),
        shape.key,
      ).toEqual([]);
    }
  });
});

describe("a run that has more rows than there is room for", () => {
  const film = filmed(example("12"));
  const paper = paperIn(film);
  const naive = film.columns.find(({ id }) => id === "naive")!.animation;
  if (naive.tag !== "tree") throw new Error("naive calls at once");

  test("a map has all calls that are made by then, though none may be in sight", () => {
    expect(paper.shown).toBeLessThan(paper.rows);
    let unseen = 0;
    // then naive goes on alone, several calls a beat
    const alone = film.animation.batches[0]!.first;
    for (const [call, at] of oneIn(2, [...naive.to.subarray(0, alone).entries()])) {
      const shapes = pictureAt(film, paper, at + 1);
      const map = shapes.find(({ key }) => key === "callsmapnaive")!;
      expect(map.data!.mapped).toBe(naive.to.filter((to) => to <= at + 1).length);
      const [box] = rectsOf(shapes, /^callsinsightnaive$/);
      expect(box!.h / (paper.shown * paper.rowHeight)).toBeCloseTo(paper.shown / paper.rows, 6);
      const isSeen = shapes.some(({ key }) => new RegExp(`^grownnaive${call}$`).test(key));
      if (!isSeen) unseen++;
    }
    expect(unseen).toBeGreaterThan(20);
  });

  test("what goes from a call below the rows in sight to one above them is drawn", () => {
    const { number, parent } = naive.replayOrder.calls;
    let passing = 0;
    for (const at of naive.to.subarray(0, 20)) {
      const shapes = pictureAt(film, paper, at + 1);
      const rows = rectsOf(shapes, /^id\d+$/).map(({ key }) => Number(key.slice(2)));
      const [first, last] = [Math.min(...rows), Math.max(...rows)];
      for (const [call, to] of naive.to.entries()) {
        if (to > at || parent[call]! < 0) continue;
        if (number[call]! >= first || number[parent[call]!]! <= last) continue;
        passing++;
        const isDrawn = shapes.some(({ key }) => key === `branchnaive${call}` || key.startsWith("flownaive"));
        expect(isDrawn).toBe(true);
      }
    }
    expect(passing).toBeGreaterThan(3);
  });

  test("rows of few calls tell each of them, with its number", () => {
    const { number, cotangent } = naive.replayOrder.calls;
    const shapes = pictureAt(film, paper, film.animation.reverseEnd);
    const rows = rectsOf(shapes, /^id\d+$/).map(({ key }) => Number(key.slice(2)));
    let several = 0;
    for (const row of rows) {
      const calls = Array.from(number.keys()).filter((call) => number[call] === row);
      if (calls.length < 2) continue;
      several++;
      const here = callsOf(shapes, row);
      expect(here.length).toBe(calls.length);
      const told = here.flatMap(({ key }) => wordsIn(shapes, new RegExp(`^${key}t$`)));
      if (calls.length > 2) continue;
      expect(told.length).toBe(2);
      for (const [at, call] of calls.entries()) expect(numberIn(told[at]!)).toBeCloseTo(cotangent[call]!, 2);
    }
    expect(several).toBeGreaterThan(8);
  });
});

test.each(["10", "17"])("the calls of a row of example %s cover none of each other while they become one", (name) => {
  const film = filmed(example(name));
  const { order } = columnsOf(film);
  const tree = film.columns.find(({ kind }) => kind === "tree")!;
  const paper = paperOf(WIDE, film.graph.size, [tree], order);
  let seen = 0;
  for (const { number, from, slide } of film.animation.folds)
    for (const t of [0.3, 0.5, 0.6, 0.7, 0.9].map((part) => from + part * (slide.to - from))) {
      const shapes = pictureAt(film, paper, t);
      // rows move on while calls slide
      if (!shapes.some(({ key }) => key === `id${number}`)) continue;
      const boxes = callsOf(shapes, number).toSorted((a, b) => a.x - b.x);
      for (const [at, { x }] of boxes.slice(1).entries()) {
        expect(x, `#${number}`).toBeGreaterThan(boxes[at]!.x + boxes[at]!.w);
        seen++;
      }
    }
  expect(seen).toBeGreaterThan(20);
});

/** The calls of a scalar that are drawn one by one. */
function callsOf(shapes: readonly Shape[], number: number): readonly (Shape & RectShape)[] {
  const row = rowOf(shapes, number);
  return rectsOf(shapes, /^callnaive\d+$/).filter(({ y, h }) => Math.abs(y + h / 2 - row) < 1);
}

const numberIn = (told: string): number => Number(told.replaceAll("−", "-"));

describe.each([
  ["04", { n: 10 }],
  ["25", {}],
] as const)("the fold of example %s", (name, request) => {
  const film = filmed(example(name), request);
  const paper = paperIn(film);
  const { folds } = film.animation;

  test("each row shows its addends before their sum", () => {
    expect(folds.length).toBeGreaterThan(1);
    for (const { number, slide } of folds) {
      const shapes = pictureAt(film, paper, slide.from);
      const addends = [
        ...wordsIn(shapes, new RegExp(`^addendnaive${number} \\d+t$`)),
        ...callsOf(shapes, number).flatMap(({ key }) => wordsIn(shapes, new RegExp(`^${key}t$`))),
      ].map(numberIn);
      expect(addends.length, `#${number}`).toBeGreaterThan(1);
      const sum = addends.reduce((all, one) => all + one, 0);
      expect(Math.abs(sum - film.graph.cotangents[number]!)).toBeLessThan(0.02);
    }
  });

  test("counts of calls are those before a row is folded, or after it", () => {
    const told = new Set<string>();
    for (let t = folds[0]!.from; t < folds.at(-1)!.to; t += 50)
      for (const words of wordsIn(pictureAt(film, paper, t), /^countnaive\d+$/)) told.add(words);
    const known = new Set(["2", "4", "8", "16", "32", "64", "128", "256", "512", "1024"]);
    for (const words of told) expect(known).toContain(words);
  });
});

function rowOf(shapes: readonly Shape[], number: number): number {
  const [id] = rectsOf(shapes, new RegExp(`^id${number}$`));
  return id!.y + id!.h / 2;
}
