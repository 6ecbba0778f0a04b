// Which stages of a film transform the run instead of the program, or multiply zeros by infinite partials: a button for each, with the
// place, the reason and a way to read it.
import "../../exploration/styles/program-lines.css";
import { t } from "@lingui/core/macro";
import { studyPageOf } from "../../algorithms/studies.ts";
import { TracedNote, tracedWords } from "../../algorithms/traced-note.tsx";
import { addressOf } from "../../document/address.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { MultipliedZeroNote } from "../../program/view/contradiction-note.tsx";
import { PanelButton } from "../../ui/panel-button.tsx";

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
