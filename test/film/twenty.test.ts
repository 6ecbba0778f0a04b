// A program of twenty scalars with much sharing, whose rows are low: calls keep their edges, and numbers of a run before stand in flags.

import { describe, expect, test } from "vitest";
import { pictureAt } from "../../app/film/drawn/picture.ts";
import { columnsOf } from "../../app/film/model/columns.ts";
import { paperOf } from "../../app/film/model/paper.ts";
import { lengthOf } from "../../app/picture/parts.ts";
import { pathText } from "../../app/picture/path.ts";
import { LETTER, type Shape } from "../../app/picture/shape.ts";
import { filmOf, NO_MARKS } from "../../app/playback/model/film.ts";
import { animated } from "../support/animated.ts";

const program = (a: string): string => `-- at: (${a}, 1.3, 2.1)
def main (a, b, c) =
  let p = a * b in
  let q = p + sin c in
  let r = q * p in
  let s = exp (r * 0.1) in
  let t = s / (q + 3.0) in
  let u = t * t + r * a in
  let v = u - s * c in
  v * q + u
`;

const STAGES = ["naive", "staged", "tape"];
const BESIDE = { width: 1060, height: 640, projected: 0 };

function filmed(a: string, size: Parameters<typeof paperOf>[0]) {
  const { explored, animation } = animated(program(a), STAGES);
  const film = filmOf(explored, animation);
  const { wanted, order } = columnsOf(film);
  return { film, paper: paperOf(size, film.graph.size, wanted, order) };
}

const rectOf = (shapes: readonly Shape[], key: string) => {
  const found = shapes.find((shape) => shape.key === key);
  return found?.tag === "rect" ? found : undefined;
};

describe("a program of twenty scalars", () => {
  test("has the edges of a growing tree end at the calls that they lead to", () => {
    const { film, paper } = filmed("0.7", { width: 1440, height: 640, projected: 0 });
    const { reverseEnd, togetherEnd } = film.animation;
    let seen = 0;
    for (let t = togetherEnd; t < reverseEnd; t += (reverseEnd - togetherEnd) / 40) {
      const shapes = pictureAt(film, paper, t);
      for (const shape of shapes) {
        const call = /^branchnaive(\d+)$/.exec(shape.key)?.[1];
        const box = call === undefined ? undefined : rectOf(shapes, `grownnaive${call}`);
        if (shape.tag !== "path" || box === undefined || (box.opacity ?? 1) < 0.5 || shape.drawn !== undefined)
          continue;
        const [x, y] = pathText(shape.path, shape.dy)
          .match(/-?[\d.]+/g)!
          .map(Number)
          .slice(-2) as [number, number];
        expect(x).toBeGreaterThanOrEqual(box.x - 2);
        expect(x).toBeLessThanOrEqual(box.x + box.w + 2);
        expect(Math.abs(y - (box.y + box.h / 2))).toBeLessThan(box.h);
        seen++;
      }
    }
    expect(seen).toBeGreaterThan(100);
  });

  test("tells what cotangents were in their flags, and covers no other row and no label", () => {
    const before = filmed("0.7", BESIDE).film.graph;
    const { film, paper } = filmed("0.76", BESIDE);
    // beside an open explanation the data flow has the room that it needs
    expect(paper.places.find(({ kind }) => kind === "graph")!.w).toBeGreaterThan(300);
    const shapes = pictureAt(film, paper, film.animation.end, { ...NO_MARKS, before });
    const was = shapes.filter(({ data }) => data?.was !== undefined && data.result === undefined);
    expect(was.length).toBeGreaterThan(10);
    expect(shapes.some(({ data }) => data?.before !== undefined)).toBe(false);
    // each where its scalar is: a flag begins at its tip
    const flags = was.flatMap((shape) => (shape.tag === "path" ? [shape] : []));
    for (const { path, dy } of flags) {
      const [, x, tip, , wide] = /^M(-?[\d.]+) 0l([\d.]+) -([\d.]+)h([\d.]+)/
        .exec(pathText(path))!
        .map(Number) as number[];
      for (const label of shapes) {
        if (label.tag !== "text" || !label.key.startsWith("partial")) continue;
        if (Math.abs(label.y - dy!) > paper.rowHeight / 2) continue;
        const half = (lengthOf(label.parts) * label.size * LETTER) / 2;
        const isApart = label.x - half > x! + tip! + wide! - 1 || label.x + half < x!;
        expect(isApart, `${label.key} under a flag`).toBe(true);
      }
    }
    expect(flags.length).toBeGreaterThan(10);
  });

  test("shows the line of the source that runs, its operation marked, in both passes", () => {
    const { film, paper } = filmed("0.7", { width: 1440, height: 640, projected: 0 });
    const shownAt = (t: number): readonly string[] => {
      const found = pictureAt(film, paper, t).find(({ key }) => key === "source");
      return found?.tag === "text" ? found.parts.map(({ text, bold }) => (bold ? `[${text}]` : text)) : [];
    };
    // the operation of each scalar stands in its line
    const marked = film.animation.scalars.map(({ to }) => shownAt(to).find((part) => part.startsWith("[")));
    expect(marked.slice(3, 7)).toEqual(["[a * b]", "[sin c]", "[p + sin c]", "[q * p]"]);
    const { leader } = film;
    if (leader?.animation.tag !== "waiting") throw new Error("staged leads");
    const [first] = leader.animation.calls;
    expect(shownAt(first!.lift.to + 1).join("")).toBe("[v * q + u]");
    expect(shownAt(film.animation.end)).toEqual([]);
  });
});
