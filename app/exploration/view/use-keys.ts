// The keys of the timeline, outside of texts and fields.
import { useEffect } from "react";
import { TIMELINE_KEYS, type TimelineKey } from "./timeline-keys.ts";

/** Elements that have a use for letters, arrows or Space themselves; a slider has if it is not one of time. */
const OWN_KEYS =
  "input:not([type=range]):not([type=checkbox]), [data-own-keys], textarea, select, [contenteditable=true], .cm-editor";

const READ_ONLY = '.cm-content[aria-readonly="true"]';
const MOVES_CARET = /^(?:Arrow|Home|End|Page|Tab|Enter)/;

/** The tables of keys that work now; that of the view in front is the last. */
const working: (readonly TimelineKey[])[] = [];

/** Presses a key of the view in front from somewhere else, such as a slide that the view stands on; whether it has that key. */
export function pressKey(key: string): boolean {
  const table = working.at(-1);
  return table !== undefined && act(table, { key, shiftKey: false, altKey: false });
}

/** Handles the keys of the timeline while a component is mounted. */
export function useExplorerKeys(): void {
  useKeys(TIMELINE_KEYS);
}

/** Keys that work in a view, outside of texts and fields. */
export function useKeys(table: readonly TimelineKey[]): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : document.body;
      // the timeline's own keys give way to these
      if (event.defaultPrevented && !target.matches("[type=range]")) return;
      if (event.ctrlKey || event.metaKey) return;
      // an open dialog has the keys for itself: Escape closes it
      if (document.querySelector("dialog[open]") !== null) return;
      // and an open panel is closed by it first
      if (event.key === "Escape" && document.querySelector(":popover-open") !== null) return;
      // a read-only text uses the keys that move its caret, and no others
      const isReading = target.closest(READ_ONLY) !== null && !MOVES_CARET.test(event.key);
      if (!isReading && target.closest(OWN_KEYS) !== null) return;
      // a link does not use Space: after following one, Space shall play
      if (event.key === " " && target.closest("button, summary, input:not([type=range])") !== null) return;
      if (act(table, event)) event.preventDefault();
    };
    addEventListener("keydown", onKey);
    working.push(table);
    return () => {
      removeEventListener("keydown", onKey);
      working.splice(working.lastIndexOf(table), 1);
    };
  }, [table]);
}

/** Does the action of a key; whether it has one. */
function act(table: readonly TimelineKey[], event: Parameters<TimelineKey["press"]>[0]): boolean {
  const key = event.key.toLowerCase();
  return table.find(({ keys }) => keys.includes(key))?.press(event) ?? false;
}
