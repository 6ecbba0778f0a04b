// Flying numbers cover nothing longer than needed to pass: boxes and flags of the columns in which calls wait.

import { expect, test } from "vitest";
import { pictureAt } from "../../app/film/drawn/picture.ts";
import { columnsOf } from "../../app/film/model/columns.ts";
import { type Paper, paperOf } from "../../app/film/model/paper.ts";
import { apart } from "../../app/picture/apart.ts";
import { pathText } from "../../app/picture/path.ts";
import { LETTER, type Shape } from "../../app/picture/shape.ts";
import { type Film, filmOf, NO_MARKS } from "../../app/playback/model/film.ts";
import { userOf } from "../../engine/graphs/run-graph.ts";
import { animated } from "../support/animated.ts";
import { example, TRANSFORMED } from "../support/examples.ts";
import { IS_LONG, oneIn } from "../support/runs.ts";

const SIZES = [
  { width: 1440, height: 640, projected: 0 },
  { width: 1024, height: 540, projected: 0 },
  { width: 1440, height: 640, projected: 1 },
] as const;

interface Area {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Boxes and flags with numbers, but for what slides behind what it is added to. */
function areas(shapes: readonly Shape[]): readonly Area[] {
  return shapes.flatMap((shape): Area[] => {
    if (shape.layer === "live" || (shape.opacity ?? 1) < 0.6) return [];
    if (shape.tag === "rect" && /^box\w*\d/.test(shape.key)) return [shape];
    if (shape.tag !== "path" || shape.data?.flag === undefined) return [];
    const [, x, tip, h, wide] = /^M(-?[\d.]+) 0l([\d.]+) -([\d.]+)h([\d.]+)/.exec(pathText(shape.path)) ?? [];
    if (x === undefined) return [];
    return [
      { key: shape.key, x: Number(x), y: shape.dy! - Number(h), w: Number(tip) + Number(wide), h: 2 * Number(h) },
    ];
  });
}

/** The part of the smaller one that two have in common. */
function common(one: Area, other: Area): number {
  const w = Math.min(one.x + one.w, other.x + other.w) - Math.max(one.x, other.x);
  const h = Math.min(one.y + one.h, other.y + other.h) - Math.max(one.y, other.y);
  return w <= 0 || h <= 0 ? 0 : (w * h) / Math.min(one.w * one.h, other.w * other.h);
}

/** Milliseconds between two pictures. */
const STEP = 80;

/** How long two numbers of a column lie over each other, by their keys, in milliseconds. */
function covered(of: Film, sheet: Paper): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (let t = of.animation.forwardEnd; t < of.animation.togetherEnd; t += STEP) {
    const sliding = slidingAt(of, t);
    // a result that is read leaves the place where it was
    const all = areas(pictureAt(of, sheet, t)).filter(
      ({ key }) => !sliding.has(Number(/\d+$/.exec(key))) && !key.startsWith("in"),
    );
    for (const [at, one] of all.entries())
      for (const other of all.slice(at + 1)) {
        if (common(one, other) < 0.25 || !isRoomFor(sheet, one, other)) continue;
        const pair = `${one.key} ${other.key}`;
        found.set(pair, (found.get(pair) ?? 0) + STEP);
      }
  }
  return found;
}

/** The contributions that slide into others. */
function slidingAt({ columns }: Film, t: number): ReadonlySet<number> {
  const merges = columns.flatMap(({ animation }) => (animation.tag === "waiting" ? animation.merges : []));
  return new Set(merges.filter(({ slide }) => t >= slide.from && t < slide.to).map(({ gives }) => gives));
}

/** Whether a column has room for two numbers and a node beside each other. */
function isRoomFor({ places }: Paper, one: Area, other: Area): boolean {
  const column = places.findLast(({ x }) => x <= Math.min(one.x, other.x)) ?? places[0]!;
  return one.w + other.w < (column.right - column.x) * 0.5;
}

const PLAYED = oneIn(10, TRANSFORMED, 1);

test.each(PLAYED.map(({ name, text }, index) => [name, text, index] as const))("%s", (_, text, index) => {
  for (const stage of oneIn(2, ["staged", "tape"], index)) {
    const { explored, animation } = animated(text, [stage]);
    const of = filmOf(explored, animation);
    if (of.graph.size > 30) continue;
    const { wanted, order } = columnsOf(of);
    for (const size of oneIn(SIZES.length, SIZES, index)) {
      const found = covered(of, paperOf(size, of.graph.size, wanted, order));
      // in letters for the last row, flags are higher than the rows of a long program
      const most = (size.projected > 0 ? 5 : 2) * STEP;
      expect([...found].filter(([, ms]) => ms > most).map(([pair, ms]) => [size, stage, pair, ms])).toEqual([]);
    }
  }
});

