// The store of the exploration: one program at a time, recorded by the stages that are shown, with one cursor of time. Recordings stay in
// the worker; here are the columns' steps and the frames from the worker.
import { create } from "zustand";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import type { ColumnInfo } from "../../../engine/explore/column.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import type { Contradiction } from "../../../engine/session/run/contradiction.ts";
import type { Progress } from "../../../engine/session/run/drive.ts";
import type { TransformedText } from "../../../engine/texts/transformed-text.ts";
import type { ColumnFrame } from "../../../engine/timeline/frame.ts";
import type { Breakpoint } from "../../../engine/timeline/jumps.ts";
import type { Landscape } from "../../../engine/timeline/landscape.ts";
import type { ExploreRequest } from "../../../engine/worker/protocol.ts";
import type { ExplorerLook } from "../../document/views.ts";
import { USUAL_LOOK } from "./request.ts";

/** A stage that is looked at. */
export interface ColumnState {
  readonly info: ColumnInfo | undefined;
  readonly progress: Progress | undefined;
  readonly program: TransformedText | undefined;
  readonly isSimplified: boolean;
}

/** The state of the exploration: the program, its columns, their steps, and the reader's choices. */
export interface ExplorerState {
  /** Which exploration this is: another program gets another number. */
  readonly turn: number;
  /** The explored program, as it was when opened. */
  readonly subject: ExploreRequest | undefined;
  readonly explored: Explored | undefined;
  /** Whether another program is being run: the one before is still shown. */
  readonly isOpening: boolean;
  /** The columns, from left to right, and the one that leads. */
  readonly stages: readonly StageId[];
  /** The columns as they were chosen, where some of their stages refuse the program. */
  readonly wanted?: readonly StageId[] | undefined;
  readonly leader: StageId;
  readonly columns: Readonly<Record<StageId, ColumnState>>;
  readonly cursors: Readonly<Record<StageId, number>>;
  readonly frames: Readonly<Record<StageId, ColumnFrame>>;
  /** The scalar that the leader is at. */
  readonly lead: number | undefined;
  readonly rows: readonly [from: number, to: number];
  /** Scalars that are looked at beside those rows. */
  readonly followed: readonly number[];
  /** The scalar that is chosen for good, and the one under the pointer. */
  readonly pinned: number | undefined;
  readonly hovered: number | undefined;
  /** Whether all columns step together with the leader in the reverse pass, instead of keeping their own step. */
  readonly isTogether: boolean;
  readonly isPlaying: boolean;
  readonly speed: number;
  readonly breakpoints: readonly Breakpoint[];
  /** Which breakpoint stopped the play, by its place. */
  readonly stoppedBy: number | undefined;
  readonly watches: readonly number[];
  readonly landscape: { readonly stage: StageId; readonly landscape: Landscape } | undefined;
  readonly touching: Uint8Array | undefined;
  /** Set up in the next exploration: the leader's step, and the chosen scalar. */
  readonly arranged: Pick<ExplorerLook, "step" | "pinned"> | undefined;
  /** A stage that shall lead the next exploration. */
  readonly preferred: StageId | undefined;
}

/** How many stages can be shown beside each other. */
export const MOST_COLUMNS = 4;
/** Stretches in which a long run is drawn. */
export const BUCKETS = 240;

/** A column of which nothing is known yet. */
export const NO_COLUMN: ColumnState = { info: undefined, progress: undefined, program: undefined, isSimplified: true };

/** State of the run that is explored. */
export const NOTHING_EXPLORED = {
  subject: undefined,
  explored: undefined,
  isOpening: false,
  columns: {},
  cursors: {},
  frames: {},
  lead: undefined,
  followed: [],
  pinned: undefined,
  hovered: undefined,
  isPlaying: false,
  stoppedBy: undefined,
  watches: [],
  landscape: undefined,
  touching: undefined,
} as const;

/** The store of the exploration. */
export const useExplorer = create<ExplorerState>()(() => ({
  ...NOTHING_EXPLORED,
  turn: 0,
  stages: USUAL_LOOK.stages,
  leader: USUAL_LOOK.leader,
  rows: [0, 40],
  isTogether: USUAL_LOOK.together,
  speed: 1,
  breakpoints: [],
  arranged: undefined,
  preferred: undefined,
}));

/** The scalar that is lit up: the one under the pointer, else the one that is chosen. */
export function litOf({ hovered, pinned }: ExplorerState): number | undefined {
  return hovered ?? pinned;
}

/** A contradiction in the explored run, or in a recording of it. */
export function contradictionIn({ explored, columns }: ExplorerState): Contradiction | undefined {
  const found = Object.values(columns).map(({ info }) => info?.contradiction);
  return explored?.contradiction ?? found.find((one) => one !== undefined);
}
