// The keys of commands, as they are and as people read them.
import type { Command } from "./commands.ts";

/** The keys of a command as they are now; empty for none. */
export function keysFor(command: Command, own: Readonly<Record<string, string>>): string {
  return own[command.name] ?? command.keys ?? "";
}

const IS_MAC = /Mac|iP(?:hone|ad)/.test(navigator.userAgent);

/** Keys as people read them: `Ctrl Shift Z`. */
export function shownKeys(keys: string): string {
  return keys
    .split(/-(?=.)/)
    .map(
      (key) =>
        ({ Mod: IS_MAC ? "⌘" : "Ctrl", ArrowUp: "↑", ArrowDown: "↓" })[key] ??
        (key.length === 1 ? key.toUpperCase() : key),
    )
    .join(" ");
}
