// The picture of the ladder: what it draws is what the rungs count, everything has one place, and it can be read.

import { describe, expect, test } from "vitest";
import { gaugesOfLadder, LADDERS, rungOf } from "../../app/algorithms/index.ts";
import { ladderAt } from "../../app/ladder/drawn/picture.ts";
import { rungsOf } from "../../app/ladder/model/gauges.ts";
import { knotsOf, type Ladder, madeFollowing, rungBeyond, rungTold } from "../../app/ladder/model/ladder.ts";
import { ladderPaper } from "../../app/ladder/model/paper.ts";
import { lengthOf } from "../../app/picture/parts.ts";
import { pathText } from "../../app/picture/path.ts";
import { LAYERS, LETTER, type Shape, type TextShape } from "../../app/picture/shape.ts";
import { type JobNode, JobOrder } from "../../engine/graphs/jobs.ts";
import { example, TRANSFORMED } from "../support/examples.ts";
import { ladderFor } from "../support/ladder-for.ts";
import { LADDER_SIZES } from "../support/ladder-sizes.ts";
import { oneIn } from "../support/runs.ts";

const words = (shape: Shape): string => (shape.tag === "text" ? shape.parts.map(({ text }) => text).join("") : "");

/** How wide letters are, in letters of height. */
const WIDTH = { code: LETTER, ui: 0.54, prose: 0.5 } as const;

function box(text: TextShape) {
  const w = words(text as Shape).length * text.size * WIDTH[text.font];
  const left = text.x - (text.anchor === "middle" ? w / 2 : text.anchor === "end" ? w : 0);
  return { left, right: left + w, top: text.y - text.size * 0.4, bottom: text.y + text.size * 0.4 };
}

const inOrder = (shapes: readonly Shape[]): readonly Shape[] =>
  LAYERS.flatMap((layer) => shapes.filter((shape) => shape.layer === layer));

const sum = (shapes: readonly Shape[], name: string): number =>
  shapes.reduce((all, { data }) => all + Number(data?.[name] ?? 0), 0);

const places = ({ rungs }: Ladder): readonly number[] => rungs.map((_, place) => place);

describe.each(LADDERS.map(({ id }, turn) => [id, turn] as const))("%s", (algorithm, turn) => {
  // every tenth example by one of the ladders; all of them by all in the long tests
  const examples = oneIn(10 * LADDERS.length, TRANSFORMED, turn);
  describe.each(examples.map(({ name, text }, at) => [name, text, at] as const))("%s", (_, text, at) => {
    const { ladder, infos } = ladderFor(text, algorithm);
    const paper = ladderPaper(ladder, LADDER_SIZES[1]);

    test("a square for each scalar that 0, +, one-hots and products touch", () => {
      for (const [place, { cost, ended }] of infos.entries()) {
        if (ended.tag !== "done") continue;
        const { forward, reverse } = cost;
        const touched = [forward, reverse].reduce(
          (all, one) => all + one.zeroScalars + one.plusScalars + one.oneHotScalars + one.scaledScalars,
          0,
        );
        expect(sum(ladderAt(ladder, paper, place), "scalars")).toBe(touched);
        expect(sum(ladderAt(ladder, paper, place), "nodes")).toBe(forward.mapNodes + reverse.mapNodes);
      }
    });

    test("each scalar is in one place at all rungs and between them", () => {
      const where = (at: number) =>
        ladderAt(ladder, paper, at).flatMap((shape) =>
          shape.tag === "rect" && shape.data?.scalar !== undefined ? [[shape.data.scalar, shape.x, shape.y]] : [],
        );
      const first = where(0);
      expect(first.length).toBe(ladder.graph.size);
      const wanted = JSON.stringify(first);
      for (const place of places(ladder))
        for (const part of [0, 0.4, 0.8]) expect(JSON.stringify(where(place + part)) === wanted, `${place}`).toBe(true);
    });

    test("keys are unique, and a picture depends on its place alone", () => {
      for (const place of places(ladder)) {
        for (const part of oneIn(2, [0, 0.3, 0.6, 0.85], place)) {
          const shapes = ladderAt(ladder, paper, place + part);
          const keys = shapes.map(({ layer, key }) => `${layer} ${key}`);
          expect(new Set(keys).size).toBe(keys.length);
          expect(shapes.filter((shape) => JSON.stringify(shape).includes("null"))).toEqual([]);
        }
        const [once, again] = [0, 1].map(() => JSON.stringify(ladderAt(ladder, paper, place)));
        expect(once === again, `${place}`).toBe(true);
      }
    });

    test("letters can be read, and stay on the paper", () => {
      const faults: string[] = [];
      // one size, by turns; all in the long tests
      for (const size of oneIn(LADDER_SIZES.length, LADDER_SIZES, at)) {
        const own = ladderPaper(ladder, size);
        for (const place of places(ladder))
          for (const shape of ladderAt(ladder, own, place)) {
            if (shape.tag !== "text") continue;
            const { left, right, top, bottom } = box(shape);
            const isOnPaper = left >= -1 && right <= size.width + 1 && top >= -1 && bottom <= size.height + 1;
            if (shape.size < (size.projected > 0 ? 24 : 11.9) || !isOnPaper)
              faults.push(`${shape.key} at ${size.width}, ${place}: ${shape.size} px, ${[left, right, top, bottom]}`);
          }
      }
      expect(faults).toEqual([]);
    });

    test("the numbers on arcs and calls are those of the trace", () => {
      for (const [place, { replayOrder }] of ladder.rungs.entries()) {
        const known = new Set([...replayOrder.calls.cotangent, ...replayOrder.contributions.amount].map(String));
        for (const { data } of ladderAt(ladder, paper, place))
          if (data?.flag !== undefined) expect(known).toContain(String(data.flag));
      }
    });
  });
});

