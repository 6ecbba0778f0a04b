// How a recording ended, where it did not come to its end.
import { t } from "@lingui/core/macro";
import type { ColumnInfo } from "../../../engine/explore/column.ts";
import { countedEvents } from "../../words/counts.ts";
import { conjunction } from "../../words/lists.ts";
import { plainMessage } from "../../words/rich-text.ts";
import { visitWordsOf, wholeWords } from "./visits.ts";

/** How a recording ended, with the size of the whole run where it was cut short and that size is predicted. */
export function endingWords(info: ColumnInfo): string {
  const { tag } = info.ended;
  const isWhole = tag === "done" || tag === "mistake";
  return [stopWords(info), ...(isWhole ? [] : wholeWords(info))].join(" ");
}

function stopWords({ stage, ended, steps, totals }: ColumnInfo): string {
  const visits = visitWordsOf(stage)?.counted(totals.calls);
  const counts = conjunction([countedEvents(steps), ...(visits === undefined ? [] : [visits])]);
  switch (ended.tag) {
    case "done":
      return "";
    case "too-many-events":
      return t`Stopped after ${counts}: the whole run is too long to record.`;
    case "stopped":
      return t`Stopped after ${counts}.`;
    case "out-of-budget": {
      const reason = plainMessage(ended.diagnostic.message);
      return t`Stopped after ${counts}: ${reason}.`;
    }
    case "mistake": {
      const reason = plainMessage(ended.diagnostics[0]?.message ?? "");
      return t`Ended by an error after ${counts}: ${reason}.`;
    }
  }
}
