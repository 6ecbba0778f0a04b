// Copies and files of a column: its state as text and LaTeX, its program, its events.
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { askTrace } from "../exploration/state/questions.ts";
import { useExplorer } from "../exploration/state/store.ts";
import { download } from "../ui/download.ts";
import { SaveButton } from "../ui/save-button.tsx";
import { programLatex, stateLatex, stateText } from "./model.ts";

/** Shows what can be copied or saved of a stage's column: its state, its program, its events. */
export function ColumnMenu({ stage }: { readonly stage: string }) {
  const [said, setSaid] = useState("");
  const program = useExplorer((state) => state.columns[stage]?.program);
  const copyText = (text: string, done: string): void =>
    void navigator.clipboard?.writeText(text).then(() => setSaid(done));
  const copy = (make: typeof stateText, done: string): void => {
    const { explored, columns, frames } = useExplorer.getState();
    const [info, frame] = [columns[stage]?.info, frames[stage]];
    if (explored === undefined || info === undefined || frame === undefined) return;
    copyText(make(explored, info, frame), done);
  };
  const save = async (): Promise<void> => {
    const trace = await askTrace(stage);
    if (trace !== undefined) download(new Blob([trace], { type: "application/jsonl" }), `${stage}.jsonl`);
  };
  const choices = [
    { words: t`Copy the state as text`, run: () => copy(stateText, t`Copied the state as text`) },
    { words: t`Copy the state as LaTeX`, run: () => copy(stateLatex, t`Copied the state as LaTeX`) },
    ...(program === undefined
      ? []
      : [
          {
            words: t`Copy the program as LaTeX`,
            run: () => copyText(programLatex(program), t`Copied the program as LaTeX`),
          },
        ]),
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
