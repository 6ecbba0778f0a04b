// What can be taken away from a column: its state as text and LaTeX, its program, its events.
import { t } from "@lingui/core/macro";
import { useRef, useState } from "react";
import { useExplorer } from "../exploration/state/explorer.ts";
import { askTrace } from "../exploration/state/questions.ts";
import { download } from "../ui/download.ts";
import { Icon } from "../ui/icon.tsx";
import { stateLatex, stateText } from "./model.ts";

export function ColumnMenu({ stage }: { readonly stage: string }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [said, setSaid] = useState("");
  const close = (): void => menu.current?.removeAttribute("open");
  const copy = (make: typeof stateText, done: string): void => {
    const { explored, columns, frames } = useExplorer.getState();
    const [info, frame] = [columns[stage]?.info, frames[stage]];
    close();
    if (explored === undefined || info === undefined || frame === undefined) return;
    void navigator.clipboard?.writeText(make(explored, info, frame)).then(() => setSaid(done));
  };
  const save = async (): Promise<void> => {
    close();
    const trace = await askTrace(stage);
    if (trace !== undefined) download(new Blob([trace], { type: "application/jsonl" }), `${stage}.jsonl`);
  };
  return (
    <details
      ref={menu}
      className="menu"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !menu.current?.open) return;
        event.stopPropagation();
        close();
        menu.current.querySelector("summary")?.focus();
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <summary className="button icon-only quiet" title={t`Copy or save ${stage}`}>
        <Icon name="save" />
        <span className="visually-hidden">{t`Copy or save ${stage}`}</span>
      </summary>
      <div className="menu-items">
        <button type="button" className="button small" onClick={() => copy(stateText, t`Copied the state as text`)}>
          {t`Copy the state as text`}
        </button>
        <button type="button" className="button small" onClick={() => copy(stateLatex, t`Copied the state as LaTeX`)}>
          {t`Copy the state as LaTeX`}
        </button>
        <button type="button" className="button small" onClick={() => void save()}>
          {t`Save the trace (JSON Lines)`}
        </button>
      </div>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </details>
  );
}
