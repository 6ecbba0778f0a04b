// The legs of derivatives within derivatives: lanes, rings, walls, and one cell for two derivatives, from runs of the stage.
import { describe, expect, test } from "vitest";
import { ALL_LADDERS, laddersFor } from "../../app/algorithms/index.ts";
import { laneOf, ringsOf } from "../../app/algorithms/lambda/legs/model/lanes.ts";
import type { Beat } from "../../app/algorithms/lambda/legs/model/legs.ts";
import type { Score } from "../../app/algorithms/lambda/legs/model/score.ts";
import { saidAt, sentencesOf } from "../../app/algorithms/lambda/legs/model/words.ts";
import { numbersAt } from "../../app/algorithms/lambda/legs/table.tsx";
import { LETTER, type Shape, UI_LETTER } from "../../app/picture/shape.ts";
import { legsFor, legsShapes } from "../support/legs-for.ts";
import { NESTED } from "../support/nested-cases.ts";
import { tracedRunOf } from "../support/run.ts";

const F = "def f (x, y) = 2.0 * (x * x) + (3.0 * (x * y) + 4.0 * (y * y))";
const TOWER = `-- at: (3.0, 4.0)\n${F}\ndef main p = let (a, b) = grad f p in a * 7.0 + b * 8.0`;
const WHOSE = "-- at: 1.0\ndef main x = x * grad (\\y -> x + y) 1.0";
const THIRD = "-- at: 2.0\ndef f x = x * x * x * x\ndef main x = grad (grad f) x";
const OTHERS = [
  "T1, x⁴ three times",
  "T2, a captured variable",
  "T4, a square of a derivative",
  "T5, recursion",
  "T7, a closure",
  "hvp",
  "hessian",
  "a fork",
];
const BROKEN = { options: { oneCell: true } };

type Over = Extract<Beat, { tag: "over" }>;
const overs = ({ legs }: Score): readonly Over[] => legs.beats.filter((beat) => beat.tag === "over");
const numbersIn = (score: Score, kind: string, lane: number): readonly (number | undefined)[] =>
  overs(score)
    .filter(({ row, back }) => score.legs.rows[row]!.kind === kind && laneOf(back) === lane)
    .toSorted((a, b) => a.row - b.row)
    .map(({ number }) => number);
const dataOf = (shapes: readonly Shape[], name: string) =>
  shapes.flatMap(({ data }) => (data && name in data ? [data] : []));

describe("the tower: down, up, down, up (closures 8 and 9, grad 1 and 2)", () => {
  const { score, gradient } = legsFor(TOWER);
  const inner = score.turns.filter(({ wall }) => wall === 0);

  test("the lanes of a derivative run one after the other", () => {
    expect(inner.map(({ lane }) => lane)).toEqual([0, 1, 2, 3]);
    for (const [index, { from }] of inner.entries())
      if (index > 0) expect(from).toBeGreaterThanOrEqual(inner[index - 1]!.to);
  });

  test("each goes over the same rows, down, up, down and up", () => {
    const rows = [0, 1, 2, 3].map((lane) =>
      overs(score)
        .filter(({ row, back }) => score.legs.rows[row]!.wall === 0 && laneOf(back) === lane)
        .map(({ row }) => row),
    );
    const operations = (lane: number) => rows[lane]!.filter((row) => score.legs.rows[row]!.kind === "operation");
    expect(operations(0)).toEqual(operations(0).toSorted((a, b) => a - b));
    expect(operations(1)).toEqual(operations(0).toReversed());
    expect(operations(2)).toEqual(operations(0));
    // the numbers of its point, too
    for (const lane of [0, 1, 2, 3])
      expect(rows[lane]).toEqual(rows[lane]!.toSorted((a, b) => (lane % 2 === 0 ? a - b : b - a)));
    // f is quadratic: nothing comes over its operations on the last leg
    expect(operations(3)).toEqual([]);
    const cubic = legsFor(THIRD).score;
    const last = overs(cubic).filter(({ row, back }) => cubic.legs.rows[row]!.wall === 1 && laneOf(back) === 7);
    expect(last.map(({ row }) => row)).toEqual(last.map(({ row }) => row).toSorted((a, b) => b - a));
    expect(last.length).toBe(2);
  });

  test("(24, 41), 496, (52, 85)", () => {
    expect(numbersIn(score, "point", 1)).toEqual([24, 41]);
    expect(numbersIn(score, "operation", 0).at(-1)).toBe(496);
    expect(numbersIn(score, "point", 3)).toEqual([52, 85]);
    expect(numbersIn(score, "input", 1)).toEqual([52, 85]);
    expect(gradient).toEqual([52, 85]);
    const alone = tracedRunOf(`-- at: (3.0, 4.0)\n${F}\ndef main p = grad f p`).value!.scalars;
    expect(numbersIn(score, "point", 1)).toEqual(alone);
    expect(saidAt(score, score.end)).toContain("(52, 85)");
  });

  test("the numbers of a third derivative come over eight lanes", () => {
    const third = legsFor(THIRD);
    expect(third.score.legs.levels).toBe(3);
    const lanes = third.score.turns.filter(({ wall }) => wall === 1).map(({ lane }) => lane);
    expect(lanes).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(third.gradient).toEqual([48]);
    expect(numbersIn(third.score, "input", 1)).toEqual([48]);
  });
});

