// The editor of a program: everything that CodeMirror is asked to do there.
import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, redoDepth, undoDepth } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLineGutter,
  highlightSpecialChars,
  type KeyBinding,
  keymap,
  lineNumbers,
  rectangularSelection,
} from "@codemirror/view";
import { t } from "@lingui/core/macro";
import { bringUpClosing } from "./dual/closing.ts";
import { hiddenResults } from "./dual/hidden-results.ts";
import { tabPolicy } from "./dual/indentation.ts";
import { dualProgram } from "./dual/language.ts";
import { replacedLines } from "./dual/replaced-lines.ts";
import { signs } from "./dual/signs.ts";
import { unicodeInput } from "./dual/unicode-input.ts";
import { look } from "./look.ts";
import { gutterMarks, marks } from "./marks.ts";
import { type AskName, type Elsewhere, followNames } from "./names/follow-names.ts";
import { type AskNames, completeNames } from "./names/names.ts";
import { type AskHover, explainOnHover, type RunAtPlaces } from "./names/tooltip.ts";
import { phrases } from "./phrases.ts";
import { searching } from "./searching.ts";
import { textOf } from "./text-of.ts";
import { wrapping } from "./wrapping.ts";

/** The editor's questions about names, types and runs, and its callbacks. */
export interface ProgramEditorOptions {
  readonly label: string;
  readonly hover: AskHover;
  readonly run: RunAtPlaces;
  readonly complete: AskNames;
  readonly name: AskName;
  readonly elsewhere: Elsewhere;
  onText(text: string): void;
  /** There is nothing to undo, or to do again, in the editor: the document may have something. */
  onUndo(): void;
  onRedo(): void;
}

/** Undo continues in the document where the editor has nothing more of its own. */
export function fallThrough({
  onUndo,
  onRedo,
}: Pick<ProgramEditorOptions, "onUndo" | "onRedo">): readonly KeyBinding[] {
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

/** Said by screen readers with the editor's name, and shown under it while it has the focus. */
export const LEAVING = t`Tab indents once you have typed; Escape, then Tab leaves the editor.`;

/** The extensions of the editor of a program. */
export function programEditor(options: ProgramEditorOptions): Extension {
  return [
    lineNumbers(),
    highlightActiveLineGutter(),
    gutterMarks,
    foldGutter({ markerDOM: foldMarker }),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    dropCursor(),
    EditorState.allowMultipleSelections.of(true),
    rectangularSelection(),
    crosshairCursor(),
    bracketMatching(),
    bringUpClosing,
    closeBrackets(),
    dualProgram,
    look,
    phrases,
    wrapping,
    marks,
    explainOnHover(options.hover, options.run),
    completeNames(options.complete),
    followNames(options.name, options.elsewhere),
    unicodeInput,
    signs,
    replacedLines,
    hiddenResults,
    tabPolicy,
    keymap.of([...closeBracketsKeymap, ...completionKeymap]),
    searching(true),
    keymap.of([
      ...fallThrough(options),
      ...historyKeymap,
      ...foldKeymap,
      ...lintKeymap.filter(({ key }) => key === "F8"),
      ...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"),
    ]),
    codeEditor(options),
  ];
}

/** Common to every editor of code: its label, code and no prose, and a callback for changes of its text. */
export function codeEditor({ label, onText }: Pick<ProgramEditorOptions, "label" | "onText">): Extension {
  return [
    EditorView.contentAttributes.of({
      "aria-label": label,
      // it can be focused anyway; this is for checkers of scrolled regions
      tabindex: "0",
      "aria-description": LEAVING,
      spellcheck: "false",
      autocorrect: "off",
      autocapitalize: "off",
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onText(textOf(update.state));
    }),
  ];
}

function foldMarker(open: boolean): HTMLElement {
  const marker = document.createElement("span");
  marker.className = open ? "fold-marker" : "fold-marker closed";
  marker.title = open ? t`Fold` : t`Unfold`;
  return marker;
}
