// The reference of the language: all entries, in the order in which they are read, and the tables for those who come from elsewhere.
import { builtInEntries } from "./built-ins.ts";
import { COMING_FROM } from "./coming-from.ts";
import { KINDS, type Reference } from "./entry.ts";
import { HEADER_ENTRIES } from "./header.ts";
import { SYNTAX_ENTRIES, TYPE_ENTRIES } from "./syntax.ts";

/** The whole reference. Checks the prelude, if nothing did before. */
export function reference(): Reference {
  const entries = [...SYNTAX_ENTRIES, ...TYPE_ENTRIES, ...HEADER_ENTRIES, ...builtInEntries()];
  return {
    entries: entries.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind)),
    comingFrom: COMING_FROM,
  };
}
