// The film of a run: what it shows is what the trace says, and what it draws can be read.

import { describe, expect, test } from "vitest";
import { pictureAt } from "../../app/film/drawn/picture.ts";
import { columnsOf } from "../../app/film/model/columns.ts";
import { type Paper, paperOf } from "../../app/film/model/paper.ts";
import { pathText } from "../../app/picture/path.ts";
import { LAYERS, LETTER, type Shape, type TextShape, WITHIN_ROWS } from "../../app/picture/shape.ts";
import { mixed, shapeText } from "../../app/picture/svg.ts";
import { type Film, filmOf, NO_MARKS } from "../../app/playback/model/film.ts";
import { narrationOf, sentenceAt } from "../../app/playback/narration/narration.ts";
import { CATALOGUE } from "../../engine/algorithms/catalogue.ts";
import { animated } from "../support/animated.ts";
import { example, TRANSFORMED } from "../support/examples.ts";
import { oneIn, runs } from "../support/runs.ts";

const USUAL = ["naive", "staged", "tape"];
const SIZES = [
  { width: 1920, height: 830, projected: 0 },
  { width: 1440, height: 640, projected: 0 },
  { width: 1024, height: 540, projected: 0 },
  { width: 768, height: 740, projected: 0 },
  { width: 390, height: 560, projected: 0 },
  { width: 1440, height: 640, projected: 1 },
] as const;

function film(text: string, stages: readonly string[] = USUAL, n?: number): Film {
  const { explored, animation } = animated(text, stages, n === undefined ? {} : { n });
  return filmOf(explored, animation);
}

function paper(of: Film, size: (typeof SIZES)[number] = SIZES[1]): Paper {
  const { wanted, order } = columnsOf(of);
  return paperOf(size, of.graph.size, wanted, order);
}

/** Some of a list: all where there are few, else evenly spread. */
function some<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, index) => list[Math.floor((index * list.length) / most)]!);
}

const inOrder = (shapes: readonly Shape[]): readonly Shape[] =>
  LAYERS.flatMap((layer) => shapes.filter((shape) => shape.layer === layer));

const words = (shape: Shape): string => (shape.tag === "text" ? shape.parts.map(({ text }) => text).join("") : "");

/** How wide letters are, in letters of height. */
const WIDTH = { code: LETTER, ui: 0.54, prose: 0.5 } as const;

function box(text: TextShape): { left: number; right: number; top: number; bottom: number } {
  const w = words(text as Shape).length * text.size * WIDTH[text.font];
  const left = text.x - (text.anchor === "middle" ? w / 2 : text.anchor === "end" ? w : 0);
  return { left, right: left + w, top: text.y - text.size * 0.4, bottom: text.y + text.size * 0.4 };
}

/** Whether a filled shape lies over a point. */
function covers(shape: Shape, x: number, y: number): boolean {
  if (shape.tag !== "rect" || shape.fill === undefined || shape.fill === "none" || (shape.opacity ?? 1) <= 0.5)
    return false;
  return x > shape.x && x < shape.x + shape.w && y > shape.y && y < shape.y + shape.h;
}

/** The flags and other numbers of a picture that say where they come from. */
function flags(shapes: readonly Shape[]): readonly number[] {
  return shapes.flatMap(({ data }) => (data?.flag === undefined ? [] : [Number(data.flag)]));
}

const REVERSE = CATALOGUE.filter(({ entry }) => entry === "reverse").map(({ id }) => id);

// every tenth example; others fly in other tests (in-flight.test.ts)
const PLAYED = oneIn(10, TRANSFORMED);

