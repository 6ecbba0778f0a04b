// The store of the columns of stages below programs, each program's recorded by a worker of its own.
import { create } from "zustand";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import type { ColumnInfo, Explored, FramesAnswer } from "../../../engine/session/exploration/exploration.ts";
import type { TransformedText } from "../../../engine/session/texts/transformed-text.ts";
import type { ExploreRequest } from "../../../engine/worker/protocol.ts";
import { withEntry, withoutEntry } from "../../base/entries.ts";
import { Follower } from "../../client/follower.ts";
import type { CellId, ProgramCell } from "../../document/document.ts";
import type { ExplorerLook } from "../../document/views.ts";
import { exploreRequestOf, isSame } from "../../exploration/state/explorer.ts";

/** A stage's run, and the program that ran. */
export interface InsideColumn {
  readonly info: ColumnInfo;
  readonly program: TransformedText | undefined;
}

/** A program's columns as they were shown last. */
export interface InsideColumns {
  readonly subject: ExploreRequest;
  readonly explored: Explored;
  readonly columns: Readonly<Record<StageId, InsideColumn>>;
  /** Where they stand; undefined where the run has no Real to be followed. */
  readonly at: FramesAnswer | undefined;
}

interface InsideColumnsState {
  readonly shown: ReadonlyMap<CellId, InsideColumns>;
  readonly busy: ReadonlyMap<CellId, boolean>;
}

export const useInsideColumns = create<InsideColumnsState>()(() => ({ shown: new Map(), busy: new Map() }));

interface Question {
  readonly cell: ProgramCell;
  readonly look: ExplorerLook;
}

/** Records a program's stages anew when it changes, and shows them where they are to stand. One for each that is open. */
export class ColumnsFollower extends Follower<Question> {
  private readonly id: CellId;
  /** Whether the worker still has what was explored last. */
  private isKept = false;

  constructor(id: CellId) {
    super();
    this.id = id;
  }

  protected override lost(): void {
    this.isKept = false;
  }

  protected async answer({ cell, look }: Question): Promise<void> {
    const subject = exploreRequestOf(cell);
    const before = useInsideColumns.getState().shown.get(this.id);
    const known = this.isKept && before !== undefined && isSame(before.subject, subject) ? before : undefined;
    const explored = known?.explored ?? (await this.soon(this.client.begin("explore", subject)));
    if (explored === undefined) return;
    this.isKept = true;
    const columns: Record<StageId, InsideColumn> = { ...known?.columns };
    let at: FramesAnswer | undefined;
    if (explored.graph.size > 0) {
      for (const stage of look.stages) {
        const column = columns[stage] ?? (await this.column(stage));
        if (column === undefined) return;
        columns[stage] = column;
      }
      at = await this.frames(look, columns[look.leader]!.info);
    }
    const found: InsideColumns = { subject, explored, columns, at };
    useInsideColumns.setState(({ shown }) => ({ shown: withEntry(shown, this.id, found) }));
  }

  private async column(stage: StageId): Promise<InsideColumn | undefined> {
    const info = await this.soon(this.client.begin("record", stage));
    if (info === undefined) return undefined;
    return { info, program: await this.client.ask("program", { stage, simplified: true }) };
  }

  /** There is one step for all: the others go along in the reverse pass, too. */
  private frames({ stages, leader, step }: ExplorerLook, { steps }: ColumnInfo) {
    const cursors = { [leader]: Math.min(step ?? steps, steps) };
    return this.client.ask("frames", { stages, leader, cursors, rows: [0, 0], also: [], together: true });
  }

  protected setBusy(isBusy: boolean): void {
    useInsideColumns.setState(({ busy }) => ({ busy: withEntry(busy, this.id, isBusy) }));
  }

  protected forget(): void {
    useInsideColumns.setState(({ shown }) => ({ shown: withoutEntry(shown, this.id) }));
  }
}