test("the five calls of dx slide into one place, and 9 become 4", () => {
  const { ladder } = ladderFor(example("05"), "dual-numbers");
  const paper = ladderPaper(ladder, LADDER_SIZES[1]);
  const calls = (at: number) => ladderAt(ladder, paper, at).filter(({ data }) => data?.call !== undefined);
  expect(calls(0).length).toBe(9);
  const rows = (at: number) => new Set(calls(at).map((shape) => (shape.tag === "rect" ? Math.round(shape.y) : 0)));
  expect(rows(0).size).toBe(9);
  // addends stand on each other, none over another, with a plus between them; then they are where their sum is
  const stack = calls(0.6).flatMap((shape) => (shape.tag === "rect" && shape.data?.call === 1 ? [shape] : []));
  expect(stack).toHaveLength(5);
  const tops = stack.map(({ y }) => y).sort((a, b) => a - b);
  for (const [index, top] of tops.entries())
    if (index > 0) expect(top - tops[index - 1]!).toBeGreaterThanOrEqual(stack[0]!.h);
  const shapes = ladderAt(ladder, paper, 0.6);
  expect(shapes.filter(({ key }) => / plus \d+$/.test(key))).toHaveLength(5);
  expect(rows(0.81).size).toBe(1);
  const waiting = ladderAt(ladder, paper, 1).filter(({ data }) => data?.waits !== undefined);
  expect(waiting.length).toBe(4);
});

test("squares hold the numbers that are written: from cayley on, of each input the cotangent that it is called with", () => {
  let seen = 0;
  for (const name of oneIn(2, ["02", "03", "05", "08", "18", "25"])) {
    const { ladder } = ladderFor(example(name), "dual-numbers");
    const paper = ladderPaper(ladder, { width: 1920, height: 1080, projected: 0 });
    for (const [place, { stage, strips, squares }] of ladder.rungs.entries()) {
      if (!["cayley", "sparse", "mutable"].includes(stage)) continue;
      expect(strips.reduce((sum, { scalars }) => sum + scalars, 0)).toBe(squares);
      const shapes = ladderAt(ladder, paper, place);
      for (const { kind, key, pieces } of strips) {
        if (kind !== "one-hot") continue;
        const told = shapes.filter((shape) => shape.tag === "text" && shape.key.startsWith(`${key} `));
        expect(told.length, `${name} ${stage} ${key}`).toBe(pieces!.length);
        for (const number of told) {
          const input = ladder.inputs.find((one) => number.tag === "text" && Math.abs(paper.x[one]! - number.x) < 1);
          const exact = ladder.graph.cotangents[input!]!;
          expect(Number(words(number).replace("−", "-"))).toBeCloseTo(exact, 2);
          seen++;
        }
      }
    }
  }
  expect(seen).toBeGreaterThan(40);
});

/** The arcs between what waits, at the rung of staged: where they start and end, and how high up they bend. */
function arcsFor(text: string) {
  const { ladder } = ladderFor(text, "dual-numbers");
  return ladderAt(ladder, ladderPaper(ladder, LADDER_SIZES[1]), 1).flatMap((shape) => {
    if (shape.tag !== "path" || shape.data?.from === undefined) return [];
    const numbers = pathText(shape.path)
      .match(/-?[\d.]+/g)!
      .map(Number);
    const ends = { start: numbers[0]!, end: numbers.at(-2)!, top: numbers[3]! };
    return [{ from: Number(shape.data.from), to: Number(shape.data.to), ...ends }];
  });
}