const SMALL = TRANSFORMED.filter(({ name }) => /^(0[1-7]|14|16|20|23|24)/.test(name)).map(
  ({ name, text }) => [name, text] as const,
);

// every sixth; all in the long tests
test.each(oneIn(6, SMALL, 1))(
  "%s: a contribution flies around the nodes, and numbers in boxes are whole",
  (_, text) => {
    const { explored, animation } = animated(text, ["naive", "staged", "tape"]);
    const of = filmOf(explored, animation);
    const { wanted, order } = columnsOf(of);
    const paper = paperOf(SIZES[0], of.graph.size, wanted, order);
    const covers = new Map<string, number>();
    for (let t = animation.forwardEnd; t < animation.togetherEnd; t += STEP / 2) {
      const shapes = pictureAt(of, paper, t);
      const flying = areas(shapes.filter((shape) => shape.data?.flying === 1));
      for (const shape of shapes) {
        if (shape.tag !== "text") continue;
        const words = shape.parts.map((part) => part.text).join("");
        if (shape.key.startsWith("boxt")) expect(words).not.toContain("…");
        if (!shape.key.startsWith("nodet")) continue;
        const w = words.length * shape.size * LETTER;
        const number = { key: shape.key, x: shape.x - w / 2, y: shape.y - shape.size * 0.4, w, h: shape.size * 0.8 };
        for (const flag of flying) {
          if (common(flag, number) < 0.25) continue;
          const pair = `${flag.key} ${shape.key}`;
          covers.set(pair, (covers.get(pair) ?? 0) + STEP / 2);
        }
      }
    }
    // one flag may pass another's node
    expect([...covers].filter(([, ms]) => ms > 2 * STEP)).toEqual([]);
  },
);

test("two that fly side by side are pushed apart, within the edges, and what waits stays", () => {
  const body = { y: 0, w: 40, h: 20 };
  const waits = { ...body, x: 0, from: undefined };
  const [first, second, third] = [10, 20, 30].map((from) => ({ ...body, x: 10, from }));
  expect(apart([waits, first!, second!, third!], 0, 1000)).toEqual([0, 34, 78, 122]);
  for (const push of apart([waits, first!, second!, third!], 0, 100)) {
    expect(10 + push).toBeGreaterThanOrEqual(0);
    expect(10 + push + 40).toBeLessThanOrEqual(100);
  }
  // in other rows they are in nobody's way
  expect(apart([waits, { ...first!, y: 100 }], 0, 1000)).toEqual([0, 0]);
});

test("nobody is pushed at a jerk: a small step is a small move", () => {
  const waits = { x: 20, y: 0, w: 40, h: 20, from: undefined };
  let before = 0;
  for (let y = -60; y <= 60; y++) {
    const now = apart([waits, { x: 10, y, w: 40, h: 20, from: 30 }], 0, 1000)[1]!;
    expect(Math.abs(now - before)).toBeLessThan(6);
    before = now;
  }
});

test("where nothing may move, columns beside the leading one show states: nothing of them is on its way at any still", () => {
  let [moving, still] = [0, 0];
  for (const { text } of TRANSFORMED.filter(({ name }) => /^(02|05|08|13)/.test(name)).slice(0, IS_LONG ? 4 : 2)) {
    const { explored, animation } = animated(text, ["naive", "staged", "tape"]);
    const film = filmOf(explored, animation);
    const { wanted, order } = columnsOf(film);
    const paper = paperOf(SIZES[0], explored.graph.size, wanted, order);
    const beside = paper.places.filter(({ id, kind }) => id !== film.leader?.id && kind !== "graph");
    const flying = (t: number, isStill: boolean): number =>
      pictureAt(film, paper, t, { ...NO_MARKS, isStill }).filter((shape) => {
        const x = shape.tag === "path" ? Number(/^M(-?[\d.]+)/.exec(pathText(shape.path))?.[1]) : Number.NaN;
        return shape.data?.flying === 1 && beside.some((place) => x >= place.x && x < place.right);
      }).length;
    for (const t of animation.stills) {
      moving += flying(t, false);
      still += flying(t, true);
    }
  }
  expect(moving).toBeGreaterThan(0);
  expect(still).toBe(0);
});

