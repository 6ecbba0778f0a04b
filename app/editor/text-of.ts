// The editor's text as a string, made once for each version of a document.
import type { EditorState, Text } from "@codemirror/state";

const strings = new WeakMap<Text, string>();

/** The whole text; asking again for the same version costs nothing. */
export function textOf(state: EditorState): string {
  let text = strings.get(state.doc);
  if (text === undefined) {
    text = state.doc.toString();
    strings.set(state.doc, text);
  }
  return text;
}
