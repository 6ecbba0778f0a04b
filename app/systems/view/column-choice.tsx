// The systems that stand beside the first ones.
import { t } from "@lingui/core/macro";
import { algorithmOf } from "../../../engine/algorithms/catalogue.ts";
import { Icon } from "../../ui/icon.tsx";
import { FIRST_PLACES, togglePlace, usePlaces, useSystems } from "../state/systems.ts";

/** Shows a button for each system that is not there from the beginning, which shows its column or puts it away. */
export function ColumnChoice() {
  const stages = useSystems((state) => state.stages);
  const places = usePlaces();
  return (
    <fieldset className="systems-columns">
      <legend>{t`Also`}</legend>
      {stages.map((stage, place) => {
        if (FIRST_PLACES.includes(place)) return null;
        const isShown = places.includes(place);
        return (
          <button
            key={stage}
            type="button"
            className="button line small"
            aria-pressed={isShown}
            onClick={() => togglePlace(place)}
          >
            <Icon name={isShown ? "tick" : "plus"} /> {algorithmOf(stage)?.title}
          </button>
        );
      })}
    </fieldset>
  );
}
