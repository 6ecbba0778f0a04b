// Which stages a film shows: of every algorithm, those with a tick have a column.
import "../../exploration/styles/program-lines.css";
import { t } from "@lingui/core/macro";
import { ALGORITHM_CATALOGUE, isWatched } from "../../../engine/algorithms/catalogue.ts";
import { studyPageOf } from "../../algorithms/studies.ts";
import { TracedNote, tracedWords } from "../../algorithms/traced-note.tsx";
import { addressOf } from "../../document/address.ts";
import { removeColumn, showStages } from "../../exploration/state/explorer.ts";
import { MOST_COLUMNS, useExplorer } from "../../exploration/state/store.ts";
import { MultipliedZeroNote } from "../../program/view/contradiction-note.tsx";
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
          {ALGORITHM_CATALOGUE.filter(({ stages: all }) => all.some(({ id }) => isWatched(id))).map((algorithm) => (
            <fieldset key={algorithm.id} className="stage-group">
              <legend lang="en">{algorithm.title}</legend>
              {algorithm.stages
                .filter(({ id }) => isWatched(id))
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

interface TracedStagesProps {
  readonly stages: readonly string[];
  /** The cell of the program. */
  readonly cell: string;
}

/** Shows a button for each stage whose recording is of a trace of the program, or whose zeros made NaN; nothing for the others. */
export function TracedStages({ stages, cell }: TracedStagesProps) {
  const columns = useExplorer((state) => state.columns);
  const text = useExplorer(({ explored }) => explored?.text ?? "");
  return stages.map((stage) => {
    const info = columns[stage]?.info;
    if (info === undefined) return null;
    const { fragment, multipliedZero } = info;
    if (fragment.tag === "inside" && multipliedZero === undefined) return null;
    const words = fragment.tag === "traced" ? tracedWords(stage) : t`${stage}: 0 · ∞`;
    const study = studyPageOf(stage);
    return (
      <PanelButton key={stage} look="button line small" label={words} face={words} panelLook="stage-picker">
        {() => (
          <>
            {multipliedZero !== undefined && <MultipliedZeroNote found={multipliedZero} />}
            {fragment.tag === "traced" && (
              <TracedNote fragment={fragment} text={text} isPrinted={info.ended.tag === "done"}>
                {study !== undefined && (
                  <a className="button line small" href={addressOf(study.view, cell)}>
                    {study.title}
                  </a>
                )}
              </TracedNote>
            )}
          </>
        )}
      </PanelButton>
    );
  });
}
