// Steps of Undo: the document as it was before each change.
import { type Cell, type Document, programOf } from "../document.ts";
import type { Picture } from "../pictures/picture.ts";
import { withPictures } from "../pictures/pictures.ts";

/** A document as it was before a change. */
export interface Step {
  readonly document: Document;
  /** The change, for people: `the cell was deleted`. */
  readonly what: string;
  /** Changes with the same name that follow each other soon are one step. */
  readonly name: string;
  readonly time: number;
  readonly began: number;
}

/** Milliseconds within which changes of one thing are one step, and that a step lasts at most. */
const ONE_STEP = 1500;
const LONGEST_STEP = 6000;
/** Steps that can be undone, and characters of all the documents that are kept for that. */
const MOST_STEPS = 300;
const MOST_CHARACTERS = 200_000_000;

/** The steps with one more, as far as there is room for them. */
export function withStep(past: readonly Step[], step: Step): readonly Step[] {
  const characters = step.document.cells.reduce((sum, { text }) => sum + text.length, 0);
  const most = Math.min(MOST_STEPS, Math.max(10, Math.floor(MOST_CHARACTERS / Math.max(1, characters))));
  return [...past, step].slice(-most);
}

/** The steps after a change at a time: a new one, or the latest one extended where it is of the same thing. */
export function stepsAfter(
  past: readonly Step[],
  document: Document,
  { what, name, time }: Pick<Step, "what" | "name" | "time">,
): readonly Step[] {
  const last = past.at(-1);
  const isSame = name !== "" && last?.name === name && time - last.time < ONE_STEP && time - last.began < LONGEST_STEP;
  if (isSame) return withStep(past.slice(0, -1), { ...last, time });
  return withStep(past, { document, what, name, time, began: time });
}

/** A document with the views of its programs as they stand in another, and trusted as there, and its pictures: that is no step that is undone. */
export function withViewsOf(document: Document, now: Document): Document {
  const cells = document.cells.map((cell): Cell => {
    const other = programOf(now, cell.id);
    if (cell.tag !== "program" || other === undefined) return cell;
    return { ...cell, views: other.views, foreign: other.foreign };
  });
  return withPictures({ ...document, cells }, together(document.pictures, now.pictures));
}

/** Pictures, and those of others that have other names. */
function together(pictures: readonly Picture[] = [], others: readonly Picture[] = []): readonly Picture[] {
  const names = new Set(pictures.map(({ name }) => name));
  const more = others.filter(({ name }) => !names.has(name));
  return more.length === 0 ? pictures : [...pictures, ...more];
}
