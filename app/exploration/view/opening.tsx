// A view while its program has not run, has mistakes, or is refused.
import { plural, t } from "@lingui/core/macro";
import type { Explored, Refused } from "../../../engine/explore/exploration.ts";
import { studyPageOf } from "../../algorithms/studies.ts";
import { TracedNote } from "../../algorithms/traced-note.tsx";
import { useAsked } from "../../client/question.ts";
import { addressOf } from "../../document/address.ts";
import type { ProgramCell } from "../../document/document.ts";
import { briefValue } from "../../program/value/model/value-tree.ts";
import type { LookProps } from "../../program/view/look-props.ts";
import { Awaited, Crashed, NothingToShow } from "../../program/view/opening-states.tsx";
import { Stopped } from "../../program/view/stopped.tsx";
import { SweepField } from "../../program/view/sweep-field.tsx";
import { grouped } from "../../words/numbers.ts";
import { exploreAgain } from "../state/again.ts";
import { exploration, stopExploring } from "../state/explorer.ts";
import { useExplorer } from "../state/store.ts";

interface OpeningProps {
  readonly cell: ProgramCell;
  readonly explored: Explored | undefined;
  /** How the recording of a stage ended, where the run itself came to its end. */
  readonly ending?: string;
}

/** Shows why there is nothing to explore: the run is not over, was stopped, crashed, or the program has mistakes. */
export function Opening({ cell, explored, ending }: OpeningProps) {
  const isStopped = useExplorer(({ subject, isOpening }) => subject !== undefined && !isOpening);
  const { progress, failure } = useAsked(exploration);
  if (failure !== undefined) return <Crashed failure={failure} />;
  if (explored === undefined && isStopped) return <Stopped onAgain={() => void exploreAgain(cell)} />;
  if (explored === undefined)
    return (
      <Awaited headline={t`Running`}>
        <p>
          {progress === undefined ? t`The program is being prepared.` : soFar(progress.steps)}{" "}
          <button type="button" className="button line small" onClick={stopExploring}>
            {t`Stop`}
          </button>
        </p>
      </Awaited>
    );
  const { ended } = explored;
  const value = explored.graph.size === 0 ? explored.value?.text : undefined;
  const diagnostics =
    ended.tag === "mistake" ? ended.diagnostics : ended.tag === "out-of-budget" ? [ended.diagnostic] : [];
  return (
    <NothingToShow diagnostics={diagnostics} cell={cell} text={explored.text}>
      {diagnostics.length === 0 && ending !== undefined && <p>{ending}</p>}
      {value !== undefined && (
        <p>
          {t`This run has no Real numbers.`}{" "}
          <code translate="no" title={value}>
            {briefValue(value)}
          </code>
        </p>
      )}
      <SweepField cell={cell} />
    </NothingToShow>
  );
}

interface RefusedViewProps extends LookProps {
  readonly explored: Explored;
  readonly refusal: Refused;
}

/** Shows why a program is refused, with ways to the views that have its run. */
export function RefusedView({ cell, explored, refusal }: RefusedViewProps) {
  const study = refusal.instead === undefined ? undefined : studyPageOf(refusal.instead);
  return (
    <NothingToShow diagnostics={[]} cell={cell} text={explored.text}>
      <TracedNote fragment={refusal} text={explored.text} isPrinted={false} />
      <p>
        <a className="button" href={addressOf("graph", cell.id)}>
          {t`The graph of the run`}
        </a>{" "}
        {study !== undefined && (
          <a className="button" href={addressOf(study.view, cell.id)}>
            {study.title}
          </a>
        )}
      </p>
    </NothingToShow>
  );
}

function soFar(steps: number): string {
  const count = grouped(steps);
  return plural(steps, { one: `${count} step so far.`, other: `${count} steps so far.` });
}

/** Whether there is a graph to look at. */
export function canLook(explored: Explored | undefined): explored is Explored {
  return explored !== undefined && explored.graph.size > 0;
}
