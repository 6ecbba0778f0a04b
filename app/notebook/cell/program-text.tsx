// A program as plain text, where its editor will be.
import { withoutResults } from "../../document/header.ts";
import { PlainText } from "../../ui/plain-text.tsx";

/** A long directive of the header; the editor folds all but its key (editor/dual/header-folding.ts). */
const LONG_DIRECTIVE = /^([ \t]*--[ \t]*[a-z]+[ \t]*:)(?=\s).*(?:\n[ \t]*--(?: {3,}|\t).*)+/gm;

/** Shows a program's text in the lines that its editor will have, and without its results, which may be answers. */
export function ProgramText({ text }: { readonly text: string }) {
  return <PlainText className="unedited" text={withoutResults(text).replace(LONG_DIRECTIVE, "$1…")} />;
}
