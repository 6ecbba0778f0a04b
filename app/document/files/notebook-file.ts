// A document as one Markdown file that reads well anywhere: a small header, prose as it is, programs as fenced `dual` blocks.
//
//   ---
//   dualscope: 1
//   title: "Reverse AD"
//   ---
//
//   Prose.
//
//   ```dual {"at":"(1.0, 2.0)"}
//   def main (x, y) = x * y
//   ```
//
// Cells of a lesson are fenced blocks of their kind, ```predict {"id":"q1"}, with JSON behind the fence, too; a file that has some is of
// version 2. Settings beside a program are JSON behind the fence, if there are any. Two prose cells in a row are parted by
// `<!-- cell -->`; prose that could be taken for something else stands between `<!-- prose -->` and `<!-- /prose -->`.
// Pictures are definitions behind the last cell, `[image-1]: data:image/png;base64,…`, which prose refers to as any Markdown does:
// `![A lens][image-1]`. A file of another program may have them anywhere, and within its lines.
import { nth } from "../../../engine/base/nth.ts";
import { error, ok, type Result } from "../../../engine/base/result.ts";
import { fieldsOf, readJson } from "../../base/json.ts";
import { readCourse, readName, tooNew } from "../codec.ts";
import {
  type Ask,
  type Cell,
  type Course,
  type Document,
  hasLesson,
  isLessonTag,
  type LessonCell,
  lessonCell,
  NOTHING_ASKED,
  normalised,
  type ProgramCell,
  programCell,
  proseCell,
} from "../document.ts";
import { beyondLimits, MOST_CELLS, tooManyCells } from "../limits.ts";
import { usedPictures, withPictures } from "../pictures/pictures.ts";
import { definitionOf, hasPictureData, PictureTable, readDefinition } from "../pictures/pictures-in-markdown.ts";
import { withOwnQuestionIds } from "../question-ids.ts";
import { readViews } from "../views.ts";

/** Version 1 had no lessons. */
const VERSION = 2;
const PARTED = "<!-- cell -->";

/** The document as the text of a file. */
export function notebookText(document: Document): string {
  const { title, cells, course } = document;
  const header = [`dualscope: ${hasLesson(document) ? VERSION : 1}`, `title: ${JSON.stringify(title)}`];
  if (course !== undefined) header.push(`course: ${course.lesson}`, `needs: ${JSON.stringify(course.needs)}`);
  const parts: string[] = [`---\n${header.join("\n")}\n---`];
  for (const [index, cell] of cells.entries()) {
    const before = cells[index - 1];
    if (cell.tag === "program") parts.push(programBlock(cell));
    else if (cell.tag !== "prose") parts.push(lessonBlock(cell));
    else {
      const text = proseBlock(cell.text);
      const needsParting = before?.tag === "prose" && text === cell.text && proseBlock(before.text) === before.text;
      if (needsParting) parts.push(PARTED);
      parts.push(text);
    }
  }
  const pictures = usedPictures(document).map(definitionOf);
  if (pictures.length > 0) parts.push(pictures.join("\n"));
  return `${parts.join("\n\n")}\n`;
}

function lessonBlock({ tag, text }: LessonCell): string {
  const [options = "", ...rest] = text.split("\n");
  return fenced(`${tag} ${options}`.trim(), rest.join("\n"));
}

function fenced(info: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${info}\n${text}\n${fence}`;
}

function programBlock({ name, text, ask, held, views }: ProgramCell): string {
  const said = Object.fromEntries(Object.entries(ask).filter(([, value]) => value !== ""));
  const isPlain = Object.keys(readViews(views)).length === 1 && views.inside.length === 0;
  const options = { ...(name !== "" && { id: name }), ...said, ...(held && { held }), ...(!isPlain && { views }) };
  const info = Object.keys(options).length === 0 ? "dual" : `dual ${JSON.stringify(options)}`;
  return fenced(info, text);
}

/** Prose as it is, unless it would be read as something else. */
function proseBlock(text: string): string {
  const isPlain =
    text.trim() === text &&
    text !== "" &&
    !/^ {0,3}(`{3,}|~{3,})/m.test(text) &&
    !text.includes("<!--") &&
    !hasPictureData(text) &&
    !text.includes("\n\n\n");
  if (isPlain && !text.startsWith("---")) return text;
  let mark = "prose";
  for (let number = 2; text.includes(`<!-- /${mark} -->`); number++) mark = `prose-${number}`;
  return `<!-- ${mark} -->\n${text}\n<!-- /${mark} -->`;
}

