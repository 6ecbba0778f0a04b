// The present run: which phase, and its counts so far.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { goTo } from "../../editor/registry.ts";
import { mistakeViews } from "../../program/model/mistakes.ts";
import { PHASE_DOING, PHASE_NAMES } from "../../program/model/outcome.ts";
import { stageOfCell, type UnderWay } from "../../program/model/run.ts";
import { MistakeItem } from "../../program/view/mistake-view.tsx";
import { countedSteps, countedVisits } from "../../words/counts.ts";

/** Shows the phase of the present run, its counts, and whether it waits or is about to stop. */
export function RunningView({ running: { subject, progress, stopping, waiting } }: { readonly running: UnderWay }) {
  const phase = progress?.phase;
  // compiling is no phase of its own: it follows the input
  const reached = PHASE_NAMES.findIndex(([name]) => name === (phase === "compile" ? "input" : phase));
  const doing = phase === undefined ? t`starting` : PHASE_DOING[phase];
  if (waiting)
    return (
      <div className="under-way">
        <p className="headline">{stopping ? t`Stopping` : t`Waiting`}</p>
        <p className="so-far">{t`All workers are busy with other runs. This run starts when one of them ends.`}</p>
      </div>
    );
  return (
    <div className="under-way">
      <p className="headline">{stopping ? t`Stopping` : `${doing.charAt(0).toUpperCase()}${doing.slice(1)}`}</p>
      <ol className="phases" aria-hidden="true">
        {PHASE_NAMES.map(([name, words], index) => (
          <li key={name} className={index < reached ? "over" : index === reached ? "now" : "ahead"}>
            {words}
          </li>
        ))}
      </ol>
      <p className="so-far">
        <SoFar stage={stageOfCell(subject)} progress={progress} />
      </p>
      {progress?.endless !== undefined &&
        mistakeViews([progress.endless], subject.text).map((mistake) => (
          <MistakeItem
            key={mistake.key}
            mistake={mistake}
            current
            onGo={(span) => goTo(subject.id, span)}
            onFix={() => undefined}
          />
        ))}
    </div>
  );
}

function SoFar({ stage, progress }: Pick<UnderWay, "progress"> & { readonly stage: string }) {
  if (progress === undefined || (progress.steps === 0 && progress.backpropagatorCalls === 0))
    return t`no steps counted yet`;
  const steps = countedSteps(progress.steps);
  const calls = countedVisits(stage, progress.backpropagatorCalls);
  if (calls === "")
    return (
      <Trans>
        <b>{steps}</b> so far in this phase
      </Trans>
    );
  return (
    <Trans>
      <b>{steps}</b> and <b>{calls}</b> so far in this phase
    </Trans>
  );
}
