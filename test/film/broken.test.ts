// Films of stages that are broken on purpose: every number is that of the run, and none contradicts another.
import { expect, test } from "vitest";
import { pictureAt } from "../../app/film/drawn/picture.ts";
import { columnsOf } from "../../app/film/model/columns.ts";
import { paperOf } from "../../app/film/model/paper.ts";
import { filmOf, filmWithout, NO_MARKS } from "../../app/playback/model/film.ts";
import { piecesNow, REPLACES, replacedBefore } from "../../app/playback/model/pieces.ts";
import { narrationOf } from "../../app/playback/narration/narration.ts";
import { animated } from "../support/animated.ts";
import { example } from "../support/examples.ts";

const SIZE = { width: 1920, height: 830, projected: 0 };

function endOf(text: string, stages: readonly string[], option: string) {
  const variations = { options: { [option]: true } };
  const { explored, animation } = animated(text, stages, { variations });
  const film = filmOf(explored, animation, variations);
  const paper = paperOf(SIZE, film.graph.size, columnsOf(film).wanted, columnsOf(film).order);
  const shapes = pictureAt(film, paper, animation.end, NO_MARKS);
  const texts = (key: RegExp): readonly string[] =>
    shapes.flatMap((shape) =>
      shape.tag === "text" && key.test(shape.key) ? [shape.parts.map(({ text: one }) => one).join("")] : [],
    );
  return { film, texts };
}

test("swapped partials stand on the edges, in the program and on the tape as they were multiplied by", () => {
  const text = "-- at: (2.0, 3.0)\ndef main (x : Real, y : Real) = let a = x * y in let b = x * a in a * b + x";
  const { film, texts } = endOf(text, ["naive", "staged", "tape"], "swapPartials");
  const { graph } = film;
  // a = 6, b = 12; the product of a and b has 6 and 12 on its edges to them, that of x and a has 2 and 6, that of x and y 2 and 3
  expect([...graph.partials]).toEqual([2, 3, 2, 6, 6, 12, 1, 1]);
  expect(texts(/^back\d/)).toEqual([
    "dx(181)",
    "dy(234)",
    "da(78) → dx(156) + dy(234)",
    "db(12) → dx(24) + da(72)",
    "d#4(1) → da(6) + db(12)",
    "d#5(1) → d#4(1) + dx(1)",
  ]);
  expect(texts(/^lost/)).toEqual([]);
  for (const column of film.columns) {
    const sums = [0, 0];
    const { calls } = column.animation.replayOrder;
    for (const [call, number] of calls.number.entries()) if (number < 2) sums[number]! += calls.cotangent[call]!;
    expect([sums, [...graph.cotangents.subarray(0, 2)]]).toEqual([
      [181, 234],
      [181, 234],
    ]);
  }
});

test("an edge that is cut leaves the partials of the others as they were multiplied by", () => {
  const text = "-- at: (2.0, 3.0)\ndef main (x : Real, y : Real) = let a = x * y in a * x";
  const { film } = endOf(text, ["naive", "tape"], "swapPartials");
  const last = film.graph.operands.length - 1;
  const { graph } = filmWithout(film, new Set([last]));
  // a = 6; swapped, x · y has 2 and 3 on its edges, a · x has 6 to a and 2 to x
  expect([...film.graph.partials]).toEqual([2, 3, 6, 2]);
  expect([...graph.partials].slice(0, last)).toEqual([2, 3, 6]);
  // without the edge from a · x to x, what comes to x and y came through a: 6 · 2 and 6 · 3
  expect([...graph.cotangents.subarray(0, 2)]).toEqual([12, 18]);
});

test("a list of the tape is whole again when what waited beside it is forgotten", () => {
  const { texts } = endOf(example("05"), ["tape"], "overwrite");
  expect(texts(/^entryt/)).toContain("[(2,#1) (3,#1)]");
});

test("what waits under a key that two scalars share is for the scalar whose backpropagator it is", () => {
  const { film, texts } = endOf(example("05"), ["staged"], "sharedKeys");
  expect(texts(/.*/).filter((one) => /nan/i.test(one))).toEqual([]);
  // dt waits and is never called, and those that are called are the highest still
  expect(texts(/.*/)).toContain("dt 2");
  expect(narrationOf(film).some(({ text }) => text.includes("the lowest ID"))).toBe(false);
});

