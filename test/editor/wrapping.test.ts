// Lines wrap, unless one of them is too long for it.
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { expect, test } from "vitest";
import { isWrapped, LONGEST_WRAPPED, lineWrapping } from "../../app/editor/wrapping.ts";

const LONG = "x".repeat(LONGEST_WRAPPED + 1);

/** CodeMirror's class of wrapping lines, and its guess before it has measured. */
const WRAPPED = "cm-lineWrapping";

function wraps(state: EditorState): boolean {
  const classes = state.facet(EditorView.contentAttributes).map((one) => (typeof one === "function" ? {} : one));
  const isClassed = classes.some((one) => one.class === WRAPPED);
  expect(isWrapped(state)).toBe(isClassed);
  return isClassed;
}

test("a line that is too long ends wrapping, wherever it comes from, and wrapping is back without it", () => {
  const doc = `one\n${"two\n".repeat(100)}`;
  let state = EditorState.create({ doc, extensions: lineWrapping });
  expect(wraps(state)).toBe(true);
  state = state.update({ changes: { from: 20, insert: LONG } }).state;
  expect(wraps(state)).toBe(false);
  // other lines may change meanwhile
  state = state.update({ changes: { from: 0, insert: "more\n" } }).state;
  expect(wraps(state)).toBe(false);
  state = state.update({ changes: { from: 25, to: 25 + 100 } }).state;
  expect(wraps(state)).toBe(true);
  // two halves that are joined
  state = state.update({ changes: { from: 0, insert: `${LONG.slice(0, 5000)}\n${LONG.slice(0, 5000)}` } }).state;
  expect(wraps(state)).toBe(true);
  state = state.update({ changes: { from: 5000, to: 5001 } }).state;
  expect(wraps(state)).toBe(false);
  expect(wraps(EditorState.create({ doc: `${doc}${LONG}`, extensions: lineWrapping }))).toBe(false);
  expect(wraps(EditorState.create({ doc: `${doc}${LONG.slice(1)}`, extensions: lineWrapping }))).toBe(true);
});
