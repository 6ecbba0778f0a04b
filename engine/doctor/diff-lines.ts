// The differences of two runs in words, on the command line and on the page.
import { showReal } from "../core/values/show-value.ts";
import type { Difference, Differences } from "./diff.ts";

/** Entries that are told. */
const MOST_ENTRIES = 20;

/** A line about two runs; of a first difference, with its sides below it. */
export interface DiffLine {
  readonly text: string;
  readonly difference?: Difference | undefined;
}

/** The differences of two runs in lines. */
export function diffLines({ value, cotangent, entries, common, of }: Differences): readonly DiffLine[] {
  const first = (kind: string, difference: Difference | undefined): DiffLine =>
    difference === undefined ? { text: `no ${kind} differs` } : { text: `the first ${kind} that differs:`, difference };
  const shown = entries.slice(0, MOST_ENTRIES);
  const more = entries.length - shown.length;
  return [
    first("value", value),
    first("cotangent", cotangent),
    ...shown.map(({ entry, a, b }) => ({ text: `entry ${entry}: ${showReal(a)}, ${showReal(b)}` })),
    ...(more > 0 ? [{ text: `and ${more} entries more` }] : []),
    { text: `${common} scalars belong together, of ${of.a} and ${of.b}` },
  ];
}

/** One side of a difference, without its place: `` `exp z` at 1.0 in softmax, round 3: 2.718281828459045 ``. */
export function sideText(found: Difference, side: "a" | "b"): string {
  const { values, text, call, round } = found.at[side];
  const at = values.length === 0 ? "" : ` at ${values.map(showReal).join(", ")}`;
  return `\`${text}\`${at} in ${call}${round === undefined ? "" : `, round ${round}`}: ${showReal(found[side])}`;
}
