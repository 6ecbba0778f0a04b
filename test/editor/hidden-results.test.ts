// Results in a program's header, in the editor: hidden while they answer a question, and revealed by edits.
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { expect, test } from "vitest";
import { hiddenResults, hideResults } from "../../app/editor/dual/hidden-results.ts";

const TEXT = "-- at: 2.0\n-- value: 4.0\n-- gradient: 4.0\ndef main x = x * x";

/** The texts that are not seen. */
function hiddenIn(state: EditorState): readonly string[] {
  const found: string[] = [];
  for (const set of state.facet(EditorView.decorations)) {
    if (typeof set === "function") continue;
    set.between(0, state.doc.length, (from, to) => void found.push(state.sliceDoc(from, to)));
  }
  return found;
}

test("value and gradient are hidden as long as the question is open; one that is written is seen", () => {
  const state = EditorState.create({ doc: TEXT, extensions: [hiddenResults] });
  expect(hiddenIn(state)).toEqual([]);
  const open = state.update({ effects: hideResults(true) }).state;
  expect(hiddenIn(open)).toEqual(["4.0", "4.0"]);
  // elsewhere one may write
  const more = open.update({ changes: { from: TEXT.length, insert: " + 1.0" }, userEvent: "input.type" }).state;
  expect(hiddenIn(more)).toEqual(["4.0", "4.0"]);
  const at = TEXT.indexOf("4.0");
  const written = more.update({ changes: { from: at, to: at + 3, insert: "5.5" }, userEvent: "input.type" }).state;
  expect(hiddenIn(written)).toEqual(["4.0"]);
  // a text from elsewhere is another program
  const other = written.update({ changes: { from: at, to: at + 3, insert: "6.0" }, userEvent: "open" }).state;
  expect(hiddenIn(other)).toEqual(["6.0", "4.0"]);
  expect(hiddenIn(other.update({ effects: hideResults(false) }).state)).toEqual([]);
});
