// A run's result: value and gradient, the checks, the cost; or its failure, with partial results.
import { t } from "@lingui/core/macro";
import { lazy, Suspense, useState } from "react";
import { TRACE } from "../../../engine/algorithms/algorithm.ts";
import { i18n } from "../../base/locale.ts";
import { addressOf, NO_SCENE } from "../../document/address.ts";
import type { ProgramCell } from "../../document/document.ts";
import { applyFix, goTo } from "../../editor/registry.ts";
import { exploreRequestOf } from "../../exploration/state/request.ts";
import { Terms } from "../../help/term.tsx";
import { isSingle } from "../../program/model/input-row.ts";
import { mistakeViews } from "../../program/model/mistakes.ts";
import { isInField, type Outcome, oddNumbers, ofSum, outcomeOf, withoutReals } from "../../program/model/outcome.ts";
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

const ExaminationView = lazy(async () => ({
  default: (await import("./examination/examination-view.tsx")).ExaminationView,
}));

const ComparisonPart = lazy(async () => ({ default: (await import("./comparison-part.tsx")).ComparisonPart }));

const ProfileView = lazy(async () => ({ default: (await import("./profile/profile-view.tsx")).ProfileView }));

const ShownView = lazy(async () => ({ default: (await import("./shown/shown-view.tsx")).ShownView }));

/** A run that took longer, in milliseconds, is examined on request only. */
const LONGEST_RUN = 1000;

/** Whether a run is examined without being asked for; the first of a worker waits for the engine, so that it may take long and be short. */
function isShort({ isFirst, took }: Result): boolean {
  return isFirst || took <= LONGEST_RUN;
}

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

/** A part of a result that is shown on request. */
type Ask = "examined" | "profiled" | "compared";

/** The runs whose gradients the reader wants to be examined, profiled and compared, by what is run. */
type Asked = { readonly [A in Ask]?: string | undefined };

/** Shows the outcome of a run; `replaced` is the run before it, and `width` its room in pixels. */
export function ResultView({ cell, check, result, replaced, width }: ResultViewProps) {
  const outcome = outcomeOf(result, useFreshness(result, cell), check);
  // kept while another run of the same replaces this one
  const [asked, setAsked] = useState<Asked>({});
  const { stale, run, pairs, headline, explanation } = outcome;
  const lacking = run && withoutReals(run);
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
        <ValuePairView
          key={pair.labels[0]}
          pair={pair}
          width={width}
          entryAddress={
            pair === pairs[1] && pair.below !== undefined && !stale
              ? (entry) => addressOf("graph", cell.id, { ...NO_SCENE, step: "end", pick: entry })
              : undefined
          }
        />
      ))}
      {run?.at !== undefined && check?.checked.asksToShow === true && !replaced && (
        <Suspense>
          <ShownView cell={cell} isCurrent={!stale} />
        </Suspense>
      )}
      {run !== undefined && oddNumbers(run) !== undefined && (
        <p className="odd-numbers">
          {oddNumbers(run) === "nan" ? t`The gradient contains NaN.` : t`The gradient is infinite in places.`}
        </p>
      )}
      {run !== undefined && <SumNote of={ofSum(run)} />}
      {lacking !== undefined ? (
        <p className="not-counted">{lacking}</p>
      ) : (
        run?.checks !== undefined && <ChecksView checks={run.checks} />
      )}
      {run?.ended.tag === "done" && (run.gradient?.reals.count ?? 0) > 0 && !old && (
        <Examination
          cell={cell}
          begins={oddNumbers(run) !== undefined && isShort(result)}
          asked={asked}
          onAsk={setAsked}
        />
      )}
      {run?.cost !== undefined && (
        <Suspense>
          <CostView cost={run.cost} />
        </Suspense>
      )}
      {run?.ended.tag === "done" && run.stage === TRACE && (
        <p className="not-counted">
          {isSingle(cell)
            ? t`Every operation is rounded to single precision, and nothing is compared.`
            : t`Computed step by step, since the compiled engine cannot run this program. This takes about two thousand times as long.`}
        </p>
      )}
    </div>
  );
}

/** Shows the sum that a gradient is that of, where there is one. */
function SumNote({ of }: { readonly of: string | undefined }) {
  if (of === undefined) return null;
  return (
    <p className="not-counted">
      <Terms text={of} />
    </p>
  );
}

interface ExaminationProps {
  readonly cell: ProgramCell;
  /** Whether the findings are looked for without being asked for. */
  readonly begins: boolean;
  readonly asked: Asked;
  onAsk(asked: Asked): void;
}

const ASKS: Readonly<Record<Ask, string>> = {
  examined: t`Check this gradient`,
  profiled: t`Cost by line`,
  compared: t`Compare with another run`,
};

/** Shows buttons that examine, profile and compare the gradient, and then the findings, the profile and the differences. */
function Examination({ cell, begins, asked, onAsk }: ExaminationProps) {
  const run = JSON.stringify(exploreRequestOf(cell));
  const isAsked = (ask: Ask): boolean => asked[ask] === run || (ask === "examined" && begins);
  const left = (Object.keys(ASKS) as Ask[]).filter((ask) => !isAsked(ask));
  const close = (ask: Ask) => () => onAsk({ ...asked, [ask]: undefined });
  return (
    <>
      <Suspense>
        {isAsked("examined") && <ExaminationView cell={cell} />}
        {isAsked("profiled") && <ProfileView cell={cell} onClose={close("profiled")} />}
        {isAsked("compared") && <ComparisonPart cell={cell} onClose={close("compared")} />}
      </Suspense>
      {left.length > 0 && (
        <div className="result-asks">
          {left.map((ask) => (
            <button
              key={ask}
              type="button"
              className="button line small"
              onClick={() => onAsk({ ...asked, [ask]: run })}
            >
              {ASKS[ask]}
            </button>
          ))}
        </div>
      )}
    </>
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
