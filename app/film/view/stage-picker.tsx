// Which stages a film shows: of every algorithm, those with a tick have a column.
import { t } from "@lingui/core/macro";
import { ALGORITHM_CATALOGUE, goesBack } from "../../../engine/algorithms/catalogue.ts";
import { TracedNote } from "../../algorithms/traced-note.tsx";
import { removeColumn, showStages } from "../../exploration/state/explorer.ts";
import { MOST_COLUMNS, useExplorer } from "../../exploration/state/store.ts";
import { PanelButton } from "../../ui/panel-button.tsx";

/** Shows a button with a panel of all reverse stages; those with a tick have a column, up to the most that fit. */
export function StagePicker({ stages }: { readonly stages: readonly string[] }) {
  const refused = useExplorer(({ explored }) => explored?.refused) ?? {};
  const text = useExplorer(({ explored }) => explored?.text ?? "");
  const [refusal] = Object.values(refused);
  const isFull = stages.length >= MOST_COLUMNS;
  return (
    <PanelButton look="button line small" label={t`Stages`} face={t`Stages`} panelLook="stage-picker">
      {() => (
        <>
          {refusal !== undefined && <TracedNote fragment={refusal} text={text} isPrinted={false} />}
          {ALGORITHM_CATALOGUE.map((algorithm) => (
            <fieldset key={algorithm.id} className="stage-group">
              <legend lang="en">{algorithm.title}</legend>
              {algorithm.stages
                .filter(({ id }) => goesBack(id))
                .map(({ id }) => (
                  <label key={id} className="switch">
                    <input
                      type="checkbox"
                      checked={stages.includes(id)}
                      disabled={id in refused || (stages.includes(id) ? stages.length === 1 : isFull)}
                      onChange={(event) => {
                        if (event.currentTarget.checked) void showStages([...stages, id]);
                        else removeColumn(id);
                      }}
                    />
                    <span translate="no">{id}</span>
                  </label>
                ))}
            </fieldset>
          ))}
        </>
      )}
    </PanelButton>
  );
}
