// The keys of the timeline, outside of texts and fields (mockups/README.md).
import { useEffect } from "react";
import { TIMELINE_KEYS } from "./timeline-keys.ts";

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
function act(event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  return TIMELINE_KEYS.find(({ keys }) => keys.includes(key))?.press(event) ?? false;
}
