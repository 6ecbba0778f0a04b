// The job graph: the fork/join graph of the forward pass, and its mirror in the reverse pass (thesis §3.10).
import { t } from "@lingui/core/macro";
import "../exploration/styles/explorer.css";
import "../exploration/styles/gauges.css";
import "./jobs.css";
import { type RefObject, useMemo, useRef, useState } from "react";
import type { Explored } from "../../engine/session/exploration/exploration.ts";
import { type JobPicture, MOST_JOBS, MOST_ORDERED } from "../../engine/session/exploration/job-picture.ts";
import { CanvasView } from "../drawing/canvas-view.tsx";
import type { GraphCanvas } from "../drawing/graph-canvas.ts";
import { savePng, saveSvg } from "../drawing/save-drawing.ts";
import { numbered } from "../exploration/model/scalar.ts";
import { hover, hoverNode, pin } from "../exploration/state/explorer.ts";
import { litOf, useExplorer } from "../exploration/state/store.ts";
import { canLook, Opening } from "../exploration/view/opening.tsx";
import { useExplored } from "../exploration/view/use-explored.ts";
import { Terms } from "../help/term.tsx";
import type { LookProps } from "../program/view/look-props.ts";
import { SweepField } from "../program/view/sweep-field.tsx";
import { VariationsMenu } from "../program/view/variations-menu.tsx";
import { Choice, type Choosable } from "../ui/choice.tsx";
import { useAnswer } from "../ui/hooks/use-answer.ts";
import { Icon } from "../ui/icon.tsx";
import {
  forwardJob,
  jobDrawing,
  jobOf,
  jobWords,
  orderDrawing,
  type Pass,
  type PassNumbers,
  passNumbers,
} from "./model.ts";
import { askJobs, JOBS_STAGE } from "./state.ts";

const JOBS_STAGES = [JOBS_STAGE];

export default function JobsView({ cell }: LookProps) {
  const explored = useExplored(cell);
  if (!canLook(explored)) return <Opening cell={cell} explored={explored} />;
  return <Opened cell={cell} explored={explored} />;
}

function Opened({ cell, explored }: LookProps & { readonly explored: Explored }) {
  const turn = useExplorer((state) => state.turn);
  const question = useMemo(() => (turn > 0 ? () => askJobs() : undefined), [turn]);
  const picture = useAnswer(question);
  const canvas = useRef<GraphCanvas | undefined>(undefined);
  const lit = useExplorer(litOf);
  const [pointed, setPointed] = useState<number>();
  const made = useMemo(() => jobsOfScalars(picture), [picture]);
  const litJob = pointed ?? (lit === undefined ? undefined : made.get(lit));
  const [shown, setShown] = useState<Shown>("jobs");
  const { graph } = explored;
  const drawing = useMemo(() => {
    if (picture === undefined) return undefined;
    return shown === "jobs" ? jobDrawing(picture, litJob) : orderDrawing(picture, graph, litJob);
  }, [picture, litJob, shown, graph]);
  if (picture === undefined || drawing === undefined)
    return (
      <div className="opening">
        <p className="headline">{t`Recording the parallel run`}</p>
      </div>
    );
  const choose = (node: string): void => {
    if (shown === "order") return pin(Number(node));
    const { pass, id } = jobOf(node);
    const job = picture[pass].jobs.find((one) => one.id === id);
    const first = job?.scalars[0];
    setPointed(job === undefined ? undefined : forwardJob(pass, job));
    if (first !== undefined) pin(first);
  };
  const { entry } = explored;
  const name = `${entry}-${shown}`;
  const { total } = picture.forward;
  const most = MOST_JOBS;
  const title = shown === "jobs" ? t`The jobs of ${entry}` : t`The order of compound IDs in ${entry}`;
  const svg = (theme: "light" | "dark"): void => void saveSvg(drawing, theme, title, name);
  return (
    <div className="jobs-look">
      <header className="look-head">
        <h1>
          <Terms text={t`Forks become joins`} />
        </h1>
        <p className="note">
          <Terms
            text={
              shown === "order"
                ? orderWords(picture)
                : total === 1
                  ? t`This program has one job. The two sides of a parallel pair, s |*| t, run as separate jobs: see the examples “Divide and conquer, in parallel” and “Particles”.`
                  : t`Each box is a job with its cost; the thick line is the critical path. In the reverse pass, forks become joins and joins become forks.`
            }
          />
          {shown === "jobs" && total > most && ` ${t`The first ${most} of ${total} jobs are drawn.`}`}
        </p>
        <Choice<Shown> label={t`Show`} value={shown} choices={SHOWN} onChange={setShown} />
        <SweepField cell={cell} />
        <VariationsMenu cell={cell} stages={JOBS_STAGES} />
        <span className="tools-group end">
          <button
            type="button"
            className="button icon-only"
            title={t`Fit to view`}
            onClick={() => canvas.current?.fit()}
          >
            <Icon name="fit" />
            <span className="visually-hidden">{t`Fit to view`}</span>
          </button>
          <button type="button" className="button line small" translate="no" onClick={() => svg("light")}>
            <Icon name="save" /> SVG
          </button>
          <button type="button" className="button line small" onClick={() => svg("dark")}>
            <Icon name="save" /> {t`SVG, dark`}
          </button>
          <button
            type="button"
            className="button line small"
            translate="no"
            onClick={() => void savePng(canvas.current, name)}
          >
            <Icon name="save" /> PNG
          </button>
        </span>
      </header>
      <div className="canvas-box jobs-canvas">
        <CanvasView
          key={shown}
          drawing={drawing}
          canvas={canvas as RefObject<GraphCanvas | undefined>}
          onNode={hoverNode}
          onEdge={() => undefined}
          onView={() => undefined}
          onOpen={choose}
          onChoose={choose}
        />
      </div>
      <div className="jobs-passes">
        <section aria-label={t`Primal`}>
          <h2>{t`Primal`}</h2>
          <PassGauges numbers={passNumbers(picture.primal)} />
          <p className="note">
            <Terms
              text={t`Work and span count what the machine counts: steps, scalars, map nodes and array cells. The jobs run one after the other here; work / span is how much faster they could run on enough processors.`}
            />
          </p>
          <p className="note">
            <Terms
              text={t`In the reverse pass, contributions from other jobs to the scalars of one job are sorted and added one after the other: a scalar that many jobs use makes the span long, and work and span depend on the order of jobs.`}
            />
          </p>
        </section>
        <PassSide explored={explored} picture={picture} pass="forward" litJob={litJob} onPoint={setPointed} />
        <PassSide explored={explored} picture={picture} pass="reverse" litJob={litJob} onPoint={setPointed} />
      </div>
    </div>
  );
}