test.each(["05", "09", "13"])("arcs that stand over one place have heights of their own: example %s", (name) => {
  const arcs = arcsFor(example(name)).toSorted((a, b) => a.start - a.end - (b.start - b.end));
  expect(arcs.length).toBeGreaterThan(4);
  for (const [at, wide] of arcs.entries())
    for (const narrow of arcs.slice(0, at))
      if (narrow.end < wide.start && wide.end < narrow.start) expect(wide.top).toBeLessThan(narrow.top - 5);
});

test("at a scalar, arcs that leave stand left of those that come", () => {
  for (const name of ["04", "05", "08"]) {
    const arcs = arcsFor(example(name));
    expect(arcs.length).toBeGreaterThan(3);
    for (const one of arcs)
      for (const other of arcs) if (one.from === other.to) expect(one.start).toBeLessThan(other.end - 1);
  }
});

test("the strips of naive hold what the run adds up, and lead to the gradient", () => {
  const { ladder } = ladderFor(example("05"), "dual-numbers");
  const [naive] = ladder.rungs;
  expect(naive!.contents?.map((content) => [...content])).toContainEqual([0, 5]);
  expect([...naive!.contents!.at(-1)!]).toEqual([0, 55]);
});

test("between two rungs a number says from which to which it goes, and is one number at a rung", () => {
  const { ladder } = ladderFor(example("05"), "dual-numbers");
  const told = (at: number): string => {
    const shape = ladderAt(ladder, ladderPaper(ladder, LADDER_SIZES[1]), at).find(
      ({ key }) => key === "gauge 0 number",
    );
    return shape === undefined ? "" : words(shape);
  };
  expect([told(0), told(0.3), told(0.7), told(1)]).toEqual(["9", "9 → 4", "9 → 4", "4"]);
});

test("equal numbers of scalars have bars of one width, whichever gauge counts them", () => {
  const { ladder } = ladderFor(example("05"), "dual-numbers");
  const shapes = ladderAt(ladder, ladderPaper(ladder, LADDER_SIZES[1]), 0);
  const [a, b] = ["A", "B"].map((key) => {
    const place = ladder.gauges.findIndex((gauge) => gauge.key === key);
    const bar = shapes.find((shape) => shape.key === `gauge ${place} bar`);
    return { value: ladder.rungs[0]!.counts.bars[place]!.value, w: bar?.tag === "rect" ? bar.w : Number.NaN };
  });
  expect([a!.value, b!.value]).toEqual([10, 10]);
  expect(a!.w).toBeCloseTo(b!.w, 6);
});

test("words are about the rung that one climbs to from the first move on, and about the nearest where one rests", () => {
  expect([2, 2.1, 2.9, 3].map((at) => rungTold(at, 1))).toEqual([2, 3, 3, 3]);
  expect([3, 2.9, 2.1, 2].map((at) => rungTold(at, -1))).toEqual([3, 2, 2, 2]);
  expect([2, 2.1, 2.9, 3].map((at) => rungTold(at, 0))).toEqual([2, 2, 3, 3]);
  expect([2, 2.1].map((at) => [rungBeyond(at, -1), rungBeyond(at, 1)])).toEqual([
    [1, 3],
    [2, 3],
  ]);
});

test("at a rung it is written what its own calls ask for, and nothing of the rung above", () => {
  const { ladder } = ladderFor(example("20"), "dual-numbers");
  const paper = ladderPaper(ladder, LADDER_SIZES[1]);
  const told = places(ladder).map((place) => {
    const { calls } = ladder.rungs[place]!.replayOrder;
    const asked = ladderAt(ladder, paper, place).filter(({ key }) => /^asked \d/.test(key));
    for (const shape of asked) {
      const call = Number(/\d+/.exec(shape.key)![0]);
      expect(words(shape), `rung ${place}`).toContain(` ${calls.cotangent[call]}: `);
    }
    return asked.length;
  });
  // a stage that calls results directly asks seven times, one with a tape four times
  expect(new Set(told)).toEqual(new Set([0, 7, 4]));
});

