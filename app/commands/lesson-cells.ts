// New cells of a lesson, each as its template says.
import { t } from "@lingui/core/macro";
import { TEMPLATES } from "../course/model/templates.ts";
import { type CellId, LESSON_TAGS, type LessonTag } from "../document/document.ts";
import { addCell } from "../document/state/changing.ts";
import type { Command } from "./command.ts";
import { focusCell } from "./focus-cell.ts";

/** Commands that add a cell, in words. */
export const NEW_LESSON_CELL: Readonly<Record<LessonTag, string>> = {
  predict: t`Add a prediction`,
  view: t`Add a view of a run`,
  break: t`Add a “Break it” cell`,
  exercise: t`Add an exercise`,
};

/** Adds a cell of a lesson, and focuses it. */
export function addLessonCell(tag: LessonTag, below: CellId | undefined): void {
  focusCell(addCell(tag, below, TEMPLATES[tag]));
}

/** A command for each kind, below the cell that commands are about. */
export function lessonCommands(currentCell: () => CellId | undefined): readonly Command[] {
  return LESSON_TAGS.map((tag) => ({
    name: `add-${tag}`,
    words: NEW_LESSON_CELL[tag],
    group: "cells",
    run: () => addLessonCell(tag, currentCell()),
  }));
}
