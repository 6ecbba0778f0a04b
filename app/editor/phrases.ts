// CodeMirror's own phrases, in the language of the page.
import { EditorState, type Extension } from "@codemirror/state";
import { t } from "@lingui/core/macro";

/** The words of CodeMirror in the language of the page. */
export const phrases: Extension = EditorState.phrases.of({
  // finding and replacing
  Find: t`Find`,
  Replace: t`Replace`,
  next: t({ message: "next", context: "search" }),
  previous: t({ message: "previous", context: "search" }),
  all: t({ message: "all", context: "search", comment: "a button: selects all matches" }),
  "match case": t`match case`,
  regexp: t({ message: "regexp", comment: "a choice of the search: what is looked for is a regular expression" }),
  "by word": t`by word`,
  replace: t`replace`,
  "replace all": t`replace all`,
  close: t`close`,
  "current match": t({ message: "current match", comment: "spoken, before the text of a match" }),
  "on line": t({ message: "on line", comment: "spoken, after the text of a match and before the number of its line" }),
  "replaced match on line $": t({ message: "replaced match on line $", comment: "$ is the number of the line" }),
  "replaced $ matches": t({ message: "replaced $ matches", comment: "$ is how many" }),
  "Go to line": t`Go to line`,
  go: t({ message: "go", context: "go to line", comment: "a button: goes to the line whose number was typed" }),
  // folding
  "Fold line": t`Fold line`,
  "Unfold line": t`Unfold line`,
  "Folded lines": t({ message: "Folded lines", comment: "spoken, before the numbers of two lines" }),
  "Unfolded lines": t({ message: "Unfolded lines", comment: "spoken, before the numbers of two lines" }),
  to: t({ message: "to", context: "folding", comment: "between the numbers of two lines: from the first to the last" }),
  // the rest
  Completions: t`Completions`,
  "Control character": t({ message: "Control character", comment: "before the name of the character" }),
  "Selection deleted": t`Selection deleted`,
});
