// The editor of an exercise: Dual without questions on a checked program.
import type { Extension } from "@codemirror/state";
import { type CodeFieldOptions, codeEditor, fallThrough, type Undoing } from "./code-editor.ts";
import { bringUpClosing } from "./dual/closing.ts";
import { dualProgram } from "./dual/language.ts";
import { unicodeInput } from "./dual/unicode-input.ts";

/** The label of the editor of an exercise, and its callbacks. */
export interface ExerciseEditorOptions extends CodeFieldOptions, Undoing {
  /** Checks the attempt. */
  onCheck(): void;
}

/** The extensions of the editor of an exercise; Ctrl-Enter checks the attempt. */
export function exerciseEditor({ label, onText, onCheck, ...undoing }: ExerciseEditorOptions): Extension {
  const check = (): boolean => {
    onCheck();
    return true;
  };
  return codeEditor({
    label,
    onText,
    parts: [dualProgram, bringUpClosing, unicodeInput],
    keys: [{ key: "Mod-Enter", run: check }, ...fallThrough(undoing)],
  });
}
