// The editor of prose: Markdown as text, in the type of prose.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import type { Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightSpecialChars, keymap } from "@codemirror/view";
import { picturesIn } from "../document/pictures/pictures-in.ts";
import { fallThrough, textChanges } from "./code-editor.ts";
import { look } from "./look.ts";
import { phrases } from "./phrases.ts";
import { searching } from "./searching.ts";
import { lineWrapping } from "./wrapping.ts";

/** The label of the editor of prose, and its callbacks; `onPictures` receives pictures that are pasted or dropped. */
export interface ProseEditorOptions {
  readonly label: string;
  onText(text: string): void;
  onUndo(): void;
  onRedo(): void;
  /** The user is done: Escape, or Ctrl-Enter. */
  onDone(): void;
  /** Pictures were pasted or dropped; the cursor is where they go. */
  onPictures(files: readonly File[]): void;
}

/** Puts a reference to a picture at the cursor, with the cursor where its words go. */
export function insertPicture(view: EditorView, name: string): void {
  const { from, to } = view.state.selection.main;
  const line = view.state.doc.lineAt(to);
  // the words of the picture before are not written yet
  const isWithin =
    from === to &&
    view.state.sliceDoc(Math.max(0, from - 2), from) === "![" &&
    /^\]\[[\w-]+\]/.test(line.text.slice(to - line.from));
  const at = isWithin ? { from: line.to, to: line.to } : { from, to };
  const before = isWithin ? "\n\n![" : "![";
  view.dispatch({
    changes: { ...at, insert: `${before}][${name}]` },
    selection: { anchor: at.from + before.length },
    scrollIntoView: true,
    userEvent: "input.paste",
  });
  view.focus();
}

/** Enter in the words of a picture begins a line after it: the words are one line. */
function leavePicture({ state, dispatch }: EditorView): boolean {
  const { from, to } = state.selection.main;
  const line = state.doc.lineAt(to);
  const before = state.sliceDoc(line.from, from);
  const after = /^[^\][]*\]\[[\w-]+\]/.exec(state.sliceDoc(to, line.to));
  if (from !== to || after === null || !/!\[[^\][]*$/.test(before)) return false;
  const end = to + after[0].length;
  dispatch({
    changes: { from: end, insert: "\n" },
    selection: { anchor: end + 1 },
    scrollIntoView: true,
    userEvent: "input",
  });
  return true;
}

/** The extensions of the editor of prose; Escape and Ctrl-Enter are done with it. */
export function proseEditor(options: ProseEditorOptions): Extension {
  const { label, onText, onUndo, onRedo, onDone, onPictures } = options;
  const done = (): boolean => {
    onDone();
    return true;
  };
  return [
    highlightSpecialChars(),
    history(),
    drawSelection(),
    look,
    phrases,
    lineWrapping,
    keymap.of([
      { key: "Escape", run: done },
      { key: "Mod-Enter", run: done },
      { key: "Enter", run: leavePicture },
    ]),
    searching(false),
    keymap.of([
      ...fallThrough({ onUndo, onRedo }),
      ...historyKeymap,
      ...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"),
    ]),
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "true" }),
    EditorView.domEventHandlers({
      paste: (event) => {
        const files = picturesIn(event.clipboardData);
        if (files.length === 0) return false;
        event.preventDefault();
        onPictures(files);
        return true;
      },
      drop: (event, view) => {
        const files = picturesIn(event.dataTransfer);
        if (files.length === 0) return false;
        event.preventDefault();
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (at !== null) view.dispatch({ selection: { anchor: at } });
        onPictures(files);
        return true;
      },
    }),
    textChanges(onText),
  ];
}
