// A run under way: which phase, and what it has counted so far.
import type { UnderWay } from "../state/running.ts";
import { counted } from "../view-models/numbers.ts";
import { PHASE_DOING, PHASE_NAMES } from "../view-models/outcome.ts";

export function RunningView({ running: { progress, stopping } }: { readonly running: UnderWay }) {
  const phase = progress?.phase;
  const reached = PHASE_NAMES.findIndex(([name]) => name === phase);
  const doing = phase === undefined ? "starting" : PHASE_DOING[phase];
  return (
    <div className="under-way">
      <p className="headline">{stopping ? "Stopping" : `${doing.charAt(0).toUpperCase()}${doing.slice(1)}`}</p>
      <ol className="phases" aria-hidden="true">
        {PHASE_NAMES.map(([name, words], index) => (
          <li key={name} className={index < reached ? "over" : index === reached ? "now" : "ahead"}>
            {words}
          </li>
        ))}
      </ol>
      <p className="so-far">
        {progress === undefined || (progress.steps === 0 && progress.backpropagatorCalls === 0) ? (
          "nothing counted so far"
        ) : (
          <>
            <b>{counted(progress.steps, "step")}</b>
            {progress.backpropagatorCalls > 0 && (
              <>
                {" "}
                and <b>{counted(progress.backpropagatorCalls, "backpropagator call")}</b>
              </>
            )}{" "}
            so far in this phase
          </>
        )}
      </p>
    </div>
  );
}
