// CHAD's ladder: rows of boxes, one environment that is written, logs and lanes, from runs of the four stages.
import { describe, expect, test } from "vitest";
import { nestedFunctions, sumOfVariables } from "../../app/algorithms/chad/families.ts";
import { rowsPaperOf } from "../../app/algorithms/chad/rows/drawn/paper.ts";
import { rowsPictureAt } from "../../app/algorithms/chad/rows/drawn/picture.ts";
import { turnsOf } from "../../app/algorithms/chad/rows/model/align.ts";
import { textOf } from "../../app/algorithms/chad/rows/model/contents.ts";
import { framesAt, livesOf } from "../../app/algorithms/chad/rows/model/lives.ts";
import { pathTo } from "../../app/algorithms/chad/rows/model/moves.ts";
import { countsAt, type Score } from "../../app/algorithms/chad/rows/model/score.ts";
import { entryText, saidAt } from "../../app/algorithms/chad/rows/model/words.ts";
import { environmentText } from "../../app/algorithms/chad/rows/table.tsx";
import { pictureWords } from "../../app/algorithms/chad/rows/words.ts";
import type { Shape } from "../../app/picture/shape.ts";
import { shortReal } from "../../engine/core/values/show-value.ts";
import { example, TRANSFORMED } from "../support/examples.ts";
import { rowsFor, rowsShapes } from "../support/rows-for.ts";
import { oneIn } from "../support/runs.ts";

const LET = "-- at: (2, 3)\ndef main (x : Real, y : Real) = let z = x + y in z * y";
const COPOWER = "-- at: 5\ndef main (a : Real) = let h = \\v -> a * v in h a + h (3 * a)";
const SUM =
  "-- at: Circle 3\ndata Shape = Circle Real | Rect Real Real\ndef area (s : Shape) = case s of { Circle r -> r * r | Rect a b -> a * b }\ndef main (s : Shape) = area s * 2";
const POWER =
  "-- at: (5, 1.5)\ndef power (n : Int, x : Real) = if n == 0 then 1.0 else x * power (n - 1, x)\ndef main (n : Int, x : Real) = power (n, x)";
const ARRAY = "-- at: fromList [1, 2, 3]\ndef main (a : Array Real) = sumA (mapA (\\x -> x * x) a)";

const dataOf = (shapes: readonly Shape[], name: string, value?: string | number): readonly Shape[] =>
  shapes.filter(({ data }) => data !== undefined && name in data && (value === undefined || data[name] === value));

const columnOf = (score: Score, stage: string) => score.parts.find(({ column }) => column.stage === stage)!;

/** Where the columns begin. */
const STAGES = ["chad", "chad-sparse", "chad-local", "chad-cells"];

describe("counts and gradients are those of the runs", () => {
  const programs = [
    ...[LET, COPOWER, SUM, POWER, ARRAY, sumOfVariables(8), nestedFunctions(4)].map((text) => ["own", text] as const),
    ...oneIn(12, TRANSFORMED).map(({ name, text }) => [name, text] as const),
  ];
  test.each(programs)("%s", (_, text) => {
    const { score, runs } = rowsFor(text);
    for (const { stage, boxes, calls } of runs) {
      const { made, moved, ...counts } = countsAt(columnOf(score, stage), score.end);
      expect([stage, counts.calls, made + moved]).toEqual([stage, calls, boxes]);
    }
  });

  test.each([LET, COPOWER, POWER, sumOfVariables(4), nestedFunctions(4)])(
    "all four stages end with the gradient: %s",
    (text) => {
      const { ladder, score, gradient } = rowsFor(text);
      expect(score.parts.map(({ column }) => column.stage)).toEqual(STAGES);
      for (const part of score.parts) {
        const shown = environmentText(ladder, part, score.end);
        expect(shown.split(", ").map((one) => one.split(" ")[1])).toEqual(gradient.map((one) => shortReal(one)));
      }
    },
  );
});

