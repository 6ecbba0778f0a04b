// What the ladder asks of the run that is explored: a recording for each rung, and the state before its first resolve.
import type { StageDescription } from "../../engine/algorithms/algorithm.ts";
import type { ColumnInfo } from "../../engine/session/exploration/column.ts";
import type { ColumnFrame } from "../../engine/timeline/frame.ts";
import { explorerClient, record } from "../exploration/state/explorer.ts";
import { useExplorer } from "../exploration/state/store.ts";

/** Rows that are drawn of a state. */
export const MOST_ROWS = 8;

/** Records rungs, one after the other, as long as the same program is explored. */
export async function recordRungs(rungs: readonly StageDescription[]): Promise<void> {
  const { turn } = useExplorer.getState();
  for (const { id } of rungs) if (useExplorer.getState().turn === turn) await record(id);
}

/** A stage's state just before it resolves its first call; of stages that resolve nothing, at their end. */
export async function askStateBefore(stage: string, info: ColumnInfo): Promise<ColumnFrame | undefined> {
  // while another program is opened, the worker has let go of what is still seen
  const isThere = (): boolean => {
    const { isOpening, columns } = useExplorer.getState();
    return !isOpening && columns[stage]?.info === info;
  };
  if (!isThere()) return undefined;
  const resolve = { tag: "resolve" } as const;
  const found = await explorerClient.ask("move", { stage, from: 0, to: resolve, direction: 1, breakpoints: [] });
  if (!isThere()) return undefined;
  const step = found?.step === undefined ? info.steps : found.step - 1;
  const cursors = { [stage]: step };
  const answer = await explorerClient.ask("frames", {
    stages: [stage],
    leader: stage,
    cursors,
    rows: [0, MOST_ROWS],
    also: [],
  });
  return answer?.frames[stage];
}
