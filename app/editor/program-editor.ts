// The editor of a program: everything that CodeMirror is asked to do there.
import { completionKeymap } from "@codemirror/autocomplete";
import { foldGutter, foldKeymap } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import { crosshairCursor, dropCursor, highlightActiveLineGutter, keymap, rectangularSelection } from "@codemirror/view";
import { t } from "@lingui/core/macro";
import { type CodeFieldOptions, codeEditor, fallThrough, type Undoing } from "./code-editor.ts";
import { bringUpClosing } from "./dual/closing.ts";
import { hiddenResults } from "./dual/hidden-results.ts";
import { dualProgram } from "./dual/language.ts";
import { lineCosts } from "./dual/line-costs.ts";
import { replacedLines } from "./dual/replaced-lines.ts";
import { signs } from "./dual/signs.ts";
import { unicodeInput } from "./dual/unicode-input.ts";
import { type AskName, type Elsewhere, followNames } from "./names/follow-names.ts";
import { type AskNames, completeNames } from "./names/names.ts";
import { type AskHover, explainOnHover, type RunAtPlaces } from "./names/tooltip.ts";
import { searching } from "./searching.ts";

/** The editor's questions about names, types and runs, and its callbacks. */
export interface ProgramEditorOptions extends CodeFieldOptions, Undoing {
  readonly hover: AskHover;
  readonly run: RunAtPlaces;
  readonly complete: AskNames;
  readonly name: AskName;
  readonly elsewhere: Elsewhere;
}

/** The extensions of the editor of a program. */
export function programEditor(options: ProgramEditorOptions): Extension {
  const { label, onText, hover, run, complete, name, elsewhere } = options;
  return codeEditor({
    label,
    onText,
    parts: [
      dualProgram,
      bringUpClosing,
      highlightActiveLineGutter(),
      foldGutter({ markerDOM: foldMarker }),
      dropCursor(),
      EditorState.allowMultipleSelections.of(true),
      rectangularSelection(),
      crosshairCursor(),
      explainOnHover(hover, run),
      completeNames(complete),
      followNames(name, elsewhere),
      unicodeInput,
      signs,
      replacedLines,
      hiddenResults,
      lineCosts,
      keymap.of(completionKeymap),
      searching(true),
    ],
    keys: [...fallThrough(options), ...foldKeymap, ...lintKeymap.filter(({ key }) => key === "F8")],
  });
}

function foldMarker(open: boolean): HTMLElement {
  const marker = document.createElement("span");
  marker.className = open ? "fold-marker" : "fold-marker closed";
  marker.title = open ? t`Fold` : t`Unfold`;
  return marker;
}
