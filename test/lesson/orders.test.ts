// Resolving in any order: the numbers of the thesis' example, over all orders of its four backpropagators.
import { expect, test } from "vitest";
import { byCells, byMap, highestFirst, orderable } from "../../app/lesson/model/orders.ts";
import { AS_IT_STANDS } from "../../engine/queries/evaluate.ts";
import { example } from "../support/examples.ts";
import { glimpseOf } from "../support/glimpses.ts";

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
  const glimpse = glimpseOf("-- at: (2.0, 3.0)\ndef main (x, y) = (x * y, x + y)\n", "tape", {
    ...AS_IT_STANDS,
    cotangent: "(1.0, 10.0)",
  });
  expect(byMap(glimpse, highestFirst(glimpse)).gradient).toEqual([13, 12]);
  expect(byCells(glimpse, highestFirst(glimpse)).gradient).toEqual([13, 12]);
});
