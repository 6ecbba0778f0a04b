// The lines in which two programs differ, as a broken stage shows them.
import { expect, test } from "vitest";
import { changedLines } from "../../app/lesson/model/changed-lines.ts";

test("changed lines stand at the left, and keep what they are indented among each other", () => {
  const before = ["def f =", "      let a = 1 in", "        a + a", "", "x"];
  const after = ["def f =", "      let a = 2 in", "        a * a", "  ", "x"];
  expect(changedLines(before, after)).toEqual([
    { text: "let a = 1 in", change: "gone" },
    { text: "  a + a", change: "gone" },
    { text: "", change: "gone" },
    { text: "let a = 2 in", change: "new" },
    { text: "  a * a", change: "new" },
    { text: "", change: "new" },
  ]);
  expect(changedLines(before, before)).toEqual([]);
});
