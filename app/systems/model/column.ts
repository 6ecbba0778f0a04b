// A column: the run of a stage.
import type { Study } from "../../../engine/algorithms/study.ts";
import type { ReplayOrder } from "../../../engine/animation/replay-order.ts";
import type { ColumnInfo } from "../../../engine/explore/column.ts";
import type { TransformedText } from "../../../engine/texts/transformed-text.ts";
import type { ColumnFrame } from "../../../engine/timeline/frame.ts";

/** The results of a system's stage. */
export interface SystemColumn {
  readonly info: ColumnInfo;
  readonly program: TransformedText | undefined;
  readonly replayOrder: ReplayOrder | undefined;
  /** Where the forward pass has ended. */
  readonly kept: ColumnFrame | undefined;
  /** Of stages whose state are lines of a program. */
  readonly study: Study | undefined;
}
