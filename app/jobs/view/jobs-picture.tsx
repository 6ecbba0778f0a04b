// The picture of the jobs: painted past React, as the head moves.
import { t } from "@lingui/core/macro";
import { type PointerEvent, useRef } from "react";
import { pointIn, Stage, usePainted } from "../../picture/view/stage.tsx";
import { timeAcross } from "../drawn/chart.ts";
import { jobsAt } from "../drawn/picture.ts";
import { type JobsPaper, jobsPaper } from "../model/paper.ts";
import type { JobsRun, Pass } from "../model/run.ts";
import { chooseJobs, chooseNothing, seekJobs, timeNow, useJobs } from "../state.ts";

/** Shows the picture of the jobs; it paints without React, and jobs and times can be chosen in it by pointer. */
export function JobsPicture({ run }: { readonly run: JobsRun }) {
  const drags = useRef(false);
  const {
    box,
    picture,
    laid: paper,
  } = usePainted<JobsPaper>(run, {
    id: "jobs-rows",
    lay: (room) => jobsPaper(run, room),
    paint: (painter, laid) => {
      const state = useJobs.getState();
      const { timing, chosen } = state;
      if (timing === undefined || state.run !== run) return;
      painter.paint(jobsAt(run, laid, timing, timeNow(state), chosen), 0, laid.width, laid.height);
    },
    follow: (again) => [useJobs.subscribe(again)],
  });
  const seek = (event: PointerEvent): void => {
    const { timing } = useJobs.getState();
    if (paper.current === undefined || timing === undefined) return;
    seekJobs(timeAcross(paper.current, timing, pointIn({ box }, event)[0]));
  };
  const isInChart = (event: PointerEvent): boolean =>
    paper.current !== undefined && pointIn({ box }, event)[1] >= paper.current.chart.top - 16;
  const choose = (event: PointerEvent): boolean => {
    const marked = (event.target as Element).closest<SVGElement>("[data-job]");
    if (marked === null || paper.current === undefined) return false;
    const { pass, job, node } = marked.dataset as { pass: Pass; job: string; node?: string };
    const graphNode = node && paper.current.graph[pass].nodes.find(({ key }) => `${pass} ${key}` === node);
    chooseJobs(pass, graphNode ? graphNode.jobs : [Number(job)]);
    return true;
  };
  return (
    <Stage
      className="jobs-stage"
      box={box}
      picture={picture}
      label={t`The fork/join graphs of both passes, mirrored, above the charts of their workers. What runs is said below; the field Job chooses one.`}
      onPointerDown={(event) => {
        if (event.button !== 0 || choose(event)) return;
        if (!isInChart(event)) return chooseNothing();
        drags.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        seek(event);
      }}
      onPointerMove={(event) => drags.current && seek(event)}
      onPointerUp={() => {
        drags.current = false;
      }}
      onPointerCancel={() => {
        drags.current = false;
      }}
    />
  );
}
