// The keys of a program's editor, for people; a test holds that the editor has each of them.
import { t } from "@lingui/core/macro";

/** A key of the editor, and its action in words. */
export interface EditorKey {
  /** As CodeMirror writes them; the first is shown. */
  readonly keys: string;
  readonly words: string;
}

/** The keys of the editor that help lists. */
export const EDITOR_KEYS: readonly EditorKey[] = [
  { keys: "Ctrl-Space", words: t`Complete the name at the cursor` },
  { keys: "F12", words: t`Go to the definition of the name at the cursor` },
  { keys: "Shift-F12", words: t`Show all uses of the name at the cursor` },
  { keys: "F2", words: t`Select all uses of the name at the cursor in this program, to rename it` },
  { keys: "F8", words: t`Go to the next error` },
  { keys: "Mod-f", words: t`Find and replace in this program` },
  { keys: "Mod-/", words: t`Comment or uncomment lines` },
  { keys: "Alt-ArrowUp", words: t`Move a line up` },
  { keys: "Alt-ArrowDown", words: t`Move a line down` },
  { keys: "Mod-d", words: t`Select the next occurrence of the selection` },
  {
    keys: "Tab",
    words: t`After \\lambda or another symbol name: insert the symbol. Once you have typed: indent the line`,
  },
  { keys: "Escape", words: t`Let the next Tab leave the editor` },
];
