// The keys that work wherever the focus is: those of commands, and Escape, which stops runs.
import { useEffect } from "react";
import type { CellId } from "../document/document.ts";
import { stopRun, useRunning } from "../program/state/running.ts";
import { COMMANDS } from "./commands.ts";
import { watchFocus } from "./focus-cell.ts";
import { keysOf, useShortcuts } from "./shortcuts.ts";
import { keysFor } from "./shown-keys.ts";

/** Handles the keys of commands, and Escape, wherever the focus is, while the page is there. */
export function useKeys(): void {
  useEffect(watchFocus, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      const { own } = useShortcuts.getState();
      const keys = keysOf(event);
      const command = COMMANDS.find((one) => keysFor(one, own) === keys);
      const dialog = document.querySelector<HTMLDialogElement>("dialog[open]");
      // a dialog has the keys for itself, but help is there everywhere
      if (dialog !== null && command?.name !== "help") return;
      if (event.key === "Escape") {
        for (const [id, run] of useRunning.getState().runs) if (run.running !== undefined) stopRun(id as CellId);
        return;
      }
      if (command === undefined || (isTyping() && !isForEditors(keys, command.name))) return;
      event.preventDefault();
      dialog?.close();
      command.run();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/** Whether keys go into a text. */
function isTyping(): boolean {
  const at = document.activeElement;
  return at instanceof HTMLElement && (at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName));
}

/** In texts, plain keys write, and undoing is the text's own. Sliders, boxes and menus have no undoing of their own. */
function isForEditors(keys: string, name: string): boolean {
  if (!/^Mod-|^F\d+$/.test(keys)) return false;
  return (name !== "undo" && name !== "redo") || document.activeElement?.matches(WITHOUT_TEXT) === true;
}

const WITHOUT_TEXT = 'select, input:is([type="range"], [type="checkbox"], [type="radio"])';
