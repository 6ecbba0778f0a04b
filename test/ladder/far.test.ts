// The ladder of a large run: areas are the counts, calls are those of the trace, scalars stay in their lanes, and a move costs no more
// for many scalars than for few.

import { describe, expect, test } from "vitest";
import { gaugesOfLadder, LADDERS } from "../../app/algorithms/index.ts";
import { scalarsIn } from "../../app/exploration/drawn/bundles.ts";
import { calledIn, type FarLadder, farLadderOf } from "../../app/ladder/far/ladder.ts";
import { farLadderPaper, lanesOf } from "../../app/ladder/far/paper.ts";
import { doublingOf, farLadderAt } from "../../app/ladder/far/picture.ts";
import { pathText } from "../../app/picture/path.ts";
import { LAYERS, LETTER, type Shape, type TextShape } from "../../app/picture/shape.ts";
import { recorded } from "../support/animated.ts";
import { LADDER_SIZES } from "../support/ladder-sizes.ts";
import { oneIn } from "../support/runs.ts";

const chain = (steps: number): string =>
  `-- at: 0.9\n\ndef main x = foldl (\\y i -> y + 0.1 * sin (y * x)) x (range 0 ${steps})\n`;
/** Many inputs, some of which the result does not depend on. */
const many = `-- at: map (\\i -> real i / 150.0) (range 0 150)

def main xs = fst (foldl (\\p x -> case p of { (a, b) -> (a + sin (a * x), b * x) }) (0.5, 1.0) xs)
`;

const stagesOf = (algorithm: string): readonly string[] =>
  LADDERS.find(({ id }) => id === algorithm)!.rungs.map(({ id }) => id);

/** Steps of a run: of a long chain, naive takes more. */
const MOST_STEPS = 1_000_000;

function ladderFor(text: string, algorithm: string) {
  const stages = stagesOf(algorithm);
  const { explored, exploration, infos } = recorded(text, stages, {}, MOST_STEPS);
  const replayOrders = exploration.replayOrders(stages);
  const { graph } = explored;
  const called = replayOrders.map((replayOrder) => calledIn(graph, replayOrder));
  return { ladder: farLadderOf(graph, gaugesOfLadder(algorithm), infos, called), infos, replayOrders };
}

const sum = (shapes: readonly Shape[], name: string): Shape | undefined => shapes.find(({ key }) => key === name);
const words = (shape: Shape): string => (shape.tag === "text" ? shape.parts.map(({ text }) => text).join("") : "");
/** How wide letters are, in letters of height. */
const WIDTH = { code: LETTER, ui: 0.54, prose: 0.5 } as const;

function box(text: TextShape) {
  const w = words(text as Shape).length * text.size * WIDTH[text.font];
  const left = text.x - (text.anchor === "middle" ? w / 2 : text.anchor === "end" ? w : 0);
  return { left, right: left + w, top: text.y - text.size * 0.4, bottom: text.y + text.size * 0.4 };
}

/** The area of rectangles in a path. */
const areaOf = (shape: Shape | undefined): number =>
  shape?.tag !== "path"
    ? 0
    : [...pathText(shape.path).matchAll(/h([\d.]+)v([\d.]+)/g)].reduce(
        (all, [, w, h]) => all + Number(w) * Number(h),
        0,
      );

