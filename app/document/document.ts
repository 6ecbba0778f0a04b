// A document: a title and a sequence of cells. Immutable plain data; the stores replace it as a whole.
import type { StageId } from "../../engine/algorithms/algorithm.ts";
import type { Picture } from "./pictures/picture.ts";
import { NO_VIEWS, type Views } from "./views.ts";

/** Unique in a document, and stable while the cell exists. */
export type CellId = string & { readonly brand: "CellId" };

/** The user's settings of a run. An empty field means the value in the program's header, or the default. */
export interface Ask {
  readonly entry: string;
  readonly at: string;
  readonly cotangent: string;
  /** The sweep's variable, as typed. */
  readonly n: string;
  readonly stage: StageId | "";
  /** How the stage's transformation and the order of jobs are varied, in words (engine/session/input/variations.ts). */
  readonly variations: string;
}

/** No settings of a run: those of the program's header hold. */
export const NOTHING_ASKED: Ask = { entry: "", at: "", cotangent: "", n: "", stage: "", variations: "" };

/** A program that can be run. Its name and its prose are the `title` and `about` of its own header. */
export interface ProgramCell {
  readonly tag: "program";
  readonly id: CellId;
  /** Its name in cells of a lesson; empty without one. */
  readonly name: string;
  /** Lines end in `\n` alone, as in the editor, so that offsets are the engine's. */
  readonly text: string;
  readonly ask: Ask;
  /** Whether a run of exactly this text and these fields ended by itself: then it may run again unasked. */
  readonly settled: boolean;
  /** Whether it is held still: it does not run again when a program above it changes. */
  readonly held: boolean;
  /** Whether it came by a link or a file, and its reader has not run it yet: until then nothing of it runs. */
  readonly foreign: boolean;
  /** How its views stand. */
  readonly views: Views;
}

/** Prose in Markdown, with mathematics between dollar signs. */
export interface ProseCell {
  readonly tag: "prose";
  readonly id: CellId;
  readonly text: string;
}

/** The kinds of cells that a lesson has beside prose and programs. */
export const LESSON_TAGS = ["predict", "view", "break", "exercise"] as const;
/** The kinds of cells that lessons have. */
export type LessonTag = (typeof LESSON_TAGS)[number];

/** A cell of a lesson, as its author wrote it: JSON in the first line, and text in sections (lesson/model/source.ts). */
export interface LessonCell {
  readonly tag: LessonTag;
  readonly id: CellId;
  readonly text: string;
}

/** The kinds of cells; to add one, read it in `codec.ts` and draw it in `page/page.tsx`. */
export type Cell = ProgramCell | ProseCell | LessonCell;

/** The place of a lesson in a course. */
export interface Course {
  /** Its number in the course. */
  readonly lesson: number;
  /** Its prerequisites. */
  readonly needs: string;
}

/** A file that is kept in a document. */
export interface DataFile {
  /** Its name in headers; unique within the document. */
  readonly name: string;
  readonly text: string;
}

/** A document as it is edited, kept and shared. */
export interface Document {
  readonly title: string;
  readonly cells: readonly Cell[];
  /** Left out where it is no lesson of a course. */
  readonly course?: Course;
  /** The pictures that its prose refers to by their names; left out where it has none. */
  readonly pictures?: readonly Picture[];
  /** The files that its programs name in their headers; left out where it has none. */
  readonly files?: readonly DataFile[];
}

