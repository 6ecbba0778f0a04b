// A run's result: value and gradient, the checks, the cost; or its failure, with partial results.
import { t } from "@lingui/core/macro";
import { lazy, Suspense } from "react";
import { TRACE } from "../../../engine/algorithms/algorithm.ts";
import { i18n } from "../../base/locale.ts";
import type { ProgramCell } from "../../document/document.ts";
import { applyFix, goTo } from "../../editor/registry.ts";
import { Terms } from "../../help/term.tsx";
import { mistakeViews } from "../../program/model/mistakes.ts";
import { isInField, type Outcome, oddNumbers, outcomeOf } from "../../program/model/outcome.ts";
import { type CellCheck, RENEWED, type Result } from "../../program/model/run.ts";
import { isFollowed, useLive } from "../../program/state/live.ts";
import { useFreshness } from "../../program/state/running.ts";
import { ValuePairView } from "../../program/value/value-pair.tsx";
import { ContradictionNote, MultipliedZeroNote } from "../../program/view/contradiction-note.tsx";
import { MistakeItem } from "../../program/view/mistake-view.tsx";
import { StaleTag } from "../../program/view/stale-tag.tsx";
import { useDelayed } from "../../ui/hooks/use-delayed.ts";
import { ChecksView } from "./checks-view.tsx";

// the compiled engine, by which programs run first, counts nothing
const CostView = lazy(async () => ({ default: (await import("./cost-view.tsx")).CostView }));

// few runs give numbers that are none
const OddNumbers = lazy(async () => ({ default: (await import("./odd-numbers.tsx")).OddNumbers }));

/** Says that nothing has run yet, and how to run it. */
export function NoResult() {
  return (
    <div className="no-result">
      <p className="headline">{t`Nothing has run yet`}</p>
      <p>
        <Terms text={t`Run the program to see its value and its gradient.`} />
      </p>
    </div>
  );
}

interface ResultViewProps {
  readonly cell: ProgramCell;
  readonly check: CellCheck | undefined;
  readonly result: Result;
  /** Whether another run has followed, or has begun. */
  readonly replaced: boolean;
  readonly width: number;
}

/** Shows the outcome of a run; `replaced` is the run before it, and `width` its room in pixels. */
export function ResultView({ cell, check, result, replaced, width }: ResultViewProps) {
  const outcome = outcomeOf(result, useFreshness(result, cell), check);
  const { stale, run, pairs, headline, explanation } = outcome;
  const isLive = useLive((state) => state.isOn) && isFollowed(result);
  const moment = new Date(result.time).toLocaleTimeString(i18n.locale);
  // a result that follows typing is renewed before it would look old
  const isOld = useDelayed(stale, isLive ? RENEWED : 0);
  const old = isOld || replaced;
  return (
    <div className={old ? "outcome stale" : "outcome"}>
      {old && <StaleTag words={isOld ? t`from ${moment}, before your last edit` : t`from the previous run`} />}
      {headline !== "" && (
        <div className="ending">
          <p className="headline">{headline}</p>
          <p>{explanation}</p>
        </div>
      )}
      <RunMistakes cell={cell} outcome={outcome} text={result.subject.text} />
      {run?.checks?.contradiction !== undefined && (
        <ContradictionNote found={run.checks.contradiction} variations={result.subject.ask.variations} />
      )}
      {run?.checks?.multipliedZero !== undefined && <MultipliedZeroNote found={run.checks.multipliedZero} />}
      {pairs.map((pair) => (
        <ValuePairView key={pair.labels[0]} pair={pair} width={width} />
      ))}
      {run !== undefined && oddNumbers(run) !== undefined && (
        <Suspense>
          <OddNumbers cell={cell} run={run} current={!stale} />
        </Suspense>
      )}
      {run?.gradient?.reals.count === 0 ? (
        <p className="not-counted">{t`The input has no Real to differentiate by, so there is no gradient.`}</p>
      ) : (
        run?.checks !== undefined && <ChecksView checks={run.checks} />
      )}
      {run?.cost !== undefined && (
        <Suspense>
          <CostView cost={run.cost} />
        </Suspense>
      )}
      {run?.ended.tag === "done" && run.stage === TRACE && (
        <p className="not-counted">
          {t`Computed step by step, since the compiled engine cannot run this program. This takes about two thousand times as long.`}
        </p>
      )}
    </div>
  );
}

/** Mistakes while the program ran; those in a field are shown under that field. */
function RunMistakes(props: { readonly cell: ProgramCell; readonly outcome: Outcome; readonly text: string }) {
  const { cell, outcome, text } = props;
  const here = outcome.diagnostics.filter((diagnostic) => !isInField(diagnostic));
  if (here.length === 0) return null;
  return (
    <div className="run-mistakes">
      {mistakeViews(here, text).map((mistake) => (
        <MistakeItem
          key={mistake.key}
          mistake={mistake}
          current={cell.text === text}
          onGo={(span) => goTo(cell.id, span)}
          onFix={(fix) => applyFix(cell.id, fix)}
        />
      ))}
    </div>
  );
}
