// The legs of a program's derivatives, as their picture takes them.
import { legsPaperOf } from "../../app/algorithms/lambda/legs/drawn/paper.ts";
import { legsPictureAt } from "../../app/algorithms/lambda/legs/drawn/picture.ts";
import { legsOf, TOLD } from "../../app/algorithms/lambda/legs/model/legs.ts";
import { type Score, scoreOf } from "../../app/algorithms/lambda/legs/model/score.ts";
import { pictureWords, pointWords } from "../../app/algorithms/lambda/legs/words.ts";
import type { Shape } from "../../app/picture/shape.ts";
import { algorithm as lambda } from "../../engine/algorithms/lambda/index.ts";
import type { Variations } from "../../engine/session/input/variations.ts";
import { tracedGradient } from "./run.ts";

const nested = lambda.stages.find(({ leavesOutDerived }) => leavesOutDerived)!;

/** The legs of a program in time, and its gradient. */
export function legsFor(text: string, variations?: Variations) {
  const { run, events } = tracedGradient(text, nested, variations === undefined ? {} : { variations });
  const told = events.filter((event) => TOLD.includes(event.tag === "own" ? event.event : event.tag));
  const legs = legsOf(told, { text, nameOf: () => undefined, pointName: pointWords });
  return { score: scoreOf(legs), gradient: run.gradient?.scalars ?? [] };
}

/** The shapes of a time in a room. */
export function legsShapes(score: Score, at: number, { width = 1440, height = 640 } = {}): readonly Shape[] {
  return legsPictureAt(score, legsPaperOf(score.legs, { width, height, projected: 0 }), at, pictureWords("main"));
}
