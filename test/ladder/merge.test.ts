// From naive to staged: the calls of a scalar meet, and are their sum before it waits in the map.

import { describe, expect, test } from "vitest";
import { LADDERS } from "../../app/algorithms/index.ts";
import { ladderAt } from "../../app/ladder/drawn/picture.ts";
import { ladderPaper } from "../../app/ladder/model/paper.ts";
import { pathText } from "../../app/picture/path.ts";
import type { Shape } from "../../app/picture/shape.ts";
import { totalOf } from "../../engine/animation/animation.ts";
import { VECTOR_KINDS } from "../../engine/animation/replay-order.ts";
import { example } from "../support/examples.ts";
import { ladderFor } from "../support/ladder-for.ts";
import { LADDER_SIZES } from "../support/ladder-sizes.ts";

const NAIVE = LADDERS[0]!.id;
const words = (shape: Shape): string => (shape.tag === "text" ? shape.parts.map(({ text }) => text).join("") : "");

describe.each(["02", "05", "20"])("example %s", (name) => {
  const { ladder } = ladderFor(example(name), NAIVE);
  const paper = ladderPaper(ladder, LADDER_SIZES[1]);
  const [naive] = ladder.rungs;
  const { calls, vectors } = naive!.replayOrder;

  test("a one-hot stands on the line of the call of its input", () => {
    const shapes = ladderAt(ladder, paper, 0);
    const rows = new Map(
      shapes.flatMap((shape) =>
        shape.tag === "rect" && shape.key.startsWith("naive call ")
          ? [[shape.key.slice("naive call ".length), shape.y + shape.h / 2]]
          : [],
      ),
    );
    const hots = naive!.strips.filter(({ kind }) => kind === "one-hot");
    // a one-hot has a scalar for each input
    const made = vectors.scalars.reduce(
      (sum, scalars, at) => sum + (VECTOR_KINDS[vectors.kind[at]!] === "one-hot" ? scalars : 0),
      0,
    );
    expect(hots.length * ladder.inputs.length).toBe(made);
    const called = Array.from(calls.number.keys()).filter((call) => ladder.inputs.includes(calls.number[call]!));
    expect(hots.map(({ call }) => call)).toEqual(called);
    for (const { key, call } of hots) {
      const strip = shapes.find((shape) => shape.key === key)!;
      if (strip.tag !== "path") throw new Error(`no strip ${key}`);
      const [, top, high] = /^M\S+ (\S+?)h\S+?v(\S+?)h/.exec(pathText(strip.path))!;
      expect(Number(top) + Number(high) / 2).toBeCloseTo(rows.get(String(call))!, 0);
    }
  });

  test("addends go where they meet, and their sum stands there before it waits", () => {
    const several = [...new Set(calls.number)].filter(
      (number) => calls.number.filter((one) => one === number).length > 1,
    );
    expect(several.length).toBeGreaterThan(0);
    const told = (at: number, number: number): readonly number[] =>
      ladderAt(ladder, paper, at).flatMap((shape) => {
        const [, call] = /^naive call (\d+)t$/.exec(shape.key) ?? [];
        return call !== undefined && calls.number[Number(call)] === number ? [Number(shape.data!.flag)] : [];
      });
    for (const number of several) {
      const addends = Array.from(calls.number.keys())
        .filter((call) => calls.number[call] === number)
        .map((call) => calls.cotangent[call]!);
      expect(told(0.5, number)).toEqual(addends);
      expect(told(0.78, number)).toEqual([addends.reduce((sum, one) => sum + one, 0)]);
    }
  });

  test("contributions keep their places while what asks for them changes", () => {
    const labels = (at: number) =>
      ladderAt(ladder, paper, at).flatMap((shape) => (/^arc .* label$/.test(shape.key) ? [words(shape)] : []));
    const staged = labels(1);
    expect(staged.length).toBeGreaterThan(0);
    for (const at of [1.4, 1.5, 2, 3]) expect(labels(at)).toEqual(staged);
  });
});

const LOOP = `-- entry: main
-- at: (1.5, 0.5)
def loop (n : Int) x y = if n == 0 then x + y else loop (n - 1) (sin x * y) (y + 0.01 * x)
def main (x, y) = loop 30 x y
`;

test("bars tell how many calls a whole run makes, and that they become one: nothing between", () => {
  const { ladder } = ladderFor(LOOP, NAIVE);
  const { replayOrder } = ladder.rungs[0]!;
  expect(replayOrder.isWhole).toBe(false);
  const total = totalOf(replayOrder, ladder.graph);
  const paper = ladderPaper(ladder, LADDER_SIZES[1]);
  const shown = (at: number) => ladderAt(ladder, paper, at).filter(({ key }) => /^naive calls \d+(t?)$/.test(key));
  for (const at of [0, 0.4]) {
    const shapes = shown(at);
    for (const shape of shapes) {
      const [, number, isText] = /^naive calls (\d+)(t?)$/.exec(shape.key)!;
      if (isText === "") expect(shape.data!.calls).toBe(total[Number(number)]);
      else if (at > 0) expect(words(shape)).toMatch(/ → 1$|^1$/);
    }
    expect(shapes.length).toBeGreaterThan(20);
  }
  expect(words(ladderAt(ladder, paper, 0).find(({ key }) => key === "work")!)).toMatch(/^> /);
});
