// The picture of a ladder at a place of the climb: a function of the ladder, the paper and the place, and of nothing else.
import type { Shape } from "../../picture/shape.ts";
import type { Ladder } from "../model/ladder.ts";
import type { LadderPaper } from "../model/paper.ts";
import { drawArcs } from "./arcs.ts";
import { drawCalls } from "./calls.ts";
import { drawGauges } from "./gauges.ts";
import { drawJobs } from "./jobs.ts";
import { momentAt } from "./moment.ts";
import { drawScalars } from "./scalars.ts";
import { drawWaiting } from "./waiting.ts";
import { drawWork } from "./work.ts";

/** All shapes of the picture at a place of the climb; the same arguments give the same shapes. */
export function ladderAt(ladder: Ladder, paper: LadderPaper, at: number, lit?: number): readonly Shape[] {
  const moment = momentAt(ladder, paper, at, lit);
  drawJobs(moment);
  drawWork(moment);
  drawScalars(moment);
  drawArcs(moment);
  drawWaiting(moment);
  drawCalls(moment);
  drawGauges(moment);
  return moment.picture.shapes;
}
