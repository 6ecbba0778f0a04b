// Runs as lessons show them.
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import type { Glimpse } from "../../engine/lessons/glimpse.ts";
import { glimpsed } from "../../engine/lessons/lesson.ts";
import { AS_IT_STANDS } from "../../engine/queries/evaluate.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";

/** A run at its end, by a stage. Throws where a lesson has nothing to show of it. */
export function glimpseOf(text: string, stage = "tape", setting = AS_IT_STANDS): Glimpse {
  const ask = { stages: [stage], address: "end" };
  const found = finish(glimpsed(checkSource(text), undefined, setting, ask, DEFAULT_BUDGET));
  if (found.tag === "mistake") throw new Error(found.message);
  return found.glimpse;
}
