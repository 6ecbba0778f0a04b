// The keys of the timeline, outside of texts and fields (mockups/README.md).
import { useEffect } from "react";
import { lead, pin, stopExploring, useExplorer } from "../../state/explorer.ts";
import { faster, go, move, play } from "../../state/transport.ts";
import { JUMPS } from "./dock.tsx";

/** Elements that have a use for letters, arrows or Space themselves. */
const OWN_KEYS = "input:not([type=range]):not([type=checkbox]), textarea, select, [contenteditable=true], .cm-editor";

export function useExplorerKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : document.body;
      // the timeline's own keys give way to these
      if (event.defaultPrevented && !target.matches(".strip-range")) return;
      if (event.ctrlKey || event.metaKey) return;
      // an open dialog has the keys for itself: Escape closes it
      if (document.querySelector("dialog[open]") !== null) return;
      if (target.closest(OWN_KEYS) !== null) return;
      if (event.key === " " && target.closest("button, summary, a, input") !== null) return;
      if (act(event)) event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/** Does what a key says; whether it says anything. */
function act({ key, shiftKey, altKey }: KeyboardEvent): boolean {
  const { leader, columns, pinned, hovered, stages } = useExplorer.getState();
  const direction = shiftKey ? -1 : 1;
  const found = JUMPS.find((jump) => jump.key === key.toLowerCase());
  if (found !== undefined && !altKey) {
    void move(found.to, direction);
    return true;
  }
  switch (key) {
    case " ":
      void play();
      return true;
    case "ArrowRight":
    case "ArrowLeft":
      void move({ tag: altKey ? "event" : "change" }, key === "ArrowRight" ? 1 : -1);
      return true;
    case "Home":
      go(0);
      return true;
    case "End":
      go(columns[leader]?.info?.steps ?? 0);
      return true;
    case "[":
    case "]":
      faster(key === "]" ? 1 : -1);
      return true;
    case "n":
    case "N": {
      const scalar = pinned ?? hovered;
      if (scalar !== undefined) void move({ tag: "touching", scalar }, direction);
      return true;
    }
    case "g":
      document.querySelector<HTMLInputElement>(".go-to-step")?.select();
      return true;
    case "w":
      document.querySelector<HTMLElement>(".why")?.focus();
      return true;
    case "Escape":
      if (pinned === undefined) stopExploring();
      // back from the explanation to what is explained
      if (pinned !== undefined && document.activeElement?.closest(".why, .graph-side") != null)
        document.querySelector<HTMLElement>(`[data-id="${pinned}"], [data-node="${pinned}"]`)?.focus();
      pin(undefined);
      return true;
    default: {
      const stage = /^[1-4]$/.test(key) ? stages[Number(key) - 1] : undefined;
      if (stage !== undefined) lead(stage);
      return stage !== undefined;
    }
  }
}
