// The parts of a document that are hidden while questions are open. An open question about a program hides the program's result and all
// views of it, the pictures of its run from the step of the answer on (`engine/lessons/held-back.ts`), and results of that run in
// texts and tables below the question, and wherever the same number is (`told.ts`).

import { fieldsOf } from "../../base/json.ts";
import { type CellId, type Document, type LessonCell, type ProgramCell, programsOf } from "../../document/document.ts";
import { programAbout } from "./asked-program.ts";
import { type Predict, readExercise, readPredict, readView, type View } from "./cells.ts";

/** A reader's work on a question. */
export interface Deed {
  /** The latest answer, as it was given. */
  readonly given: string;
  readonly tries: number;
  /** It was answered rightly, or its answer was shown. */
  readonly state: "open" | "right" | "shown";
  /** When, in milliseconds. */
  readonly time: number;
}

/** The reader's deeds in one document, by the ID of the question or exercise. */
export type Deeds = Readonly<Record<string, Deed>>;

/** The deeds of a document in which nothing is answered yet: always the same object, so that stores see no change. */
export const NO_DEEDS: Deeds = {};

/** Deeds out of storage that may be anyone's. */
export function readDeeds(json: unknown): Deeds {
  const found = Object.entries(fieldsOf(json)).flatMap(([id, one]): [string, Deed][] => {
    const { given, tries, state, time } = fieldsOf(one);
    const isKnown = state === "open" || state === "right" || state === "shown";
    if (typeof given !== "string" || typeof tries !== "number" || typeof time !== "number" || !isKnown) return [];
    return [[id, { given: given.slice(0, 2000), tries, state, time }]];
  });
  return Object.fromEntries(found);
}

/** Whether a question is neither answered rightly nor shown; one that was never tried is open. */
export function isOpen(id: string, deeds: Deeds): boolean {
  const state = deeds[id]?.state ?? "open";
  return state === "open";
}

/** A question, and the cell in which it is asked. */
export interface Question {
  readonly cell: LessonCell;
  readonly predict: Predict;
}

/** The questions of a document, in order. */
export function questionsOf(document: Document): readonly Question[] {
  return document.cells.flatMap((cell) => (cell.tag === "predict" ? [{ cell, predict: readPredict(cell) }] : []));
}

/** The number of a question, from 1; undefined where the document has no other, and for cells that ask nothing. */
export function numberOfQuestion(document: Document, cell: CellId): number | undefined {
  const questions = questionsOf(document);
  const place = questions.findIndex((one) => one.cell.id === cell);
  return questions.length < 2 || place < 0 ? undefined : place + 1;
}

/** The open questions about a program, wherever they stand: a picture of its run may not answer them. */
export function openAbout(document: Document, program: CellId, deeds: Deeds): readonly Question[] {
  return questionsOf(document).filter(
    ({ cell, predict }) => isOpen(predict.id, deeds) && programAbout(document, cell.id, predict.of)?.id === program,
  );
}

/** The subject of a question: the query whose answer is right, or the conditions of its statements. */
export function queriesOf({ is, statements }: Predict): readonly string[] {
  return [...(is === "" ? [] : [is]), ...statements.map(({ condition }) => condition)];
}

/** The questions that keep a view back: those it names, or those about its program that follow it, up to the next view of that. */
export function keptBackBy(document: Document, cell: LessonCell, view: View): readonly string[] {
  if (view.until.length > 0) return view.until;
  const program = programAbout(document, cell.id, view.of)?.id;
  const from = document.cells.findIndex(({ id }) => id === cell.id) + 1;
  const found: string[] = [];
  for (const one of document.cells.slice(from)) {
    if (one.tag === "view" && programAbout(document, one.id, readView(one).of)?.id === program) break;
    if (one.tag !== "predict") continue;
    const predict = readPredict(one);
    if (programAbout(document, one.id, predict.of)?.id === program) found.push(predict.id);
  }
  return found;
}

/** The programs whose results answer open questions, each with those questions. */
export function hiddenPrograms(document: Document, deeds: Deeds): ReadonlyMap<CellId, readonly string[]> {
  const hidden = new Map<CellId, string[]>();
  if (programsOf(document).length === 0) return hidden;
  for (const { cell, predict } of questionsOf(document)) {
    if (!isOpen(predict.id, deeds)) continue;
    const program = programAbout(document, cell.id, predict.of);
    if (program === undefined) continue;
    hidden.set(program.id, [...(hidden.get(program.id) ?? []), predict.id]);
  }
  return hidden;
}

/**
 * The open questions that keep a view of the page from showing a program: all about it; or fewer, where a cell that leads into the view says
 * until when: then those, and those above it, for its author lets the questions below it stay open.
 */
export function keptFromView(document: Document, program: CellId, view: string, deeds: Deeds): readonly string[] {
  const idsOf = (questions: readonly Question[]) => questions.map(({ predict }) => predict.id);
  const ways = document.cells.flatMap((cell): (readonly string[])[] => {
    if (cell.tag !== "view") return [];
    const { shows, of, until } = readView(cell);
    if (shows !== view || until.length === 0 || programAbout(document, cell.id, of)?.id !== program) return [];
    const above = idsOf(openAbove(document, cell.id, program, deeds));
    return [[...new Set([...above, ...until.filter((id) => isOpen(id, deeds))])]];
  });
  const all = idsOf(openAbout(document, program, deeds));
  return ways.reduce((fewest, one) => (one.length < fewest.length ? one : fewest), all);
}

/** The exercise that a program shows a solution of, and that its reader has neither solved nor given up; undefined where the program may be seen. */
export function solutionOf(
  document: Document,
  program: ProgramCell,
  deeds: Deeds,
): { readonly cell: CellId; readonly id: string } | undefined {
  if (program.name === "") return undefined;
  for (const cell of document.cells) {
    if (cell.tag !== "exercise") continue;
    const { id, solution } = readExercise(cell);
    if (solution === program.name && isOpen(id, deeds)) return { cell: cell.id, id };
  }
  return undefined;
}

/** The open questions about a program that stand above a cell. */
export function openAbove(document: Document, cell: CellId, program: CellId, deeds: Deeds): readonly Question[] {
  const place = document.cells.findIndex(({ id }) => id === cell);
  const above = new Set(document.cells.slice(0, Math.max(0, place)).map(({ id }) => id));
  return openAbout(document, program, deeds).filter(({ cell: asking }) => above.has(asking.id));
}