test("what calls ask for lies on no number of the gradient, however low the picture", () => {
  const { ladder } = ladderFor(example("12"), "dual-numbers");
  let seen = 0;
  for (const height of oneIn(2, [360, 400, 440, 480, 520, 560, 600, 640])) {
    const paper = ladderPaper(ladder, { width: 1000, height, projected: 0 });
    for (const place of places(ladder)) {
      const texts = ladderAt(ladder, paper, place).filter((shape): shape is Shape & TextShape => shape.tag === "text");
      const [gradient] = texts.filter(({ key }) => key === "gradient numbers").map((text) => box(text));
      if (gradient === undefined) continue;
      for (const asked of texts.filter(({ key }) => key.startsWith("asked"))) {
        seen++;
        expect(box(asked).bottom, `${asked.key}, rung ${place}, ${height} px`).toBeLessThanOrEqual(gradient.top);
      }
    }
  }
  expect(seen).toBeGreaterThan(20);
});

test("a gauge goes out at the rung that removes its problem", () => {
  const { ladder } = ladderFor(example("05"), "dual-numbers");
  const paper = ladderPaper(ladder, LADDER_SIZES[1]);
  const out = (at: number) => ladderAt(ladder, paper, at).filter(({ key }) => /^gauge \d+ out$/.test(key)).length;
  expect(ladder.rungs.map((_, place) => out(place))).toEqual([0, 0, 0, 1, 2, 3, 4, 4, 4]);
});

test("no text is covered by what is drawn after it, at any rung", () => {
  let turn = 0;
  for (const algorithm of LADDERS.map(({ id }) => id))
    for (const name of ["02", "05", "13"]) {
      const { ladder } = ladderFor(example(name), algorithm);
      for (const size of oneIn(3, LADDER_SIZES, turn++)) {
        const paper = ladderPaper(ladder, size);
        for (const place of places(ladder)) {
          const shapes = inOrder(ladderAt(ladder, paper, place)).filter(({ opacity }) => (opacity ?? 1) > 0.5);
          for (const [at, shape] of shapes.entries()) {
            if (shape.tag !== "text") continue;
            const { left, right, top, bottom } = box(shape);
            const covering = shapes.slice(at + 1).find((other) => {
              if (other.tag !== "rect" || other.fill === undefined || other.fill === "none") return false;
              const [x, y] = [(left + right) / 2, (top + bottom) / 2];
              return x > other.x && x < other.x + other.w && y > other.y && y < other.y + other.h;
            });
            expect([shape.key, covering?.key], `${algorithm} ${name} ${size.width} ${place}`).toEqual([
              shape.key,
              undefined,
            ]);
          }
        }
      }
    }
});

test("a job that made no scalar is passed through, and each pair is drawn once", () => {
  const follows = [
    [0, 1],
    [0, 2],
    [1, 3],
    [2, 3],
    [3, 4],
  ] as const;
  expect(madeFollowing({ follows }, new Set([0, 4]))).toEqual([[0, 4]]);
  expect(madeFollowing({ follows }, new Set([0, 1, 4]))).toEqual([
    [0, 1],
    [0, 4],
    [1, 4],
  ]);
});

