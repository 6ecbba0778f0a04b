// The store of the graph view: which parts of the run are open, and the picture that the worker laid out of them.
import { create } from "zustand";
import type { PartialCheck } from "../../engine/session/differences.ts";
import type { Explored } from "../../engine/session/exploration.ts";
import type { Picture } from "../../engine/session/picture.ts";
import type { Compared } from "../../engine/worker/protocol.ts";
import { explorerClient, showRows, useExplorer, watchRows } from "./explorer.ts";

interface GraphState {
  /** What the picture is of. */
  readonly explored: Explored | undefined;
  readonly picture: Picture | undefined;
  readonly open: readonly string[];
  readonly isAll: boolean;
  readonly hideConstants: boolean;
  readonly around: { readonly scalar: number; readonly distance: number } | undefined;
  /** Whether a layout is under way. */
  readonly isBusy: boolean;
  readonly labels: "numbers" | "formulas";
  /** Partials that finite differences do not agree with; undefined where nothing was compared. */
  readonly wrong: readonly PartialCheck[] | undefined;
  readonly compared: Compared | undefined;
  readonly isComparing: boolean;
}

const START = {
  picture: undefined,
  open: [],
  isAll: false,
  around: undefined,
  isBusy: false,
  wrong: undefined,
  compared: undefined,
  isComparing: false,
} as const;

export const useGraph = create<GraphState>()(() => ({
  explored: undefined,
  hideConstants: false,
  labels: "numbers",
  ...START,
}));

const get = useGraph.getState;
const set = useGraph.setState;

/** Shows the graph of what is explored; what was opened before stays open. */
export async function showGraph(explored: Explored): Promise<void> {
  if (get().explored !== explored) set({ explored, ...START });
  if (get().picture === undefined) await layOut();
}

let turn = 0;

async function layOut(): Promise<void> {
  const own = ++turn;
  const { explored, open, hideConstants, around, isAll } = get();
  set({ isBusy: true });
  const picture = await explorerClient.picture({ open, hideConstants, around, all: isAll });
  if (own !== turn || get().explored !== explored) return;
  set({ picture: picture ?? get().picture, isBusy: false });
  if (picture === undefined) return;
  // what is seen is followed along the timeline
  const scalars = picture.nodes.filter(({ tag }) => tag === "scalar").map(({ from }) => from);
  showRows(0, 0);
  watchRows(scalars.slice(0, MOST_FOLLOWED));
}

/** Scalars whose cotangents are shown as they come; of a larger picture the first ones. */
const MOST_FOLLOWED = 800;

/** Opens a folded part. */
export function openPart(id: string): void {
  set(({ open }) => ({ open: [...open, id] }));
  void layOut();
}

export function openAll(isAll: boolean): void {
  set({ isAll, open: [] });
  void layOut();
}

export function setHideConstants(hideConstants: boolean): void {
  set({ hideConstants });
  void layOut();
}

/** Shows only what is near a scalar; everything where there is none. */
export function focusOn(around: GraphState["around"]): void {
  set({ around });
  void layOut();
}

export function setLabels(labels: GraphState["labels"]): void {
  set({ labels });
}

/** Gives up the layout that is under way: the picture stays as it was. */
export function stopLayout(): void {
  turn++;
  set({ isBusy: false });
}

/** Compares the partials of all operations with finite differences. */
export async function checkPartials(): Promise<void> {
  const { explored } = get();
  const wrong = await explorerClient.look("wrong", {});
  if (get().explored === explored) set({ wrong });
}

/** Runs the program at another input, or another text, beside this one. */
export async function compareWith(change: { readonly at?: string; readonly text?: string }): Promise<void> {
  const { explored } = get();
  const { subject } = useExplorer.getState();
  if (subject === undefined) return;
  set({ isComparing: true });
  const compared = await explorerClient.compare({ ...subject, ...change }).answer;
  if (get().explored === explored) set({ compared, isComparing: false });
}

export function endComparison(): void {
  set({ compared: undefined });
}
