// How a recording ended, where it did not come to its end.
import { t } from "@lingui/core/macro";
import { WATCHED_STAGES } from "../../../engine/algorithms/catalogue.ts";
import type { ColumnInfo } from "../../../engine/explore/column.ts";
import type { Explored, Refused } from "../../../engine/explore/exploration.ts";
import { countedEvents, countedScalars } from "../../words/counts.ts";
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
      const [first] = ended.diagnostics;
      const reason = plainMessage(first?.message ?? "");
      // a stage that refuses a program has not begun to run it
      if (first?.kind === "outside-stage") return `${reason}.`;
      return t`Ended by an error after ${counts}: ${reason}.`;
    }
  }
}

/** The scalars of a run's graph, counted; of a longer run they are its first ones. */
export function scalarsWords({ graph, ended }: Pick<Explored, "graph" | "ended">): string {
  const scalars = countedScalars(graph.size);
  return ended.tag === "done" ? scalars : t`the first ${scalars} of the run`;
}

/** Why a run has no way back: it ended by an error, was stopped, or is longer than its graph; undefined where it has one. */
export function endedEarly({ graph, ended }: Pick<Explored, "graph" | "ended">): string | undefined {
  switch (ended.tag) {
    case "done":
      return undefined;
    case "mistake": {
      const reason = ended.diagnostics[0]?.message ?? "";
      return t`The run ends here, by an error: ${reason}. So nothing goes back.`;
    }
    case "too-many-events": {
      const scalars = countedScalars(graph.size);
      return t`The run is longer than these ${scalars}, and its way back is not recorded. A smaller input shows all of it.`;
    }
    case "stopped":
      return t`The run was stopped here, so its way back is not recorded.`;
    case "out-of-budget": {
      const reason = ended.diagnostic.message;
      return t`The run was stopped here: ${reason}. So its way back is not recorded.`;
    }
  }
}

/** How a program is refused that no stage with a reverse pass takes; undefined where one does. */
export function refusedByAll({ refused }: Pick<Explored, "refused">): Refused | undefined {
  const found = WATCHED_STAGES.map(({ id }) => refused[id]);
  return found.every((one) => one !== undefined) ? found[0] : undefined;
}
