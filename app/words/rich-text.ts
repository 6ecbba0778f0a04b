// Running text with marks: the Markdown of a program's `about`, and the backquotes of messages.

/** A stretch of running text. */
export interface Run {
  readonly mark: "plain" | "code" | "emphasis" | "strong";
  readonly text: string;
}

const MARKS = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*|(?<![\p{L}\d_])_([^_]+)_(?![\p{L}\d_])/gu;

/** Text with `code`, *emphasis* and **strong** marked; everything else is plain. */
export function inline(text: string): readonly Run[] {
  const runs: Run[] = [];
  let at = 0;
  for (const found of text.matchAll(MARKS)) {
    if (found.index > at) runs.push(plain(text.slice(at, found.index)));
    const [all, code, strong, star, underscore] = found;
    if (code !== undefined) runs.push({ mark: "code", text: code });
    else if (strong !== undefined) runs.push({ mark: "strong", text: strong });
    else runs.push({ mark: "emphasis", text: star ?? underscore ?? "" });
    at = found.index + all.length;
  }
  if (at < text.length) runs.push(plain(text.slice(at)));
  return runs;
}

/** Prose, with the apostrophes of print. */
function plain(text: string): Run {
  return { mark: "plain", text: text.replace(/(?<=\p{L})'(?=\p{L}|\s|$)/gu, "’") };
}

/** A message, in which only backquotes mean something. */
export function message(text: string): readonly Run[] {
  return text
    .split("`")
    .map((part, index): Run => ({ mark: index % 2 === 1 ? "code" : "plain", text: part }))
    .filter((run) => run.text !== "");
}

/** A message without its marks, for places that show plain text. */
export function plainMessage(text: string): string {
  return text.replaceAll("`", "");
}

/** The paragraphs of a text: an empty line separates two. */
export function paragraphs(text: string): readonly (readonly Run[])[] {
  return text
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.split("\n").map((line) => line.trim()))
    .map((lines) => inline(lines.filter((line) => line !== "").join(" ")))
    .filter((runs) => runs.length > 0);
}
