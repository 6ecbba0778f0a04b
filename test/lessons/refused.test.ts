// Pictures of runs in lessons by stages that refuse the program.
import { expect, test } from "vitest";
import { glimpseOf } from "../support/glimpses.ts";

test("a stage that refuses a program with derivatives gives its place to the one that takes its run", () => {
  const text = "-- at: (3.0, 5.0)\ndef main (x, y) = grad (\\u -> let a = u * x in let b = a * a in b) y";
  const { nodes, columns } = glimpseOf(text, "tape");
  expect(columns.map(({ stage }) => stage)).toEqual(["transposed"]);
  expect(nodes.map(({ name, value }) => [name, value])).toEqual([
    ["x", 3],
    ["y", 5],
    ["a/1", 15],
    ["b/1", 225],
    ["b/2", 30],
    ["a/2", 90],
  ]);
  expect(columns[0]!.rows.map(({ cotangent }) => cotangent)).toEqual([60, 18, 6, 0, 3, 1]);
});
