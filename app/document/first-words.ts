// Prose cells in a few words.
import { t } from "@lingui/core/macro";
import type { LessonCell, LessonTag, ProseCell } from "./document.ts";
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

/** Whether a picture in a text has no words for readers without sight. */
export function hasSilentPicture(text: string): boolean {
  return /!\[[ \t]*\][[(]/.test(text);
}

const KINDS: Readonly<Record<LessonTag, string>> = {
  predict: t`Question`,
  view: t`View`,
  break: t`Break it`,
  exercise: t`Exercise`,
};

/** The name in lists of a cell without a program: its first words. */
export function wordsOfCell({ tag, text }: ProseCell | LessonCell): string {
  if (tag === "prose") return firstWords(text);
  // its first line is for the page
  const lines = text.split("\n").slice(1);
  const own = lines
    .slice(
      0,
      Math.max(
        0,
        lines.findIndex((line) => line.startsWith("--- ")),
      ) || lines.length,
    )
    .join("\n");
  const kind = KINDS[tag];
  return own.trim() === "" ? kind : `${kind}: ${firstWords(own.replace(/\{=[^{}]*\}/g, "…"))}`;
}
