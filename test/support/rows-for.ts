// CHAD's ladder on a program, as its picture takes it.

import { rowsPaperOf } from "../../app/algorithms/chad/rows/drawn/paper.ts";
import { rowsPictureAt } from "../../app/algorithms/chad/rows/drawn/picture.ts";
import { rowsLadderOf } from "../../app/algorithms/chad/rows/model/ladder.ts";
import { scoreOf } from "../../app/algorithms/chad/rows/model/score.ts";
import { pictureWords } from "../../app/algorithms/chad/rows/words.ts";
import type { Shape } from "../../app/picture/shape.ts";
import { COUNTED } from "../../engine/algorithms/chad/descriptions.ts";
import { algorithm as chad } from "../../engine/algorithms/chad/index.ts";
import type { OwnEvent } from "../../engine/core/events/events.ts";
import { tracedGradient } from "./run.ts";
import { takes } from "./takes.ts";

/** The ladder of a program by the stages that take it, and what their runs counted. */
export function rowsFor(text: string) {
  const runs = chad.stages
    .filter((stage) => takes(stage, text))
    .map((stage) => {
      const { run, events } = tracedGradient(text, stage);
      const own = events.filter((event): event is OwnEvent => event.tag === "own");
      const counted = run.cost.reverse;
      return {
        stage: stage.id,
        events: own,
        run,
        boxes: counted[COUNTED.boxes] ?? 0,
        calls: counted[COUNTED.calls] ?? 0,
      };
    });
  const [first] = runs;
  const { gradient, value } = first!.run;
  const results = { at: "", value: value?.text ?? "", gradient: gradient?.text ?? "" };
  const ladder = rowsLadderOf(text, runs, results);
  const score = scoreOf(ladder);
  return { ladder, score, runs, gradient: gradient!.scalars };
}

/** The shapes of a time in a room; of a narrow one, those of a column. */
export function rowsShapes(
  text: string,
  score: ReturnType<typeof scoreOf>,
  at: number,
  { width = 1440, height = 640, column = 0, projected = 0 } = {},
): readonly Shape[] {
  const paper = rowsPaperOf(score.ladder, { width, height, projected }, column);
  return rowsPictureAt(score, paper, at, pictureWords(text));
}
