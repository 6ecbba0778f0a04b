// The film of a large run: what it counts is what the run did, at every time, and no size makes it draw more.

import { describe, expect, test } from "vitest";
import { scalarsIn } from "../../app/exploration/drawn/bundles.ts";
import { foldedParts, scalarAt } from "../../app/film/far/code.ts";
import { farPaper } from "../../app/film/far/paper.ts";
import { farPicture } from "../../app/film/far/picture.ts";
import { calledLog2, rowWords } from "../../app/film/far/row-bars.ts";
import { pathText } from "../../app/picture/path.ts";
import type { Shape } from "../../app/picture/shape.ts";
import { sayFar } from "../../app/playback/narration/far.ts";
import { callsAt, type FarAnimation, farAnimation, madeAt, timeOfCall } from "../../engine/animation/far.ts";
import { shortReal } from "../../engine/core/values/show-value.ts";
import { recorded } from "../support/animated.ts";

const STAGES = ["naive", "staged", "tape"];
const chain = (steps: number): string =>
  `-- at: 0.9\n\ndef main x = foldl (\\y i -> y + 0.1 * sin (y * x)) x (range 0 ${steps})\n`;
const doubling = (steps: number): string => `-- at: 1.0\n\ndef main x = foldl (\\y i -> y + y) x (range 0 ${steps})\n`;

/** Steps of a run: of a long chain, naive takes more. */
const MOST_STEPS = 1_000_000;

function far(text: string, stages: readonly string[] = STAGES, steps = MOST_STEPS): FarAnimation {
  const { explored, exploration } = recorded(text, stages, {}, steps);
  return farAnimation(explored.graph, exploration.replayOrders(stages));
}

const PAPER = { width: 1440, height: 640, projected: 0 };
const found = (shapes: readonly Shape[], name: string) => shapes.find(({ key }) => key.startsWith(name))?.data;
const all = (shapes: readonly Shape[], name: string) => shapes.filter(({ key }) => key.startsWith(name));

test("where there is little room, a tree of calls stands beside a stage whose calls wait, and the graph gives way", () => {
  const shown = (stages: readonly string[], ...widths: readonly number[]) => {
    const animation = far(chain(100), stages);
    return widths.map((width) =>
      farPaper(animation, { width, height: 640, projected: 0 }).places.map(({ column }) => column),
    );
  };
  expect(shown(STAGES, 390, 768)).toEqual([
    [0, 1],
    ["graph", 0, 1, 2],
  ]);
  expect(shown(["staged", "tape", "naive"], 390, 600)).toEqual([
    [0, 2],
    ["graph", 0, 2],
  ]);
  expect(shown(["staged", "tape"], 390)).toEqual([["graph", 0]]);
});