/** A text as the editor holds it. */
export function normalised(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/** Makes a program cell; its line ends become line feeds. */
export function programCell(id: string, text: string, ask: Ask = NOTHING_ASKED): ProgramCell {
  return {
    tag: "program",
    id: id as CellId,
    name: "",
    text: normalised(text),
    ask,
    settled: false,
    held: false,
    foreign: false,
    views: NO_VIEWS,
  };
}

/** Makes a prose cell; its line ends become line feeds. */
export function proseCell(id: string, text: string): ProseCell {
  return { tag: "prose", id: id as CellId, text: normalised(text) };
}

/** Makes a cell of a lesson from its source: JSON in the first line, and sections of text. */
export function lessonCell(tag: LessonTag, id: string, text: string): LessonCell {
  // its first line is for the page, whatever comes below
  const whole = normalised(text);
  return { tag, id: id as CellId, text: whole.includes("\n") ? whole : `${whole}\n` };
}

/** Whether a tag is that of a lesson's cell. */
export function isLessonTag(tag: unknown): tag is LessonTag {
  return LESSON_TAGS.some((one) => one === tag);
}

/** Whether a cell is one of a lesson. */
export function isLessonCell(cell: Cell): cell is LessonCell {
  return isLessonTag(cell.tag);
}

/** Whether a document has parts only of lessons. */
export function hasLesson({ cells, course }: Document): boolean {
  return (
    course !== undefined || cells.some((cell) => isLessonTag(cell.tag) || (cell.tag === "program" && cell.name !== ""))
  );
}

/** A document that came by a link or a file: its own state is not believed. */
export function foreignDocument(document: Document): Document {
  const cells = document.cells.map((cell) =>
    cell.tag === "program" ? { ...cell, settled: false, foreign: true } : cell,
  );
  return { ...document, cells };
}

/** Results of {@link programsOf}: every cell of a page calls it after every key. */
const programs = new WeakMap<readonly Cell[], readonly ProgramCell[]>();

/** The program cells, in order. */
export function programsOf({ cells }: Document): readonly ProgramCell[] {
  let known = programs.get(cells);
  if (known === undefined) programs.set(cells, (known = cells.filter((cell) => cell.tag === "program")));
  return known;
}

/** The programs that came by a link or a file, and that no reader has run yet. */
export function foreignPrograms(document: Document): readonly ProgramCell[] {
  return programsOf(document).filter(({ foreign }) => foreign);
}

/** The program with an ID; the first one where that is undefined, and undefined where there is none. */
export function programOf(document: Document, id: CellId | undefined): ProgramCell | undefined {
  return programsOf(document).find((cell) => cell.id === id);
}

/** The texts of the programs above a cell: their definitions are built in there, the later ones shadowing the earlier. */
export function textsAbove(document: Document, id: CellId): readonly string[] {
  const place = document.cells.findIndex((cell) => cell.id === id);
  return programsOf({ ...document, cells: document.cells.slice(0, Math.max(0, place)) }).map(({ text }) => text);
}

/** Whether a text has the form of names from {@link freshId}. */
export function isCellId(text: string): boolean {
  return /^cell-[1-9]\d{0,8}$/.test(text);
}

/** Names cells: none twice while the page is open, for results belong to names. */
class CellNames {
  private highest = 0;

  note({ cells }: Document): void {
    const numbers = cells.map(({ id }) => (isCellId(id) ? Number(id.slice("cell-".length)) : 0));
    this.highest = numbers.reduce((most, number) => Math.max(most, number), this.highest);
  }

  fresh(document: Document): string {
    this.note(document);
    this.highest++;
    return `cell-${this.highest}`;
  }
}

const names = new CellNames();

/** Notes that no new cell is to have a name of the document's, whose cells are about to go. */
export function noteNames(document: Document): void {
  names.note(document);
}

/** A name that no cell of the document has, nor had while the page is open. */
export function freshId(document: Document): string {
  return names.fresh(document);
}

/** The document with a cell more, below another one; on top where that is undefined. */
export function withNewCell(document: Document, cell: Cell, below: CellId | undefined): Document {
  const place = document.cells.findIndex(({ id }) => id === below) + 1;
  return { ...document, cells: document.cells.toSpliced(place, 0, cell) };
}

/** The document without a cell. */
export function withoutCell(document: Document, id: CellId): Document {
  return { ...document, cells: document.cells.filter((cell) => cell.id !== id) };
}

/** The document with a cell moved up (−1) or down (1); the same one where it cannot. */
export function withMovedCell(document: Document, id: CellId, by: -1 | 1): Document {
  const from = document.cells.findIndex((cell) => cell.id === id);
  const to = from + by;
  const cell = document.cells[from];
  if (cell === undefined || to < 0 || to >= document.cells.length) return document;
  return { ...document, cells: document.cells.toSpliced(from, 1).toSpliced(to, 0, cell) };
}

/** The cell with an ID; undefined where it is gone. */
export function cellOf(document: Document, id: CellId): Cell | undefined {
  return document.cells.find((cell) => cell.id === id);
}

/** The document with one cell changed; the very same document where nothing changes. */
export function withCell(document: Document, id: CellId, change: (cell: Cell) => Cell): Document {
  let changed = false;
  const cells = document.cells.map((cell) => {
    if (cell.id !== id) return cell;
    const next = change(cell);
    changed ||= next !== cell;
    return next;
  });
  return changed ? { ...document, cells } : document;
}

/** The document with one program changed. */
export function withProgram(document: Document, id: CellId, change: (cell: ProgramCell) => ProgramCell): Document {
  return withCell(document, id, (cell) => (cell.tag === "program" ? change(cell) : cell));
}

/** Whether two lists have the same texts. */
export function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}

/** Whether all fields are the same. */
export function sameAsk(a: Ask, b: Ask): boolean {
  return (Object.keys(NOTHING_ASKED) as (keyof Ask)[]).every((key) => a[key] === b[key]);
}

/** Whether two cells are run alike: nothing varies in the compiled engine. */
export function sameRun(a: ProgramCell, b: ProgramCell): boolean {
  const ran = ({ ask }: ProgramCell): Ask => (ask.stage === "" ? { ...ask, variations: "" } : ask);
  return a.text === b.text && sameAsk(ran(a), ran(b));
}

/** A new program's text. */
export const NEW_PROGRAM = "-- at: 2.0\ndef main x = x * x\n";

/** An empty document with one program. */
export function emptyDocument(): Document {
  return { title: "", cells: [programCell("cell-1", NEW_PROGRAM)] };
}

/** Whether a document begins with its title, as the first heading of its prose: then it is shown once, there. */
export function repeatsTitle({ title, cells: [first] }: Document): boolean {
  return first?.tag === "prose" && /^\s*#[ \t]+(.+?)[ \t]*#*[ \t]*(?:\n|$)/.exec(first.text)?.[1] === title;
}
