// The texts of the view Linearise: of a long one, a stretch is in the page, and all of it is reached and told.
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Pane } from "../../../app/algorithms/yolo/linear/pane.tsx";
import { stretchAt, stretchesOf } from "../../../app/algorithms/yolo/linear/sight.ts";
import { stageOf } from "../../../engine/algorithms/index.ts";
import type { StudyText } from "../../../engine/algorithms/study.ts";
import { study } from "../../../engine/algorithms/yolo/study.ts";
import { sourceNow } from "../../../engine/derive/straight-run.ts";
import { preparedProgram } from "../../support/run.ts";

const IGNORED = (): void => undefined;

function markup(text: StudyText, kept?: number): string {
  const place = kept === undefined ? undefined : ({ pane: "linear", line: kept } as const);
  return renderToStaticMarkup(
    <Pane
      pane="linear"
      text={text}
      title="The linear half"
      note=""
      lit={new Set()}
      kept={place}
      onPoint={IGNORED}
      onKeep={IGNORED}
      onSight={IGNORED}
    />,
  );
}

function linearHalf(operations: number): StudyText {
  const text = `-- at: 0.5\ndef main (x : Real) = ${"sin (".repeat(3)}x${")".repeat(3)}${" * sin x".repeat(operations)}\n`;
  const source = sourceNow(stageOf("transposed")!, preparedProgram(text), undefined);
  return study(source, {}).study.at(-1)!.texts.linear;
}

const buttons = (html: string): number => html.split("<button").length - 1;

test("a short text is there as a whole, in one list without a name", () => {
  const text = linearHalf(3);
  const html = markup(text);
  expect(buttons(html)).toBe(text.lines.length);
  expect(html.split("<ol").length - 1).toBe(1);
  expect(html).not.toContain("Lines 1 to");
});

test("of a long text a stretch is there, the others have their room and their names", () => {
  const text = linearHalf(1000);
  expect(text.lines.length).toBeGreaterThan(2000);
  const html = markup(text);
  expect(buttons(html)).toBe(stretchesOf(text.lines.length)[0]!.to);
  expect(html.split("<ol").length - 1).toBe(stretchesOf(text.lines.length).length);
  expect(html).toMatch(/aria-label="Lines 61 to 120 of [^"]+" style="height:96rem"/);
  expect(html).toContain(`aria-setsize="${text.lines.length}" aria-posinset="1"`);
});

test("a line that is chosen is there wherever it stands, and takes the focus in", () => {
  const text = linearHalf(1000);
  const html = markup(text, 1234);
  expect(html).toMatch(/data-place="linear 1234"[^>]* tabindex="0" aria-pressed="true"/i);
  expect(html.match(/tabindex="0"/gi)).toHaveLength(1);
});

test("stretches are all lines, each once", () => {
  for (const lines of [0, 1, 59, 60, 61, 600, 15_001]) {
    const all = stretchesOf(lines).flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at));
    expect(all).toEqual([...Array(lines).keys()]);
    for (const { index, from, to } of stretchesOf(lines))
      expect([stretchAt(from), stretchAt(to - 1)]).toEqual([index, index]);
  }
});
