// Set-ups of CodeMirror that editors share: a field of code, an editor of whole programs, and a viewer of code.
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, redoDepth, undoDepth } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightSpecialChars,
  type KeyBinding,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { t } from "@lingui/core/macro";
import { tabPolicy } from "./dual/indentation.ts";
import { look } from "./look.ts";
import { gutterMarks, marks } from "./marks.ts";
import { phrases } from "./phrases.ts";
import { textOf } from "./text-of.ts";
import { wrapping } from "./wrapping.ts";

/** The label of a field of code, and its callback for changes. */
export interface CodeFieldOptions {
  readonly label: string;
  onText(text: string): void;
}

/** The language of a field of code, and its parts beside the usual ones. */
interface Parts {
  /** Language, signs and whatever else the field has. */
  readonly parts: Extension;
  /** Keys that come before the usual ones. */
  readonly keys?: readonly KeyBinding[];
  /** Usual keys that are left to the page, beside Ctrl-Enter. */
  readonly left?: readonly string[];
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Callbacks for an undo or redo that the editor has no change for: the document may have one. */
export interface Undoing {
  onUndo(): void;
  onRedo(): void;
}

/** Said by screen readers with the editor's name, and shown under it while it has the focus. */
export const LEAVING = t`Tab indents once you have typed; Escape, then Tab leaves the editor.`;

/** Undo continues in the document where the editor has nothing more of its own. */
export function fallThrough({ onUndo, onRedo }: Undoing): readonly KeyBinding[] {
  const when = (depth: (state: EditorState) => number, then: () => void) => (view: EditorView) => {
    if (depth(view.state) > 0) return false;
    then();
    return true;
  };
  return [
    { key: "Mod-z", run: when(undoDepth, onUndo) },
    { key: "Mod-Shift-z", run: when(redoDepth, onRedo) },
    { key: "Mod-y", run: when(redoDepth, onRedo) },
  ];
}

/** A callback for each change of the text. */
export function textChanges(onText: CodeFieldOptions["onText"]): Extension {
  return EditorView.updateListener.of((update) => {
    if (update.docChanged) onText(textOf(update.state));
  });
}

/** The extensions of a field of code, of one line or many. */
export function codeField({
  label,
  onText,
  parts,
  keys = [],
  left = [],
  attributes,
}: CodeFieldOptions & Parts): Extension {
  const isLeft = new Set(["Mod-Enter", ...left]);
  return [
    history(),
    drawSelection(),
    bracketMatching(),
    look,
    phrases,
    marks,
    parts,
    closeBrackets(),
    keymap.of([
      ...closeBracketsKeymap,
      ...keys,
      ...historyKeymap,
      ...defaultKeymap.filter(({ key }) => key === undefined || !isLeft.has(key)),
    ]),
    EditorView.contentAttributes.of({
      "aria-label": label,
      // it can be focused anyway; this is for checkers of scrolled regions
      tabindex: "0",
      spellcheck: "false",
      autocorrect: "off",
      autocapitalize: "off",
      ...attributes,
    }),
    textChanges(onText),
  ];
}

/** The extensions of an editor of code: a field with numbered lines, which Tab indents. */
export function codeEditor({ parts, ...options }: CodeFieldOptions & Parts): Extension {
  return [
    lineNumbers(),
    gutterMarks,
    highlightSpecialChars(),
    codeField({
      ...options,
      parts: [parts, wrapping, tabPolicy],
      attributes: { "aria-description": LEAVING },
    }),
  ];
}

/** The label and parts of a viewer of code, and its callbacks for caret and pointer. */
interface ViewerOptions {
  readonly label: string;
  readonly parts: Extension;
  /** The caret was put somewhere, by key or pointer. */
  onCaret(from: number, to: number, view: EditorView): void;
  /** The pointer is over an offset, or over none. */
  onPoint(offset: number | undefined, view: EditorView): void;
}

/** The extensions of a viewer of code: the text cannot be changed. */
export function codeViewer({ label, parts, onCaret, onPoint }: ViewerOptions): Extension {
  return [
    lineNumbers(),
    drawSelection(),
    look,
    phrases,
    wrapping,
    parts,
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({
      "aria-label": label,
      "aria-readonly": "true",
      tabindex: "0",
      spellcheck: "false",
      translate: "no",
    }),
    EditorView.updateListener.of((update) => {
      if (!update.selectionSet || update.docChanged || !update.view.hasFocus) return;
      const { from, to } = update.state.selection.main;
      onCaret(from, to, update.view);
    }),
    EditorView.domEventHandlers({
      pointermove: ({ clientX, clientY }, view) =>
        onPoint(view.posAtCoords({ x: clientX, y: clientY }) ?? undefined, view),
      pointerleave: (_, view) => onPoint(undefined, view),
    }),
  ];
}
