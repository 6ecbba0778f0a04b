// Changes of the open document. Each goes through `change`, which makes a step that can be undone, or `keep`, which makes none.
import { t } from "@lingui/core/macro";
import {
  type Ask,
  type Cell,
  type CellId,
  cellOf,
  type Document,
  freshId,
  lessonCell,
  NEW_PROGRAM,
  noteNames,
  type ProgramCell,
  programCell,
  proseCell,
  sameAsk,
  sameRun,
  withCell,
  withMovedCell,
  withNewCell,
  withoutCell,
  withProgram,
} from "../document.ts";
import { withAsk, withText } from "../edited.ts";
import { freshPictureName, withPictures } from "../pictures/pictures.ts";
import { withFreshQuestionId } from "../question-ids.ts";
import type { Views } from "../views.ts";
import { useDocument } from "./document.ts";
import { saving } from "./saving.ts";
import { shelf } from "./shelf.ts";
import { type Step, stepsAfter, withViewsOf } from "./steps.ts";

/** Changes the document by a step that can be undone. `what` describes it to people; quick changes of one `name` are one step. */
export function change(what: string, name: string, next: (document: Document) => Document): void {
  const { document, past } = useDocument.getState();
  const changed = next(document);
  if (changed === document) return;
  useDocument.setState({
    past: stepsAfter(past, document, { what, name, time: Date.now() }),
    future: [],
    isUnkept: true,
  });
  keep(changed);
}

/** Takes a document, and saves it soon. */
function keep(document: Document): void {
  useDocument.setState({ document, saved: "saving" });
  saving.soon();
}

/** Gives the document another title. */
export function setTitle(title: string): void {
  change(t`the title was changed`, "title", (document) =>
    document.title === title ? document : { ...document, title },
  );
}

/** The text as it is in the editor. A newly written line of the header replaces the value of its field. */
export function setText(id: CellId, text: string): void {
  change(t`text was changed`, `text ${id}`, (document) =>
    withCell(document, id, (cell) => {
      if (cell.text === text) return cell;
      return cell.tag === "program" ? withText(cell, text) : { ...cell, text };
    }),
  );
}

/** Changes texts and fields of several programs in one step. */
export function changePrograms(what: string, next: (cell: ProgramCell) => ProgramCell): void {
  change(what, "", (document) => ({
    ...document,
    cells: document.cells.map((cell) => {
      if (cell.tag !== "program") return cell;
      const changed = next(cell);
      const isSame = changed.text === cell.text && sameAsk(changed.ask, cell.ask);
      return isSame ? cell : { ...changed, settled: false };
    }),
  }));
}

/** Changes the text and the settings beside it, in one step. */
export function setTextAndAsk(id: CellId, text: string, asked: Partial<Ask>): void {
  change(t`text was changed`, "", (document) =>
    withProgram(document, id, (cell) => withAsk(withText(cell, text), asked)),
  );
}

/** Changes the settings beside the text; `isApart`: as a step of its own, for Undo. */
export function setAsk(id: CellId, asked: Partial<Ask>, isApart = false): void {
  change(t`an input was changed`, isApart ? "" : `ask ${id} ${Object.keys(asked).join()}`, (document) =>
    withProgram(document, id, (cell) => {
      const next = withAsk(cell, asked);
      return sameAsk(next.ask, cell.ask) ? cell : { ...next, settled: cell.settled && sameRun(next, cell) };
    }),
  );
}

/**
 * Keeps a picture in the document, for prose to refer to; gives its name. That is no step that is undone: a picture that no prose
 * refers to is not stored.
 */
export function addPicture(data: string): string {
  const { document } = useDocument.getState();
  const { pictures = [] } = document;
  const known = pictures.find((one) => one.data === data);
  if (known !== undefined) return known.name;
  const name = freshPictureName(document);
  keep(withPictures(document, [...pictures, { name, data }]));
  return name;
}

