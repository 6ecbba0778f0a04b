// The differences of two texts, by line.
import { diffArrays } from "diff";

/** A line that only one of two texts has. */
export interface ChangedLine {
  readonly text: string;
  readonly change: "gone" | "new";
}

/** The lines that are in one of two lists only, in order. */
export function changedLines(before: readonly string[], after: readonly string[]): readonly ChangedLine[] {
  return diffArrays([...before], [...after]).flatMap(({ value, added, removed }) =>
    added || removed ? value.map((text): ChangedLine => ({ text, change: added ? "new" : "gone" })) : [],
  );
}
