// The differences of two documents: cell by cell, and line by line.

import { t } from "@lingui/core/macro";
import { diffArrays, diffWordsWithSpace } from "diff";
import { nth } from "../../../engine/base/nth.ts";
import type { Ask, Cell, Document } from "../../document/document.ts";
import { wordsOfCell } from "../../document/first-words.ts";
import { programName } from "../../document/header.ts";

/** A part of a line that was changed; `isOther`: the line that it became, or was, does not have it. */
export interface LinePart {
  readonly text: string;
  readonly isOther: boolean;
}

/** A row of a comparison. */
export type DifferenceRow =
  /** A line that both have, near one that changed. */
  | { readonly tag: "same"; readonly text: string }
  /** A line that only the later document has, or only the earlier. */
  | { readonly tag: "added" | "removed"; readonly text: string }
  /** A line as it was, and, further down, as it is now. */
  | { readonly tag: "was" | "now"; readonly parts: readonly LinePart[] }
  /** Lines that both have and that are left out. */
  | { readonly tag: "gap"; readonly count: number };

/** The difference in a cell; `moved` where only its place changed. */
export interface CellDifference {
  /** The cell's name in its document; empty for the title. */
  readonly id: string;
  readonly title: string;
  readonly change: "added" | "removed" | "changed" | "moved";
  readonly rows: readonly DifferenceRow[];
  /** Rows that are left out where many differ. */
  readonly more: number;
}

/** The differences of a document and a later one, with counts of lines. */
export interface Difference {
  readonly cells: readonly CellDifference[];
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
}

/** Lines around a change that are shown, and rows of one cell. */
const AROUND = 3;
const MOST_ROWS = 400;
/** Lines that may differ before all of them count as replaced: finding the fewest takes time with their square. */
const MOST_EDITS = 1000;
/** Characters of a line whose words are compared. */
const LONGEST_LINE = 2000;

/** Compares a document with a later one. Time: as the lines, and at most {@link MOST_EDITS}² more for a cell. */
export function differenceOf(before: Document, now: Document): Difference {
  const count = { changed: 0, added: 0, removed: 0 };
  const earlier = new Map(before.cells.map((cell) => [cell.id, cell]));
  const later = new Map(now.cells.map((cell) => [cell.id, cell]));
  const moved = movedIds(before, now);
  const cells: CellDifference[] = [];
  const add = (id: string, title: string, change: CellDifference["change"], lines: readonly Lines[]): void => {
    const all = lines.flatMap(rowsOf);
    for (const { tag } of all) {
      if (tag === "now") count.changed++;
      else if (tag === "added" || tag === "removed") count[tag]++;
    }
    cells.push({ id, title, change, rows: all.slice(0, MOST_ROWS), more: Math.max(0, all.length - MOST_ROWS) });
  };
  if (before.title !== now.title)
    add("", t`Title`, "changed", [{ removed: [before.title], added: [now.title], isNear: [false, false] }]);
  // a deleted cell comes after the one that it followed
  const gone = (from: number): void => {
    for (const cell of before.cells.slice(from)) {
      if (later.has(cell.id)) return;
      add(cell.id, titleIn(before, cell), "removed", [{ removed: linesOf(cell), added: [], isNear: [false, false] }]);
    }
  };
  gone(0);
  for (const cell of now.cells) {
    const old = earlier.get(cell.id);
    const title = titleIn(now, cell);
    if (old === undefined)
      add(cell.id, title, "added", [{ removed: [], added: linesOf(cell), isNear: [false, false] }]);
    else {
      const isSame = old.text === cell.text && linesOf(old).join("\n") === linesOf(cell).join("\n");
      if (!isSame) add(cell.id, title, "changed", comparedLines(linesOf(old), linesOf(cell)));
      else if (moved.has(cell.id)) add(cell.id, title, "moved", []);
      gone(before.cells.indexOf(old) + 1);
    }
  }
  return { cells, ...count };
}

/** A run of lines that differ, or, without any, one of lines that are the same. */
interface Lines {
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly same?: readonly string[];
  /** Whether there is a change before it, and after. */
  readonly isNear: readonly [boolean, boolean];
}

/** The cells that stand elsewhere among those that both documents have. */
function movedIds(before: Document, now: Document): ReadonlySet<string> {
  const ids = ({ cells }: Document): string[] => cells.map(({ id }) => id);
  const changes = diffArrays(ids(before), ids(now), { maxEditLength: MOST_EDITS }) ?? [];
  const removed = new Set(changes.filter((one) => one.removed).flatMap(({ value }) => value));
  return new Set(changes.filter((one) => one.added).flatMap(({ value }) => value.filter((id) => removed.has(id))));
}

