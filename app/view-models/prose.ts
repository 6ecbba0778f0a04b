// Prose cells in a few words.
import { t } from "@lingui/core/macro";
import { withoutNotes } from "../document/prose-blocks.ts";

const LONGEST = 48;

/** The first heading of a text, or how it begins; for the outline. */
export function firstWords(prose: string): string {
  const text = withoutNotes(prose);
  const line = (/^#{1,6}\s+(.+)$/m.exec(text)?.[1] ?? text.trim().split("\n")[0] ?? "")
    .replace(/[*_`$#[\]]/g, "")
    .trim();
  if (line === "") return t`Prose`;
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
