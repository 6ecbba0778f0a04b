// How many threads the jobs of a compiled run may have, and their use in the last run.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Choice } from "../../ui/choice.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PanelButton } from "../../ui/panel-button.tsx";
import type { CellRun } from "../model/run.ts";
import { CAN_SHARE, chooseThreads, THREADS, threadsChosen } from "../state/threads.ts";

interface ThreadsMenuProps {
  readonly run: CellRun;
}

/** The choice, for a program with jobs that the compiled engine runs. */
export default function ThreadsMenu({ run }: ThreadsMenuProps) {
  const [count, setCount] = useState(threadsChosen);
  const choose = (chosen: string): void => {
    chooseThreads(Number(chosen));
    setCount(Number(chosen));
  };
  const end = run.result?.end;
  const threads = end?.tag === "answered" ? end.answer.threads : undefined;
  return (
    <PanelButton
      look="button line small"
      panelLook="threads"
      label={t`Threads for jobs`}
      face={
        <>
          {plural(count, { one: `# thread`, other: `# threads` })}
          <Icon name="down" />
        </>
      }
    >
      {() => (
        <>
          {CAN_SHARE ? (
            <Choice
              label={t`Threads for jobs`}
              value={String(count)}
              choices={THREADS.map((one) => ({ value: String(one), words: String(one) }))}
              onChange={choose}
            />
          ) : (
            <p className="note">
              <Trans>
                Jobs run one after the other here, because the workers of this page cannot share memory. Sharing needs a
                page that is isolated from others: by headers from the server, or from the second visit on.
              </Trans>
            </p>
          )}
          <p className="note">
            <Trans>
              The jobs of <code translate="no">par</code>, <code translate="no">⋆</code>,{" "}
              <code translate="no">parMap</code> and <code translate="no">parBuild</code> run on this number of threads
              from the next run on, where that is faster. Value and gradient are bit for bit the same for every number.
            </Trans>
          </p>
          {threads !== undefined && <p className="note">{told(threads)}</p>}
        </>
      )}
    </PanelButton>
  );
}

/** Threads of the last run, in words. */
function told({ count, forks }: { readonly count: number; readonly forks: number }): string {
  const handed = plural(forks, { one: `# fork`, other: `# forks` });
  return forks === 0
    ? t`In the last run, no fork was worth handing over, or the other threads were not ready yet.`
    : t`In the last run, jobs of ${handed} ran on ${count} threads.`;
}
