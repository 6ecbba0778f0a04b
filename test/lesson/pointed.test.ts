// Pictures of lessons under the pointer: the way on from a scalar, its paths to the result, and the tree of calls.
import { describe, expect, test } from "vitest";
import { CALL_HEIGHT, callTree } from "../../app/lesson/model/call-tree.ts";
import { pathsFrom, wayOnFrom } from "../../app/lesson/model/paths.ts";
import type { Glimpse } from "../../engine/lessons/glimpse.ts";
import { glimpseOf } from "../support/glimpses.ts";

const LESSON_1 =
  "-- at: (3.0, 2.0)\ndef main (x, y) =\n  let a = x * y in\n  let b = x + a in\n  let c = b * a in\n  c";
const CHAIN =
  "-- at: (6, 1.0, 2.0)\ndef main (n : Int, x0, x1) =\n  if n == 0 then x1\n  else main (n - 1, x1, x0 + x1)";

function named(glimpse: Glimpse, name: string): number {
  return glimpse.nodes.find((node) => node.name === name)!.number;
}

describe("paths", () => {
  const glimpse = glimpseOf(LESSON_1);
  const texts = (name: string): readonly string[] | undefined =>
    pathsFrom(glimpse, named(glimpse, name), 12)?.map((path) =>
      [name, ...path.map((place) => glimpse.nodes[glimpse.edges[place]!.to]!.name)].join(" "),
    );

  test("lead from a scalar to the result, each once", () => {
    expect(texts("x")?.toSorted()).toEqual(["x a b c", "x a c", "x b c"]);
    expect(texts("c")).toEqual(["c"]);
    const on = wayOnFrom(glimpse, named(glimpse, "b"));
    expect([...on.nodes].map((node) => glimpse.nodes[node]!.name)).toEqual(["b", "c"]);
    expect(on.edges.size).toBe(1);
  });

  test("are none from what no result uses, and are not listed where they are many", () => {
    const dead = glimpseOf("-- at: 2.0\ndef main x = let d = x * x in let e = d * d in x + 1.0");
    expect(pathsFrom(dead, named(dead, "d"), 12)).toEqual([]);
    const many = glimpseOf(CHAIN);
    expect(pathsFrom(many, named(many, "x1"), 12)).toBeUndefined();
    expect(pathsFrom(many, named(many, "x1"), 13)).toHaveLength(13);
  });
});

describe("the tree of calls", () => {
  const treeOf = (stage: string) => callTree(glimpseOf(CHAIN, stage).columns[0]!, 20);

  test("has each call of naive below the one that made it, with no box on another", () => {
    const { calls, width, height } = treeOf("naive");
    expect(calls).toHaveLength(41);
    expect(calls.filter(({ by }) => by < 0)).toHaveLength(1);
    for (const { by, y } of calls.slice(1)) expect(y - calls[by]!.y).toBe(46);
    const sorted = calls.toSorted((a, b) => a.y - b.y || a.x - b.x);
    const gaps = sorted
      .slice(1)
      .flatMap((call, place) => (call.y === sorted[place]!.y ? [call.x - sorted[place]!.x] : []));
    expect(gaps.length).toBeGreaterThan(0);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(26);
    expect(Math.max(...calls.map(({ x }) => x)) + 10).toBeLessThanOrEqual(width);
    expect(Math.max(...calls.map(({ y }) => y)) + CALL_HEIGHT / 2).toBe(height);
  });

  test("has one call for each scalar by staged", () => {
    const { calls } = treeOf("staged");
    expect(new Set(calls.map(({ number }) => number)).size).toBe(calls.length);
    expect(calls).toHaveLength(8);
  });
});
