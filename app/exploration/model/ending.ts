// How a recording ended, where it did not come to its end.
import { plural, t } from "@lingui/core/macro";
import type { ColumnInfo } from "../../../engine/session/exploration/column.ts";
import { countedCalls, countedEvents } from "../../words/counts.ts";
import { plainMessage } from "../../words/rich-text.ts";
import { grouped as groupedDigits } from "./caption.ts";

/** How a recording ended, with the size of the whole run where it was cut short and that size is predicted. */
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
      return t`Stopped after ${events} and ${calls}: all of the run is too long to be recorded.`;
    case "stopped":
      return t`Stopped after ${events} and ${calls}.`;
    case "out-of-budget": {
      const reason = plainMessage(ended.diagnostic.message);
      return t`Stopped after ${events} and ${calls}: ${reason}.`;
    }
    case "mistake": {
      const reason = plainMessage(ended.diagnostics[0]?.message ?? "");
      return t`Ended by an error after ${events} and ${calls}: ${reason}.`;
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