describe.each(PLAYED.map(({ name, text }, index) => [name, text, index] as const))("%s", (_, text, index) => {
  const of = film(text);

  test.each(oneIn(5, REVERSE, index))("%s: the animation is what the trace says", (stage) => {
    const { animation } = animated(text, [stage]);
    const [column] = animation.columns;
    if (column!.tag === "tree") return;
    expect(column!.faults).toEqual([]);
    expect(column!.merges.length).toBe(column!.replayOrder.merges.to.length);
    for (const merge of column!.merges) {
      expect(merge.before + merge.addend).toBe(merge.sum);
      // both addends stand side by side long enough to be read
      expect(merge.stand.to - merge.stand.from).toBeGreaterThanOrEqual(300 - 1e-6);
      // and there is a still of it
      expect(animation.stills.some((still) => still >= merge.stand.from && still < merge.slide.to)).toBe(true);
    }
  });

  test("every number in a flag is one of the trace", () => {
    const known = new Set<number>([0]);
    for (const { animation } of of.columns) {
      const { calls, contributions, merges } = animation.replayOrder;
      for (const list of [calls.cotangent, contributions.amount, merges.sum])
        for (const value of list) known.add(value);
    }
    // what a scalar was called with several times is shown as their sum
    for (const value of of.graph.cotangents) known.add(value);
    for (const t of some(of.animation.stills, runs(12))) {
      for (const value of flags(pictureAt(of, paper(of), t)))
        expect(
          known.has(value) || [...known].some((one) => Math.abs(one - value) <= 1e-12 * Math.abs(value)),
          `${value} at ${t}`,
        ).toBe(true);
    }
  });

  test("until the stages in which calls wait are done, all columns make the same number of calls", () => {
    const { animation } = of;
    const counts = of.columns.map((column) => column.animation.replayOrder.calls.number.length);
    for (const beat of some([...animation.beats.keys()], runs(15))) {
      const { to } = animation.beats[beat]!;
      const made = pictureAt(of, paper(of, SIZES[0]), to - 1).flatMap(({ key, data }) =>
        key.startsWith("count") && data?.calls !== undefined && !/\d$/.test(key) ? [Number(data.calls)] : [],
      );
      for (const [index, count] of made.entries()) if (counts[index]! > beat) expect(count).toBe(beat + 1);
    }
  });

  test("at any time before, too", () => {
    const { togetherEnd, forwardEnd } = of.animation;
    const counts = of.columns.map((column) => column.animation.replayOrder.calls.number.length);
    const fewest = Math.min(...counts);
    const parts = runs(20);
    for (let part = 0; part <= parts; part++) {
      const t = forwardEnd + ((togetherEnd - forwardEnd) * part) / parts;
      const made = pictureAt(of, paper(of, SIZES[0]), t).flatMap(({ key, data }) =>
        key.startsWith("count") && data?.calls !== undefined && !/\d$/.test(key) ? [Number(data.calls)] : [],
      );
      const [first] = made;
      if (first !== undefined && first < fewest) for (const count of made) expect(count, String(t)).toBe(first);
    }
  });

  test("a picture is a function of the time", () => {
    const sheet = paper(of);
    const at = [0.21, 0.47, 0.83].map((part) => part * of.animation.end);
    const draw = (t: number): string =>
      inOrder(pictureAt(of, sheet, t))
        .map((shape) => shapeText(shape, (colour) => mixed(colour, (token) => token)))
        .join("\n");
    const first = at.map(draw);
    for (const t of some(of.animation.stops.call, 10)) draw(t);
    expect(at.toReversed().map(draw).toReversed()).toEqual(first);
  });

  test("everything can be read: size, place, and nothing covers a text", () => {
    const faults = new Set<string>();
    // the whole run, and one in which an edge in the middle is cut
    const cut = new Set([Math.floor(of.graph.operands.length / 2)]);
    const all = [NO_MARKS, ...(of.graph.operands.length > 0 ? [{ ...NO_MARKS, cut }] : [])];
    // two sizes for each example, in turns; all of them in the long tests
    const sizes = oneIn(SIZES.length, SIZES, index);
    for (const size of sizes) {
      const sheet = paper(of, size);
      const least = size.projected > 0 ? 24 : 12;
      const stops = some(of.animation.stops.operation, runs(8));
      // between two stops, too, where things are on their way
      const times = [...stops, ...some(of.animation.stills, runs(5)), ...stops.map((stop) => stop + 137)];
      for (const [t, marks] of times.flatMap((at) => all.map((one) => [at, one] as const))) {
        const shapes = inOrder(pictureAt(of, sheet, t, marks));
        expect(new Set(shapes.map(({ layer, key }) => `${layer} ${key}`)).size).toBe(shapes.length);
        for (const [index, text] of shapes.entries()) {
          if (text.tag !== "text" || (text.opacity ?? 1) < 0.3 || words(text).trim() === "") continue;
          const seen = `${size.width}${size.projected > 0 ? " projected" : ""}${marks.cut.size > 0 ? ", cut" : ""}`;
          const where = `${words(text)} (${text.key}) at ${Math.round(t)}, ${seen}`;
          if (text.size < least - 0.01) faults.add(`${where}: ${text.size.toFixed(1)} px`);
          const { left, right, top, bottom } = box(text);
          if (left < -2 || right > size.width + 2) faults.add(`${where}: leaves the picture`);
          // what belongs to rows is clipped where they end
          const isSeen = ({ layer }: Shape): boolean => text.y >= sheet.top || !WITHIN_ROWS.has(layer);
          if (top < 0 || bottom > size.height || !stops.includes(t) || !isSeen(text)) continue;
          const above = shapes.slice(index + 1).filter(isSeen);
          const cover = above.find((shape) => covers(shape, (left + right) / 2, text.y));
          if (cover !== undefined) faults.add(`${where}: covered by ${cover.key}`);
        }
      }
    }
    expect([...faults]).toEqual([]);
  });

  test("something is said all the time, in whole sentences", () => {
    const sentences = narrationOf(of);
    expect(sentences[0]!.at).toBe(0);
    for (const { text } of sentences) expect(text).toMatch(/^[`A-Z\d].*\.$/s);
    expect(sentenceAt(sentences, of.animation.end)).not.toBe("");
  });
});

describe("what stands close together", () => {
  /** A projector of each usual size, and screens. */
  const ALL = [
    { width: 1920, height: 830, projected: 1 },
    { width: 1440, height: 640, projected: 1 },
    { width: 1024, height: 500, projected: 1 },
    ...SIZES,
  ];
  /** The column with its sums first, and the others where there is room. */
  const laidOut = (of: Film, size: (typeof ALL)[number]): Paper => {
    const { wanted, order } = columnsOf(of);
    const first = wanted.filter(({ kind }) => kind === "cells");
    return paperOf(size, of.graph.size, [...first, ...wanted.filter((one) => !first.includes(one))], order);
  };
  /** How far down a flag reaches on both sides of its middle. */
  const halfOf = (shape: Shape): number =>
    shape.tag === "path" ? Number(/v([\d.]+)h/.exec(pathText(shape.path))?.[1] ?? Number.NaN) / 2 : Number.NaN;

  test.each(ALL)("flags of rows next to each other do not touch at $width × $height, projected: $projected", (size) => {
    const of = film(example("18"));
    const sheet = laidOut(of, size);
    const shapes = [0.6, 0.8, 1].flatMap((part) => pictureAt(of, sheet, part * of.animation.end));
    const flags = shapes.filter((shape) => shape.tag === "path" && /^(?:cot|sum)\w*\d/.test(shape.key));
    expect(flags.length).toBeGreaterThan(10);
    const gap = size.projected > 0 ? 6 : 3;
    for (const flag of flags) expect(2 * halfOf(flag)).toBeLessThanOrEqual(sheet.rowHeight - gap);
  });

  test.each(ALL)("a third addend is covered by no other number at $width × $height, projected: $projected", (size) => {
    const of = film(example("13"), ["tape"]);
    const sheet = paperOf(size, of.graph.size, of.columns, columnsOf(of).order);
    let count = 0;
    for (const { id, animation } of of.columns) {
      if (animation.tag !== "waiting" || id !== "tape") continue;
      for (const { slot, fly } of animation.pieces) {
        if (slot < 2) continue;
        const flags = pictureAt(of, sheet, fly.to + 5).flatMap((shape) => {
          const found = shape.tag === "path" && shape.data?.flag !== undefined && shape.data.flying === undefined;
          const [, x, tip, h, wide] =
            (found && /^M([\d.]+) 0l([\d.]+) -([\d.]+)h([\d.]+)/.exec(pathText(shape.path))) || [];
          if (!found || x === undefined) return [];
          return [{ x: Number(x), y: shape.dy!, h: Number(h), w: Number(tip) + Number(wide) }];
        });
        count++;
        for (const [at, one] of flags.entries())
          for (const other of flags.slice(at + 1)) {
            const isClear =
              one.x + one.w <= other.x ||
              other.x + other.w <= one.x ||
              Math.abs(one.y - other.y) >= one.h + other.h - 1;
            expect(isClear, JSON.stringify([one, other])).toBe(true);
          }
      }
    }
    expect(count).toBeGreaterThan(3);
  });

  test("labels of edges are clear of nodes", () => {
    const of = film(example("23"));
    let count = 0;
    for (const size of SIZES) {
      const shapes = pictureAt(of, paper(of, size), of.animation.forwardEnd);
      const rects = (name: RegExp) => shapes.flatMap((one) => (one.tag === "rect" && name.test(one.key) ? [one] : []));
      const [nodes, labels] = [rects(/^node\d/), rects(/^gap\d/)];
      count += labels.length;
      for (const label of labels)
        for (const node of nodes) {
          const isClear =
            label.x + label.w <= node.x ||
            node.x + node.w <= label.x ||
            label.y + label.h <= node.y ||
            node.y + node.h <= label.y;
          expect(isClear, `${label.key} and ${node.key}, ${size.width}`).toBe(true);
        }
    }
    expect(count).toBeGreaterThan(10);
  });

  test("no edge goes through the numbers before", () => {
    const [of, before] = [film(example("05")), film(example("05").replace("-- at: (7.0, 2.0)", "-- at: (7.0, 3.0)"))];
    const marks = { ...NO_MARKS, before: before.graph };
    const shapes = inOrder(pictureAt(of, paper(of), of.animation.end, marks));
    const told = shapes.flatMap((one, at) => (one.tag === "text" && /^before/.test(one.key) ? [{ one, at }] : []));
    expect(told.length).toBeGreaterThan(1);
    for (const { one, at } of told) {
      const ground = shapes[at - 1]!;
      const { left, right } = box(one);
      expect(ground.tag === "rect" && ground.x <= left && ground.x + ground.w >= right).toBe(true);
      expect(shapes.slice(at).some(({ tag }) => tag === "path")).toBe(false);
    }
  });

  test("numbers before hide no number of an edge", () => {
    const text = example("05");
    // a custom operation with other partials
    const other = text.replace("by (4.0, 5.0)", "by (5.0, 4.0)").replace("by (1.0, 2.0)", "by (2.0, 1.0)");
    const [of, before] = [film(text), film(other)];
    let count = 0;
    for (const size of [SIZES[0], SIZES[1]]) {
      const shapes = pictureAt(of, paper(of, size), of.animation.end, { ...NO_MARKS, before: before.graph });
      const grounds = shapes.filter(({ tag, key }) => tag === "rect" && /^ground\d+$/.test(key));
      count += grounds.length;
      for (const number of shapes)
        if (number.tag === "text" && /^partial\d+$/.test(number.key))
          expect(grounds.some((ground) => covers(ground, number.x, number.y))).toBe(false);
    }
    expect(count).toBeGreaterThan(3);
  });
});

test("where a number was changed, the results of all columns have what they were", () => {
  const text = (x: string): string => `-- at: ${x}\ndef main (x : Real) = x * x`;
  const [of, before] = [film(text("3.0")), film(text("2.0"))];
  const shapes = pictureAt(of, paper(of), of.animation.end, { ...NO_MARKS, before: before.graph });
  const results = shapes.flatMap(({ data }) => (data?.result === undefined ? [] : [[data.result, data.was]]));
  expect(results).toEqual([
    [6, 4],
    [6, 4],
  ]);
});

describe("a merge", () => {
  test("shows both addends and a plus between them, in every column", () => {
    const of = film(example("05"));
    const sheet = paper(of, SIZES[0]);
    const waiting = of.columns.filter(({ animation }) => animation.tag === "waiting");
    expect(waiting.length).toBe(2);
    for (const { id, animation } of waiting) {
      if (animation.tag !== "waiting") continue;
      expect(animation.merges.length).toBe(3);
      for (const { stand, slide, sum, before, addend } of animation.merges) {
        const shapes = pictureAt(of, sheet, (stand.from + slide.from) / 2);
        const place = sheet.places.find((one) => one.id === id)!;
        const inColumn = shapes.filter((shape) => "x" in shape && shape.x >= place.x && shape.x < place.right);
        const seen = inColumn.map(words).join(" ");
        expect(seen).toContain(String(before));
        expect(seen).toContain(String(addend));
        expect(shapes.some(({ data }) => data?.merge === sum)).toBe(true);
      }
    }
  });

  test("of linear factoring says what is added to what", () => {
    const of = film(example("05"));
    const said = narrationOf(of).map(({ text }) => text);
    expect(said).toContain("The map already holds `ds` with `1`. Add `8`: one call, with `9`.");
    expect(said).toContain("Two calls of `dx` merge: `18 + 27 = 45`.");
    expect(said).toContain(
      "`ds` has the highest ID in the map, so it runs, with `9`. It asks for `dx` with `18` and `dx` with `27`; these calls wait in the map.",
    );
    expect(said.at(-1)).toBe(
      "9 calls become 4. The tree of calls was the data-flow graph all along, drawn once for every path.",
    );
  });
});

describe("the explosion", () => {
  const of = film(example("04"), USUAL, 10);

  test("makes each row as wide as its calls", () => {
    const sheet = paper(of);
    const shapes = pictureAt(of, sheet, of.animation.reverseEnd - 1);
    const rows = shapes.flatMap(({ data }) =>
      data?.w === undefined ? [] : [{ calls: Number(data.calls), w: Number(data.w) }],
    );
    const wide = rows.filter(({ w }) => w > 1.4);
    expect(wide.length).toBeGreaterThanOrEqual(8);
    const [{ calls, w }] = [wide.find((row) => row.calls === 1024)!];
    for (const row of wide) expect(row.w / row.calls / (w / calls)).toBeCloseTo(1, 1);
    const place = sheet.places.find(({ kind }) => kind === "tree")!;
    expect(w).toBeGreaterThan(place.w - 30);
  });

  test("folds from 2047 calls to 11", () => {
    const count = (t: number): number =>
      Number(pictureAt(of, paper(of), t).find(({ key }) => key === "countnaive")!.data!.calls);
    expect(count(of.animation.reverseEnd - 1)).toBe(2047);
    expect(count(of.animation.end)).toBe(11);
    expect(film(example("05")).animation.folds.length).toBe(2);
  });

  test("is known where it is too large to run", () => {
    const large = film(example("04"), ["naive", "tape"], 30);
    const tree = large.columns.find(({ kind }) => kind === "tree")!.animation;
    if (tree.tag !== "tree") throw new Error("no tree");
    expect(tree.replayOrder.isWhole).toBe(false);
    expect(tree.total[0]).toBe(2 ** 30);
    const made = pictureAt(large, paper(large), large.animation.reverseEnd - 1).find(
      ({ key }) => key === "countnaive",
    )!;
    expect(made.data!.calls).toBe(2 ** 31 - 1);
  });
});

test("while a call is made there is a square for each scalar that it touches", () => {
  const of = film(example("05"), ["naive", "staged", "cayley"]);
  const on = paper(of, { width: 1920, height: 830, projected: 0 });
  for (const [beat, { to }] of of.animation.beats.entries()) {
    const shapes = pictureAt(of, on, to - 1);
    for (const column of of.columns) {
      const { vectors, calls } = column.animation.replayOrder;
      if (beat >= calls.number.length) continue;
      const touched = vectors.scalars.reduce((sum, count, at) => sum + (vectors.call[at] === beat ? count : 0), 0);
      const drawn = shapes.filter(({ key }) => key.startsWith(`touching${column.id}`));
      const squares = drawn.reduce(
        (sum, shape) => sum + (shape.tag === "path" ? pathText(shape.path).split("M").length - 1 : 0),
        0,
      );
      expect([column.id, beat, squares]).toEqual([column.id, beat, touched]);
      // and words beside them say what they are
      const said = shapes.find(({ key }) => key === `touches${column.id}`);
      const words = said?.tag === "text" ? said.parts.map((part) => part.text).join("") : "";
      expect(words).toContain(touched === 0 ? "" : `touches ${touched} scalar`);
    }
  }
});
