// The jobs of a run: the fork/join graphs of both passes mirrored about the turn, the charts of their workers on one scale of time, and a
// head that plays through both (thesis §3.10).
import { t } from "@lingui/core/macro";
import "../../exploration/styles/explorer.css";
import "../../ui/styles/stage.css";
import "../jobs.css";
import "../wall.css";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { MOST_JOBS } from "../../../engine/explore/job-picture.ts";
import { keepChoice, keptChoice } from "../../base/kept-choice.ts";
import { OPENS_WITH_SLIDES } from "../../base/mode.ts";
import { endingWords } from "../../exploration/model/ending.ts";
import { pin } from "../../exploration/state/explorer.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { JOBS_STAGE } from "../../exploration/state/trying.ts";
import { canLook, Opening, RefusedView } from "../../exploration/view/opening.tsx";
import { useExplored } from "../../exploration/view/use-explored.ts";
import { useKeys } from "../../exploration/view/use-keys.ts";
import { Terms } from "../../help/term.tsx";
import { Recording } from "../../playback/view/recording.tsx";
import type { LookProps } from "../../program/view/look-props.ts";
import { SweepField } from "../../program/view/sweep-field.tsx";
import { VariationsMenu } from "../../program/view/variations-menu.tsx";
import { Choice, type Choosable } from "../../ui/choice.tsx";
import { useIsDeep } from "../../ui/depth/depth.ts";
import { More } from "../../ui/depth/more.tsx";
import { useAnswer } from "../../ui/hooks/use-answer.ts";
import { Icon } from "../../ui/icon.tsx";
import { grouped } from "../../words/numbers.ts";
import { askJobs } from "../asking.ts";
import type { JobsRun } from "../model/run.ts";
import type { Timing } from "../model/timing.ts";
import { chooseJobs, forgetJobs, showJobs, useJobs } from "../state.ts";
import { JobsDock } from "./jobs-dock.tsx";
import { JOBS_KEYS } from "./jobs-keys.ts";
import { JobsPicture } from "./jobs-picture.tsx";
import { JobsSay } from "./jobs-say.tsx";
import { Numbers, SpeedUp } from "./numbers.tsx";
import { OneJob } from "./one-job.tsx";
import { OrderView } from "./order-view.tsx";
import { saveJobs } from "./save-jobs.ts";
import { ShufflePanel } from "./shuffle-panel.tsx";
import { SourcePane } from "./source-pane.tsx";

const JOBS_STAGES = [JOBS_STAGE];

/** Shows the jobs of a program's run; shows why there is nothing while the run is not there. */
export default function JobsView({ cell }: LookProps) {
  const explored = useExplored(cell);
  if (!canLook(explored)) return <Opening cell={cell} explored={explored} />;
  const refusal = explored.refused[JOBS_STAGE];
  if (refusal !== undefined) return <RefusedView cell={cell} explored={explored} refusal={refusal} />;
  return <Opened cell={cell} explored={explored} />;
}

/** Which picture is drawn. */
type Shown = "jobs" | "order";

const SHOWN: readonly Choosable<Shown>[] = [
  { value: "jobs", words: t`Jobs` },
  { value: "order", words: t`Order of IDs` },
];

/** Where the browser keeps which of the two the reader chose. */
const KEPT = "dualscope.jobs";