describe.each([
  ["a chain", chain(80), "dual-numbers", 0],
  ["many inputs", many, "dual-numbers", 1],
  ["a chain of Delta terms", chain(80), "krawiec", 2],
] as const)("%s", (_, text, algorithm, turn) => {
  const { ladder, replayOrders } = ladderFor(text, algorithm);
  const paper = farLadderPaper(ladder, LADDER_SIZES[1]);
  const places = ladder.rungs.map((__, place) => place);

  test("each scalar is called as often as the trace has it, or the graph where the trace was cut short", () => {
    for (const [place, { replayOrder, rung }] of replayOrders
      .map((one, at) => ({ replayOrder: one, rung: ladder.rungs[at]! }))
      .entries()) {
      const counts = new Float64Array(ladder.graph.size);
      for (const number of replayOrder.calls.number) counts[number]!++;
      if (replayOrder.isWhole)
        expect(
          [...rung.calledLog2].flatMap((log2, number) => {
            const called = Math.log2(counts[number]!);
            return log2 === called || Math.abs(log2 - called) < 5e-5 ? [] : [`${rung.stage} #${number}`];
          }),
        ).toEqual([]);
      else expect(place).toBeLessThan(2);
    }
  });

  test("the filled part of a field is what the rung counts of the most that any counts", () => {
    let seen = 0;
    for (const at of places)
      for (const [place, { hasRow }] of ladder.gauges.entries()) {
        if (hasRow) continue;
        const alike = (other: number): boolean =>
          ladder.gauges[other]!.key === ladder.gauges[place]!.key ||
          (ladder.gauges[place]!.unit !== undefined && ladder.gauges[other]!.unit === ladder.gauges[place]!.unit);
        const bars = ladder.rungs.flatMap(({ counts }) => counts.bars.filter((_, other) => alike(other)));
        const most = Math.max(1, ...bars.map((bar) => bar.value));
        const { value, text: told } = ladder.rungs[at]!.counts.bars[place]!;
        const shapes = farLadderAt(ladder, paper, at);
        const field = sum(shapes, `field ${place}`);
        if (field?.tag !== "rect") throw new Error("no field");
        const whole = field.w * field.h;
        // of anything there is a point to be seen
        const expected = value === 0 ? 0 : Math.max(4, (whole * value) / most);
        expect(Math.abs(areaOf(sum(shapes, `area ${place}`)) - expected)).toBeLessThanOrEqual(2 * field.w * 0.01 + 2);
        expect(words(sum(shapes, `work ${place}`)!)).toContain(told);
        seen++;
      }
    expect(seen).toBe(3 * places.length);
  });

  test("the scalars are in the same lanes at all rungs and between them", () => {
    const where = (at: number) =>
      farLadderAt(ladder, paper, at).flatMap((shape) =>
        shape.tag === "path" && /^(?:scalars|bundle|tick)/.test(shape.key) ? [[shape.key, pathText(shape.path)]] : [],
      );
    const first = where(0);
    expect(first.length).toBeGreaterThan(20);
    for (const place of places) for (const part of [0, 0.4, 0.8]) expect(where(place + part)).toEqual(first);
    // every scalar is in one lane
    expect(scalarsIn(ladder.graph.size, paper.lanes, 0)[0]).toBe(0);
    for (let lane = 1; lane < paper.lanes; lane++)
      expect(scalarsIn(ladder.graph.size, paper.lanes, lane)[0]).toBe(
        scalarsIn(ladder.graph.size, paper.lanes, lane - 1)[1],
      );
    expect(scalarsIn(ladder.graph.size, paper.lanes, paper.lanes - 1)[1]).toBe(ladder.graph.size);
  });

  test("calls are as high as their logarithm, with a sample of it", () => {
    const lanes = lanesOf(ladder, paper.lanes);
    const unit = doublingOf(paper, lanes);
    for (const at of places) {
      const shapes = farLadderAt(ladder, paper, at);
      const most = Math.max(...ladder.rungs[at]!.calledLog2);
      expect(Number(sum(shapes, "calls")!.data!.highest)).toBeCloseTo(most < 0 ? 0 : unit * (1 + most), 1);
      // where no scalar is called more than once, there is nothing to measure by a sample
      const sample = sum(shapes, "doubling")?.data;
      expect(sample === undefined).toBe(sum(shapes, "once") !== undefined);
      if (sample !== undefined) expect(Number(sample.high)).toBeCloseTo(Number(sample.doublings) * unit, 1);
    }
    // half of what a rung loses is there in the middle of the way
    const [from, to] = [0, 1].map((at) => Number(sum(farLadderAt(ladder, paper, at), "calls")!.data!.highest));
    const middle = Number(sum(farLadderAt(ladder, paper, 0.475), "calls")!.data!.highest);
    expect(Math.min(from!, to!)).toBeLessThan(middle);
    expect(middle).toBeLessThan(Math.max(from!, to!));
  });

  test("keys are unique, a picture depends on its place alone, letters can be read and stay on the paper", () => {
    const faults: string[] = [];
    // every third size, by turns; all in the long tests
    for (const size of oneIn(3, LADDER_SIZES, turn)) {
      const own = farLadderPaper(ladder, size);
      for (const at of places.flatMap((place) => [place, place + 0.3, place + 0.7])) {
        const shapes = farLadderAt(ladder, own, at, 7);
        expect(farLadderAt(ladder, own, at, 7)).toEqual(shapes);
        expect(new Set(shapes.map(({ layer, key }) => `${layer} ${key}`)).size).toBe(shapes.length);
        expect(shapes.filter((shape) => /null|NaN|undefined/.test(JSON.stringify(shape)))).toEqual([]);
        for (const shape of LAYERS.flatMap((layer) => shapes.filter((one) => one.layer === layer))) {
          if (shape.tag !== "text") continue;
          const { left, right, top, bottom } = box(shape);
          const isOnPaper = left >= -1 && right <= size.width + 1 && top >= -1 && bottom <= size.height + 1;
          if (shape.size < (size.projected > 0 ? 24 : 12) || !isOnPaper)
            faults.push(`${shape.key} at ${size.width}, ${at}: ${shape.size} px, ${[left, right, top, bottom]}`);
        }
      }
    }
    expect(faults).toEqual([]);
  });
});

test("what is pointed at says how often it is called at the rung", () => {
  const { ladder } = ladderFor(chain(80), "dual-numbers");
  const paper = farLadderPaper(ladder, LADDER_SIZES[1]);
  const told = (at: number, lane: number): string => words(sum(farLadderAt(ladder, paper, at, lane), "lit words")!);
  const last = paper.lanes - 1;
  expect(told(0, last)).toBe(`#${ladder.graph.size - 1}: called once`);
  expect(told(0, 0)).toMatch(/^#0: called [\d.]+ × 10\S+ times$/);
  expect(told(1, 0)).toBe("#0: called once");
});

test("a picture of the climb has fewer than 400 shapes at 88 000 scalars", () => {
  const { explored } = recorded(chain(17_600), []);
  const { graph } = explored;
  expect(graph.size).toBe(88_001);
  const { infos } = ladderFor(chain(8), "dual-numbers");
  const called = infos.map((_, place) =>
    Float32Array.from({ length: graph.size }, (__, at) => (place === 0 ? (graph.size - at) / 4 : 0)),
  );
  const ladder: FarLadder = farLadderOf(graph, gaugesOfLadder("dual-numbers"), infos, called);
  const paper = farLadderPaper(ladder, LADDER_SIZES[0]);
  // what the lanes have is found once
  const opened = farLadderAt(ladder, paper, 0);
  // the one input is not lost among them
  expect(sum(opened, "scalars 0")!.data!.lanes).toBe(1);
  const moves = 10;
  for (let move = 0; move < moves; move++)
    expect(farLadderAt(ladder, paper, (move * 8) / moves, move).length).toBeLessThan(400);
});
