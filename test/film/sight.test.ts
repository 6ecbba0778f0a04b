// Rows of a run that has more of them than there is room for: those in sight stand while the sweep goes through them.

import { expect, test } from "vitest";
import { overlap } from "../../app/exploration/drawn/graph-field.ts";
import { pictureAt } from "../../app/film/drawn/picture.ts";
import { columnsOf } from "../../app/film/model/columns.ts";
import { overviewWidth, type Paper, paperOf } from "../../app/film/model/paper.ts";
import { firstRow } from "../../app/film/model/sight.ts";
import { lengthOf } from "../../app/picture/parts.ts";
import { pathText } from "../../app/picture/path.ts";
import { LETTER, type Shape } from "../../app/picture/shape.ts";
import { type Film, filmOf } from "../../app/playback/model/film.ts";
import { kindIn } from "../../engine/graphs/run-graph.ts";
import { animated } from "../support/animated.ts";
import { example } from "../support/examples.ts";
import { IS_LONG, oneIn } from "../support/runs.ts";

const CHAIN =
  "-- at: 0.5\ndef main x = step 99 x\n\ndef step (n : Int) x = if n == 0 then x else step (n - 1) (sin x)\n";
/** How many pictures may scroll where the sweep goes up row by row, and where calls are far from each other. */
const RUNS = [
  ["a chain of 100 scalars", CHAIN, 0.22],
  ["example 12", example("12"), 0.27],
] as const;
const ROOMS = [
  { width: 1440, height: 640, projected: 0 },
  { width: 390, height: 560, projected: 0 },
  { width: 1920, height: 800, projected: 1 },
] as const;

function filmed(text: string): Film {
  const { explored, animation } = animated(text, ["naive", "staged", "tape"]);
  return filmOf(explored, animation);
}

function paperIn(film: Film, room: (typeof ROOMS)[number]): Paper {
  const { wanted, order } = columnsOf(film);
  return paperOf(room, film.graph.size, wanted, order);
}

for (const [name, text, most] of RUNS) {
  const film = filmed(text);
  const { animation } = film;
  for (const room of ROOMS) {
    const paper = paperIn(film, room);
    const where = `${name} at ${room.width} px`;

    test(`${where}: most pictures have the rows of the picture before`, () => {
      expect(paper.shown).toBeLessThan(paper.rows);
      const frame = 1000 / 60;
      const pictures = Math.floor(animation.end / frame);
      let scrolled = 0;
      for (let at = 1; at < pictures; at++)
        if (firstRow(paper, animation, at * frame) !== firstRow(paper, animation, (at - 1) * frame)) scrolled++;
      expect(scrolled).toBeGreaterThan(0);
      expect(scrolled / pictures).toBeLessThan(most);
    });

    test(`${where}: while the sweep goes up, rows never go back`, () => {
      const { calls } = animation.columns.find(({ tag }) => tag === "waiting")!.replayOrder;
      const numbers = [...calls.number];
      expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
      const [start, end] = [animation.beats[0]!.from + 400, animation.beats.at(-1)!.to];
      let before = firstRow(paper, animation, start);
      for (let t = start; t < end; t += 40) {
        const now = firstRow(paper, animation, t);
        expect(now, `at ${t} ms`).toBeLessThanOrEqual(before);
        before = now;
      }
      expect(before).toBe(0);
    });

    test(`${where}: what is made and what is called is in sight, with rows above a call`, () => {
      for (const [number, { to }] of animation.scalars.entries()) {
        // inputs are there at once
        if (kindIn(film.graph, number) === "input") continue;
        const first = firstRow(paper, animation, to);
        expect(number - first, `#${number} is made`).toBeGreaterThan(-0.01);
        expect(number - first, `#${number} is made`).toBeLessThan(paper.shown);
      }
      const column = animation.columns.find(({ tag }) => tag === "waiting")!;
      for (const [beat, { from, to }] of animation.beats.entries()) {
        const number = column.replayOrder.calls.number[beat]!;
        const first = firstRow(paper, animation, Math.min(from + 250, to));
        expect(number - first, `#${number} is called`).toBeLessThan(paper.shown - 0.9);
        // some of the window is above it, but where there is nothing more
        if (first > 0) expect(number - first, `#${number} is called`).toBeGreaterThan(paper.shown * 0.2);
      }
    });
  }
}

type Sides = readonly [left: number, top: number, right: number, bottom: number];