/** Reads a file back, or says in one sentence why it cannot be read. A Markdown file of another origin is prose and programs. */
export function readNotebook(file: string): Result<Document, string> {
  const lines = normalised(file)
    .replace(/^\uFEFF/, "")
    .split("\n");
  const header = headerOf(lines);
  if (header.version !== undefined && header.version > VERSION) return error(tooNew(header.version, VERSION));
  const cells: Cell[] = [];
  const table = new PictureTable();
  const id = (): string => `cell-${cells.length + 1}`;
  let prose: string[] = [];
  const endProse = (): void => {
    const text = prose.join("\n").replace(/^\n+|\n+$/g, "");
    if (text.trim() !== "") cells.push(proseCell(id(), table.lift(text, file)));
    prose = [];
  };
  for (let at = header.end; at < lines.length; at++) {
    const line = nth(lines, at);
    // a line may hold other signs that end lines elsewhere
    const fence = /^(`{3,}|~{3,})\s*(dual|predict|view|break|exercise)\b\s*(.*)$/s.exec(line);
    const isOurs = fence !== null && (fence[2] === "dual" || header.version === VERSION);
    const picture = readDefinition(line);
    const quoted = /^<!-- (prose(?:-\d+)?) -->$/.exec(line);
    if (line === PARTED) endProse();
    else if (picture !== undefined) table.add(picture);
    else if (quoted !== null) {
      endProse();
      const end = lines.indexOf(`<!-- /${quoted[1]} -->`, at + 1);
      const last = end < 0 ? lines.length : end;
      cells.push(proseCell(id(), lines.slice(at + 1, last).join("\n")));
      at = last;
    } else if (fence !== null && isOurs) {
      endProse();
      const [, sign, kind, options] = fence as unknown as readonly [string, string, string, string];
      const end = endOfFence(lines, at + 1, sign);
      const text = lines.slice(at + 1, end).join("\n");
      if (isLessonTag(kind)) cells.push(lessonCell(kind, id(), `${options}\n${text}`));
      else {
        const { ask, name, held, views } = optionsOf(options);
        cells.push({ ...programCell(id(), text, ask), name, held, views });
      }
      at = end;
    } else prose.push(line);
    if (cells.length > MOST_CELLS) return error(tooManyCells());
  }
  endProse();
  const { title, course } = header;
  const read = { title, cells, ...(course && { course }) };
  const document = withOwnQuestionIds(withPictures(read, table.pictures));
  const reason = beyondLimits(document);
  return reason === undefined ? ok(document) : error(reason);
}

function endOfFence(lines: readonly string[], from: number, fence: string): number {
  const end = lines.findIndex(
    (line, index) => index >= from && line.trimEnd().startsWith(fence) && /^(`+|~+)$/.test(line.trimEnd()),
  );
  return end < 0 ? lines.length : end;
}

interface FileHeader {
  readonly title: string;
  readonly version: number | undefined;
  readonly course: Course | undefined;
  /** The first line behind it. */
  readonly end: number;
}

function headerOf(lines: readonly string[]): FileHeader {
  const none = { title: "", version: undefined, course: undefined, end: 0 };
  if (lines[0] !== "---") return none;
  const end = lines.indexOf("---", 1);
  if (end < 0) return none;
  const field = (name: string): string | undefined =>
    lines
      .slice(1, end)
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  const version = Number(field("dualscope"));
  return {
    title: titleOf(field("title") ?? ""),
    version: Number.isFinite(version) && field("dualscope") !== undefined ? version : undefined,
    course: readCourse({ lesson: field("course"), needs: titleOf(field("needs") ?? "") }),
    end: end + 1,
  };
}

/** A title in quotes, or as it stands. */
function titleOf(text: string): string {
  const title = text.startsWith('"') ? readJson(text) : text;
  return typeof title === "string" ? title : text;
}

/** Reads the JSON behind the fence; anything else is left out. */
function optionsOf(info: string): Pick<ProgramCell, "ask" | "name" | "held" | "views"> {
  const options = fieldsOf(readJson(info));
  const keys = Object.keys(NOTHING_ASKED) as (keyof Ask)[];
  const said = keys.flatMap((key) =>
    Object.hasOwn(options, key) && typeof options[key] === "string" ? [[key, options[key]]] : [],
  );
  return {
    ask: { ...NOTHING_ASKED, ...Object.fromEntries(said) },
    name: readName(options.id),
    held: options.held === true,
    views: readViews(options.views),
  };
}
