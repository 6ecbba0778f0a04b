// The keys that work wherever the focus is: Ctrl-Enter (or Cmd-Enter) runs, Escape stops.
import { useEffect } from "react";
import { type CellId, programsOf } from "../document/document.ts";
import { useDocument } from "../state/document.ts";
import { startRun, stopRun, useRunning } from "../state/running.ts";

export function useKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.altKey) {
        if (document.querySelector("dialog[open]") !== null) return;
        event.preventDefault();
        const id = focusedCell() ?? programsOf(useDocument.getState().document)[0]?.id;
        if (id !== undefined) void startRun(id);
      } else if (event.key === "Escape" && !event.defaultPrevented) {
        if (document.querySelector("dialog[open]") !== null) return;
        for (const [id, run] of Object.entries(useRunning.getState().runs))
          if (run.running !== undefined) stopRun(id as CellId);
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

function focusedCell(): CellId | undefined {
  const card = document.activeElement?.closest<HTMLElement>("[data-cell]");
  return card?.dataset.cell as CellId | undefined;
}
