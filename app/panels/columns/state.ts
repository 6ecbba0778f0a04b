// The store of the columns of stages below programs, each program's recorded by a worker of its own.

import { create } from "zustand";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import { present } from "../../../engine/base/nth.ts";
import type { ColumnInfo } from "../../../engine/explore/column.ts";
import type { Explored, FramesAnswer } from "../../../engine/explore/exploration.ts";
import type { TransformedText } from "../../../engine/texts/transformed-text.ts";
import type { ExploreRequest } from "../../../engine/worker/protocol.ts";
import { withEntry, withoutEntry } from "../../base/entries.ts";
import type { EngineClient } from "../../client/client.ts";
import { Follower, soon } from "../../client/follower.ts";
import type { CellId, ProgramCell } from "../../document/document.ts";
import type { ExplorerLook } from "../../document/views.ts";
import { exploreRequestOf, isSame } from "../../exploration/state/explorer.ts";

/** A stage's run, and the program that ran. */
export interface EmbeddedColumn {
  readonly info: ColumnInfo;
  readonly program: TransformedText | undefined;
}

/** A program's columns as they were shown last. */
export interface EmbeddedColumns {
  readonly subject: ExploreRequest;
  readonly explored: Explored;
  readonly columns: Readonly<Record<StageId, EmbeddedColumn>>;
  /** Where they stand; undefined where the run has no Real to be followed. */
  readonly at: FramesAnswer | undefined;
}

interface EmbeddedColumnsState {
  readonly shown: ReadonlyMap<CellId, EmbeddedColumns>;
  readonly busy: ReadonlyMap<CellId, boolean>;
}

/** The store of the columns below programs; cells that are not open have none. */
export const useEmbeddedColumns = create<EmbeddedColumnsState>()(() => ({ shown: new Map(), busy: new Map() }));

interface Question {
  readonly cell: ProgramCell;
  readonly look: ExplorerLook;
}

/** Records a program's stages anew when it changes, and shows them where they are to stand. One for each that is open. */
export function columnsFollower(id: CellId): Follower<Question> {
  /** Whether the worker still has the last exploration. */
  let isKept = false;
  const answer = async ({ cell, look }: Question, client: EngineClient): Promise<void> => {
    const subject = exploreRequestOf(cell);
    const before = useEmbeddedColumns.getState().shown.get(id);
    const known = isKept && before !== undefined && isSame(before.subject, subject) ? before : undefined;
    const explored = known?.explored ?? (await soon(client.begin("explore", subject)));
    if (explored === undefined) return;
    isKept = true;
    const columns: Record<StageId, EmbeddedColumn> = { ...known?.columns };
    let at: FramesAnswer | undefined;
    if (explored.graph.size > 0) {
      for (const stage of look.stages) {
        const column = columns[stage] ?? (await columnOf(client, stage));
        if (column === undefined) return;
        columns[stage] = column;
      }
      at = await framesOf(client, look, present(columns[look.leader]).info);
    }
    const found: EmbeddedColumns = { subject, explored, columns, at };
    useEmbeddedColumns.setState(({ shown }) => ({ shown: withEntry(shown, id, found) }));
  };
  return new Follower({
    answer,
    setBusy: (isBusy) => useEmbeddedColumns.setState(({ busy }) => ({ busy: withEntry(busy, id, isBusy) })),
    lost: () => {
      isKept = false;
    },
    forget: () => useEmbeddedColumns.setState(({ shown }) => ({ shown: withoutEntry(shown, id) })),
  });
}

async function columnOf(client: EngineClient, stage: StageId): Promise<EmbeddedColumn | undefined> {
  const info = await soon(client.begin("record", stage));
  if (info === undefined) return undefined;
  return { info, program: await client.ask("program", { stage, simplified: true }) };
}

/** There is one step for all: the others follow in the reverse pass, too. */
function framesOf(client: EngineClient, { stages, leader, step }: ExplorerLook, { steps }: ColumnInfo) {
  const cursors = { [leader]: Math.min(step ?? steps, steps) };
  return client.ask("frames", { stages, leader, cursors, rows: [0, 0], also: [], together: true });
}
