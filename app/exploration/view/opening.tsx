// What stands in a view while its program has not run, or has mistakes.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { Explored } from "../../../engine/session/exploration/exploration.ts";
import { addressOf } from "../../document/address.ts";
import type { ProgramCell } from "../../document/document.ts";
import { Crashed } from "../../program/view/opening-states.tsx";
import { SweepField } from "../../program/view/sweep-field.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { grouped } from "../../words/numbers.ts";
import { message } from "../../words/rich-text.ts";
import { stopExploring } from "../state/explorer.ts";
import { useExplorer } from "../state/store.ts";

interface OpeningProps {
  readonly cell: ProgramCell;
  readonly explored: Explored | undefined;
}

export function Opening({ cell, explored }: OpeningProps) {
  const progress = useExplorer((state) => state.progress);
  const failure = useExplorer((state) => state.failure);
  if (failure !== undefined) return <Crashed failure={failure} />;
  if (explored === undefined)
    return (
      <div className="opening" aria-live="polite">
        <p className="headline">{t`Running`}</p>
        <p>
          {progress === undefined ? t`The program is being prepared.` : soFar(progress.steps)}{" "}
          <button type="button" className="button line small" onClick={stopExploring}>
            {t`Stop`}
          </button>
        </p>
      </div>
    );
  const { ended } = explored;
  const value = explored.value?.text;
  const isDone = ended.tag === "done";
  const diagnostics =
    ended.tag === "mistake" ? ended.diagnostics : ended.tag === "out-of-budget" ? [ended.diagnostic] : [];
  return (
    <div className="opening">
      <p className="headline">{isDone ? t`Nothing to show` : t`Nothing to show yet`}</p>
      {isDone && (
        <p>
          <Trans>
            The run finished with the value <code translate="no">{value}</code>. It has no Real numbers, so nothing can
            be differentiated.
          </Trans>
        </p>
      )}
      {diagnostics.slice(0, 3).map((one) => (
        <p key={`${one.kind} ${one.span.from}`} lang="en">
          <RichText runs={message(one.message)} />
        </p>
      ))}
      <SweepField cell={cell} />
      <p>
        <a className="link" href={addressOf("document")}>
          {t`Back to the program`}
        </a>
      </p>
    </div>
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
