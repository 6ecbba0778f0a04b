// The picture of the jobs: mirrored, still while the head moves, and folded where there is no room.
import { describe, expect, test } from "vitest";
import { jobsAt } from "../../app/jobs/drawn/picture.ts";
import { folded } from "../../app/jobs/model/fold.ts";
import { jobsPaper, middleOf } from "../../app/jobs/model/paper.ts";
import { chosenWith, type Pass } from "../../app/jobs/model/run.ts";
import { countedTiming } from "../../app/jobs/model/timing.ts";
import { UI_LETTER } from "../../app/picture/shape.ts";
import { CHAIN, UNEVEN, wide } from "../support/jobs.ts";
import { IS_LONG, oneIn } from "../support/runs.ts";
import { PARALLEL, runOf } from "./support.ts";

const WIDE_SHEET = { width: 1060, height: 540, projected: 0 };
const SHEETS = [WIDE_SHEET, { width: 358, height: 640, projected: 0 }, { width: 1400, height: 740, projected: 1 }];
const PASSES: readonly Pass[] = ["forward", "reverse"];

describe.each(PARALLEL)("the picture of $name", ({ text }) => {
  const run = runOf(text);

  test.each(SHEETS)("on $width × $height: what mirrors a box has its place, on the other side of the axis", (sheet) => {
    const paper = jobsPaper(run, sheet);
    const { forward, reverse } = paper.graph;
    const left = new Map(forward.nodes.map((node) => [node.key, node]));
    let mirrored = 0;
    for (const node of reverse.nodes) {
      const other = left.get(node.key);
      if (node.role !== "mirrored") continue;
      mirrored++;
      const [a, b] = [middleOf(paper, "forward", other!), middleOf(paper, "reverse", node)];
      expect(b.x - paper.axis).toBeCloseTo(paper.axis - a.x, 6);
      if (!paper.isStacked) expect(b.y).toBeCloseTo(a.y, 6);
    }
    expect(mirrored).toBeGreaterThan(1);
    // every job is in one box
    for (const pass of PASSES) {
      const jobs = paper.graph[pass].nodes.flatMap((node) => node.jobs).sort((a, b) => a - b);
      expect(jobs).toEqual(run.passes[pass].list.map(({ id }) => id));
    }
  });

  test.each(SHEETS)("on $width × $height: no box stands on another, and all stand on their side", (sheet) => {
    const paper = jobsPaper(run, sheet);
    for (const pass of PASSES) {
      const middles = paper.graph[pass].nodes.map((node) => middleOf(paper, pass, node));
      const { left, right, top, bottom } = paper.sides[pass];
      for (const [place, a] of middles.entries()) {
        expect(a.x - paper.box.width / 2).toBeGreaterThanOrEqual(left);
        expect(a.x + paper.box.width / 2).toBeLessThanOrEqual(right);
        expect(a.y).toBeGreaterThan(top);
        expect(a.y).toBeLessThan(bottom);
        for (const b of middles.slice(place + 1))
          expect(Math.abs(a.x - b.x) > paper.box.width || Math.abs(a.y - b.y) > paper.box.height).toBe(true);
      }
    }
  });

  test.each(SHEETS)("on $width × $height: the words of the two walls keep off each other", (sheet) => {
    const paper = jobsPaper(run, sheet);
    for (const workers of [1, 4, 64]) {
      const shapes = jobsAt(run, paper, countedTiming(run, workers, { tag: "order" }), 0);
      const [a, b] = PASSES.map((pass) => {
        const shape = shapes.find(({ tag, key }) => tag === "text" && key === `${pass} wall`);
        if (shape?.tag !== "text") throw new Error(`the ${pass} pass has no wall`);
        const wide = shape.parts.map(({ text }) => text).join("").length * shape.size * UI_LETTER;
        const left = shape.anchor === "end" ? shape.x - wide : shape.x;
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left + wide).toBeLessThanOrEqual(paper.width);
        return { left, right: left + wide, y: shape.y, size: shape.size };
      });
      expect(a!.right <= b!.left || Math.abs(a!.y - b!.y) > a!.size).toBe(true);
    }
  });

  test("no coordinate of the graph changes while the head moves, and a time has one picture", () => {
    const paper = jobsPaper(run, WIDE_SHEET);
    const timing = countedTiming(run, 4, { tag: "order" });
    const boxes = (t: number) =>
      jobsAt(run, paper, timing, t).flatMap((shape) =>
        shape.tag === "rect" && shape.data?.node !== undefined ? [[shape.key, shape.x, shape.y, shape.w, shape.h]] : [],
      );
    const first = boxes(0);
    for (let step = 1; step <= 12; step++) expect(boxes((timing.end * step) / 12)).toEqual(first);
    const there = jobsAt(run, paper, timing, timing.end * 0.4);
    jobsAt(run, paper, timing, timing.end * 0.9);
    expect(jobsAt(run, paper, timing, timing.end * 0.4)).toEqual(there);
  });
});