test("inside a scope the row has a box more than outside", () => {
  const { score } = rowsFor(LET);
  const { timed } = columnOf(score, "chad");
  const split = timed.find(({ move }) => move.tag === "split")!;
  const boxes = (at: number): number =>
    rowsShapes(LET, score, at).filter(({ data, layer }) => data?.box === "dense" && layer === "node").length;
  expect(split.move).toMatchObject({ name: "z", content: 3 });
  expect(boxes(split.from - 5)).toBe(3);
  expect(boxes(score.end)).toBe(2);
  expect(dataOf(rowsShapes(LET, score, split.from + 200), "leaves", "z").length).toBeGreaterThan(0);
});

test("a row that goes on has no box of a variable that left its scope", () => {
  const { score } = rowsFor(LET);
  const { timed, column } = columnOf(score, "chad");
  const last = timed.findLast(({ move }) => move.tag === "row")!;
  expect(last.move.tag === "row" && column.rows[last.move.row]!.from.length).toBe(2);
  const moving = rowsShapes(LET, score, last.stands + 10).filter(
    ({ data, layer }) => data?.box === "dense" && layer === "token",
  );
  expect(moving.length).toBe(4);
});

test("a sum of eight variables: 120 boxes, 32, 8 and 8 are drawn", () => {
  const text = sumOfVariables(8);
  const { score } = rowsFor(text);
  const shapes = rowsShapes(text, score, score.end);
  expect(dataOf(shapes, "box", "dense").length).toBe(120);
  expect(dataOf(shapes, "box", "sparse").length).toBe(32);
  expect(dataOf(shapes, "touched", "local").length).toBe(8);
  expect(dataOf(shapes, "touched", "cells").length).toBe(8);
});

test.each([2, 4, 8, 16, 32, 64])("a sum of %i variables: 2n² − n boxes, (n/2) log₂ n moves, n touched", (n) => {
  const { score } = rowsFor(sumOfVariables(n));
  const [dense, sparse, local, cells] = score.parts.map((part) => countsAt(part, score.end));
  expect(dense!.made + dense!.moved).toBe(2 * n * n - n);
  expect([sparse!.made, sparse!.moved]).toEqual([n, (n / 2) * Math.log2(n)]);
  expect([local!.made, cells!.made]).toEqual([n, n]);
});

test("a function's log fills, and is replayed at its λ; the other stages run the body once for each call", () => {
  const { score, ladder } = rowsFor(COPOWER);
  expect([ladder.value, ladder.gradient]).toEqual(["100.0", "40.0"]);
  const dense = livesOf(columnOf(score, "chad"));
  expect(dense.logs.map(({ move }) => entryText(move.entry))).toEqual(["(5, 1)", "(15, 1)"]);
  expect(dense.replays.map(({ move }) => entryText(move.entry))).toEqual(["(5, 1)", "(15, 1)"]);
  for (const { move } of dense.replays)
    expect(ladder.lines[columnOf(score, "chad").column.calls[move.call]!.line]!.text).toBe("\\v -> a * v");
  const shapes = rowsShapes(COPOWER, score, score.end);
  const lanes = ["dense", "sparse", "local", "cells"].map((kind) => dataOf(shapes, "run", kind).length);
  expect(lanes).toEqual([4, 2, 2, 2]);
  expect(dataOf(shapes, "thrown").length).toBe(4);
  // the arguments are those of the calls, in every stage
  const { runs } = columnOf(score, "chad").column;
  expect(runs.slice(1).map(({ half, argument }) => [half, textOf(argument)])).toEqual([
    ["argument", "5"],
    ["argument", "15"],
    ["environment", "5"],
    ["environment", "15"],
  ]);
});