describe("a run of two thousand scalars", () => {
  const animation = far(chain(400));
  const paper = farPaper(animation, PAPER);

  test("what was called and what waits at a time are those of the trace", () => {
    const staged = animation.columns[1]!;
    const { calls, contributions } = staged.replayOrder;
    for (const at of [9000, 12_000, 17_500, 22_000]) {
      const made = callsAt(animation, at);
      const called = new Set(calls.number.subarray(0, made));
      const reached = new Set(
        [...contributions.to].filter((_, place) => Math.max(0, contributions.call[place]!) < made),
      );
      const waiting = [...reached].filter((number) => !called.has(number)).length;
      const shapes = farPicture(animation, paper, at);
      expect(found(shapes, "called")?.called).toBe(made);
      expect(found(shapes, "waits")?.waiting).toBe(waiting);
      expect(found(shapes, "sweep")?.number).toBe(calls.number[made]);
    }
  });

  test("scalars are there one after the other, and calls are made one after the other", () => {
    expect(madeAt(animation, 0)).toBe(0);
    expect(madeAt(animation, animation.forwardEnd)).toBe(animation.graph.size);
    for (const call of [0, 1, 77, animation.together - 1])
      expect(callsAt(animation, timeOfCall(animation, call))).toBe(call);
    expect(callsAt(animation, animation.togetherEnd)).toBe(animation.together);
    expect(animation.end).toBe(30_000);
  });

  test("the scalar that is chosen is marked in its row, with its number", () => {
    expect(found(farPicture(animation, paper, animation.end), "pinned")).toBeUndefined();
    const shapes = farPicture(animation, paper, animation.end, 1234);
    const mark = shapes.find(({ data }) => data?.pinned === 1234);
    if (mark?.tag !== "rect") throw new Error("not marked");
    const row = Math.floor((mark.y - paper.top) / paper.rowHeight + 0.5);
    const [from, to] = scalarsIn(animation.graph.size, paper.rows, row);
    expect(from <= 1234 && 1234 < to).toBe(true);
    expect(shapes.some((shape) => shape.tag === "text" && /^#1.?234$/.test(shape.parts[0]!.text))).toBe(true);
  });

  test("every scalar is in one row, and every edge in one bundle", () => {
    const rows = Array.from({ length: paper.rows }, (_, row) => scalarsIn(animation.graph.size, paper.rows, row));
    expect(rows[0]![0]).toBe(0);
    expect(rows.at(-1)![1]).toBe(animation.graph.size);
    for (let row = 1; row < rows.length; row++) expect(rows[row]![0]).toBe(rows[row - 1]![1]);
    const edges = all(farPicture(animation, paper, animation.end), "bundle").reduce(
      (sum, { data }) => sum + Number(data!.edges),
      0,
    );
    expect(edges).toBe(animation.graph.operands.length);
  });

  test("a picture depends on its time alone, and says how far the run is", () => {
    expect(farPicture(animation, paper, 15_000)).toEqual(farPicture(animation, paper, 15_000));
    expect(sayFar(animation, 4000)).toMatch(/^The program runs: [\d\u202f ]+ of /);
    expect(sayFar(animation, 16_000)).toMatch(/^Call [\d\u202f ]+ of [\d\u202f ]+: `d/);
    expect(sayFar(animation, animation.end)).toContain("`tape` makes");
  });
});

test("the calls of a tree that no one can list are those that the graph counts", () => {
  const animation = far(doubling(400));
  const paper = farPaper(animation, PAPER);
  const [naive] = animation.columns;
  // 2^401 - 1 calls, of which some are listed
  expect(naive!.calls).toBeCloseTo(2 ** 401, -100);
  expect(found(farPicture(animation, paper, animation.end), "silhouette")?.calls).toBe(naive!.calls);
  expect(sayFar(animation, animation.end)).toContain("5.2 × 10¹²⁰ calls");
});

describe("the silhouette of a tree", () => {
  const animation = far(doubling(400), ["naive", "tape"]);
  const paper = farPaper(animation, PAPER);
  const shapes = farPicture(animation, paper, animation.end);
  const place = paper.places.find(({ column }) => column === 0)!;
  /** Rows of a path of rectangles, from top to bottom: how wide each is. */
  const widths = (name: string): readonly { y: number; h: number; w: number }[] => {
    const shape = shapes.find(({ key }) => key.startsWith(name));
    if (shape?.tag !== "path") throw new Error("no path");
    return [...pathText(shape.path).matchAll(/M[-\d.]+ ([\d.]+)h([\d.]+)v([\d.]+)/g)].map(([, y, w, h]) => ({
      y: Number(y),
      w: Number(w),
      h: Number(h),
    }));
  };
  const unit = Number(found(shapes, "silhouette")!.doubling);
  const rows = widths("silhouette");

  test("is as wide as the logarithm of its calls: a doubling is as wide as a call, wherever it is", () => {
    expect(rows.length).toBe(401);
    // scalar k of the chain is called 2^(400 - k) times
    for (const [number, { w }] of rows.entries()) expect(w).toBeCloseTo(unit * (1 + 400 - number), 1);
    expect(rows[0]!.w).toBeCloseTo(place.w - 24, 1);
    // half of all rows take more than half of the width: it can be seen that it grows all the time
    expect(rows.filter(({ w }) => w > (place.w - 24) / 2).length).toBeGreaterThanOrEqual(200);
  });

  test("says how wide a doubling is, and where powers of ten are", () => {
    const sample = found(shapes, "doubling ")!;
    expect(Number(sample.wide)).toBeCloseTo(Number(sample.doublings) * unit, 8);
    expect(Number(sample.wide)).toBeGreaterThanOrEqual(7);
    const words = shapes.flatMap((shape) =>
      shape.tag === "text" ? [shape.parts.map((part) => part.text).join("")] : [],
    );
    expect(words).toContain(`${sample.doublings} doublings`);
    expect(words).toContain("10¹⁰⁰");
    const powers = shapes.filter(({ key }) => key.startsWith("power "));
    expect(powers.length).toBeGreaterThanOrEqual(3);
    for (const shape of powers) {
      if (shape.tag !== "path") throw new Error("no path");
      const [a, b] = [...pathText(shape.path).matchAll(/M([\d.]+) /g)].map(([, x]) => Number(x));
      expect(b! - a!).toBeCloseTo(unit * (1 + Math.log2(10) * Number(shape.data!.power)), 1);
    }
  });

  test("of few calls does not fill the column", () => {
    const few = far(chain(80).replace("y + 0.1 * sin (y * x)", "sin y"), ["naive", "tape"]);
    const drawn = farPicture(few, farPaper(few, PAPER), few.end);
    const column = farPaper(few, PAPER).places.find(({ column: one }) => one === 0)!;
    expect(Number(found(drawn, "silhouette")!.doubling)).toBeLessThan(column.w / 4);
  });

  test("tells the count of a row in words, exactly as long as it is no more than a double holds exactly", () => {
    const row = (number: number): number =>
      Array.from({ length: paper.rows }, (_, at) => at).find(
        (at) => scalarsIn(animation.graph.size, paper.rows, at)[0] === number,
      )!;
    const words = (number: number): string =>
      rowWords(animation, paper, row(number), animation.columns[0]!).replaceAll("\u202f", "");
    expect(words(400)).toBe("naive calls #400 once");
    expect(words(350)).toBe(`naive calls #350 ${2 ** 50} times`);
    expect(words(0)).toBe("naive calls #0 2.6 × 10¹²⁰ times");
  });

  test("knows counts that are larger than all doubles", () => {
    const huge = far(doubling(2000), ["naive", "tape"]);
    const exact = String(2n ** 2001n - 1n);
    const mantissa = `${exact[0]}.${Math.round(Number(`${exact[1]}.${exact[2]}`))}`;
    expect(exact.length - 1).toBe(602);
    expect(sayFar(huge, huge.end)).toContain(`\`naive\` makes ${mantissa} × 10⁶⁰² calls`);
    const drawn = farPicture(huge, farPaper(huge, PAPER), huge.end);
    expect(Number(found(drawn, "silhouette")!.doubling)).toBeCloseTo((place.w - 24) / 2001, 6);
  });

  test("grows to all calls, and never shrinks", () => {
    let before: Float64Array | undefined;
    for (let t = animation.forwardEnd; t <= animation.end; t += 500) {
      const now = calledLog2({ animation, t }, animation.columns[0]!);
      if (before !== undefined)
        for (const [at, log2] of now.entries()) expect(log2).toBeGreaterThanOrEqual(before[at]! - 1e-9);
      before = now;
    }
    expect([...before!]).toEqual([...animation.columns[0]!.totalLog2]);
  });
});

describe("calls that wait, beside a tree", () => {
  // y and y + y, sixty times: the cotangent of the k-th scalar is 2^(60 - k)
  const animation = far(doubling(60), ["naive", "tape"]);
  const paper = farPaper(animation, PAPER);
  const rects = (t: number, name: string): readonly { x: number; w: number; h: number }[] => {
    const shape = farPicture(animation, paper, t).find(({ key }) => key.startsWith(name));
    if (shape?.tag !== "path") throw new Error("no path");
    return [...pathText(shape.path).matchAll(/M([-\d.]+) [\d.]+h([\d.]+)v([\d.]+)/g)].map(([, x, w, h]) => ({
      x: Number(x),
      w: Number(w),
      h: Number(h),
    }));
  };

  test("are as wide as one call of the tree", () => {
    const shapes = farPicture(animation, paper, animation.end);
    expect(found(shapes, "called")!.call).toBeCloseTo(Math.max(5, Number(found(shapes, "silhouette")!.doubling)), 8);
    expect(
      rects(animation.end, "called").every(({ w }) => Math.abs(w - Number(found(shapes, "called")!.call)) < 0.1),
    ).toBe(true);
  });

  test("have the sizes of their cotangents beside them, from 1 on by powers of ten", () => {
    const sizes = rects(animation.end, "sizes");
    const { from, to } = found(farPicture(animation, paper, animation.end), "sizes") as { from: number; to: number };
    expect([from, to]).toEqual([-1, Math.ceil(60 * Math.log10(2))]);
    const power = (sizes[0]!.w - sizes[30]!.w) / (30 * Math.log10(2));
    for (const [number, { w }] of sizes.slice(0, 60).entries())
      expect(w / power).toBeCloseTo((60 - number) * Math.log10(2), 1);
  });

  test("have none before they are called", () => {
    expect(rects(animation.forwardEnd - 1, "sizes")).toEqual([]);
    const half = rects((animation.forwardEnd + animation.togetherEnd) / 2, "sizes").length;
    expect(half).toBeGreaterThan(20);
    expect(half).toBeLessThan(40);
  });
});

test("rows of cotangents that are no numbers are marked", () => {
  // the partial of sqrt at 0 is infinite, and 0 times it is no number
  const animation = far("-- at: 0.0\n\ndef main x = foldl (\\y i -> y + 0.0 * sqrt x) x (range 0 80)\n", ["tape"]);
  const paper = farPaper(animation, PAPER);
  const odd = farPicture(animation, paper, animation.end).find(({ key }) => key.startsWith("odd"));
  expect(odd?.tag === "path" && pathText(odd.path)).toMatch(/h/);
  const fine = far(chain(80), ["tape"]);
  const none = farPicture(fine, farPaper(fine, PAPER), fine.end).find(({ key }) => key.startsWith("odd"));
  expect(none?.tag === "path" && pathText(none.path)).toBe("");
});

describe("the folded program beside a large run", () => {
  const animation = far(chain(400), ["staged"]);
  const paper = farPaper(animation, PAPER);
  const words = (t: number): readonly string[] =>
    farPicture(animation, paper, t).flatMap((shape) =>
      shape.tag === "text" && shape.key.startsWith("code") ? [shape.parts.map((part) => part.text).join("")] : [],
    );

  test("has every scalar in one part, and a stretch that comes again once", () => {
    let next = 0;
    for (const part of foldedParts(animation.graph)) {
      expect(part.from).toBe(next);
      next = part.to;
    }
    expect(next).toBe(animation.graph.size);
    expect(words(animation.end).filter((line) => line.includes("400 times"))).toHaveLength(1);
    expect(words(animation.end).length).toBeLessThan(20);
  });

  test("shows the round that is under way, with the numbers of the call", () => {
    const t = timeOfCall(animation, 1000);
    const number = animation.columns[0]!.replayOrder.calls.number[1000]!;
    expect(scalarAt(animation, t)).toBe(number);
    // five scalars a round, after the input
    const round = Math.floor((number - 1) / 5) + 1;
    const lines = words(t);
    expect(lines).toContain(`400 times, round ${round}`);
    const cotangent = shortReal(animation.graph.cotangents[number]!);
    expect(lines.some((line) => line.startsWith(`d#${number}(${cotangent})`))).toBe(true);
    // in the forward pass what is not there yet has no value
    const early = words(4000);
    expect(early.some((line) => line.includes("round 200"))).toBe(true);
  });

  test("leaves its room to the stages where there is little", () => {
    expect(paper.places[0]!.column).toBe("program");
    const narrow = farPaper(animation, { width: 390, height: 560, projected: 0 });
    expect(narrow.places.map(({ column }) => column)).not.toContain("program");
  });
});

test("fifty times as many scalars are not fifty times as many shapes", () => {
  const [few, many] = [80, 4000].map((steps) => far(chain(steps), ["tape"])) as [FarAnimation, FarAnimation];
  const shapes = (animation: FarAnimation, at: number): number =>
    farPicture(animation, farPaper(animation, PAPER), at).length;
  for (const at of [4000, 15_000, 30_000]) expect(shapes(many, at)).toBeLessThan(2 * shapes(few, at) + 400);
});
