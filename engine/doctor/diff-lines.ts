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
export function diffLines(found: Differences): readonly DiffLine[] {
  const { value, areResults, cotangent, entries, common, of } = found;
  const first = (kind: string, difference: Difference | undefined): DiffLine =>
    difference === undefined ? { text: `no ${kind} differs` } : { text: `the first ${kind} that differs:`, difference };
  const shown = entries.slice(0, MOST_ENTRIES);
  const more = entries.length - shown.length;
  return [
    areResults
      ? { text: "no value of both runs differs, but the results do:", difference: value }
      : first("value", value),
    first("cotangent", cotangent),
    ...shown.map(({ entry, a, b }) => ({ text: `entry ${entry}: ${showReal(a)}, ${showReal(b)}` })),
    ...(more > 0 ? [{ text: `and ${more} entries more` }] : []),
    { text: `scalars that are in both runs: ${common}, of ${of.a} and ${of.b}` },
  ];
}

/** Characters of a result that are told. */
const LONGEST_RESULT = 120;

/** One side of a difference, without its place: `` `exp z` at 1.0 in softmax, round 3: 2.718281828459045 ``. */
export function sideText(found: Difference, side: "a" | "b"): string {
  const { values, text, call, round, input } = found.at[side];
  const number = found[side];
  if (typeof number === "string")
    return `the result: ${number.length > LONGEST_RESULT ? `${number.slice(0, LONGEST_RESULT)} ..` : number}`;
  if (input !== undefined) return `the input \`${input}\`: ${showReal(number)}`;
  const at = values.length === 0 ? "" : ` at ${values.map(showReal).join(", ")}`;
  return `\`${text}\`${at} in ${call}${round === undefined ? "" : `, round ${round}`}: ${showReal(number)}`;
}
