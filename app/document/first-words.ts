// Prose cells in a few words.
import { t } from "@lingui/core/macro";
import { withoutNotes } from "./prose-blocks.ts";

const LONGEST = 48;

/** The first heading of a text, or how it begins; for the outline. */
export function firstWords(prose: string): string {
  const text = withoutNotes(prose);
  const line = (/^#{1,6}\s+(.+)$/m.exec(text)?.[1] ?? text.trim().split("\n")[0] ?? "")
    .replace(/!\[([^[\]\n]{0,300})\](?:\[[^[\]\n]{0,40}\]|\([^()\s]{0,300}\))/g, "$1")
    .replace(/[*_`$#[\]]/g, "")
    .trim();
  if (line === "") return t`Prose`;
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}

/** Whether a picture in a text has no words for those who do not see it. */
export function hasSilentPicture(text: string): boolean {
  return /!\[[ \t]*\][[(]/.test(text);
}
