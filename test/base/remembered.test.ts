// Recently computed values.
import { expect, test } from "vitest";
import { Remembered } from "../../engine/base/remembered.ts";

test("the latest values are remembered; what was asked for least lately is forgotten first", () => {
  const found = new Remembered<number>(2);
  found.set("a", 1);
  found.set("b", 2);
  expect(found.get("a")).toBe(1);
  found.set("c", 3);
  expect([found.get("a"), found.get("b"), found.get("c")]).toEqual([1, undefined, 3]);
  found.set("a", 4);
  expect(found.get("a")).toBe(4);
});