test("every call of a small tree tells its number, and every line of the program all its addends", () => {
  const { explored, animation } = animated(example("20"), ["naive", "staged", "tape"]);
  const of = filmOf(explored, animation);
  const { wanted, order } = columnsOf(of);
  const paper = paperOf(SIZES[0], of.graph.size, wanted, order);
  const said = (t: number, key: RegExp): readonly string[] =>
    pictureAt(of, paper, t).flatMap((shape) =>
      shape.tag === "text" && key.test(shape.key) ? [shape.parts.map(({ text }) => text).join("")] : [],
    );
  // 24 calls, with 1, 10, 100 and 1000
  const calls = said(animation.reverseEnd, /^callnaive\d+t$/);
  expect(calls.length).toBe(24);
  for (const words of calls) expect(words).toMatch(/(?:^| )10{0,3}$/);
  for (const { slide } of animation.folds)
    for (const words of said(slide.from, /^callnaive\d+t$/))
      expect(words).toMatch(/(?:^| )1{0,3}10{0,3}$|(?:^| )1{1,4}$/);
  expect(said(animation.end, /^back8$/)).toEqual(["ds₄(1000) → ds₃(1000) + dxs[3](1000)"]);
  for (const words of said(animation.end, /^back\d+$/)) expect(words).not.toContain("…");
});

test("a call is ticked when no other call of its scalar comes", () => {
  const { explored, animation } = animated(example("20"), ["staged"]);
  const of = filmOf(explored, animation);
  const { wanted, order } = columnsOf(of);
  const paper = paperOf(SIZES[0], of.graph.size, wanted, order);
  const column = animation.columns[0]!;
  if (column.tag !== "waiting") throw new Error("staged waits");
  const times = new Map<number, number>();
  for (const { number } of column.calls) times.set(number, (times.get(number) ?? 0) + 1);
  expect([...times.values()]).toContain(2);
  for (let t = animation.forwardEnd; t <= animation.end; t += 10 * STEP)
    for (const shape of pictureAt(of, paper, t)) {
      const number = shape.tag === "text" ? /^oncestaged(\d+)$/.exec(shape.key)?.[1] : undefined;
      if (number === undefined) continue;
      const done = column.calls.filter((call) => call.number === Number(number) && call.end <= t).length;
      expect(done).toBe(times.get(Number(number)));
    }
});

test("what goes up on one side of a column stays there until it lands, whatever stands on the other", () => {
  const standing = { x: 340, y: 100, w: 30, h: 20, from: undefined };
  const flying = { x: 200, y: 100, w: 40, h: 20, from: 420 };
  expect(apart([standing, flying], 0, 600)).toEqual([0, 0]);
  // right beside it, it goes around
  expect(apart([standing, { ...flying, x: 320 }], 0, 600)[1]).toBeGreaterThan(0);
  // in the row that it leaves, on the side where it sets out
  expect(apart([standing, { ...flying, x: 320, leaves: [200, 100] }], 0, 600)[1]).toBeLessThan(0);
});

test("a contribution to a row out of sight is seen on its way, in every column", () => {
  const { explored, animation } = animated(example("10"), ["naive", "staged", "tape"]);
  const of = filmOf(explored, animation);
  const { wanted, order } = columnsOf(of);
  const sheet = paperOf(SIZES[0], of.graph.size, wanted, order);
  expect(sheet.shown).toBeLessThan(of.graph.size);
  let left = 0;
  for (const { animation: column } of of.columns) {
    if (column.tag !== "waiting") continue;
    for (const [place, { edge, to, fly, missing }] of column.pieces.entries()) {
      if (edge < 0 || missing !== undefined) continue;
      const shapes = pictureAt(of, sheet, fly.from + 0.15 * (fly.to - fly.from));
      const isSeen = (number: number): boolean => shapes.some(({ key }) => key === `node${number}`);
      if (isSeen(to) || !isSeen(userOf(of.graph, edge))) continue;
      left++;
      const { stage } = column.replayOrder;
      const keys = [`box${stage}${place}`, `cell${stage}${place}`];
      expect(
        shapes.some(({ key }) => keys.some((one) => key.startsWith(one))),
        `${stage} ${place}`,
      ).toBe(true);
    }
  }
  expect(left).toBeGreaterThan(10);
});