/** Which picture is drawn. */
type Shown = "jobs" | "order";

const SHOWN: readonly Choosable<Shown>[] = [
  { value: "jobs", words: t`Jobs` },
  { value: "order", words: t`Order of IDs` },
];

function orderWords({ order: { total } }: JobPicture): string {
  const most = MOST_ORDERED;
  const words = t`Each box is a scalar with its compound ID: its job, and its number in that job. Arrows lead from earlier to later IDs; later IDs are resolved first. Scalars with no path between them may be resolved at the same time (thesis, Fig. 3.15c).`;
  return total > most ? `${words} ${t`The first ${most} of ${total} are drawn.`}` : words;
}

function jobsOfScalars(picture: JobPicture | undefined): ReadonlyMap<number, number> {
  const made = new Map<number, number>();
  for (const { id, scalars } of picture?.forward.jobs ?? []) for (const scalar of scalars) made.set(scalar, id);
  return made;
}

interface PassSideProps {
  readonly explored: Explored;
  readonly picture: JobPicture;
  readonly pass: Pass;
  readonly litJob: number | undefined;
  onPoint(job: number | undefined): void;
}

const MOST_LISTED = 120;

function PassSide({ explored, picture, pass, litJob, onPoint }: PassSideProps) {
  const { jobs } = picture[pass];
  return (
    <section aria-label={pass === "forward" ? t`Forward pass` : t`Reverse pass`}>
      <h2>{pass === "forward" ? t`Forward` : t`Reverse`}</h2>
      <PassGauges numbers={passNumbers(picture[pass])} />
      <ul className="job-list">
        {jobs.slice(0, MOST_LISTED).map((job) => {
          const own = forwardJob(pass, job);
          return (
            <li key={job.id}>
              <button
                type="button"
                className={own !== undefined && own === litJob ? "list-button lit" : "list-button"}
                onFocus={() => onPoint(own)}
                onBlur={() => onPoint(undefined)}
                onPointerEnter={() => {
                  onPoint(own);
                  hover(job.scalars[0]);
                }}
                onPointerLeave={() => {
                  onPoint(undefined);
                  hover(undefined);
                }}
                onClick={() => job.scalars[0] !== undefined && pin(job.scalars[0])}
                title={job.scalars
                  .slice(0, 12)
                  .map((scalar) => numbered(explored.graph, scalar))
                  .join(", ")}
              >
                {jobWords(pass, job, jobs)}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function PassGauges({ numbers }: { readonly numbers: PassNumbers }) {
  const { work, span, parallelism } = numbers;
  return (
    <dl className="gauges">
      <Number_ now={work} words={t`work T₁`} />
      <Number_ now={span} words={t`span T∞`} />
      <Number_ now={parallelism} words={t`parallelism T₁ / T∞`} />
    </dl>
  );
}

function Number_({ now, words }: { readonly now: string; readonly words: string }) {
  return (
    <div className="gauge">
      <dt>
        <Terms text={words} />
      </dt>
      <dd>
        <b>{now}</b>
      </dd>
    </div>
  );
}
