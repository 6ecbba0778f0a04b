// Where documents are on the shelf, where several tabs write at the same time.
import type { Rows } from "./database.ts";
import { revisionAt } from "./entry.ts";
import type { Unsaved } from "./journal.ts";
import { freshNumber } from "./storage.ts";

/** Where a document is on the shelf, and a tab's last state of it. */
export interface Place {
  key: string;
  /** The revision that this tab wrote or read last; undefined where it has seen none: another one is another tab's. */
  last: string | undefined;
  /** Revisions that this tab has tried to write, or noted in the journal: they may be there. */
  readonly tried: Set<string>;
  /** Whether it is noted as the one that is open: not before it is stored. */
  isNoted: boolean;
}

/** Where a noted document is now; `isFork`: beside the one that it was. */
export interface Moved {
  readonly key: string;
  readonly isFork: boolean;
}

/** A place of which this tab has seen nothing. */
export function placeAt(key: string): Place {
  return { key, last: undefined, tried: new Set(), isNoted: true };
}

/** Whether another tab has changed a place since this tab saw it, to something else than a text. */
export async function isOthers(rows: Rows, { key, last, tried }: Place, raw: string): Promise<boolean> {
  const there = await revisionAt(rows, key);
  if (there === undefined || there === last || tried.has(there)) return false;
  return (await rows.get("texts", key)) !== raw;
}

/** A key that is not taken. */
export async function freshKey(rows: Rows): Promise<string> {
  let key = freshNumber();
  while (await rows.has("texts", key)) key = freshNumber();
  return key;
}

/**
 * The place that a noted document moves to: its own, as long as no other tab has changed it, else one beside it, under its revision, so
 * that it does not move twice.
 */
export async function placeOf(
  rows: Rows,
  { key, over, revision, raw }: Unsaved,
): Promise<{ readonly key: string; readonly isWritten: boolean }> {
  if (await rows.has("texts", revision)) return { key: revision, isWritten: true };
  const there = await revisionAt(rows, key);
  if (there === revision) return { key, isWritten: true };
  if (there === undefined || over.includes(there)) return { key, isWritten: false };
  const isSame = (await rows.get("texts", key)) === raw;
  return { key: isSame ? key : revision, isWritten: isSame };
}
