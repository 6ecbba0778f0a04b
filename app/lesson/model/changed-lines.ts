// The differences of two texts, by line.
import { diffArrays } from "diff";

/** A line that only one of two texts has. */
export interface ChangedLine {
  readonly text: string;
  readonly change: "gone" | "new";
}

/** The lines that are in one of two lists only, in order, without the indentation that all of them have. */
export function changedLines(before: readonly string[], after: readonly string[]): readonly ChangedLine[] {
  const lines = differing(before, after);
  const indents = lines.flatMap(({ text }) => (text.trim() === "" ? [] : [text.search(/\S/)]));
  const common = indents.length === 0 ? 0 : Math.min(...indents);
  return lines.map((line) => ({ ...line, text: line.text.slice(common) }));
}

function differing(before: readonly string[], after: readonly string[]): readonly ChangedLine[] {
  return diffArrays([...before], [...after]).flatMap(({ value, added, removed }) =>
    added || removed ? value.map((text): ChangedLine => ({ text, change: added ? "new" : "gone" })) : [],
  );
}
