// The keys of all commands, to see and to change.
import { type KeyboardEvent, useState } from "react";
import { Icon } from "../../components/icon.tsx";
import { keysOf, setShortcut, useShortcuts } from "../../state/shortcuts.ts";
import { COMMANDS, type Command } from "../commands.ts";
import { keysFor, shownKeys } from "../shown-keys.ts";
import { Frame } from "./frame.tsx";

export function KeysDialog() {
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
    <Frame title="Keys">
      <div className="dialog-body">
        <p className="soft">
          Choose a key to change it: then press the new one. Keys of the explorer and the graph stand in the README; in
          an editor those of editing come first.
        </p>
        <p className="soft" role="status">
          {isRefused ? "That key is needed for typing: choose one with Ctrl, Cmd or Alt, or a function key." : ""}
        </p>
        <table className="keys">
          <tbody>
            {COMMANDS.map((command) => (
              <tr key={command.name}>
                <th scope="row">{command.words}</th>
                <td>
                  <button
                    type="button"
                    className="button line small"
                    aria-label={`Key of “${command.words}”: ${shownKeys(keysFor(command, own)) || "none"}`}
                    onClick={() => setWaiting(command.name)}
                    onBlur={() => setWaiting(undefined)}
                    onKeyDown={(event) => waiting === command.name && take(command, event)}
                  >
                    {waiting === command.name ? "press a key" : shownKeys(keysFor(command, own)) || "none"}
                  </button>
                  {own[command.name] !== undefined && (
                    <button
                      type="button"
                      className="button quiet small"
                      onClick={() => setShortcut(command.name, undefined)}
                    >
                      <Icon name="back" /> as it was
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Frame>
  );
}
