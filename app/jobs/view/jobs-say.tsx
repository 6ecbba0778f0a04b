// Words beside the picture: on this moment, or on the chosen job.
import { plural, t } from "@lingui/core/macro";
import type { RunGraph } from "../../../engine/graphs/run-graph.ts";
import { Terms } from "../../help/term.tsx";
import type { LookProps } from "../../program/view/look-props.ts";
import { useStanding } from "../../ui/hooks/use-standing.ts";
import { Icon } from "../../ui/icon.tsx";
import type { Chosen, JobsRun } from "../model/run.ts";
import { markFrom, type Timing } from "../model/timing.ts";
import { chosenWords, momentWords } from "../model/words.ts";
import { chooseNothing, timeNow, useJobs } from "../state.ts";
import { JobField } from "./job-field.tsx";
import { NextJob } from "./next-job.tsx";

interface JobsSayProps extends LookProps {
  readonly run: JobsRun;
  readonly timing: Timing;
  readonly graph: RunGraph;
}

/** Shows words on the current time, or on the chosen job; beside it, the choice of the next job where jobs are ordered by hand. */
export function JobsSay(props: JobsSayProps) {
  const chosen = useJobs((state) => state.chosen);
  const isOrdering = useJobs(({ policy }) => policy === "chosen");
  return (
    <div className="jobs-say">
      <JobField run={props.run} />
      {isOrdering && <NextJob cell={props.cell} run={props.run} />}
      {chosen !== undefined ? <ChosenJob {...props} chosen={chosen} /> : !isOrdering && <Moment {...props} />}
    </div>
  );
}

/** The present: it changes when a job begins or ends, and not between. */
function Moment({ run, timing }: JobsSayProps) {
  const since = useJobs((state) => {
    const now = timeNow(state);
    return now >= timing.end ? timing.end : markFrom(timing, now + timing.end * 2e-9, -1);
  });
  const words = momentWords(run, timing, since);
  const said = useStanding(words);
  return (
    <>
      <p className="jobs-sentence">
        <Terms text={words} />
      </p>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}

function ChosenJob({ run, graph, chosen }: JobsSayProps & { readonly chosen: Chosen }) {
  const words = chosenWords(run, graph, chosen);
  const text = words === undefined ? "" : `${words.what} ${words.work} ${words.mirror}`.trim();
  const said = useStanding(words === undefined ? "" : `${words.title}. ${text}`);
  if (words === undefined) return null;
  const { more } = words;
  return (
    <>
      <h2>
        {words.title}
        <button type="button" className="button icon-only" title={t`Clear the selection (Esc)`} onClick={chooseNothing}>
          <Icon name="cross" />
          <span className="visually-hidden">{t`Clear the selection`}</span>
        </button>
      </h2>
      <p>
        <Terms text={text} />
      </p>
      {words.scalars.length > 0 && (
        <ul className="jobs-scalars" aria-label={t`Its scalars, by compound ID`}>
          {words.scalars.map(({ id, label, number }) => (
            <li key={number}>
              <b translate="no">{id}</b> <span translate="no">{label}</span>
            </li>
          ))}
          {more > 0 && <li>{plural(more, { one: `and ${more} more`, other: `and ${more} more` })}</li>}
        </ul>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}
