// Which stages of a film transform the run instead of the program: a button for each, with the place, the reason and a way to read it.
import "../../exploration/styles/program-lines.css";
import { studyPageOf } from "../../algorithms/studies.ts";
import { TracedNote, tracedWords } from "../../algorithms/traced-note.tsx";
import { addressOf } from "../../document/address.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { PanelButton } from "../../ui/panel-button.tsx";

interface TracedStagesProps {
  readonly stages: readonly string[];
  /** The cell of the program. */
  readonly cell: string;
}

/** Shows a button for each stage whose recording is of a trace of the program; shows nothing for the others. */
export function TracedStages({ stages, cell }: TracedStagesProps) {
  const columns = useExplorer((state) => state.columns);
  const text = useExplorer(({ explored }) => explored?.text ?? "");
  return stages.map((stage) => {
    const info = columns[stage]?.info;
    if (info === undefined || info.fragment.tag === "inside") return null;
    const words = tracedWords(stage);
    const study = studyPageOf(stage);
    return (
      <PanelButton key={stage} look="button line small" label={words} face={words} panelLook="stage-picker">
        {() => (
          <TracedNote fragment={info.fragment} text={text} isPrinted={info.ended.tag === "done"}>
            {study !== undefined && (
              <a className="button line small" href={addressOf(study.view, cell)}>
                {study.title}
              </a>
            )}
          </TracedNote>
        )}
      </PanelButton>
    );
  });
}
