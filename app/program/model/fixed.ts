// A program after a fix, where no editor shows it.
import type { Fix } from "../../../engine/source/diagnostic.ts";
import type { SourceName } from "../../../engine/source/span.ts";
import type { Ask, ProgramCell } from "../../document/document.ts";

/** The fields beside a program's text that edits may be in. */
const FIELDS: Readonly<Partial<Record<SourceName, keyof Ask>>> = { "<at>": "at", "<cotangent>": "cotangent" };

/** The text and the fields of a program after a fix; undefined where an edit is in another text. */
export function fixed(cell: ProgramCell, { edits }: Fix): Pick<ProgramCell, "text" | "ask"> | undefined {
  let { text, ask }: Pick<ProgramCell, "text" | "ask"> = cell;
  // from the last to the first: places before an edit stay
  for (const { span, text: inserted } of edits.toSorted((a, b) => b.span.from - a.span.from)) {
    const edited = (whole: string): string => whole.slice(0, span.from) + inserted + whole.slice(span.to);
    const field = FIELDS[span.source];
    if (span.source === "<program>") text = edited(text);
    else if (field !== undefined) ask = { ...ask, [field]: edited(ask[field]) };
    else return undefined;
  }
  return { text, ask };
}
