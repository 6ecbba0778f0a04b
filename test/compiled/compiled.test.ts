// The view of the compiled program: links between lines and places, and the rows of the tape.
import { describe, expect, test } from "vitest";
import { linkedAt, linkedWith, NOT_LINKED, placesText, tapeRows } from "../../app/compiled/model.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { span } from "../../engine/source/span.ts";
import { explainProgram, tapeOfRun } from "../../engine/texts/explain.ts";

const TEXT = "-- at: (5, 0.3)\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, sin x * x)";

function explained() {
  const found = explainProgram(checkSource(TEXT), undefined);
  if (found.tag !== "explained") throw new Error(found.tag);
  return found;
}

describe("links", () => {
  const { lines } = explained().passes.find(({ id }) => id === "specialised")!;
  const partsOf = (spans: readonly { readonly from: number; readonly to: number }[]): readonly string[] =>
    spans.map(({ from, to }) => TEXT.slice(from, to));

  test("a place leads to the lines of the smallest term around it", () => {
    const inSin = linkedAt(lines, TEXT.indexOf("sin x") + 2);
    expect(partsOf(inSin.spans)).toEqual(["sin x"]);
    expect(inSin.lines.map((line) => lines[line]!.text.trim())).toEqual([expect.stringMatching(/= sin v\d+$/)]);
    const product = linkedAt(lines, TEXT.indexOf("* x"));
    expect(partsOf(product.spans)).toEqual(["sin x * x"]);
    expect(linkedAt(lines, 3)).toEqual(NOT_LINKED);
  });

  test("a line leads to its places, and back", () => {
    lines.forEach((line, index) => {
      const { spans } = linkedWith(lines, index);
      expect(spans).toEqual(line.spans);
      for (const { from } of spans) expect(linkedAt(lines, from).lines.length).toBeGreaterThan(0);
    });
    expect(linkedWith(lines, 10_000)).toEqual(NOT_LINKED);
  });

  test("places are named by line and column, three at most", () => {
    const at = (offset: number) => span("<program>", offset, offset + 1);
    expect(placesText([at(0), at(16)], TEXT)).toBe("1:1, 2:1");
    expect(placesText([at(0), at(1), at(2), at(3)], TEXT)).toBe("1:1, 1:2, 1:3, …");
    expect(placesText([span("<above 1>", 0, 1)], TEXT)).toBe("a program above");
    expect(placesText([], TEXT)).toBe("");
  });
});

describe("rows of the tape", () => {
  const { segments } = explained();

  test("without a run: bytes each time", () => {
    const rows = tapeRows(segments, undefined);
    expect(rows.map(({ of }) => of)).toEqual(["segment", "round"]);
    expect(rows.every(({ times, total }) => times === undefined && total === undefined)).toBe(true);
    expect(Math.max(...rows.map(({ share }) => share))).toBe(1);
    expect(rows[0]!.holds.at(-1)).toBe("its number");
  });

  test("after a run they come to all of it", () => {
    const tape = finish(tapeOfRun(checkSource(TEXT), {}, DEFAULT_BUDGET))!;
    const rows = tapeRows(segments, tape);
    expect(rows.map(({ times }) => times)).toEqual([1, 6]);
    expect(rows.reduce((sum, { total }) => sum + total!, 0)).toBe(tape.bytes);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });
});