test("a number outside a wall has one ring fewer than inside; what leaves has lost that of its derivative (closures 11, grad 7)", () => {
  const { score } = legsFor(TOWER);
  const shapes = legsShapes(score, score.end);
  const rings = (row: number, lane: number) =>
    dataOf(shapes, "ring").filter((data) => data.row === row && data.lane === lane);
  const { from, to } = score.legs.walls[0]!;
  for (const [row, { kind, wall }] of score.legs.rows.entries())
    expect([kind, row, rings(row, 0).length]).toEqual([kind, row, wall === 0 ? 2 : 1]);
  expect(rings(from, 1).map((data) => data.ring)).toEqual([2]);
  expect(rings(to + 1, 0).map((data) => data.ring)).toEqual([1]);
  expect(rings(from, 2)).toEqual([]);
  expect(ringsOf([false, false, false])).toEqual([1, 2, 3]);
  expect(ringsOf([true, true, false])).toEqual([3]);
});

describe("whose derivative? (closures 10 and 12)", () => {
  test("1 with levels apart, 2 with one cell, whose row is marked", () => {
    const [own, one] = [legsFor(WHOSE), legsFor(WHOSE, BROKEN)];
    expect([own.gradient, one.gradient]).toEqual([[1], [2]]);
    expect([numbersIn(own.score, "point", 1), numbersIn(one.score, "point", 1)]).toEqual([[1], [2]]);
    const wrong = ({ score }: typeof own) =>
      dataOf(legsShapes(score, score.end), "wrong").map((data) => score.legs.rows[data.wrong as number]!.text);
    expect([wrong(own), wrong(one)]).toEqual([[], ["y"]]);
    expect(saidAt(one.score, one.score.end)).toContain("`2`");
    expect(saidAt(own.score, own.score.end)).toContain("`1`");
  });

  test("what is dropped is in sight for half a second before it is struck, in a long run too", () => {
    for (const text of [WHOSE, `-- at: 1.0\ndef main x = ${Array(12).fill("x * grad (\\y -> x + y) x").join(" + ")}`]) {
      const { score } = legsFor(text);
      const { from } = score.timed.find(({ beat }) => beat.tag === "dropped")!;
      for (const after of [310, 500, 800]) {
        const shapes = legsShapes(score, from + after);
        expect(dataOf(shapes, "given")).toContainEqual({ given: "dropped", name: "x" });
        expect(dataOf(shapes, "struck")).toEqual([]);
      }
      expect(dataOf(legsShapes(score, from + 1300), "struck")).toContainEqual({ struck: "x" });
    }
  });

  test("each captured variable has its name and its share", () => {
    const { score } = legsFor("-- at: (2.0, 3.0)\ndef main (a, b) = grad (\\y -> a * y + b * b * y) 5.0");
    const dropped = score.legs.beats.flatMap((beat) => (beat.tag === "dropped" ? beat.given : []));
    expect(dropped).toEqual([
      { name: "a", number: 5 },
      { name: "b", number: 30 },
    ]);
  });
});

describe("any program that the stage takes", () => {
  const programs = { TOWER, WHOSE, THIRD, ...Object.fromEntries(OTHERS.map((name) => [name, NESTED[name]![0]])) };

  test.each(Object.entries(programs))(
    "%s: its gradient is in the last lane; every leg is of rows that are there",
    (_, text) => {
      const { score, gradient } = legsFor(text);
      // what gets nothing is not called
      const found = [...score.legs.rows.entries()]
        .filter(([, { kind }]) => kind === "input")
        .map(([at]) => overs(score).find(({ row, back }) => row === at && back.includes(true))?.number ?? 0);
      expect(found).toEqual(gradient.map((one) => expect.closeTo(one, 9)));
      for (const { row, back } of overs(score)) expect(back.length).toBe(score.legs.rows[row]!.levels);
      for (const { from, to } of score.legs.walls) expect(to).toBeGreaterThanOrEqual(from);
    },
  );

  test.each(Object.entries(programs))(
    "%s: a picture is a function of the time, with a sentence for each stop",
    (_, text) => {
      const { score } = legsFor(text);
      const at = score.stops[Math.floor(score.stops.length / 2)]!;
      const before = legsShapes(score, at);
      legsShapes(score, score.end);
      expect(legsShapes(score, at)).toEqual(before);
      for (const { text: said } of sentencesOf(score))
        expect([said.length > 0, said.length <= 330]).toEqual([true, true]);
      expect(numbersAt(score, 0).flat().join("")).toBe("");
    },
  );

  test.each([1440, 1024, 390])("no text leaves the picture at %d pixels", (width) => {
    const faults: unknown[] = [];
    for (const text of Object.values(programs)) {
      const { score } = legsFor(text);
      for (const at of [0, score.end / 3, score.end / 2, score.end])
        for (const shape of legsShapes(score, at, { width, height: 560 })) {
          if (shape.tag !== "text") continue;
          const letter = shape.font === "code" ? LETTER : UI_LETTER;
          const w = shape.parts.reduce((sum, part) => sum + part.text.length, 0) * shape.size * letter;
          const left = shape.anchor === "middle" ? shape.x - w / 2 : shape.anchor === "end" ? shape.x - w : shape.x;
          if (left < -1 || left + w > width + 1 || shape.y < 0 || shape.y > 560)
            faults.push([shape.parts, left, w, shape.y]);
        }
    }
    expect(faults).toEqual([]);
  });
});

test("where ladders refuse a program, those are offered that take it, with the stages that do", () => {
  const taking = (...refused: string[]) =>
    laddersFor(Object.fromEntries(refused.map((id) => [id, true]))).map(({ id, rungs }) => [id, rungs.length]);
  const all = ALL_LADDERS.flatMap(({ rungs }) => rungs.map(({ id }) => id));
  expect(taking(...all.filter((id) => id !== "nested"))).toEqual([["lambda", 1]]);
  // a picture of an algorithm's own is of the stages that are left; a climb needs all of its rungs
  expect(taking("chad", "staged")).not.toContainEqual(["dual-numbers", expect.anything()]);
  expect(taking("chad", "staged")).toContainEqual(["chad", 3]);
  expect(taking(...all)).toEqual([]);
});
