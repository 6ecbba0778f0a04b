// Numbers that a text asks for: with four digits, whether they stand alone or in a gradient.
import { expect, test } from "vitest";
import { wordsOf } from "../../app/course/state/filled-text.ts";
import type { Answer } from "../../engine/queries/answer.ts";

test.each<readonly [Answer, string]>([
  [{ tag: "number", value: 8.254830360965466 }, "8.255"],
  [{ tag: "number", value: 2, exact: "12345678901234567890" }, "12 345 678 901 234 567 890"],
  [{ tag: "text", text: "(0.5, Node { w = 8.254830360965466 })" }, "(0.5, Node { w = 8.255 })"],
  [{ tag: "text", text: "D[ℝ] × ℤ → D.Tree" }, "D[ℝ] × ℤ → D.Tree"],
  [{ tag: "text", text: "[(2, x), (3, y)]" }, "[(2, x), (3, y)]"],
  [{ tag: "names", names: ["x/1", "#5"] }, "x/1, #5"],
])("%j is %s", (answer, words) => {
  expect(wordsOf({ about: "f" } as never, { tag: "answer", answer }).replaceAll("\u202f", " ")).toBe(words);
});
