// The names of a value's numbers where some of them are the answer.
import { t } from "@lingui/core/macro";
import { askedEntries, entriesOf } from "../model/entries.ts";
import type { Facts } from "../model/verdict.ts";

/** For each number that is asked for, `Number 3 of 60`. */
export function entriesAsked({ right }: Facts): readonly string[] {
  const entries = right?.tag === "answer" && right.answer.tag === "text" ? entriesOf(right.answer.text) : undefined;
  if (entries === undefined) return [];
  const count = entries.length;
  return askedEntries(entries).map((index) => {
    const place = index + 1;
    return t({ message: `Number ${place} of ${count}`, comment: "of a list, in reading order" });
  });
}
