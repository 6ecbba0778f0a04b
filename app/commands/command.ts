// A command, and other words that people look for it by.
import { t } from "@lingui/core/macro";

/** Subjects of commands. */
export const GROUPS = { cells: t`Cells`, document: t`Document`, views: t`Views`, page: t`Page` } as const;
/** A command's subject: menus and the palette sort commands by it. */
export type Group = keyof typeof GROUPS;

/** An action of the page under its one name: its words, when it can be done, and how. */
export interface Command {
  /** Unique, and stable: shortcuts are remembered by it. */
  readonly name: string;
  readonly words: string;
  readonly group: Group;
  /** Its keys at first (`shortcuts.ts`). */
  readonly keys?: string;
  run(): void;
}

/** Other words that people look for commands by, by the name of a command. */
export const SYNONYMS: Readonly<Record<string, string>> = {
  "export-markdown": t`export download`,
  "export-json": t`export download backup`,
  "export-html": t`export web page`,
  run: t`check gradient nan infinity finite differences cost by line profile compare with another run`,
  "view-graph": t`why zero nan partial derivatives jacobian dot latex svg`,
  "view-explorer": t`film why calls video`,
  "view-complexity": t`profile cost curves csv table gnuplot compare`,
  "view-systems": t`compare stages papers`,
  present: t`presentation slides slideshow full screen`,
  course: t`lessons learn teach class`,
  "add-scene": t`add film graph view to slides present`,
  "forget-answers": t`reset clear lesson questions exercises`,
  print: t`PDF export paper`,
  share: t`URL send export`,
  import: t`import load`,
  documents: t`files open recent`,
  versions: t`history restore backup`,
  "help-keys": t`keys hotkeys cheat sheet`,
  keys: t`keys hotkeys settings`,
  help: t`documentation manual`,
  "theme-system": t`colours appearance`,
  "theme-light": t`colours appearance bright`,
  "theme-dark": t`colours appearance night`,
  "theme-contrast": t`colours appearance accessibility`,
};
