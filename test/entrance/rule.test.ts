// The rule of a short program: arithmetic as it is written, with the one name that it introduces written out, or none.
import { expect, test } from "vitest";
import { ruleOf } from "../../app/entrance/rule.ts";
import { example } from "../support/examples.ts";

test("of the running example is its product", () => {
  expect(ruleOf(example("02-running-example"), "main")).toBe("x · (x + y)");
});

test.each([
  ["def main x = x * x", "x · x"],
  ["-- x = 3\ndef f x = sin x\ndef main (x, y) =\n  x / (y + 1.0) -- the rest\n", "x / (y + 1.0)"],
  ["def main x = let z = x in z * z'", undefined],
  ["def main x = let z = x + 1.0 in (\\z -> z) x", undefined],
  ["def main x = let y = x in let z = y in z", undefined],
  ["def main x = if x > 1.0 then x else 0.0", undefined],
  ["def main x = x + x + x + x + x + x + x + x + x + x + x + x", undefined],
  ["def other x = x", undefined],
])("of %j is %j", (text, rule) => {
  expect(ruleOf(text, "main")).toBe(rule);
});
