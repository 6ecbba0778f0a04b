// How a recording ended, where it did not come to its end.
import type { ColumnInfo } from "../../engine/session/exploration.ts";
import { grouped as groupedDigits } from "./caption.ts";
import { counted } from "./numbers.ts";
import { plainMessage } from "./rich-text.ts";

export function endingWords(info: ColumnInfo): string {
  const { ended, totals, predictedCalls } = info;
  const so = `after ${counted(info.steps, "event")} and ${counted(totals.calls, "call")}`;
  const whole =
    predictedCalls === undefined
      ? ""
      : ` The whole run would make ${groupedDigits(predictedCalls)} calls: that many paths lead to its scalars.`;
  switch (ended.tag) {
    case "done":
      return "";
    case "too-many-events":
      return `Stopped ${so}: more are not kept.${whole}`;
    case "stopped":
      return `Stopped ${so}.${whole}`;
    case "out-of-budget":
      return `Stopped ${so}: ${plainMessage(ended.diagnostic.message)}.${whole}`;
    case "mistake":
      return `Ended by a mistake ${so}: ${plainMessage(ended.diagnostics[0]?.message ?? "")}.`;
  }
}
