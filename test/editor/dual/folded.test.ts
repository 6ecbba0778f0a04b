// A program's text with its long directives folded: offsets go there and back.
import { expect, test } from "vitest";
import { folded, foldedOffset, unfoldedOffset } from "../../../app/editor/dual/folded.ts";

const TEXT = "-- title: a\n-- about: one\n--   two\n-- at: 1\n-- gradient: (1,\n--   2)\ndef main x = x";

test("long directives are folded, and the offsets around them lead to the same characters", () => {
  const shown = folded(TEXT);
  expect(shown).toBe("-- title: a\n-- about:…\n-- at: 1\n-- gradient:…\ndef main x = x");
  for (let at = 0; at <= shown.length; at++) {
    const there = unfoldedOffset(TEXT, at);
    expect(foldedOffset(TEXT, there)).toBe(at);
    if (shown[at] !== "…") expect(TEXT[there]).toBe(shown[at]);
  }
  // within a fold
  expect(foldedOffset(TEXT, TEXT.indexOf("two"))).toBe(shown.indexOf("…"));
  expect(folded("def main x = x")).toBe("def main x = x");
  expect(unfoldedOffset("def main x = x", 5)).toBe(5);
});
