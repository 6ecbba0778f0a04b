// A fixed share of the fuzzer's texts; and that it finds what is wrong.
import { expect, test, vi } from "vitest";
import * as format from "../../engine/syntax/layout/format.ts";
import { runs } from "../support/runs.ts";
import { TextCounts, textCase, textFinding } from "./texts.ts";

const SEED = 20261122;

test("changed texts are read, checked and formatted without an error of ours", () => {
  const counts = new TextCounts();
  for (let seed = SEED; seed < SEED + runs(1200); seed++) expect(textCase(seed, counts)).toBeUndefined();
  expect(counts.accepted).toBeGreaterThan(runs(40));
  expect(counts.formatted).toBeGreaterThan(runs(120));
});

test("a formatter that changes the program, or throws, is found", () => {
  const formatted = vi.spyOn(format, "formatted");
  const text = "def main x = x * 2.0\n";
  formatted.mockReturnValue("def main x = 2\n");
  expect(textFinding(text)).toMatch(/means something else/);
  formatted.mockImplementation(() => {
    throw new Error("internal: ..");
  });
  expect(textFinding(text)).toBe("thrown: internal: ..");
  formatted.mockRestore();
  expect(textFinding(text)).toBeUndefined();
});
