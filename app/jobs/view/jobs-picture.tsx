// The picture of the jobs: painted past React, as the head moves.
import { t } from "@lingui/core/macro";
import { type PointerEvent, useLayoutEffect, useRef } from "react";
import { present } from "../../../engine/base/nth.ts";
import { projectedIn } from "../../drawing/projected.ts";
import { Painter } from "../../picture/view/painter.ts";
import { timeAcross } from "../drawn/chart.ts";
import { jobsAt } from "../drawn/picture.ts";
import { type JobsPaper, jobsPaper } from "../model/paper.ts";
import type { JobsRun, Pass } from "../model/run.ts";
import { chooseJobs, chooseNothing, seekJobs, timeNow, useJobs } from "../state.ts";

/** Shows the picture of the jobs; it paints without React, and jobs and times can be chosen in it by pointer. */
export function JobsPicture({ run }: { readonly run: JobsRun }) {
  const box = useRef<HTMLDivElement>(null);
  const picture = useRef<SVGSVGElement>(null);
  const paper = useRef<JobsPaper>(undefined);
  const drags = useRef(false);
  useLayoutEffect(() => {
    const painter = new Painter(present(picture.current), "jobs-rows");
    const paint = (): void => {
      const state = useJobs.getState();
      const { timing, chosen } = state;
      if (paper.current === undefined || timing === undefined || state.run !== run) return;
      const { width, height } = paper.current;
      painter.paint(jobsAt(run, paper.current, timing, timeNow(state), chosen), 0, width, height);
    };
    const lay = (): void => {
      const { clientWidth: width, clientHeight: height } = present(box.current);
      if (width < 40 || height < 40) return;
      const projected = projectedIn(present(box.current));
      paper.current = jobsPaper(run, { width, height, projected });
      paint();
    };
    lay();
    const observer = new ResizeObserver(lay);
    observer.observe(present(box.current));
    const stop = useJobs.subscribe(paint);
    return () => {
      observer.disconnect();
      stop();
    };
  }, [run]);
  const seek = (event: PointerEvent): void => {
    const { timing } = useJobs.getState();
    if (paper.current === undefined || timing === undefined) return;
    const { left, width } = present(box.current).getBoundingClientRect();
    const x = ((event.clientX - left) * present(box.current).clientWidth) / width;
    seekJobs(timeAcross(paper.current, timing, x));
  };
  const isInChart = (event: PointerEvent): boolean => {
    const { top, height } = present(box.current).getBoundingClientRect();
    const y = ((event.clientY - top) * present(box.current).clientHeight) / height;
    return paper.current !== undefined && y >= paper.current.chart.top - 16;
  };
  const choose = (event: PointerEvent): boolean => {
    const marked = (event.target as Element).closest<SVGElement>("[data-job]");
    if (marked === null || paper.current === undefined) return false;
    const { pass, job, node } = marked.dataset as { pass: Pass; job: string; node?: string };
    const graphNode = node && paper.current.graph[pass].nodes.find(({ key }) => `${pass} ${key}` === node);
    chooseJobs(pass, graphNode ? graphNode.jobs : [Number(job)]);
    return true;
  };
  return (
    <div
      className="jobs-stage film-stage"
      ref={box}
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
    >
      <svg
        ref={picture}
        role="img"
        aria-label={t`The fork/join graphs of both passes, mirrored, above the charts of their workers. What runs is said below; the field Job chooses one.`}
      />
    </div>
  );
}