test("the lowest of those that wait is called the lowest, to the end of the run", () => {
  const { film } = endOf(example("05"), ["staged"], "ascending");
  const said = narrationOf(film).map(({ text }) => text);
  expect(said.filter((one) => one.includes("has the lowest ID in the map"))).toHaveLength(6);
  expect(said.filter((one) => one.includes("has the highest ID in the map"))).toEqual([]);
});

test("what is forgotten is struck out, and what came after it takes its place, in every column of the broken stage", () => {
  const variations = { options: { overwrite: true } };
  const { explored, animation } = animated(example("05"), ["staged", "tape"], { variations });
  const film = filmOf(explored, animation, variations);
  expect(film.leader?.id).toBe("tape");
  const column = film.leader!.animation;
  if (column.tag !== "waiting") throw new Error("the tape waits");
  // dx 10 is forgotten when 16 comes, and 16 when 24 does
  const lost = column.pieces.filter(({ to, lostAt }) => to === 1 && lostAt !== undefined);
  expect(lost.map(({ amount }) => amount)).toEqual([10, 16]);
  const come = column.pieces.filter(({ to }) => to === 1).toSorted((a, b) => a.fly.to - b.fly.to);
  for (const [at, { lostAt }] of lost.entries()) {
    expect(lostAt).toBe(come[at + 1]!.fly.to);
    const waits = (t: number) =>
      piecesNow(column, t).flatMap(({ piece, value, isMissing, phase }) =>
        piece.to === 1 && phase === "waits" ? [[value, isMissing, piece.slot - replacedBefore(column, piece, t)]] : [],
      );
    // struck out while the other one is on its way, and gone when that is there
    expect(waits(lostAt! + 1).map(([value, isStruck]) => [value, isStruck])).toContainEqual([lost[at]!.amount, true]);
  }
  expect(
    piecesNow(column, lost[1]!.lostAt! + REPLACES).flatMap(({ piece, value }) => (piece.to === 1 ? [value] : [])),
  ).toEqual([24]);
  const [last] = piecesNow(column, lost[1]!.lostAt! + REPLACES).filter(({ piece }) => piece.to === 1);
  expect(last!.piece.slot - replacedBefore(column, last!.piece, lost[1]!.lostAt! + REPLACES)).toBe(0);
  // nothing is called lost before that
  const paper = paperOf(SIZE, film.graph.size, columnsOf(film).wanted, columnsOf(film).order);
  const told = (t: number) => pictureAt(film, paper, t, NO_MARKS).filter(({ data }) => data?.lost !== undefined).length;
  // the edge that a lost contribution came along is marked in the graph, too
  const forgotten = (t: number) =>
    pictureAt(film, paper, t, NO_MARKS).flatMap(({ data }) => (data?.forgotten === undefined ? [] : [data.edge]));
  expect(forgotten(lost[0]!.lostAt! - 1)).not.toContain(lost[0]!.edge);
  expect(forgotten(lost[1]!.lostAt! + REPLACES)).toContain(lost[0]!.edge);
  const before = told(lost[0]!.lostAt! - 1);
  expect(told(lost[1]!.lostAt! + REPLACES)).toBe(before + 2);
});

test("a scalar that is resolved though nothing comes to it is so without any edge, too", () => {
  const { film } = endOf(example("05"), ["naive", "tape"], "resolveUnreached");
  const paper = paperOf(SIZE, film.graph.size, columnsOf(film).wanted, columnsOf(film).order);
  for (const edge of film.graph.operands.keys()) {
    const { animation } = filmWithout(film, new Set([edge])).columns[1]!;
    if (animation.tag !== "waiting") throw new Error("the tape waits");
    // w is not used
    const calls = animation.calls.filter(({ number }) => number === 0);
    expect(calls.map(({ cotangent, isMade }) => [cotangent, isMade])).toEqual([[0, true]]);
    const shapes = pictureAt(film, paper, film.animation.end, { ...NO_MARKS, cut: new Set([edge]) });
    expect(shapes.length).toBeGreaterThan(0);
  }
});
