// The keys of a program's editor, for people; a test holds that the editor has each of them.
import { t } from "@lingui/core/macro";

export interface EditorKey {
  /** As CodeMirror writes them; the first is shown. */
  readonly keys: string;
  readonly words: string;
}

export const EDITOR_KEYS: readonly EditorKey[] = [
  { keys: "Ctrl-Space", words: t`Complete the name at the cursor` },
  { keys: "F12", words: t`Go to the definition of the name at the cursor` },
  { keys: "Shift-F12", words: t`All places of the name at the cursor` },
  { keys: "F2", words: t`Select all places of the name at the cursor in this program, to rename it` },
  { keys: "F8", words: t`Go to the next mistake` },
  { keys: "Mod-f", words: t`Find and replace in this program` },
  { keys: "Mod-/", words: t`Make lines a comment, or code again` },
  { keys: "Alt-ArrowUp", words: t`Move a line up` },
  { keys: "Alt-ArrowDown", words: t`Move a line down` },
  { keys: "Mod-d", words: t`Select the next occurrence of what is selected` },
  { keys: "Tab", words: t`After \\lambda and other names of signs: write the sign. After typing: indent the line` },
  { keys: "Escape", words: t`Leave the editor with the next Tab` },
];
