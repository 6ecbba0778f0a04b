// What stands in a view while its program has not run, or has mistakes.
import type { Explored } from "../../../engine/session/exploration.ts";
import { RichText } from "../../components/rich-text.tsx";
import type { ProgramCell } from "../../document/document.ts";
import { stopExploring, useExplorer } from "../../state/explorer.ts";
import { addressOf } from "../../state/route.ts";
import { grouped } from "../../view-models/numbers.ts";
import { message } from "../../view-models/rich-text.ts";
import { SweepField } from "../sweep-field.tsx";

interface OpeningProps {
  readonly cell: ProgramCell;
  readonly explored: Explored | undefined;
}

export function Opening({ cell, explored }: OpeningProps) {
  const progress = useExplorer((state) => state.progress);
  const failure = useExplorer((state) => state.failure);
  if (failure !== undefined)
    return (
      <div className="opening" role="alert">
        <p className="headline">The engine broke off</p>
        <p>{failure}. Change the program, and it starts anew.</p>
      </div>
    );
  if (explored === undefined)
    return (
      <div className="opening" aria-live="polite">
        <p className="headline">Running</p>
        <p>
          {progress === undefined ? "The program is being prepared." : `${grouped(progress.steps)} steps so far.`}{" "}
          <button type="button" className="button line small" onClick={stopExploring}>
            Stop
          </button>
        </p>
      </div>
    );
  const { ended } = explored;
  const isDone = ended.tag === "done";
  const diagnostics =
    ended.tag === "mistake" ? ended.diagnostics : ended.tag === "out-of-budget" ? [ended.diagnostic] : [];
  return (
    <div className="opening">
      <p className="headline">There is nothing to look at{isDone ? "" : " yet"}</p>
      {isDone && (
        <p>
          The run is done, and its value is <code>{explored.value?.text}</code>, but no Real number occurs in it: there
          is nothing to differentiate.
        </p>
      )}
      {diagnostics.slice(0, 3).map((one) => (
        <p key={`${one.kind} ${one.span.from}`}>
          <RichText runs={message(one.message)} />
        </p>
      ))}
      <SweepField cell={cell} />
      <p>
        <a className="link" href={addressOf("document")}>
          Back to the program
        </a>
      </p>
    </div>
  );
}

/** Whether there is a graph to look at. */
export function canLook(explored: Explored | undefined): explored is Explored {
  return explored !== undefined && explored.graph.size > 0;
}
