// The first screen of a column: the lines of its program that come from the chosen part, and the counts in which columns differ.
import { t } from "@lingui/core/macro";
import { isOfArrays } from "../../../engine/algorithms/catalogue.ts";
import { quantityOf } from "../../../engine/analysis/quantities.ts";
import { lastOf, nth, present } from "../../../engine/base/nth.ts";
import { costOf } from "../../../engine/core/events/counters.ts";
import type { Cost } from "../../../engine/derive/gradient.ts";
import type { SystemColumn } from "./column.ts";
import type { Piece } from "./program.ts";

/** Lines of an excerpt. */
const LINES = 8;

/** The places of the lines of an excerpt: the first ones with a lit part, or the first ones where there is none. */
export function excerptOf(lines: readonly (readonly Piece[])[]): readonly number[] {
  const places = lines.flatMap((pieces, place) => (pieces.some(({ isLit }) => isLit) ? [place] : []));
  return (places.length > 0 ? places : [...lines.keys()]).slice(0, LINES);
}

/** Blanks that a line is indented by at most: a column has few characters. */
const MOST_BLANKS = 16;

/** By shown line, the blanks that are left out: all that its block between two gaps shares, and those beyond the most. */
export function blanksLeftOut(
  lines: readonly { readonly text: string }[],
  shown: readonly number[],
): readonly number[] {
  const blocks: string[][] = [];
  for (const [at, line] of shown.entries()) {
    if (line - 1 !== shown[at - 1]) blocks.push([]);
    lastOf(blocks).push(nth(lines, line).text);
  }
  return blocks.flatMap((block) => {
    const shared = Math.min(...block.map((text) => text.search(/\S/)).filter((blanks) => blanks >= 0));
    const indents = block.map((text) => Math.max(0, text.search(/\S/)));
    return indents.map((indent) => Math.max(Math.min(indent, shared), indent - MOST_BLANKS));
  });
}

/** A count of a run, and what it counts. */
export interface BriefCount {
  readonly title: string;
  readonly count: number;
}

const WORK = present(quantityOf("work"));
const CALLS = present(quantityOf("calls"));

const COUNTS: readonly { readonly title: string; readonly isByScalar?: true; of(cost: Cost): number }[] = [
  { title: t`steps forward`, of: ({ forward }) => costOf(forward) },
  { title: t`steps back`, of: ({ reverse }) => costOf(reverse) },
  { title: t`operations on Reals`, of: WORK.of },
  { title: t`cotangents sent on`, isByScalar: true, of: CALLS.of },
];

/** By column, the counts in which some of the columns differ, all of a column alone; none of a run that did not end. */
export function differingCounts(columns: readonly SystemColumn[]): readonly (readonly BriefCount[])[] {
  const countsOf = ({ info }: SystemColumn): readonly BriefCount[] =>
    info.ended.tag !== "done"
      ? []
      : COUNTS.filter(({ isByScalar }) => isByScalar !== true || !isOfArrays(info.stage)).map(({ title, of }) => ({
          title,
          count: of(info.cost),
        }));
  const all = columns.map(countsOf);
  const ended = all.filter((counts) => counts.length > 0);
  const isDiffering = (title: string): boolean =>
    new Set(ended.map((counts) => counts.find((one) => one.title === title)?.count)).size > 1;
  return all.map((counts) => counts.filter(({ title }) => ended.length === 1 || isDiffering(title)));
}