/** Holds a cell still, or lets it run again by itself. */
export function setHeld(id: CellId, held: boolean): void {
  change(held ? t`a cell was frozen` : t`a cell was unfrozen`, `held ${id}`, (document) =>
    withProgram(document, id, (cell) => (cell.held === held ? cell : { ...cell, held })),
  );
}

/** Notes how the views of a program stand. That is part of the document, but no step that is undone. */
export function setViews(id: CellId, views: Partial<Views>): void {
  const { document } = useDocument.getState();
  const changed = withProgram(document, id, (cell) => {
    const next = { ...cell.views, ...views };
    return JSON.stringify(next) === JSON.stringify(cell.views) ? cell : { ...cell, views: next };
  });
  if (changed !== document) keep(changed);
}

/** Notes that a run of a cell as it was then ended by itself. That is no change of the user's. */
export function settle(subject: ProgramCell): void {
  const { document } = useDocument.getState();
  const settled = withProgram(document, subject.id, (cell) =>
    sameRun(cell, subject) && !cell.settled ? { ...cell, settled: true } : cell,
  );
  if (settled !== document) keep(settled);
}

/** Notes that the reader has asked for a program from elsewhere to run. That is no change of its text. */
export function trust(id: CellId): void {
  const { document } = useDocument.getState();
  const trusted = withProgram(document, id, (cell) => (cell.foreign ? { ...cell, foreign: false } : cell));
  if (trusted !== document) keep(trusted);
}

/** Adds a cell below another one, or on top; gives its name. */
export function addCell(tag: Cell["tag"], below: CellId | undefined, text?: string): CellId {
  const { document } = useDocument.getState();
  const id = freshId(document) as CellId;
  const cell =
    tag === "program"
      ? programCell(id, text ?? NEW_PROGRAM)
      : tag === "prose"
        ? proseCell(id, text ?? "")
        : withFreshQuestionId(lessonCell(tag, id, text ?? ""), document);
  const what =
    tag === "program" ? t`a program was added` : tag === "prose" ? t`prose was added` : t`a cell of a lesson was added`;
  change(what, "", () => withNewCell(document, cell, below));
  return id;
}

/** Deletes a cell; names of the others stay as they are. */
export function removeCell(id: CellId): void {
  noteNames(useDocument.getState().document);
  change(t`a cell was deleted`, "", (document) => withoutCell(document, id));
}

/** Moves a cell up or down by one; does nothing at the end. */
export function moveCell(id: CellId, by: -1 | 1): void {
  change(t`a cell was moved`, "", (document) => withMovedCell(document, id, by));
}

/** Puts a copy of a cell below it; gives the copy's name. */
export function copyCell(id: CellId): CellId | undefined {
  const { document } = useDocument.getState();
  const cell = cellOf(document, id);
  if (cell === undefined) return undefined;
  const copy: Cell = withFreshQuestionId({ ...cell, id: freshId(document) as CellId }, document);
  change(t`a cell was copied`, "", () => withNewCell(document, copy, id));
  return copy.id;
}

/** Puts a whole document in place of the one that is open; that one can be had back by Undo. */
export function replaceDocument(next: Document, what: string): void {
  const { document } = useDocument.getState();
  void shelf.keepVersion(document);
  noteNames(document);
  change(what, "", () => next);
}

/** Takes the latest step back; returns its description, if any. */
export function undo(): string | undefined {
  return travel("past", "future");
}

/** Repeats the step undone last. */
export function redo(): string | undefined {
  return travel("future", "past");
}

function travel(from: "past" | "future", to: "past" | "future"): string | undefined {
  const state = useDocument.getState();
  const step = state[from].at(-1);
  if (step === undefined) return undefined;
  const back: Step = { ...step, document: state.document, name: "" };
  useDocument.setState({
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], back],
    notice: undefined,
    isUnkept: true,
  });
  keep(withViewsOf(step.document, state.document));
  return step.what;
}
