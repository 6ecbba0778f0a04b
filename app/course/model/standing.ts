// How far a reader is in a lesson.
import { nth } from "../../../engine/base/nth.ts";
import type { Document } from "../../document/document.ts";
import { readExercise } from "./cells.ts";
import { type Deeds, questionsOf } from "./open-questions.ts";

/** A question or an exercise, and its state. */
export interface Item {
  readonly id: string;
  readonly state: "open" | "right" | "shown";
  readonly tries: number;
  readonly given: string;
}

/** The questions and exercises of a lesson, in order. */
export function itemsOf(document: Document, deeds: Deeds): readonly Item[] {
  return document.cells.flatMap((cell): Item[] => {
    if (cell.tag !== "predict" && cell.tag !== "exercise") return [];
    const id =
      cell.tag === "predict" ? nth(questionsOf({ ...document, cells: [cell] }), 0).predict.id : readExercise(cell).id;
    const { state = "open", tries = 0, given = "" } = deeds[id] ?? {};
    return [{ id, state, tries, given }];
  });
}

/** How many questions and exercises of a lesson are answered rightly, out of how many. */
export interface Standing {
  readonly right: number;
  readonly of: number;
}

/** Counts right answers; answers that were shown do not count. */
export function standingOf(document: Document, deeds: Deeds): Standing {
  const items = itemsOf(document, deeds);
  return { right: items.filter(({ state }) => state === "right").length, of: items.length };
}
