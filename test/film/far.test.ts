// The film of a large run: what it counts is what the run did, at every time, and no size makes it draw more.
import { describe, expect, test } from "vitest";
import { sayFar } from "../../app/film/far/narration.ts";
import { farPaper, scalarsOf } from "../../app/film/far/paper.ts";
import { farPicture } from "../../app/film/far/picture.ts";
import type { Shape } from "../../app/film/model/shape.ts";
import { callsAt, type FarScore, farScore, madeAt, timeOfCall } from "../../engine/score/far.ts";
import { recorded } from "../support/scored.ts";

const STAGES = ["naive", "staged", "tape"];
const chain = (steps: number): string =>
  `-- at: 0.9\n\ndef main x = foldl (\\y i -> y + 0.1 * sin (y * x)) x (range 0 ${steps})\n`;
const doubling = (steps: number): string => `-- at: 1.0\n\ndef main x = foldl (\\y i -> y + y) x (range 0 ${steps})\n`;

function far(text: string, stages: readonly string[] = STAGES): FarScore {
  const { explored, exploration } = recorded(text, stages);
  return farScore(explored.graph, exploration.performances(stages));
}

const PAPER = { width: 1440, height: 640, isProjected: false };
const found = (shapes: readonly Shape[], name: string) => shapes.find(({ key }) => key.startsWith(name))?.data;
const all = (shapes: readonly Shape[], name: string) => shapes.filter(({ key }) => key.startsWith(name));

describe("a run of two thousand scalars", () => {
  const score = far(chain(400));
  const paper = farPaper(score, PAPER);

  test("what was called and what waits at a time are those of the trace", () => {
    const staged = score.columns[1]!;
    const { calls, contributions } = staged.performance;
    for (const at of [9000, 12_000, 17_500, 22_000]) {
      const made = callsAt(score, at);
      const called = new Set(calls.number.subarray(0, made));
      const reached = new Set(
        [...contributions.to].filter((_, place) => Math.max(0, contributions.call[place]!) < made),
      );
      const waiting = [...reached].filter((number) => !called.has(number)).length;
      const shapes = farPicture(score, paper, at);
      expect(found(shapes, "called")?.called).toBe(made);
      expect(found(shapes, "waits")?.waiting).toBe(waiting);
      expect(found(shapes, "sweep")?.number).toBe(calls.number[made]);
    }
  });

  test("scalars are there one after the other, and calls are made one after the other", () => {
    expect(madeAt(score, 0)).toBe(0);
    expect(madeAt(score, score.forwardEnd)).toBe(score.graph.size);
    for (const call of [0, 1, 77, score.together - 1]) expect(callsAt(score, timeOfCall(score, call))).toBe(call);
    expect(callsAt(score, score.togetherEnd)).toBe(score.together);
    expect(score.end).toBe(30_000);
  });

  test("the scalar that is chosen is marked in its row, with its number", () => {
    expect(found(farPicture(score, paper, score.end), "pinned")).toBeUndefined();
    const shapes = farPicture(score, paper, score.end, 1234);
    const mark = shapes.find(({ data }) => data?.pinned === 1234);
    if (mark?.tag !== "rect") throw new Error("not marked");
    const row = Math.floor((mark.y - paper.top) / paper.rowHeight + 0.5);
    const [from, to] = scalarsOf(score, paper, row);
    expect(from <= 1234 && 1234 < to).toBe(true);
    expect(shapes.some((shape) => shape.tag === "text" && /^#1.?234$/.test(shape.parts[0]!.text))).toBe(true);
  });

  test("every scalar is in one row, and every edge in one bundle", () => {
    const rows = Array.from({ length: paper.rows }, (_, row) => scalarsOf(score, paper, row));
    expect(rows[0]![0]).toBe(0);
    expect(rows.at(-1)![1]).toBe(score.graph.size);
    for (let row = 1; row < rows.length; row++) expect(rows[row]![0]).toBe(rows[row - 1]![1]);
    const edges = all(farPicture(score, paper, score.end), "bundle").reduce(
      (sum, { data }) => sum + Number(data!.edges),
      0,
    );
    expect(edges).toBe(score.graph.operands.length);
  });

  test("a picture depends on its time alone, and says how far the run is", () => {
    expect(farPicture(score, paper, 15_000)).toEqual(farPicture(score, paper, 15_000));
    expect(sayFar(score, 4000)).toMatch(/^The program runs: [\d\u202f ]+ of /);
    expect(sayFar(score, 16_000)).toMatch(/^Call [\d\u202f ]+ of [\d\u202f ]+: `d/);
    expect(sayFar(score, score.end)).toContain("`tape` makes");
  });
});

test("the calls of a tree that no one can list are those that the graph counts", () => {
  const score = far(doubling(400));
  const paper = farPaper(score, PAPER);
  const [naive] = score.columns;
  // 2^401 - 1 calls, of which some are listed
  expect(naive!.calls).toBeCloseTo(2 ** 401, -100);
  expect(found(farPicture(score, paper, score.end), "silhouette")?.calls).toBe(naive!.calls);
  expect(sayFar(score, score.end)).toContain("5.2 × 10¹²⁰ calls");
});

test("fifty times as many scalars are not fifty times as many shapes", () => {
  const [few, many] = [80, 4000].map((steps) => far(chain(steps), ["tape"])) as [FarScore, FarScore];
  const shapes = (score: FarScore, at: number): number => farPicture(score, farPaper(score, PAPER), at).length;
  for (const at of [4000, 15_000, 30_000]) expect(shapes(many, at)).toBeLessThan(2 * shapes(few, at) + 400);
});