test("no stage but chad draws a log", () => {
  const { score } = rowsFor(COPOWER);
  const seen = new Set<string>();
  for (const at of [...score.stops, ...score.turns.map(({ from }) => from + 50)])
    for (const shape of rowsShapes(COPOWER, score, at))
      if (shape.data !== undefined && ("log" in shape.data || "replay" in shape.data))
        seen.add(shape.key.replace(/\d.*|[a-z]\d.*$/, ""));
  expect([...seen].every((key) => key.startsWith("chad") && !key.startsWith("chad-"))).toBe(true);
  expect(seen.size).toBeGreaterThan(0);
});

test.each([2, 3, 5, 7])("functions in functions, %i deep: 2ⁿ − 1 runs and 2ⁿ⁺¹ − 3 calls in chad alone", (n) => {
  const { score } = rowsFor(nestedFunctions(n));
  const { runs } = columnOf(score, "chad").column;
  expect(runs.length).toBe(2 ** n - 1);
  expect(countsAt(columnOf(score, "chad"), score.end).calls).toBe(2 ** (n + 1) - 3);
  // each run has one parent, and a level has twice the runs of the one below
  for (const [index, { parent, depth }] of runs.entries()) {
    if (index === 0) continue;
    expect(parent).toBeLessThan(index);
    expect(runs[parent!]!.depth).toBe(depth - 1);
  }
  const levels = Array.from({ length: n }, (_, depth) => runs.filter((one) => one.depth === depth).length);
  expect(levels).toEqual(Array.from({ length: n }, (_, depth) => 2 ** depth));
  for (const stage of STAGES.slice(1)) {
    const { calls, runs: own } = columnOf(score, stage).column;
    expect(own.length, stage).toBeLessThanOrEqual(n);
    // each term once
    expect(new Set(calls.map(({ line }) => line)).size, stage).toBe(calls.length);
  }
});

test("two addends stand beside each other for 300 ms, and each of these times is a stop", () => {
  for (const text of [LET, COPOWER, sumOfVariables(4), sumOfVariables(8)]) {
    const { score } = rowsFor(text);
    for (const { timed, column } of score.parts)
      for (const { move, stands, closes } of timed) {
        const isSum = move.tag === "row" && column.rows[move.row]!.from.length > 1;
        if (!isSum && (move.tag !== "one" || closes === stands)) continue;
        expect(closes - stands).toBeGreaterThanOrEqual(300);
        expect(score.stops.some((stop) => stop >= stands && stop < closes)).toBe(true);
      }
  }
});

test("in chad-local the entries on the way to the one that is changed are ringed, and nowhere else", () => {
  const cells = ["a 1", "b 2", "c 3", "d 5", "e 6"];
  expect(["a 1", "e 6", "d 5"].map((cell) => pathTo(cells, cell))).toEqual([
    ["a 1"],
    ["a 1", "b 2", "e 6"],
    ["a 1", "c 3", "d 5"],
  ]);
  const text = sumOfVariables(8);
  const { score } = rowsFor(text);
  const { column, timed } = columnOf(score, "chad-local");
  const rings = (at: number): number => dataOf(rowsShapes(text, score, at), "path").length;
  const ones = timed.flatMap(({ move, stands, to }) => (move.tag === "one" ? [{ move, stands, to }] : []));
  expect(ones.map(({ stands }) => rings(stands + 1))).toEqual(
    ones.map(({ move }) => pathTo(column.frames[move.frame]!.cells, move.cell).length),
  );
  // a tree of eight is at most four entries high
  expect(Math.max(...ones.map(({ stands }) => rings(stands + 1)))).toBe(4);
  expect(rings(score.end)).toBe(0);
});