function comparedLines(before: readonly string[], now: readonly string[]): readonly Lines[] {
  // most of a long text is the same at both ends
  const most = Math.min(before.length, now.length);
  let start = 0;
  while (start < most && before[start] === now[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === now.at(-1 - end)) end++;
  const [removed, added] = [before.slice(start, before.length - end), now.slice(start, now.length - end)];
  const changes = diffArrays(removed, added, { maxEditLength: MOST_EDITS }) ?? [
    { value: removed, removed: true, added: false },
    { value: added, removed: false, added: true },
  ];
  const runs: { removed: readonly string[]; added: readonly string[]; same?: readonly string[] }[] = [];
  if (start > 0) runs.push({ removed: [], added: [], same: now.slice(0, start) });
  for (const change of changes) {
    const last = runs.at(-1);
    if (!change.added && !change.removed) runs.push({ removed: [], added: [], same: change.value });
    else if (last !== undefined && last.same === undefined) last[change.added ? "added" : "removed"] = change.value;
    else runs.push({ removed: change.removed ? change.value : [], added: change.added ? change.value : [] });
  }
  if (end > 0) runs.push({ removed: [], added: [], same: now.slice(now.length - end) });
  return runs.map((run, index) => ({ ...run, isNear: [index > 0, index < runs.length - 1] }));
}

function rowsOf({ removed, added, same, isNear: [isBelow, isAbove] }: Lines): readonly DifferenceRow[] {
  if (same !== undefined) {
    const first = isBelow ? AROUND : 0;
    const last = isAbove ? AROUND : 0;
    const count = same.length - first - last;
    const rows = (lines: readonly string[]): DifferenceRow[] => lines.map((text) => ({ tag: "same", text }));
    // a gap of one line would save nothing
    if (count <= 1) return rows(same);
    return [...rows(same.slice(0, first)), { tag: "gap", count }, ...rows(same.slice(same.length - last))];
  }
  const pairs = Math.min(removed.length, added.length);
  const compared = Array.from({ length: pairs }, (_, at) => {
    // words of hidden lines need not be compared
    return at < MOST_ROWS
      ? comparedWords(nth(removed, at), nth(added, at))
      : otherWords(nth(removed, at), nth(added, at));
  });
  return [
    ...compared.map(({ was }): DifferenceRow => ({ tag: "was", parts: was })),
    ...removed.slice(pairs).map((text): DifferenceRow => ({ tag: "removed", text })),
    ...compared.map(({ now }): DifferenceRow => ({ tag: "now", parts: now })),
    ...added.slice(pairs).map((text): DifferenceRow => ({ tag: "added", text })),
  ];
}

function comparedWords(was: string, now: string): { was: readonly LinePart[]; now: readonly LinePart[] } {
  const changes =
    was.length + now.length > LONGEST_LINE ? undefined : diffWordsWithSpace(was, now, { maxEditLength: 200 });
  const part = (text: string, isOther: boolean): LinePart => ({ text, isOther });
  if (changes === undefined) return otherWords(was, now);
  return {
    was: changes.filter((one) => !one.added).map(({ value, removed }) => part(value, removed)),
    now: changes.filter((one) => !one.removed).map(({ value, added }) => part(value, added)),
  };
}

/** Two lines of which nothing is compared. */
function otherWords(was: string, now: string): { was: readonly LinePart[]; now: readonly LinePart[] } {
  return { was: [{ text: was, isOther: true }], now: [{ text: now, isOther: true }] };
}

function titleIn(document: Document, cell: Cell): string {
  if (cell.tag === "program") return programName(document, cell);
  const words = wordsOfCell(cell);
  return words === "" ? t`Prose` : words;
}

/** A cell in lines: the settings beside a program, and the text. */
function linesOf(cell: Cell): string[] {
  return [...(cell.tag === "program" ? askedLines(cell.ask) : []), ...cell.text.split("\n")];
}

function askedLines({ entry, at, cotangent, n, stage, variations }: Ask): readonly string[] {
  const lines: readonly (readonly [string, string])[] = [
    [t`Function`, entry],
    [t`Input`, at],
    [t`Seed`, cotangent],
    ["n", n],
    [t`Method`, stage],
    [t`Variations`, variations],
  ];
  return lines.filter(([, asked]) => asked.trim() !== "").map(([name, asked]) => `${name}: ${asked}`);
}
