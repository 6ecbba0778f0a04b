// Prose cells in a few words.
import { t } from "@lingui/core/macro";
import type { LessonCell, LessonTag, ProseCell } from "./document.ts";
import { withoutNotes } from "./prose-blocks.ts";

const LONGEST = 48;

/** A query in a text, and the sign that keeps its place while marks are taken away. */
const [QUERY, PLACE] = [/\{=[^{}\n]+\}/g, "\uE000"];

/** The first heading of a text, or how it begins, with words in the place of its queries; for the outline. */
export function firstWords(prose: string, wordsFor: (query: string) => string = () => "…"): string {
  const text = withoutNotes(prose);
  const words: string[] = [];
  const line = (/^#{1,6}\s+(.+)$/m.exec(text)?.[1] ?? text.trim().split("\n")[0] ?? "")
    .replace(QUERY, (query) => {
      words.push(wordsFor(query));
      return PLACE;
    })
    .replace(/!?\[([^[\]\n]{0,300})\](?:\[[^[\]\n]{0,40}\]|\([^()\s]{0,300}\))/g, "$1")
    .replace(/[*_`$#[\]]/g, "")
    .replaceAll(PLACE, () => words.shift() ?? "")
    .trim();
  if (line === "") return text === prose ? t`Prose` : t`Speaker notes`;
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

/** The name in lists of a cell without a program: its first words, with words in the place of queries. */
export function wordsOfCell({ tag, text }: ProseCell | LessonCell, wordsFor?: (query: string) => string): string {
  if (tag === "prose") return firstWords(text, wordsFor);
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
  return own.trim() === "" ? kind : `${kind}: ${firstWords(own, wordsFor)}`;
}