function Opened({ cell, explored }: LookProps & { readonly explored: Explored }) {
  const turn = useExplorer((state) => state.turn);
  const question = useMemo(() => (turn > 0 ? () => askJobs() : undefined), [turn]);
  const picture = useAnswer(question);
  const [shown, setShown] = useState<Shown>(() => (keptChoice(KEPT) === "order" ? "order" : "jobs"));
  const choose = (next: Shown): void => {
    keepChoice(KEPT, next);
    setShown(next);
  };
  const isDeep = useIsDeep("jobs");
  const run = useJobs((state) => state.run);
  const timing = useJobs((state) => state.timing);
  useKeys(JOBS_KEYS);
  useEffect(() => {
    if (picture !== undefined) showJobs(picture);
  }, [picture]);
  useEffect(() => forgetJobs, []);
  useScalarChoice();
  const { entry } = explored;
  // the head of the view stays while another run is recorded: a menu may be open there
  const ready = run !== undefined && run.picture === picture && timing !== undefined ? { run, timing } : undefined;
  const hasTooMany = ready !== undefined && isTooLarge(ready.run);
  // one job forward and one back make no picture: a reader who wants to see it asks for more
  const isBrief = !isDeep && shown === "jobs" && picture?.forward.total === 1 && picture.reverse.total === 1;
  const info = useExplorer(({ columns }) => columns[JOBS_STAGE]?.info);
  const ending = info === undefined || info.ended.tag === "done" ? "" : endingWords(info);
  // a run that ends before its jobs do has none
  if (ready !== undefined && ending !== "" && hasNone(ready.run))
    return <Opening cell={cell} explored={explored} ending={ending} />;
  return (
    <div className={OPENS_WITH_SLIDES ? "jobs-look projected" : "jobs-look"}>
      <header className="look-head">
        <h1>
          <Terms text={t`Forks become joins`} />
        </h1>
        {!isBrief && (
          <p className="note jobs-note">
            <Terms
              text={t`Filled boxes are done, dashed ones wait, a ring is around those that run; the thick line is the critical path.`}
            />
          </p>
        )}
        {ending !== "" && (
          <p className="note ended" role="status">{t`${ending} The jobs and numbers here are of that part.`}</p>
        )}
        {(isDeep || shown !== "jobs") && (
          <Choice<Shown> label={t`Show`} value={shown} choices={SHOWN} onChange={choose} />
        )}
        <SweepField cell={cell} />
        {(isDeep || cell.ask.variations !== "") && <VariationsMenu cell={cell} stages={JOBS_STAGES} />}
        <More part="jobs" />
        {shown === "jobs" && ready !== undefined && !hasTooMany && !isBrief && (
          <button
            type="button"
            className="button line small"
            title={t`Save the picture as SVG`}
            onClick={() => void saveJobs(entry)}
          >
            <Icon name="save" /> <span translate="no">SVG</span>
          </button>
        )}
      </header>
      {ready === undefined ? (
        <Recording stages={JOBS_STAGES} />
      ) : (
        <Body cell={cell} explored={explored} shown={shown} isBrief={isBrief} {...ready} />
      )}
    </div>
  );
}

interface BodyProps extends LookProps {
  readonly explored: Explored;
  readonly shown: Shown;
  /** Whether the run has one job, and the reader has not asked for more. */
  readonly isBrief: boolean;
  readonly run: JobsRun;
  readonly timing: Timing;
}

function Body({ cell, explored, shown, isBrief, run, timing }: BodyProps) {
  const { graph, text } = explored;
  const isDeep = useIsDeep("jobs");
  if (shown === "order") return <OrderView explored={explored} run={run} />;
  if (isTooLarge(run)) {
    const { forward, reverse } = run.picture;
    const [jobs, most] = [grouped(Math.max(forward.total, reverse.total)), grouped(MOST_JOBS)];
    return (
      <p className="opening">{t`This run has ${jobs} jobs. Up to ${most} are drawn: a smaller input shows them.`}</p>
    );
  }
  if (isBrief) return <OneJob cell={cell} run={run} />;
  return (
    <>
      <aside className="jobs-side" aria-label={t`The program`}>
        <SourcePane text={text} graph={graph} />
        <JobsSay cell={cell} run={run} timing={timing} graph={graph} />
      </aside>
      <div className="jobs-main">
        <JobsPicture run={run} />
        <JobsDock timing={timing} />
        <div className="jobs-panels">
          <Numbers timing={timing} />
          <SpeedUp run={run} timing={timing} />
          {isDeep && <ShufflePanel cell={cell} />}
        </div>
      </div>
    </>
  );
}

/** Whether nothing is known of the jobs of a pass. */
function hasNone({ picture: { forward, reverse } }: JobsRun): boolean {
  return forward.total === 0 || reverse.total === 0;
}

/** Whether a run has more jobs than are drawn. */
function isTooLarge({ passes }: JobsRun): boolean {
  return passes.forward.list.length === 0 || passes.reverse.list.length === 0;
}

/** A choice here holds in all views, by its first scalar; and a scalar chosen elsewhere chooses its job here. */
function useScalarChoice(): void {
  const pinned = useExplorer((state) => state.pinned);
  const run = useJobs((state) => state.run);
  const chosen = useJobs((state) => state.chosen);
  useEffect(() => {
    const job = pinned === undefined ? undefined : run?.madeIn.get(pinned);
    if (job !== undefined && useJobs.getState().chosen?.forward.has(job) !== true) chooseJobs("forward", [job]);
  }, [pinned, run]);
  const isShown = useRef(false);
  useEffect(() => {
    if (run === undefined) return;
    const now = useExplorer.getState().pinned;
    const own = now === undefined ? undefined : run.madeIn.get(now);
    const [only, ...others] = chosen?.forward ?? [];
    // nothing is let go of before anything was chosen
    const isSame = own !== undefined && chosen?.forward.has(own) === true;
    if (chosen !== undefined && !isSame)
      pin(only === undefined || others.length > 0 ? undefined : run.passes.forward.jobs.get(only)?.scalars[0]);
    if (chosen === undefined && isShown.current) pin(undefined);
    isShown.current = chosen !== undefined;
  }, [chosen, run]);
}
