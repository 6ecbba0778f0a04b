// The keys of commands: those that the page comes with, and those that the user chose instead.
import { create } from "zustand";
import { fieldsOf, readJson } from "../base/json.ts";
import { keepChoice, keptChoice } from "../base/kept-choice.ts";

const KEY = "dualscope.keys";

/** By the command's name; an empty text is no key. */
export const useShortcuts = create<{ readonly own: Readonly<Record<string, string>> }>()(() => ({ own: remembered() }));

/** Gives a command another key; `undefined` gives it back the one that it came with. */
export function setShortcut(command: string, keys: string | undefined): void {
  const { [command]: _, ...others } = useShortcuts.getState().own;
  const own = keys === undefined ? others : { ...others, [command]: keys };
  useShortcuts.setState({ own });
  keepChoice(KEY, JSON.stringify(own));
}

function remembered(): Readonly<Record<string, string>> {
  const kept = Object.entries(fieldsOf(readJson(keptChoice(KEY))));
  return Object.fromEntries(kept.flatMap(([command, keys]) => (typeof keys === "string" ? [[command, keys]] : [])));
}

/** The keys of an event, as they are written: `Mod-Shift-z`, `?`. Mod is Ctrl, or Cmd on a Mac. */
export function keysOf(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): string {
  const { key } = event;
  const name = key.length === 1 ? key.toLowerCase() : key;
  const isLetter = /^[a-z]$/.test(name) || key.length > 1;
  return [
    event.ctrlKey || event.metaKey ? "Mod" : "",
    event.altKey ? "Alt" : "",
    // the Shift of `?` is in the sign already
    event.shiftKey && isLetter ? "Shift" : "",
    name,
  ]
    .filter((part) => part !== "")
    .join("-");
}
