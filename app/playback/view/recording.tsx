// Progress of recording stages: the present one, how far it has got, and the way to end it.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { stopExploring } from "../../exploration/state/explorer.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { grouped } from "../../words/numbers.ts";

/** Shows which stages are still recorded while the others are seen; nothing where none is. */
export function StillRecorded({ stages }: { readonly stages: readonly string[] }) {
  if (stages.length === 0) return null;
  const names = stages.join(", ");
  return (
    <span className="quiet still-recorded" role="status">
      <Trans>
        Recording: <span translate="no">{names}</span>
      </Trans>{" "}
      <button type="button" className="button line small" onClick={stopExploring}>
        {t`Stop`}
      </button>
    </span>
  );
}

/** Shows how many stages are recorded, those of the explorer unless others are given, and how far the current one is. */
export function Recording({ stages: others }: { readonly stages?: readonly string[] }) {
  const columns = useExplorer((state) => state.columns);
  const chosen = useExplorer((state) => state.stages);
  const stages = others ?? chosen;
  const at = stages.find((stage) => columns[stage]?.progress !== undefined);
  const count = stages.length;
  const done = stages.filter((stage) => columns[stage]?.info !== undefined).length;
  const steps = grouped((at === undefined ? undefined : columns[at]?.progress?.steps) ?? 0);
  return (
    <p className="film-opening">
      {t`Recording the stages: ${done} of ${count} done.`}{" "}
      {at !== undefined && (
        <>
          <Trans>
            <span translate="no">{at}</span> has made {steps} steps.
          </Trans>{" "}
          <button type="button" className="button line small" onClick={stopExploring}>
            {t`Stop`}
          </button>
        </>
      )}
    </p>
  );
}
