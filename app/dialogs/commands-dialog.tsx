// The palette: every command by its words.
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { COMMANDS, type Command, GROUPS } from "../commands/commands.ts";
import { useShortcuts } from "../commands/shortcuts.ts";
import { keysFor, shownKeys } from "../commands/shown-keys.ts";
import { closeDialog } from "../navigation/dialogs.ts";
import { Frame } from "./frame.tsx";
import { moveAmongChoices } from "./move-among-choices.ts";
import { Query } from "./query.tsx";

export function CommandsDialog() {
  const [query, setQuery] = useState("");
  const own = useShortcuts((state) => state.own);
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = COMMANDS.filter((one) =>
    words.every((word) => `${one.words} ${GROUPS[one.group]}`.toLowerCase().includes(word)),
  );
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    closeDialog();
    // first the dialog is gone, so that the focus is where the command expects it
    requestAnimationFrame(() => command.run());
  };
  return (
    <Frame title={t`Commands`} onKeyDown={moveAmongChoices}>
      <Query
        label={t`Find a command`}
        placeholder={t`Type a command`}
        text={query}
        onText={setQuery}
        onTake={() => run(found[0])}
      />
      <div className="dialog-body">
        {found.length === 0 && <p className="soft">{t`No matching command.`}</p>}
        <ul className="choices">
          {found.map((command) => (
            <li key={command.name}>
              <button type="button" className="choice command" onClick={() => run(command)}>
                <b>{command.words}</b>
                <span className="choice-about">{GROUPS[command.group]}</span>
                {keysFor(command, own) !== "" && <kbd translate="no">{shownKeys(keysFor(command, own))}</kbd>}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Frame>
  );
}