test("at a rung with jobs each scalar stands in the band of the job that made it, which a compound ID names", () => {
  const { ladder } = ladderFor(example("21"), LADDERS[0]!.id, 2);
  const place = ladder.rungs.findIndex(({ replayOrder }) => replayOrder.ids !== undefined);
  const { job } = ladder.rungs[place]!.replayOrder.ids!;
  expect(new Set(job).size).toBeGreaterThan(5);
  const ids = ladder.rungs[place]!.replayOrder.ids!;
  const followed = madeFollowing(ids, new Set(job));
  const jobs = [...new Set(job)];
  const all = [...new Set([...ids.follows.flat(), ...jobs])];
  const order = new JobOrder(
    all.map(
      (id) =>
        ({ id, after: ids.follows.flatMap(([before, after]) => (after === id ? [before] : [])) }) as unknown as JobNode,
    ),
  );
  for (const [before, after] of followed) expect(order.isBefore(before, after)).toBe(true);
  const isLater = (one: number): boolean => jobs.some((other) => other !== one && order.isBefore(other, one));
  expect(new Set(followed.map(([, after]) => after))).toEqual(new Set(jobs.filter(isLater)));
  // four jobs of the input end before four of the program begin, and then they are joined two by two
  const knots = knotsOf(followed);
  expect(knots.map(({ before, after }) => [before.length, after.length])).toEqual([
    [4, 4],
    [2, 1],
    [2, 1],
    [2, 1],
  ]);
  const wanted = knots.flatMap(({ before, after }) =>
    before.length > 1 && after.length > 1
      ? [...before.map((one) => ({ before: one })), ...after.map((one) => ({ after: one }))]
      : before.flatMap((one) => after.map((other) => ({ before: one, after: other }))),
  );
  for (const size of LADDER_SIZES) {
    const paper = ladderPaper(ladder, size);
    const shapes = ladderAt(ladder, paper, place);
    const bands = shapes.flatMap((shape) => (shape.tag === "rect" && shape.data?.job !== undefined ? [shape] : []));
    expect(new Set(bands.map(({ data }) => data?.job))).toEqual(new Set(job));
    for (const [number, x] of paper.x.entries()) {
      const around = bands.filter(({ x: left, w }) => left < x && x < left + w);
      expect(
        around.map(({ data }) => data?.job),
        String(number),
      ).toEqual([job[number]]);
    }
    // the graph of jobs stands beside the words of calls, where there is room for it: all of it, or nothing
    const lines = shapes.flatMap((shape) =>
      shape.tag === "path" && (shape.data?.before ?? shape.data?.after) !== undefined ? [shape.data] : [],
    );
    const nodes = shapes.flatMap((shape) => (shape.tag === "rect" && shape.data?.node !== undefined ? [shape] : []));
    expect(nodes.length > 0, `${size.width} × ${size.height}`).toBe(size.width >= 1024 && size.projected === 0);
    expect(new Set(nodes.map(({ data }) => data?.node))).toEqual(new Set(nodes.length > 0 ? job : []));
    expect(lines).toEqual(nodes.length > 0 ? wanted : []);
    for (const { x, y, w, h } of nodes) {
      expect(x + w).toBeLessThan(paper.right + 1);
      const covered = shapes.find(
        (shape) =>
          shape.tag === "text" &&
          shape.key.startsWith("asked") &&
          shape.x + lengthOf(shape.parts) * shape.size * LETTER > x &&
          Math.abs(shape.y - y) < h,
      );
      expect(covered?.key).toBeUndefined();
    }
    // no band where jobs have not come in
    expect(ladderAt(ladder, paper, place - 1).filter(({ data }) => data?.job !== undefined)).toEqual([]);
  }
});

test("what waits keeps clear of the border of its box", () => {
  const { ladder } = ladderFor(
    "-- at: (112.5, 113.25)\ndef main (x, y) = let z = x + y in x * z + y * z * x",
    "dual-numbers",
  );
  const widths = LADDER_SIZES.map((size) => ladderPaper(ladder, size));
  const touching = widths.flatMap((paper, at) => {
    const shapes = ladderAt(ladder, paper, 1);
    return shapes.flatMap((shape) => {
      if (shape.tag !== "rect" || !/^waits \d+$/.test(shape.key)) return [];
      const text = shapes.find((one) => one.tag === "text" && one.key.startsWith(`${shape.key}t`));
      if (text?.tag !== "text") return [];
      const { left, right } = box(text);
      const clear = Math.min(left - shape.x, shape.x + shape.w - right);
      return clear >= Math.min(0.7 * paper.size, 0.1 * shape.w) ? [] : [`${at} ${words(text)}: ${clear}`];
    });
  });
  expect(touching).toEqual([]);
});

test("a rung whose gain not every program shows names an example in which the calls fall as it says", () => {
  const gains = LADDERS.flatMap(({ id, rungs }) =>
    rungs.flatMap((stage, place) => {
      const { gain } = rungOf(stage.id);
      return gain === undefined ? [] : [{ id, place, example: gain.example }];
    }),
  );
  expect(gains).toEqual([{ id: "dual-numbers", place: 1, example: "04" }]);
  const { infos } = ladderFor(example("04-doubling-chain"), "dual-numbers");
  // n is 10 in its header
  expect(infos.slice(0, 2).map(({ cost }) => cost.reverse.backpropagatorCalls)).toEqual([2 ** 11 - 1, 11]);
});

test("a change says first what is saved, and then what that costs; where nothing is, it says so", () => {
  const gauges = gaugesOfLadder("dual-numbers");
  const changes = (text: string) => rungsOf(ladderFor(text, "dual-numbers").infos, gauges).map((rung) => rung!.change);
  const shared = changes("-- at: (12.0, 13.0)\ndef main (x : Real, y : Real) = let z = x + y in x * z");
  expect(shared[1]).toMatch(/^Calls of backpropagators: 5 → 4; .*\. In exchange, .*map nodes visited \(C\): 0 → 27\.$/);
  const plain = changes("-- at: (3.0, 4.0)\ndef main (x : Real, y : Real) = x * y");
  expect(plain[1]).toMatch(/^No count falls in this program\. More .*: 4 → 12; .*: 0 → 14\.$/);
  expect(plain[0]).toBe("");
});
