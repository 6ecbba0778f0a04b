// Names of cells in lists: their first words, with what stands for the numbers of a run.
import { expect, test } from "vitest";
import { lessonCell, proseCell } from "../../app/document/document.ts";
import { firstWords, wordsOfCell } from "../../app/document/first-words.ts";

test("a cell of nothing but notes says so", () => {
  expect(firstWords("")).toBe("Prose");
  expect(firstWords("```notes\nSay hello.\n```\n")).toBe("Speaker notes");
  expect(firstWords("```notes\nSay hello.\n```\n\nWords.")).toBe("Words.");
});

test("queries of the first words are no source of theirs, and keep the marks of their words", () => {
  const heading = "# Only {= scalars(#7)} *scalars*, {= value()}\n\nand {= calls()}";
  expect(firstWords(heading)).toBe("Only … scalars, …");
  const asked: string[] = [];
  const words = firstWords(heading, (query) => {
    asked.push(query);
    return "[1, 2]";
  });
  expect(words).toBe("Only [1, 2] scalars, [1, 2]");
  expect(asked).toEqual(["{= scalars(#7)}", "{= value()}"]);
  expect(wordsOfCell(proseCell("cell-1", heading), () => "3")).toBe("Only 3 scalars, 3");
  const question = lessonCell("predict", "cell-2", '{"id":"q1"}\nAfter {= n()} steps?\n--- because\nIt is.');
  expect(wordsOfCell(question)).toBe("Question: After … steps?");
  expect(wordsOfCell(question, () => "4")).toBe("Question: After 4 steps?");
});
