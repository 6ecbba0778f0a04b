// Other words that people look for commands by.
import { t } from "@lingui/core/macro";

/** By the name of a command. */
export const SYNONYMS: Readonly<Record<string, string>> = {
  "export-markdown": t`export download`,
  "export-json": t`export download backup`,
  "export-html": t`save web page`,
  present: t`presentation slides slideshow full screen`,
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
