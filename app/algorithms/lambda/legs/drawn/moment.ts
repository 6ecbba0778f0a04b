// A picture of legs at a time, as its parts draw on it.
import { nth } from "../../../../../engine/base/nth.ts";
import type { Picture } from "../../../../picture/shape.ts";
import type { Score } from "../model/score.ts";
import type { LegsPaper } from "./paper.ts";

/** A picture at a time. */
export interface Moment {
  readonly picture: Picture;
  readonly score: Score;
  readonly paper: LegsPaper;
  readonly t: number;
}

/** The colour of a derivative by how many are around it: that of the page has none. */
export function levelColour(outside: number): string {
  return nth(COLOURS, outside % COLOURS.length);
}

const COLOURS = ["job", "bp", "staged", "primal"];
