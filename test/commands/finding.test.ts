// Which commands a query finds, and in which order.
import { expect, test } from "vitest";
import { SYNONYMS } from "../../app/commands/command.ts";
import { type Findable, foundBy } from "../../app/commands/finding.ts";

const ALL: readonly Findable[] = [
  { words: "Save as a Markdown file", also: SYNONYMS["export-markdown"], about: "Document" },
  { words: "Present", also: SYNONYMS.present, about: "Document" },
  { words: "Print", also: SYNONYMS.print, about: "Document" },
  { words: "Next resolve; with Shift, the previous one", about: "Run" },
];

test.each([
  ["res", ["Next resolve; with Shift, the previous one", "Present"]],
  ["export", ["Save as a Markdown file", "Print"]],
  ["pdf", ["Print"]],
  ["presentation", ["Present"]],
  ["pre", ["Present", "Next resolve; with Shift, the previous one"]],
  ["next run", ["Next resolve; with Shift, the previous one"]],
  ["", ALL.map(({ words }) => words)],
  ["zork", []],
])("%s", (query, words) => {
  expect(foundBy(query, ALL).map((one) => one.words)).toEqual(words);
});
