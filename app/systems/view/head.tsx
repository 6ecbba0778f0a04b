// The head of a column: the system, where it is from, and which of its stages is shown.
import { t } from "@lingui/core/macro";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import { ALGORITHM_CATALOGUE, algorithmOf, describedStage } from "../../../engine/algorithms/catalogue.ts";
import { useIsDeep } from "../../ui/depth/depth.ts";
import { Icon } from "../../ui/icon.tsx";
import { chooseStage, useSystems } from "../state/systems.ts";

/** Shows the title of a system, its citation, and the choice of its stage. */
export function ColumnHead({ stage, place }: { readonly stage: StageId; readonly place: number }) {
  const stages = useSystems((state) => state.stages);
  const algorithm = algorithmOf(stage);
  const column = place + 1;
  const isDeep = useIsDeep("systems");
  return (
    <header className="systems-head">
      <h2 lang="en">{algorithm?.title}</h2>
      {isDeep && (
        <p className="citation" lang="en">
          {describedStage(stage)?.citation}
        </p>
      )}
      {isDeep ? (
        <span className="select-box stage-choice">
          <select
            aria-label={t`Stage of system ${column}`}
            value={stage}
            onChange={(event) => chooseStage(place, event.currentTarget.value)}
          >
            {ALGORITHM_CATALOGUE.map(({ id, title, stages: all }) => (
              <optgroup key={id} label={title} lang="en">
                {all.map((one) => (
                  <option
                    key={one.id}
                    value={one.id}
                    translate="no"
                    disabled={one.id !== stage && stages.includes(one.id)}
                  >
                    {one.id}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
          <Icon name="down" />
        </span>
      ) : (
        <code translate="no" title={describedStage(stage)?.citation}>
          {stage}
        </code>
      )}
    </header>
  );
}
