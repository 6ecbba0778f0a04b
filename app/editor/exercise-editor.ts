// The editor of an exercise: Dual without questions on a checked program.
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { drawSelection, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { bringUpClosing } from "./dual/closing.ts";
import { tabPolicy } from "./dual/indentation.ts";
import { dualProgram } from "./dual/language.ts";
import { unicodeInput } from "./dual/unicode-input.ts";
import { look } from "./look.ts";
import { gutterMarks, marks } from "./marks.ts";
import { phrases } from "./phrases.ts";
import { codeEditor, fallThrough, type ProgramEditorOptions } from "./program-editor.ts";
import { wrapping } from "./wrapping.ts";

/** The label of the editor of an exercise, and its callbacks. */
export interface ExerciseEditorOptions extends Pick<ProgramEditorOptions, "label" | "onText" | "onUndo" | "onRedo"> {
  /** Checks the attempt. */
  onCheck(): void;
}

/** The extensions of the editor of an exercise; Ctrl-Enter checks the attempt. */
export function exerciseEditor(options: ExerciseEditorOptions): Extension {
  const check = (): boolean => {
    options.onCheck();
    return true;
  };
  return [
    lineNumbers(),
    gutterMarks,
    highlightSpecialChars(),
    history(),
    drawSelection(),
    bracketMatching(),
    bringUpClosing,
    closeBrackets(),
    dualProgram,
    look,
    phrases,
    wrapping,
    marks,
    unicodeInput,
    tabPolicy,
    keymap.of([
      { key: "Mod-Enter", run: check },
      ...closeBracketsKeymap,
      ...fallThrough(options),
      ...historyKeymap,
      ...defaultKeymap,
    ]),
    codeEditor(options),
  ];
}