test("while a cell is written, no other cell changes", () => {
  for (const text of [LET, COPOWER, sumOfVariables(4), POWER]) {
    const { score } = rowsFor(text);
    for (const stage of ["chad-local", "chad-cells"]) {
      const lives = livesOf(columnOf(score, stage));
      const cellsAt = (at: number): readonly string[] =>
        framesAt(lives, at).frames.flatMap(({ frame, cells }) =>
          [...cells].map(([cell, { content }]) => `${frame} ${cell} ${textOf(content)}`),
        );
      for (const { move, from, closes, to } of lives.ones) {
        if (to === from) continue;
        const [before, during, after] = [cellsAt(from + 1), cellsAt(closes - 1), cellsAt(to - 1)];
        expect(during).toEqual(before);
        const changed = after.filter((one) => !before.includes(one));
        expect(changed.every((one) => one.startsWith(`${move.frame} ${move.cell} `))).toBe(true);
        expect(changed.length).toBeLessThanOrEqual(1);
        expect(after.length).toBe(before.length);
      }
    }
  }
});

test("the stages are in step: calls on one line have one turn, and each line has one height in all columns", () => {
  const { turns, count } = turnsOf([
    [5, 3, 1, 2],
    [5, 1, 2],
    [5, 1, 4, 2],
  ]);
  expect(turns).toEqual([
    [0, 1, 2, 4],
    [0, 2, 4],
    [0, 2, 3, 4],
  ]);
  expect(count).toBe(5);
  const { score } = rowsFor(LET);
  const boxes = rowsShapes(LET, score, score.end).filter(
    (shape) => shape.tag === "rect" && ("box" in (shape.data ?? {}) || "touched" in (shape.data ?? {})),
  );
  const middles = (kind: string): readonly number[] => [
    ...new Set(
      boxes.flatMap((one) =>
        one.tag === "rect" && Object.values(one.data ?? {}).includes(kind) ? [Math.round(one.y + one.h / 2)] : [],
      ),
    ),
  ];
  const lines = middles("dense");
  for (const kind of ["sparse", "local", "cells"])
    expect(
      middles(kind).every((y) => lines.includes(y)),
      kind,
    ).toBe(true);
});

test("where one column is shown, the sentences are of what it does", () => {
  const { score } = rowsFor(LET);
  const { ones } = livesOf(columnOf(score, "chad-cells"));
  const [first] = ones;
  expect(saidAt(score, first!.stands + 10, 3)).toBe(
    "`3` is added to the box of `z` in the one environment. No other box changes.",
  );
  expect(saidAt(score, score.end, 3)).toBe("The gradient is `(3.0, 8.0)`, with 4 boxes.");
});

test("a value of a sum has its refined type beside it", () => {
  const { score } = rowsFor(SUM);
  const found = dataOf(rowsShapes(SUM, score, score.end), "refined");
  expect(found.length).toBeGreaterThan(0);
  expect(new Set(found.map(({ data }) => data?.refined))).toEqual(new Set(["D₂[Shape](Circle ·)"]));
});

test("a definition that calls itself has a lane for each run, beside each other", () => {
  const { score } = rowsFor(POWER);
  const lanes = dataOf(rowsShapes(POWER, score, score.end), "run", "cells");
  expect(lanes.length).toBe(6);
  const places = lanes.flatMap((lane) => (lane.tag === "rect" ? [lane] : []));
  for (const [index, lane] of places.entries())
    if (index > 0) expect(lane.x).toBeGreaterThanOrEqual(places[index - 1]!.x + places[index - 1]!.w);
});

test.each(["13", "07", "14", "22"])("the lanes of one body do not lie over each other: example %s", (prefix) => {
  const { score } = rowsFor(example(prefix));
  const paper = rowsPaperOf(score.ladder, { width: 1440, height: 640, projected: 0 }, 0);
  for (const [index, { column }] of score.parts.entries()) {
    const { lanes } = paper.columns[index]!;
    for (const line of new Set(column.runs.map((run) => run.line))) {
      const own = lanes.filter((_, run) => column.runs[run]!.line === line);
      const sorted = [...own].sort((a, b) => a.x - b.x);
      for (const [at, lane] of sorted.entries())
        if (at > 0) expect(lane.x).toBeGreaterThanOrEqual(sorted[at - 1]!.x + sorted[at - 1]!.w - 0.1);
    }
  }
});

