// The reference of the language: all entries, in the order in which they are read.
import { builtInEntries } from "./built-ins.ts";
import { type Entry, KINDS } from "./entry.ts";
import { HEADER_ENTRIES } from "./header.ts";
import { SYNTAX_ENTRIES, TYPE_ENTRIES } from "./syntax.ts";

let entries: readonly Entry[] | undefined;

/** Every entry, kind after kind; the same ones at every call. */
export function referenceEntries(): readonly Entry[] {
  if (entries === undefined) {
    const all = [...SYNTAX_ENTRIES, ...TYPE_ENTRIES, ...HEADER_ENTRIES, ...builtInEntries()];
    entries = all.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  }
  return entries;
}
