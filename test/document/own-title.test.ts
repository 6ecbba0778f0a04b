// A document that begins with its title as a heading shows it once, on paper and in exported pages.
import { expect, test } from "vitest";
import { type Document, programCell, proseCell, repeatsTitle } from "../../app/document/document.ts";
import { listedName, nameOf } from "../../app/document/shelf/entry.ts";

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

test("without a title has the name of the heading that it begins with, or of its first program", () => {
  const named = (cells: Document["cells"], title = ""): string => nameOf({ title, cells });
  const program = programCell("cell-2", "-- title: Sums of squares\ndef main x = x");
  expect(named([proseCell("cell-1", "# Sums\n\nWords."), program])).toBe("Sums");
  expect(named([proseCell("cell-1", "Words."), program])).toBe("Sums of squares");
  expect(named([program])).toBe("Sums of squares");
  expect(named([program], "Mine")).toBe("Mine");
  expect(named([programCell("cell-1", "def main x = x")])).toBe("Untitled document");
});

test("an untitled document has the beginning of its first definition in the list of documents, to be told from others", () => {
  const listed = (text: string, title = ""): string => listedName({ title, cells: [programCell("cell-1", text)] });
  expect(listed("-- at: 2.0\ndef main x = sin x\n")).toBe("Untitled: def main x = sin x");
  expect(listed("-- title: Sums\ndef main x = x")).toBe("Sums");
  expect(listed("def main x = x", "Mine")).toBe("Mine");
  expect(listed("")).toBe("Untitled document");
});
