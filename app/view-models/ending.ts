// How a recording ended, where it did not come to its end.
import { plural, t } from "@lingui/core/macro";
import type { ColumnInfo } from "../../engine/session/exploration.ts";
import { grouped as groupedDigits } from "./caption.ts";
import { countedCalls, countedEvents } from "./counts.ts";
import { plainMessage } from "./rich-text.ts";

/** Why a run has no graph, by how it ended. */
const NO_GRAPH: Readonly<Record<string, string>> = {
  mistake: t`The program has a mistake, and no graph.`,
  stopped: t`The run takes longer than four seconds: the view of graphs can wait for it.`,
  "out-of-budget": t`The run needs more than a graph can show.`,
};

/** What is said of a run without a graph, in a cell. */
export function withoutGraph(ended: string): string {
  return NO_GRAPH[ended] ?? t`No Real number occurs in this run.`;
}

export function endingWords(info: ColumnInfo): string {
  const { ended, predictedCalls } = info;
  const words = stopWords(info);
  const isWhole = ended.tag === "done" || ended.tag === "mistake";
  return isWhole || predictedCalls === undefined ? words : `${words} ${wholeWords(predictedCalls)}`;
}

function stopWords({ ended, steps, totals }: ColumnInfo): string {
  const events = countedEvents(steps);
  const calls = countedCalls(totals.calls);
  switch (ended.tag) {
    case "done":
      return "";
    case "too-many-events":
      return t`Stopped after ${events} and ${calls}: more are not kept.`;
    case "stopped":
      return t`Stopped after ${events} and ${calls}.`;
    case "out-of-budget": {
      const reason = plainMessage(ended.diagnostic.message);
      return t`Stopped after ${events} and ${calls}: ${reason}.`;
    }
    case "mistake": {
      const reason = plainMessage(ended.diagnostics[0]?.message ?? "");
      return t`Ended by a mistake after ${events} and ${calls}: ${reason}.`;
    }
  }
}

function wholeWords(predictedCalls: string): string {
  const n = Number(predictedCalls);
  const count = groupedDigits(predictedCalls);
  return plural(n, {
    one: `The whole run would make ${count} call: that many paths lead to its scalars.`,
    other: `The whole run would make ${count} calls: that many paths lead to its scalars.`,
  });
}