test("a program with arrays has the column of the stage that takes it, with a lane for each element", () => {
  const { score } = rowsFor(ARRAY);
  expect(score.parts.map(({ column }) => column.stage)).toEqual(["chad-cells"]);
  expect(dataOf(rowsShapes(ARRAY, score, score.end), "run", "cells").length).toBe(3);
});

describe.each([
  ["a scope", LET],
  ["a log", COPOWER],
  ["a sum type", SUM],
  ["sixteen variables", sumOfVariables(16)],
  ["functions in functions", nestedFunctions(4)],
  ["recursion", POWER],
])("%s", (_, text) => {
  const { score } = rowsFor(text);

  test("has a sentence of at most 330 letters at every stop", () => {
    for (const only of [undefined, ...score.parts.keys()])
      for (const at of score.stops) {
        const said = saidAt(score, at, only);
        expect(said.length).toBeGreaterThan(10);
        expect(said.length).toBeLessThanOrEqual(330);
      }
  });

  test("is a picture of the time alone: a detour changes nothing", () => {
    const at = score.end * 0.4;
    const before = JSON.stringify(rowsShapes(text, score, at));
    rowsShapes(text, score, score.end);
    rowsShapes(text, score, 0);
    expect(JSON.stringify(rowsShapes(text, score, at))).toBe(before);
  });

  test.each([
    [1440, 640],
    [1024, 600],
    [390, 480],
  ])("keeps its texts within a picture of %i pixels", (width, height) => {
    const faults: string[] = [];
    for (const at of score.stops)
      for (const column of width < 720 ? [0, 3] : [0])
        for (const shape of rowsShapes(text, score, at, { width, height, column })) {
          if (shape.tag !== "text") continue;
          const letters = shape.parts.reduce((sum, part) => sum + part.text.length, 0);
          const wide = letters * shape.size * (shape.font === "code" ? 0.6 : 0.5);
          const left = shape.x - (shape.anchor === "end" ? wide : shape.anchor === "middle" ? wide / 2 : 0);
          const text_ = shape.parts.map((part) => part.text).join("");
          if (left <= -2 || left + wide >= width + 4 || shape.y + shape.size / 2 >= height + 2)
            faults.push(`${text_}: from ${left} to ${left + wide}, at ${shape.y}`);
        }
    expect(faults).toEqual([]);
  });
});

test("on a projector the lines of fourteen terms can be read: heads have no words there", () => {
  const { score } = rowsFor(COPOWER);
  const shapes = rowsShapes(COPOWER, score, score.end, { width: 1352, height: 655, projected: 1 });
  const sizes = shapes.flatMap((shape) => (shape.tag === "text" && /^line\d/.test(shape.key) ? [shape.size] : []));
  expect(sizes.length).toBe(score.ladder.lines.length);
  // all but the whole program, which is cut in its last line
  expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThan(13);
  expect(shapes.some(({ key }) => key === "chads0")).toBe(false);
  expect(rowsShapes(COPOWER, score, score.end).some(({ key }) => key === "chads0")).toBe(true);
});

test("sixty-four variables are ink, and a frame of them is made within 30 ms", () => {
  const text = sumOfVariables(64);
  const { score } = rowsFor(text);
  const shapes = rowsShapes(text, score, score.end);
  expect(dataOf(shapes, "box").length).toBe(0);
  expect(dataOf(shapes, "row", "dense").length).toBe(127);
  // the paper is laid out once for a room
  const paper = rowsPaperOf(score.ladder, { width: 1440, height: 640, projected: 0 }, 0);
  const words = pictureWords(text);
  const frames = Array.from({ length: 30 }, (_, index) => {
    const began = performance.now();
    rowsPictureAt(score, paper, score.end * (0.3 + index / 60), words);
    return performance.now() - began;
  });
  expect(frames.sort((a, b) => a - b)[5]).toBeLessThan(30);
});
