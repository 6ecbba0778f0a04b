// The palette: every command by its words.
import { t } from "@lingui/core/macro";
import { useEffect, useMemo, useRef, useState } from "react";
import { GROUPS, SYNONYMS } from "../commands/command.ts";
import { COMMANDS } from "../commands/commands.ts";
import { foundBy } from "../commands/finding.ts";
import type { RunCommand } from "../commands/run-commands.ts";
import { useShortcuts } from "../commands/shortcuts.ts";
import { keysFor, shownKeys } from "../commands/shown-keys.ts";
import { closeDialog } from "../navigation/dialogs.ts";
import { useRoute } from "../navigation/route.ts";
import { Frame } from "./frame.tsx";
import { Query } from "./query.tsx";

/** Shows the palette: a field, and the commands that fit its words; Enter does the first. */
export function CommandsDialog() {
  const [query, setQuery] = useState("");
  const dialog = useRef<HTMLDialogElement>(null);
  const own = useShortcuts((state) => state.own);
  const ofRun = useRunCommands();
  const all = useMemo(() => {
    const usual = COMMANDS.map((command) => ({
      ...command,
      also: SYNONYMS[command.name],
      about: GROUPS[command.group],
      shown: shownKeys(keysFor(command, own)),
    }));
    return [...usual, ...ofRun];
  }, [own, ofRun]);
  const found = foundBy(query, all);
  const run = (command: { run(): void } | undefined): void => {
    if (command === undefined) return;
    // the focus returns to its place, and the dialog is gone before a command opens another one
    dialog.current?.close();
    closeDialog();
    requestAnimationFrame(() => command.run());
  };
  return (
    <Frame title={t`Commands`} ref={dialog}>
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
                <span className="choice-about">{command.about}</span>
                {command.shown !== "" && <kbd translate="no">{command.shown}</kbd>}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Frame>
  );
}

/** The commands of the explored run; loaded with the views of runs. */
function useRunCommands(): readonly RunCommand[] {
  const view = useRoute((state) => state.view);
  const [commands, setCommands] = useState<readonly RunCommand[]>([]);
  useEffect(() => {
    if (view !== "explorer" && view !== "graph") return;
    void import("../commands/run-commands.ts").then(({ runCommands }) => setCommands(runCommands(view)));
  }, [view]);
  return commands;
}
