// What a film shows: which columns, which stages, how thick edges are; and what of it is saved.
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ALGORITHM_CATALOGUE } from "../../../engine/algorithms/catalogue.ts";
import type { ProgramCell } from "../../document/document.ts";
import { removeColumn, showStages } from "../../exploration/state/explorer.ts";
import { MOST_COLUMNS, useExplorer } from "../../exploration/state/store.ts";
import { SweepField } from "../../program/view/sweep-field.tsx";
import { VariationsMenu } from "../../program/view/variations-menu.tsx";
import { PanelButton } from "../../ui/panel-button.tsx";
import { SaveButton } from "../../ui/save-button.tsx";
import { GRAPH, PROGRAM } from "../model/paper.ts";
import { setWeighted, toggleColumn, toggleCut, useFilm } from "../state.ts";
import { SAVED } from "./save-film.ts";

export function FilmBar({ cell }: { readonly cell: ProgramCell }) {
  const stages = useExplorer((state) => state.stages);
  const shown = useFilm((state) => state.shown);
  const isWeighted = useFilm((state) => state.isWeighted);
  const film = useFilm((state) => state.film);
  const cut = useFilm((state) => state.cut);
  const [said, setSaid] = useState("");
  const columns = [
    { id: PROGRAM, words: t`Program` },
    { id: GRAPH, words: t`Data flow` },
    ...stages.map((id) => ({ id, words: id })),
  ];
  const choicesFor = (whole: NonNullable<typeof film>) =>
    SAVED.map(({ words, save }) => ({
      words,
      run: () => {
        setSaid(t`Saving: ${words}`);
        void save(whole).then(() => setSaid(t`Saved: ${words}`));
      },
    }));
  return (
    <div className="film-bar">
      <SweepField cell={cell} />
      <fieldset className="either" aria-label={t`Columns`}>
        {columns.map(({ id, words }) => (
          <button
            key={id}
            type="button"
            translate={stages.includes(id) ? "no" : undefined}
            aria-pressed={shown.includes(id)}
            onClick={() => toggleColumn(id)}
          >
            {words}
          </button>
        ))}
      </fieldset>
      <StagePicker stages={stages} />
      <VariationsMenu cell={cell} stages={stages} />
      <label className="switch">
        <input type="checkbox" checked={isWeighted} onChange={(event) => setWeighted(event.currentTarget.checked)} />
        {t`edges as thick as what they carry`}
      </label>
      {cut.size > 0 && (
        <button type="button" className="button line small" onClick={() => [...cut].forEach(toggleCut)}>
          {t`Mend the graph`}
        </button>
      )}
      {film !== undefined && <SaveButton label={t`Save the film`} choices={choicesFor(film)} />}
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}

/** The stages of every algorithm: those with a tick have a column. */
function StagePicker({ stages }: { readonly stages: readonly string[] }) {
  const isFull = stages.length >= MOST_COLUMNS;
  return (
    <PanelButton look="button line small" label={t`Stages`} face={t`Stages`} panelLook="stage-picker">
      {() =>
        ALGORITHM_CATALOGUE.map((algorithm) => (
          <fieldset key={algorithm.id} className="stage-group">
            <legend lang="en">{algorithm.title}</legend>
            {algorithm.stages
              .filter(({ mode }) => mode === "reverse")
              .map(({ id }) => (
                <label key={id} className="switch">
                  <input
                    type="checkbox"
                    checked={stages.includes(id)}
                    disabled={stages.includes(id) ? stages.length === 1 : isFull}
                    onChange={(event) => {
                      if (event.currentTarget.checked) void showStages([...stages, id]);
                      else removeColumn(id);
                    }}
                  />
                  <span translate="no">{id}</span>
                </label>
              ))}
          </fieldset>
        ))
      }
    </PanelButton>
  );
}
