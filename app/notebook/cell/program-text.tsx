// A program as plain text, where its editor will be.
import { withoutResults } from "../../document/header.ts";
import { PlainText } from "../../ui/plain-text.tsx";

/** A long directive of the header; the editor folds all but its key (editor/dual/header-folding.ts). */
const LONG_DIRECTIVE = /^([ \t]*--[ \t]*[a-z]+[ \t]*:)(?=\s).*(?:\n[ \t]*--(?: {3,}|\t).*)+/gm;

/** A program's text; `isHidden` where its results are answers of open questions. */
interface ProgramTextProps {
  readonly text: string;
  readonly isHidden: boolean;
}

/** Shows a program's text in the lines that its editor will have. */
export function ProgramText({ text, isHidden }: ProgramTextProps) {
  const shown = isHidden ? withoutResults(text) : text;
  // a line end at the end is none in HTML
  return <PlainText className="unedited" text={`${shown.replace(LONG_DIRECTIVE, "$1…")}\n`} />;
}