test("a chosen job lights up in both graphs and both charts", () => {
  const run = runOf(UNEVEN);
  const paper = jobsPaper(run, WIDE_SHEET);
  const timing = countedTiming(run, 2, { tag: "order" });
  for (const pass of PASSES)
    for (const { id } of run.passes[pass].list) {
      const shapes = jobsAt(run, paper, timing, 0, chosenWith(run, pass, [id]));
      const lit = shapes.filter(({ data }) => data?.lit !== undefined);
      expect(lit.filter(({ data }) => data!.node !== undefined).map(({ data }) => data!.pass)).toEqual([
        "forward",
        "reverse",
      ]);
      expect(lit.filter(({ data }) => data!.slot !== undefined).map(({ data }) => data!.pass)).toEqual([
        "forward",
        "reverse",
      ]);
    }
});

test("workers without a job have no lane: they are said", () => {
  const run = runOf(UNEVEN);
  const paper = jobsPaper(run, WIDE_SHEET);
  const shapes = jobsAt(run, paper, countedTiming(run, 12, { tag: "order" }), 0);
  const texts = shapes.flatMap((shape) => (shape.tag === "text" ? [shape.parts.map(({ text }) => text).join("")] : []));
  expect(texts.filter((text) => /^w\d+$/.test(text))).toEqual(["w1", "w2", "w3", "w4"]);
  expect(texts.some((text) => text.includes("12 workers") && text.includes("8 are never used"))).toBe(true);
});

test("Brent’s bounds and the wall are where the counts say", () => {
  const run = runOf(UNEVEN);
  const paper = jobsPaper(run, WIDE_SHEET);
  const timing = countedTiming(run, 2, { tag: "order" });
  const marks = (shapes: ReturnType<typeof jobsAt>) =>
    shapes.filter(({ data }) => ["bounds", "wall", "end"].some((one) => data?.[one] !== undefined));
  expect(marks(jobsAt(run, paper, timing, 0)).length).toBe(6);
});

describe("what has no room is folded", () => {
  test("neighbours of a wide fork, stretches of a long chain", () => {
    for (const text of [wide(IS_LONG ? 5000 : 800), CHAIN]) {
      const run = runOf(text);
      const { nodes, columns, rows } = folded(run.passes.forward.list, { columns: 9, rows: 12 });
      expect(columns).toBeLessThanOrEqual(9);
      expect(rows).toBeLessThanOrEqual(12);
      expect(nodes.flatMap(({ jobs }) => jobs).length).toBe(run.passes.forward.total);
      expect(nodes.some(({ jobs }) => jobs.length > 1)).toBe(true);
    }
  });

  test("ten thousand jobs, or four thousand, make a picture of some thousand shapes, soon", () => {
    const jobs = IS_LONG ? 10_000 : 4000;
    const run = runOf(wide(jobs));
    expect(run.passes.forward.total).toBeGreaterThan(jobs);
    const paper = jobsPaper(run, WIDE_SHEET);
    for (const workers of oneIn(3, [1, 8, 64], 1)) {
      const timing = countedTiming(run, workers, { tag: "critical" });
      const shapes = jobsAt(run, paper, timing, timing.end / 3);
      expect(shapes.length).toBeLessThan(6000);
    }
  });
});
