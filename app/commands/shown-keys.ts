// The keys of commands, as they are and as people read them.
import { t } from "@lingui/core/macro";
import type { Command } from "./command.ts";

/** The keys of a command as they are now; empty for none. */
export function keysFor(command: Command, own: Readonly<Record<string, string>>): string {
  return own[command.name] ?? command.keys ?? "";
}

const IS_MAC = /Mac|iP(?:hone|ad)/.test(navigator.userAgent);

/** Usual names of keys; all others have those of the browser. */
const KEY_WORDS: Readonly<Record<string, string>> = {
  Mod: IS_MAC ? "⌘" : t`Ctrl`,
  Shift: t`Shift`,
  Alt: t`Alt`,
  Enter: t`Enter`,
  ArrowUp: "↑",
  ArrowDown: "↓",
};

/** Keys as people read them: `Ctrl Shift Z`. */
export function shownKeys(keys: string): string {
  return keys
    .split(/-(?=.)/)
    .map((key) => KEY_WORDS[key] ?? (key.length === 1 ? key.toUpperCase() : key))
    .join(" ");
}
