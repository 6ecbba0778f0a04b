// Sentences on derivatives within the program: runs within the run, there and back.
import { t } from "@lingui/core/macro";
import { innerRuns } from "../../../engine/graphs/inner-runs.ts";
import { kindIn, type RunGraph } from "../../../engine/graphs/run-graph.ts";

/** By operation, that a derivative within the program begins there, or turns back. */
export function withinWords(graph: RunGraph): ReadonlyMap<number, string> {
  const words = new Map<number, string>();
  const firstFrom = (from: number, to: number): number | undefined => {
    for (let number = from; number < to; number++) if (kindIn(graph, number) === "operation") return number;
    return undefined;
  };
  for (const { name, from, to, turn } of innerRuns(graph)) {
    const first = firstFrom(from, to);
    if (first !== undefined) words.set(first, t`Here \`${name}\` begins a run of its own.`);
    const back = turn === undefined ? undefined : firstFrom(turn, to);
    if (back !== undefined) words.set(back, t`Here \`${name}\` goes back: its derivatives are operations of this run.`);
  }
  return words;
}

/** That the reverse pass runs through the way back of a derivative; empty where there is none. */
export function againWords(graph: RunGraph): string {
  const inner = innerRuns(graph).find(({ turn }) => turn !== undefined);
  if (inner === undefined) return "";
  const { name } = inner;
  return ` ${t`It passes the way back of \`${name}\`, too: reverse over reverse.`}`;
}
