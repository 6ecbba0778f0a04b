// State of a run moves with its program: an n, and the state of its views.
import { expect, test } from "vitest";
import { programCell } from "../../app/document/document.ts";
import { withAsk, withText } from "../../app/document/edited.ts";

const growing = (sweep: string, body: string): string =>
  `-- sweep: ${sweep}\n-- at: n\ndef main (x : Real) = ${body}\n`;
const EXPLORER = { stages: ["tape", "delta-lets"], leader: "delta-lets", step: 105_356, pinned: 34, together: true };
/** The columns are the reader's choice, and stay. */
const AT_ITS_END = { ...EXPLORER, step: undefined, pinned: undefined };

const CELL = {
  ...withAsk(programCell("cell-1", growing("n = 4, 8", "x * x")), { n: "16" }),
  views: { inside: [], explorer: EXPLORER },
};

test("an n is of a sweep: it stays while the program is edited, and goes with its sweep", () => {
  const edited = withText(CELL, growing("n = 4, 8", "x * x + x"));
  expect(edited.ask.n).toBe("16");
  expect(withText(edited, growing("n = 100, 200", "x")).ask.n).toBe("");
  expect(withText(edited, "def main x = x").ask.n).toBe("");
  expect(withAsk(withText(edited, growing("n = 1, 2", "x")), { n: "2" }).ask.n).toBe("2");
});

test("a step and a chosen scalar are of a run: with another text, n or entry, views begin at its end", () => {
  expect(withText(CELL, CELL.text)).toBe(CELL);
  expect(withAsk(CELL, { at: "3.0" }).views.explorer).toEqual(EXPLORER);
  expect(withAsk(CELL, { n: "8" }).views.explorer).toEqual(AT_ITS_END);
  expect(withAsk(CELL, { entry: "other" }).views.explorer).toEqual(AT_ITS_END);
  expect(withText(CELL, growing("n = 4, 8", "x")).views.explorer).toEqual(AT_ITS_END);
});
