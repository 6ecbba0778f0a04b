// Resolving in any order: the numbers of the thesis' example, over all orders of its four backpropagators.
import { expect, test } from "vitest";
import { byCells, byMap, highestFirst, orderable } from "../../app/lesson/model/orders.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { glimpsed } from "../../engine/session/lessons/lesson.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { AS_IT_STANDS } from "../../engine/session/queries/evaluate.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { example } from "../support/examples.ts";

function glimpseOf(text: string, setting = AS_IT_STANDS) {
  const ask = { stages: ["tape"], address: "end" };
  const found = finish(glimpsed(checkSource(text), undefined, setting, ask, DEFAULT_BUDGET));
  if (found.tag === "mistake") throw new Error(found.message);
  return found.glimpse;
}

function* permutations<T>(items: readonly T[]): Iterable<readonly T[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries())
    for (const rest of permutations(items.toSpliced(index, 1))) yield [item, ...rest];
}

test("calls that wait in a map give 55 in every order, in four to seven calls; cells give 0, 5, 10, 15 or 55", () => {
  const glimpse = glimpseOf(example("05"));
  const [w, ...others] = orderable(glimpse);
  const all = [...permutations(others)];
  expect(all).toHaveLength(24);
  const maps = all.map((order) => byMap(glimpse, [...order, w!]));
  expect(new Set(maps.map(({ gradient }) => gradient.join()))).toEqual(new Set(["0,55"]));
  expect([...new Set(maps.map(({ calls }) => calls))].sort()).toEqual([4, 5, 6, 7]);
  const cells = all.map((order) => byCells(glimpse, [...order, w!]).gradient[1]!);
  expect([...new Set(cells)].sort((a, b) => a - b)).toEqual([0, 5, 10, 15, 55]);
  expect(cells.filter((slope) => slope === 55)).toHaveLength(4);
  expect(byMap(glimpse, highestFirst(glimpse))).toEqual({ gradient: [0, 55], calls: 4 });
});

test("seeds count", () => {
  const glimpse = glimpseOf("-- at: (2.0, 3.0)\ndef main (x, y) = (x * y, x + y)\n", {
    ...AS_IT_STANDS,
    cotangent: "(1.0, 10.0)",
  });
  expect(byMap(glimpse, highestFirst(glimpse)).gradient).toEqual([13, 12]);
  expect(byCells(glimpse, highestFirst(glimpse)).gradient).toEqual([13, 12]);
});
