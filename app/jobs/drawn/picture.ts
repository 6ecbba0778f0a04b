// The picture of a run of jobs at a time: a function of the run, the sheet, the schedule, the time and the choice, and of nothing else.
import type { Shape } from "../../picture/shape.ts";
import type { JobsPaper } from "../model/paper.ts";
import type { Chosen, JobsRun } from "../model/run.ts";
import type { Timing } from "../model/timing.ts";
import { drawBounds } from "./bounds.ts";
import { drawChart } from "./chart.ts";
import { drawGraph } from "./graph.ts";
import { momentAt } from "./moment.ts";

/** All shapes of the picture at a time; the same arguments give the same shapes. */
export function jobsAt(run: JobsRun, paper: JobsPaper, timing: Timing, t: number, chosen?: Chosen): readonly Shape[] {
  const moment = momentAt(run, paper, timing, t, chosen);
  drawGraph(moment, "forward");
  drawGraph(moment, "reverse");
  drawChart(moment);
  drawBounds(moment);
  return moment.picture.shapes;
}