/** Where the letters of a text are. */
function lettersOf(shape: Shape): Sides {
  if (shape.tag !== "text") throw new Error(`${shape.key} is no text`);
  const w = lengthOf(shape.parts) * shape.size * LETTER;
  const left = shape.anchor === "end" ? shape.x - w : shape.anchor === "middle" ? shape.x - w / 2 : shape.x;
  return [left, shape.y - shape.size * 0.35, left + w, shape.y + shape.size * 0.35];
}

/** Milliseconds between two pictures that are looked through for what flies. */
const EVERY = IS_LONG ? 180 : 1080;

for (const room of oneIn(3, ROOMS))
  test(`numbers and words of the graph stay in its column, and words lie on no number of an edge: ${room.width} px`, () => {
    const film = filmed(example("12"));
    const paper = paperIn(film, room);
    const place = paper.places.find(({ kind }) => kind === "graph");
    // on a narrow page the graph is a view of its own
    if (place === undefined) return expect(room.width).toBeLessThan(480);
    const [left, right] = [place.x + overviewWidth(paper), place.right];
    const seen = { words: 0, flying: 0 };
    for (let t = 0; t < film.animation.end; t += EVERY) {
      const shapes = pictureAt(film, paper, t);
      const labels = shapes.filter(({ key }) => /^partial\d+$/.test(key)).map(lettersOf);
      for (const shape of shapes) {
        if (shape.data?.stub !== undefined) {
          seen.words++;
          const at = lettersOf(shape);
          expect(at[0], shape.key).toBeGreaterThanOrEqual(left - 0.5);
          expect(at[2], shape.key).toBeLessThanOrEqual(right + 0.5);
          for (const label of labels) expect(overlap(label, at), `${shape.key} at ${t} ms`).toBe(0);
        }
        // a flag that sets out from the graph
        if (shape.tag !== "path" || !/^flag/.test(shape.key) || shape.data?.flying === undefined) continue;
        const [, x, tip, wide] = /^M(-?[\d.]+) 0l([\d.]+) -[\d.]+h([\d.]+)/.exec(pathText(shape.path))!;
        seen.flying++;
        expect(Number(x), `${shape.key} at ${t} ms`).toBeGreaterThanOrEqual(left - 0.5);
        expect(Number(x) + Number(tip) + Number(wide), `${shape.key} at ${t} ms`).toBeLessThanOrEqual(right + 0.5);
      }
    }
    expect(seen.words).toBeGreaterThan(10);
    expect(seen.flying).toBeGreaterThan(10);
  });

test("on a larger screen everything is larger, and there is no more of it", () => {
  const film = filmed(CHAIN);
  const [usual, large] = [
    { width: 1920, height: 840, projected: 0 },
    { width: 2560, height: 1120, projected: 0 },
  ].map((room) => {
    const { wanted, order } = columnsOf(film);
    return paperOf(room, film.graph.size, wanted, order);
  });
  expect(large!.shown).toBe(usual!.shown);
  for (const name of ["size", "small", "rowHeight", "gutter", "head"] as const)
    expect(large![name] / usual![name], name).toBeCloseTo(2560 / 1920, 1);
});

test("what is added in rows out of sight stands over rows in sight in which nothing waits, with both addends", () => {
  const film = filmed(example("12"));
  const paper = paperIn(film, ROOMS[0]);
  const column = film.columns.find(({ id }) => id === "staged")!.animation;
  if (column.tag !== "waiting") throw new Error("calls of staged wait");
  let unseen = 0;
  for (const { to, keeps, gives, slide, isMade } of column.merges) {
    if (!isMade) continue;
    const shapes = pictureAt(film, paper, slide.from);
    const y = (key: string): number => {
      const shape = shapes.find((one) => one.key === key);
      if (shape?.tag !== "rect") throw new Error(`no ${key} at ${slide.from}`);
      return shape.y + shape.h / 2;
    };
    const first = firstRow(paper, film.animation, slide.from);
    const isPinned = shapes.some(({ key }) => key === `pinnedstaged${to}`);
    expect(isPinned).toBe(to < first);
    if (isPinned) unseen++;
    for (const pinned of shapes.filter(({ key }) => /^pinnedstaged\d/.test(key)))
      for (const box of shapes.filter(({ key, layer }) => /^boxstaged\d/.test(key) && layer === "node"))
        expect(Math.abs(y(box.key) - y(pinned.key)), `${box.key} under ${pinned.key}`).toBeGreaterThan(
          paper.rowHeight / 2,
        );
    const boxes = [keeps, gives].map((piece) => y(`boxstaged${piece}`));
    expect(boxes[0]).toBeCloseTo(boxes[1]!, 0);
    expect(boxes[0]!).toBeGreaterThan(paper.top);
  }
  expect(unseen).toBeGreaterThan(10);
});
