// The columns of stages below programs, each program's recorded by a worker of its own.
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import { present } from "../../../engine/base/nth.ts";
import type { ColumnInfo } from "../../../engine/explore/column.ts";
import type { Explored, FramesAnswer } from "../../../engine/explore/exploration.ts";
import type { TransformedText } from "../../../engine/texts/transformed-text.ts";
import type { ExploreRequest } from "../../../engine/worker/protocol.ts";
import { Question } from "../../client/question.ts";
import type { ExplorerLook } from "../../document/views.ts";
import { isSame } from "../../exploration/state/request.ts";
import { LONGEST } from "../graph/state.ts";

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

interface ColumnsAsk {
  readonly subject: ExploreRequest;
  readonly look: ExplorerLook;
}

/** The question for the stages of a program where they are to stand, by cell; a run that is held is not recorded again. */
export const embeddedColumns = new Question<ColumnsAsk, EmbeddedColumns>(
  async ({ subject, look }, { ask, shown, isKept }) => {
    const before = shown();
    const known = isKept && before !== undefined && isSame(before.subject, subject) ? before : undefined;
    const explored = known?.explored ?? (await ask("explore", subject));
    const columns: Record<StageId, EmbeddedColumn> = { ...known?.columns };
    if (explored.graph.size === 0) return { subject, explored, columns, at: undefined };
    for (const stage of look.stages)
      columns[stage] ??= {
        info: await ask("record", stage),
        program: await ask("program", { stage, simplified: true }),
      };
    const { steps } = present(columns[look.leader]).info;
    const cursors = { [look.leader]: Math.min(look.step ?? steps, steps) };
    // there is one step for all: the others follow in the reverse pass, too
    const place = {
      stages: look.stages,
      leader: look.leader,
      cursors,
      rows: [0, 0],
      also: [],
      together: true,
    } as const;
    return { subject, explored, columns, at: await ask("frames", place) };
  },
  { keeps: "state", within: LONGEST, overtakes: () => false },
);
