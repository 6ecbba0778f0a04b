// Costs beside the lines of an editor: of lines that cost something, until the text changes.
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { expect, test } from "vitest";
import { type LineCost, lineCosts, showCosts } from "../../../app/editor/dual/line-costs.ts";
import { costsBeside } from "../../../app/notebook/result/profile/shares.ts";
import type { ProfiledLine } from "../../../engine/measure/profile.ts";

const TEXT = "-- at: 2.0\ndef twice x = x + x\ndef main x = twice (x * x)";

/** The lines beside which there is a cost. */
function besides(state: EditorState): readonly number[] {
  const found: number[] = [];
  for (const set of state.facet(EditorView.decorations)) {
    if (typeof set === "function") continue;
    set.between(0, state.doc.length, (from, _to, { spec }) => {
      if (spec.widget !== undefined) found.push(state.doc.lineAt(from).number);
    });
  }
  return found;
}

function cost(line: number): LineCost {
  return { line, share: 0.5, text: "50 %", title: "half" };
}

test("costs stand beside their lines, others replace them, and a change of the text ends them", () => {
  const state = EditorState.create({ doc: TEXT, extensions: [lineCosts] });
  const shown = state.update({ effects: showCosts([cost(3), cost(2)]) }).state;
  expect(besides(shown)).toEqual([2, 3]);
  const others = shown.update({ effects: showCosts([cost(3)]) }).state;
  expect(besides(others)).toEqual([3]);
  expect(besides(others.update({ changes: { from: 0, insert: "\n" } }).state)).toEqual([]);
  // those of a longer text
  expect(besides(others.update({ effects: showCosts([cost(7)]) }).state)).toEqual([]);
});

function row(line: number, work: number, source: ProfiledLine["source"] = "<program>"): ProfiledLine {
  const none = { forwardWork: 0, reverseWork: 0, forwardMs: 0, reverseMs: 0 };
  return { source, line, text: "", work, calls: 12, tapeBytes: 16_000, ...none };
}

test("lines without work, and those of another program, have no cost beside them, but count among the whole", () => {
  const [first, second, ...others] = costsBeside([row(3, 123_456), row(1, 0), row(2, 1), row(1, 123_456, "<above 1>")]);
  expect(first).toEqual({
    line: 3,
    share: 123_456 / 246_913,
    text: "50 %",
    title: "50 % of the work: work 123\u202f456, calls 12, tape bytes 16\u202f000",
  });
  expect(second).toMatchObject({ line: 2, text: "< 0.1 %" });
  expect(others).toEqual([]);
});
