// Two jobs that add to the same cells, in every order of their steps: one gradient where an addition is one step; where it is two, some
// orders lose some of them.
import { describe, expect, test } from "vitest";
import { gradientText } from "../../app/lesson/model/gradient-text.ts";
import {
  begin,
  gradientAfter,
  type Hand,
  handsOf,
  isDone,
  outcomes,
  pairsOf,
  type Step,
  stepped,
} from "../../app/lesson/model/hands.ts";
import { stageOf } from "../../engine/algorithms/index.ts";
import type { Glimpse } from "../../engine/lessons/glimpse.ts";
import { glimpseOf } from "../support/glimpses.ts";
import { gradientOf } from "../support/run.ts";

/** Lesson 9. */
const TWO = "-- at: (3.0, 2.0)\ndef main (x, y) = let (a, b) = x * y |*| (x + y) * x in a + b\n";

function played(glimpse: Glimpse, order: string, isAtomic: boolean) {
  const hands = handsOf(glimpse, pairsOf(glimpse)[0]!);
  let standing = begin(hands);
  const steps: Step[] = [];
  for (const letter of order) {
    const next = stepped(hands, standing, (letter === "β" ? 0 : 1) as Hand, isAtomic)!;
    ({ standing } = next);
    steps.push(next.step);
  }
  expect(isDone(hands, standing)).toBe(true);
  return { gradient: gradientAfter(glimpse, hands, standing), steps };
}

describe("the jobs β and γ of lesson 9", () => {
  const glimpse = glimpseOf(TWO, "parallel");
  const hands = handsOf(glimpse, pairsOf(glimpse)[0]!);

  test("add to x and to y, and no other two jobs do", () => {
    expect(pairsOf(glimpse).map(([a, b]) => [glimpse.jobs[a]!.name, glimpse.jobs[b]!.name])).toEqual([["β", "γ"]]);
    const name = (number: number): string => glimpse.nodes[number]!.name;
    expect(hands.shared.map(name)).toEqual(["x", "y"]);
    expect(hands.additions.map((all) => all.map(({ to, partial }) => [name(to), partial]))).toEqual([
      [
        ["x", 2],
        ["y", 3],
      ],
      [
        [expect.any(String), 3],
        ["x", 5],
        ["x", 1],
        ["y", 1],
      ],
    ]);
  });

  test("give (10, 6) in all 15 orders of additions that are one step", () => {
    expect(outcomes(glimpse, hands, true, gradientText)).toEqual([{ gradient: "(10, 6)", orders: 15n }]);
    for (const order of ["ββγγγγ", "γγγγββ", "βγγγβγ"]) expect(played(glimpse, order, true).gradient).toEqual([10, 6]);
  });

  test("lose updates where an addition reads and then writes: (8, 3) and (2, 3) are among what comes out", () => {
    const all = outcomes(glimpse, hands, false, gradientText)!;
    // 4 steps of one and 8 of the other
    expect(all.reduce((sum, { orders }) => sum + orders, 0n)).toBe(495n);
    expect(all.map(({ gradient }) => gradient)).toEqual(expect.arrayContaining(["(10, 6)", "(8, 3)", "(2, 3)"]));
    expect(all.every(({ gradient }) => !/^\((?:1[1-9]|[2-9]\d)/.test(gradient))).toBe(true);
    // γ reads x, β adds to it, γ writes; then both read y
    expect(played(glimpse, "γγγββγγγγβγβ", false).gradient).toEqual([8, 3]);
    // β reads x, and writes it when γ has added to it twice; then both read y
    const late = played(glimpse, "βγγγγγγββγγβ", false);
    expect(late.gradient).toEqual([2, 3]);
    expect(late.steps.find(({ lost }) => lost !== 0)).toMatchObject({
      hand: 0,
      tag: "written",
      read: 0,
      now: 2,
      lost: 8,
    });
  });
});

const FORKS = [
  TWO,
  "-- at: 2.0\ndef main x = let (a, b) = sin x |*| x * x in a * b\n",
  "-- at: (2.0, 3.0)\ndef f y x = let (a, b) = x * y |*| cos y in a - b\ndef main (x, y) = let (a, b) = f y x |*| f x y in a * b\n",
  "-- at: (0.5, [1.0, 2.0, 3.0])\ndef main (k : Real, xs) = sum (parMap (\\x -> k * x) xs)\n",
];

test("in programs that fork: additions of one step give the gradient of the run, in whatever order", () => {
  let pairs = 0;
  for (const text of FORKS) {
    const glimpse = glimpseOf(text, "parallel");
    const wanted = gradientOf(text, stageOf("parallel")!).gradient!.scalars;
    for (const pair of pairsOf(glimpse)) {
      pairs++;
      const hands = handsOf(glimpse, pair);
      const found = outcomes(glimpse, hands, true, gradientText);
      if (found !== undefined) expect(found.map(({ gradient }) => gradient)).toEqual([gradientText(wanted)]);
    }
  }
  // one, one, five and three
  expect(pairs).toBe(10);
});

test("a run without forks has no two jobs", () => {
  expect(pairsOf(glimpseOf("-- at: 2.0\ndef main x = x * x\n", "parallel"))).toEqual([]);
});
