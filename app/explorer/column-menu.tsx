// Copies and files of a column: its state as text and LaTeX, its program, its events.
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { askTrace } from "../exploration/state/questions.ts";
import { useExplorer } from "../exploration/state/store.ts";
import { download } from "../ui/download.ts";
import { SaveButton } from "../ui/save-button.tsx";
import { stateLatex, stateText } from "./model.ts";

/** Shows what can be copied or saved of a stage's column: its state, its program, its events. */
export function ColumnMenu({ stage }: { readonly stage: string }) {
  const [said, setSaid] = useState("");
  const copy = (make: typeof stateText, done: string): void => {
    const { explored, columns, frames } = useExplorer.getState();
    const [info, frame] = [columns[stage]?.info, frames[stage]];
    if (explored === undefined || info === undefined || frame === undefined) return;
    void navigator.clipboard?.writeText(make(explored, info, frame)).then(() => setSaid(done));
  };
  const save = async (): Promise<void> => {
    const trace = await askTrace(stage);
    if (trace !== undefined) download(new Blob([trace], { type: "application/jsonl" }), `${stage}.jsonl`);
  };
  const choices = [
    { words: t`Copy the state as text`, run: () => copy(stateText, t`Copied the state as text`) },
    { words: t`Copy the state as LaTeX`, run: () => copy(stateLatex, t`Copied the state as LaTeX`) },
    { words: t`Save the trace (JSON Lines)`, run: () => void save() },
  ];
  return (
    <>
      <SaveButton label={t`Copy or save ${stage}`} choices={choices} />
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
}
