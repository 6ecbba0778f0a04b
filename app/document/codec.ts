// Documents as JSON and back; read data is not trusted.
import { t } from "@lingui/core/macro";
import { error, ok, type Result } from "../../engine/base/result.ts";
import { hasFields, readJson } from "../base/json.ts";
import { readFiles, usedFiles, withFiles } from "./data-files.ts";
import {
  type Ask,
  type Cell,
  type CellId,
  type Course,
  type Document,
  isCellId,
  isLessonTag,
  lessonCell,
  NOTHING_ASKED,
  normalised,
  proseCell,
} from "./document.ts";
import { readPictures, usedPictures, withPictures } from "./pictures/pictures.ts";
import { withOwnQuestionIds } from "./question-ids.ts";
import { readViews } from "./views.ts";

const FORMAT = "dualscope-document";
/** Version 1 had programs only, version 2 no pictures, version 3 no lessons: readers of 4 read them as well. */
const VERSION = 4;

/** The document as JSON, with the pictures and the files that it uses. */
export function encodeDocument(document: Document): string {
  const used = withFiles(withPictures(document, usedPictures(document)), usedFiles(document));
  return JSON.stringify({ format: FORMAT, version: VERSION, ...used });
}

/** Reads a document back, or says in one sentence why it cannot be read. */
export function decodeDocument(raw: string): Result<Document, string> {
  const json = readJson(raw);
  if (!hasFields(json) || json.format !== FORMAT) return error(t`it is not a Dualscope document`);
  if (typeof json.version !== "number" || !(json.version >= 1)) return error(t`its version is missing`);
  if (json.version > VERSION) return error(tooNew(json.version, VERSION));
  if (!Array.isArray(json.cells)) return error(t`it has no cells`);
  const cells: Cell[] = [];
  const ids = new Set<string>();
  for (const item of json.cells) {
    const cell = readCell(item);
    if (cell === undefined) return error(t`one of its cells cannot be read`);
    if (ids.has(cell.id)) return error(t`two of its cells have the same name`);
    ids.add(cell.id);
    cells.push(cell);
  }
  const course = readCourse(json.course);
  const document = { title: typeof json.title === "string" ? json.title : "", cells, ...(course && { course }) };
  return ok(
    withOwnQuestionIds(
      withOwnIds(withFiles(withPictures(document, readPictures(json.pictures)), readFiles(json.files))),
    ),
  );
}

/** The document with names of our own form for cells that have others: names stand in addresses and in the page. */
function withOwnIds(document: Document): Document {
  const ids = new Set<string>(document.cells.map(({ id }) => id));
  let number = 0;
  const cells = document.cells.map((cell) => {
    if (isCellId(cell.id)) return cell;
    do number++;
    while (ids.has(`cell-${number}`));
    return { ...cell, id: `cell-${number}` as CellId };
  });
  return { ...document, cells };
}

/** The message for a document whose version is higher than the known one. */
export function tooNew(version: number, known: number): string {
  return t`it was made by a newer Dualscope: its format is version ${version}, and this page reads up to ${known}`;
}

function readCell(json: unknown): Cell | undefined {
  if (!hasFields(json) || typeof json.id !== "string" || typeof json.text !== "string") return undefined;
  if (json.tag === "prose") return proseCell(json.id, json.text);
  if (isLessonTag(json.tag)) return lessonCell(json.tag, json.id, json.text);
  if (json.tag !== "program") return undefined;
  return {
    tag: "program",
    id: json.id as CellId,
    name: readName(json.name),
    text: normalised(json.text),
    ask: readAsk(json.ask),
    settled: json.settled === true,
    held: json.held === true,
    foreign: json.foreign === true,
    views: readViews(json.views),
  };
}

/** A name that cells of a lesson may call a program by; empty where it is none. */
export function readName(json: unknown): string {
  return typeof json === "string" && /^[A-Za-z][\w-]{0,40}$/.test(json) ? json : "";
}

/** Reads the course of a document; undefined where there is none that can be read. */
export function readCourse(json: unknown): Course | undefined {
  if (!hasFields(json)) return undefined;
  const lesson = Number(json.lesson);
  if (!Number.isSafeInteger(lesson) || lesson < 1 || lesson > 999) return undefined;
  return { lesson, needs: typeof json.needs === "string" ? json.needs.slice(0, 300) : "" };
}

function readAsk(json: unknown): Ask {
  if (!hasFields(json)) return NOTHING_ASKED;
  const field = (key: keyof Ask): string => {
    const value = json[key];
    return typeof value === "string" ? value : "";
  };
  return {
    entry: field("entry"),
    at: field("at"),
    cotangent: field("cotangent"),
    n: field("n"),
    // an unknown stage becomes the default one, where stages are listed
    stage: field("stage") as Ask["stage"],
    variations: field("variations"),
  };
}
