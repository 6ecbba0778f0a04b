// A document that begins with its title as a heading shows it once, on paper and in exported pages.
import { expect, test } from "vitest";
import { programCell, proseCell, repeatsTitle } from "../../app/document/document.ts";

test.each([
  ["# Sums\n\nWords.", true],
  ["# Sums #\n", true],
  ["\n# Sums", true],
  ["## Sums", false],
  ["# Sums and more", false],
  ["Words.\n\n# Sums", false],
  ["", false],
])("of %j", (text, isRepeated) => {
  expect(repeatsTitle({ title: "Sums", cells: [proseCell("cell-1", text)] })).toBe(isRepeated);
});

test("a program or nothing at the beginning repeats no title", () => {
  expect(repeatsTitle({ title: "Sums", cells: [programCell("cell-1", "# Sums")] })).toBe(false);
  expect(repeatsTitle({ title: "Sums", cells: [] })).toBe(false);
});
