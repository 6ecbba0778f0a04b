// The keys of all commands, to see and to change.
import { t } from "@lingui/core/macro";
import { type KeyboardEvent, useState } from "react";
import { fixedKeys } from "../commands/all-keys.ts";
import type { Command } from "../commands/command.ts";
import { COMMANDS } from "../commands/commands.ts";
import { keysOf, setShortcut, useShortcuts } from "../commands/shortcuts.ts";
import { keysFor, shownKeys } from "../commands/shown-keys.ts";
import { Icon } from "../ui/icon.tsx";
import { Frame } from "./frame.tsx";

/** Shows the keys of all commands; one that is chosen waits for the key that it is to have. */
export default function KeysDialog() {
  const own = useShortcuts((state) => state.own);
  const [waiting, setWaiting] = useState<string>();
  const [isRefused, setRefused] = useState(false);
  const take = (command: Command, event: KeyboardEvent): void => {
    if (["Control", "Meta", "Shift", "Alt", "Tab"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    setWaiting(undefined);
    if (event.key === "Escape") return;
    const keys = keysOf(event.nativeEvent);
    // plain letters write, and Enter and Space press buttons
    if (!/^(?:Mod|Alt)-|^F\d+$|^[^\p{L}\p{N}\s]$/u.test(keys)) return setRefused(true);
    setRefused(false);
    for (const other of COMMANDS)
      if (other.name !== command.name && keysFor(other, own) === keys) setShortcut(other.name, "");
    setShortcut(command.name, keys);
  };
  return (
    <Frame title={t`Keys`}>
      <div className="dialog-body">
        <p className="soft">
          {t`Choose a key to change it, then press the new one. In an editor, the editor’s own keys come first.`}
        </p>
        <p className="soft" role="status">
          {isRefused ? t`That key is needed for typing. Choose one with Ctrl, Cmd or Alt, or a function key.` : ""}
        </p>
        <table className="keys">
          <tbody>
            {COMMANDS.map((command) => (
              <tr key={command.name}>
                <th scope="row">{command.words}</th>
                <td>
                  <KeyButton
                    words={command.words}
                    keys={shownKeys(keysFor(command, own))}
                    isWaiting={waiting === command.name}
                    onWait={(isWaiting) => setWaiting(isWaiting ? command.name : undefined)}
                    onKeyDown={(event) => take(command, event)}
                  />
                  {own[command.name] !== undefined && (
                    <button
                      type="button"
                      className="button quiet small"
                      onClick={() => setShortcut(command.name, undefined)}
                    >
                      <Icon name="back" /> {t`reset`}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {fixedKeys().map(({ title, rows }) => (
          <section key={title}>
            <h3 className="keys-title">{title}</h3>
            <table className="keys">
              <tbody>
                {rows.map(({ keys, words }) => (
                  <tr key={`${keys} ${words}`}>
                    <th scope="row">{words}</th>
                    <td>
                      <kbd translate="no">{keys}</kbd>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        ))}
      </div>
    </Frame>
  );
}

interface KeyButtonProps {
  readonly words: string;
  /** The keys as people read them; empty for none. */
  readonly keys: string;
  readonly isWaiting: boolean;
  onWait(isWaiting: boolean): void;
  /** A key that is pressed while one is waited for. */
  onKeyDown(event: KeyboardEvent): void;
}

function KeyButton({ words, keys, isWaiting, onWait, onKeyDown }: KeyButtonProps) {
  const isShown = keys !== "" && !isWaiting;
  return (
    <button
      type="button"
      className="button line small"
      aria-label={keys === "" ? t`Key for “${words}”: none` : t`Key for “${words}”: ${keys}`}
      translate={isShown ? "no" : undefined}
      onClick={() => onWait(true)}
      onBlur={() => onWait(false)}
      onKeyDown={(event) => isWaiting && onKeyDown(event)}
    >
      {isShown ? keys : isWaiting ? t`press a key` : t({ message: "none", comment: "no key" })}
    </button>
  );
}
