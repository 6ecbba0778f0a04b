// The store of the graph view: which parts of the run are open, and the picture that the worker laid out of them.
import { create } from "zustand";
import type { PartialsChecked } from "../../engine/explore/differences.ts";
import type { Explored } from "../../engine/explore/exploration.ts";
import { nodeOf, type Picture } from "../../engine/explore/picture.ts";
import type { SharingSeen } from "../../engine/explore/sharing-boxes.ts";
import type { Room } from "../../engine/graphs/fitted-layout.ts";
import { kindIn } from "../../engine/graphs/run-graph.ts";
import { inputCount, type JacobianSeen } from "../../engine/graphs/sweeps.ts";
import { Latest } from "../base/latest.ts";
import { whenClosed } from "../document/state/closed.ts";
import type { GraphSettings } from "../document/views.ts";
import type { Spot } from "../drawing/model/drawing.ts";
import { exploration, showRows, watchRows } from "../exploration/state/explorer.ts";
import { useExplorer } from "../exploration/state/store.ts";
import { hasManyConstants } from "./model/constants.ts";

/** The subject of the graph view: the run's scalars, or the memory of their backpropagators. */
export type GraphShown = "flow" | "sharing";

/** The aim of a look at a picture: all of it, or some scalars, which stay at a place of the canvas where that is known. */
type Aim = "whole" | { readonly from: number; readonly to: number; readonly place?: Spot | undefined };

interface GraphState {
  readonly shown: GraphShown;
  /** The picture's run. */
  readonly explored: Explored | undefined;
  readonly picture: Picture | undefined;
  readonly open: readonly string[];
  readonly isAll: boolean;
  /** Whether all of the next graph is to be open. */
  readonly wantsAll: boolean;
  /** How the inputs of the next graph are to move, where it has as many. */
  readonly wantedDirection: readonly number[] | undefined;
  /** Undefined until the reader chooses: then constants are left out where they are many. */
  readonly hideConstants: boolean | undefined;
  readonly around: { readonly scalar: number; readonly distance: number } | undefined;
  /** A scalar that was looked for. */
  readonly show: number | undefined;
  /** Where the picture is looked at first, and where the next one is to be. */
  readonly aim: Aim | undefined;
  readonly nextAim: Aim | undefined;
  /** The room that pictures are laid out for. */
  readonly room: Room | undefined;
  /** Whether a layout is running. */
  readonly isBusy: boolean;
  readonly labels: "numbers" | "formulas";
  /** Partials that finite differences do not agree with; undefined where nothing was compared. */
  readonly checked: PartialsChecked | undefined;
  /** How the inputs move, a number for each; undefined where no tangents are shown. */
  readonly direction: readonly number[] | undefined;
  /** Whether the user chose these numbers; else one input moves by 1. */
  readonly isOwnDirection: boolean;
  readonly jacobian: JacobianSeen | undefined;
  /** The entry of the Jacobian that is being explained. */
  readonly entry: JacobianEntry | undefined;
}

/** An entry of a Jacobian: an occurrence in the result, and an input, both counted from 0. */
export interface JacobianEntry {
  readonly row: number;
  readonly column: number;
}

const START = {
  picture: undefined,
  open: [],
  isAll: false,
  around: undefined,
  show: undefined,
  aim: undefined,
  nextAim: undefined,
  isBusy: false,
  checked: undefined,
  direction: undefined,
  isOwnDirection: false,
  jacobian: undefined,
  entry: undefined,
} as const;

/** The store of the graph view; {@link useGraphOf} reads the state of a run. */
export const useGraph = create<GraphState>()(() => ({
  shown: "flow",
  explored: undefined,
  hideConstants: undefined,
  wantsAll: false,
  wantedDirection: undefined,
  labels: "numbers",
  room: undefined,
  ...START,
}));

const get = useGraph.getState;
const set = useGraph.setState;

/** The state for a run: without the parts of another one, which stay until this one is shown. */
export function graphOf(explored: Explored): GraphState {
  return ofRun(get(), explored);
}

/** Reads from the store its state of a run. */
export function useGraphOf<T>(explored: Explored, select: (state: GraphState) => T): T {
  return useGraph((state) => select(ofRun(state, explored)));
}

function ofRun(state: GraphState, explored: Explored): GraphState {
  return state.explored === explored ? state : { ...state, ...START, explored };
}

// the picture goes with the document
whenClosed(() => set({ explored: undefined, ...START }));

/** Shows the graph of the explored run; parts opened before stay open. */
export async function showGraph(explored: Explored): Promise<void> {
  if (get().explored !== explored)
    set(({ wantsAll, wantedDirection }) => ({
      explored,
      ...START,
      isAll: wantsAll && explored.graph.size <= MOST_NODES,
      ...(wantedDirection?.length === inputCount(explored.graph) && directed(wantedDirection)),
    }));
  set({ wantsAll: false, wantedDirection: undefined });
  if (get().picture === undefined) await layOut();
}

/** The running layout. */
const layout = new Latest();

async function layOut(): Promise<void> {
  const isLatest = layout.begin();
  const { explored, open, around, isAll, show, room } = get();
  const hideConstants = hidesConstants(get());
  set({ isBusy: true });
  const picture = await exploration.about("picture", { open, hideConstants, around, all: isAll, show, room });
  if (!isLatest() || get().explored !== explored) return;
  if (picture === undefined) return set({ isBusy: false });
  set(({ nextAim }) => ({ picture, isBusy: false, aim: nextAim, nextAim: undefined }));
  // visible scalars follow the timeline
  const scalars = picture.nodes.filter(({ tag }) => tag === "scalar").map(({ from }) => from);
  showRows(0, 0);
  watchRows(scalars);
}

/** By how much a room has to grow or shrink for another layout. */
const ANOTHER_ROOM = 1.25;

/** Sets the room for pictures; one that was laid out for quite another room is laid out anew. */
export function setRoom(room: Room): void {
  const { room: before, picture } = get();
  if (before !== undefined && isAlike(before.width, room.width) && isAlike(before.height, room.height)) return;
  set({ room });
  if (picture !== undefined) void layOut();
}

function isAlike(a: number, b: number): boolean {
  return Math.max(a, b) < Math.min(a, b) * ANOTHER_ROOM;
}

/** Beyond this, all of a graph at once is no picture any more. */
export const MOST_NODES = 6000;

/** Opens a folded part; its contents stay at its place on the canvas. */
export function openPart(id: string, place: Spot | undefined): void {
  const part = get().picture?.nodes.find((node) => node.id === id);
  if (part === undefined || part.tag === "scalar" || part.tag === "discrete") return;
  const { from, to } = part;
  set(({ open }) => ({ open: [...open, id], nextAim: { from, to, place } }));
  void layOut();
}

/** Unfolds all parts of the graph, or folds them again; a graph that is too large is not unfolded. */
export function openAll(isAll: boolean): void {
  if (isAll && (get().explored?.graph.size ?? 0) > MOST_NODES) return;
  set({ isAll, open: [], show: undefined, nextAim: "whole" });
  void layOut();
}

/** Whether constants are left out. */
export function hidesConstants({ hideConstants, explored }: GraphState): boolean {
  return hideConstants ?? (explored !== undefined && hasManyConstants(explored.graph));
}

/** Sets whether constants are left out, and lays the graph out anew. */
export function setHideConstants(hideConstants: boolean): void {
  set({ hideConstants, nextAim: "whole" });
  void layOut();
}

/** Shows only a scalar's neighbourhood; everything without one. */
export function focusOn(around: GraphState["around"]): void {
  set({ around, nextAim: "whole" });
  void layOut();
}

/** Sets the next graph up as it stood before. */
export function setUp({ all, hideConstants, labels, sharing, direction }: GraphSettings): void {
  const shown = sharing === true ? "sharing" : "flow";
  set({ hideConstants, labels, shown, wantsAll: all, wantedDirection: direction });
}

/** A direction that was kept: one input that moves by 1 was chosen as such. */
function directed(direction: readonly number[]): Pick<GraphState, "direction" | "isOwnDirection"> {
  const moving = direction.filter((one) => one !== 0);
  return { direction, isOwnDirection: moving.length !== 1 || moving[0] !== 1 };
}

/** Sets the subject of the view: data flow, or shared backpropagators. */
export function setShown(shown: GraphShown): void {
  set({ shown });
}

/** Sets the labels of the graph's edges. */
export function setLabels(labels: GraphState["labels"]): void {
  set({ labels });
}

/** Opens the parts around a scalar. */
export function showScalar(show: number): void {
  const { explored } = get();
  const isConstant = explored !== undefined && kindIn(explored.graph, show) === "constant";
  set({ show, nextAim: { from: show, to: show + 1 }, ...(isConstant && { hideConstants: false }) });
  void layOut();
}

/** Opens the folded parts around a chosen scalar, so that its node is in sight. */
export function unfoldTo(scalar: number): void {
  const { picture, around } = get();
  const holder = picture && nodeOf(picture.nodes, scalar);
  const isFolded = holder !== undefined && holder.tag !== "scalar" && holder.tag !== "discrete";
  if (isFolded && around === undefined) showScalar(scalar);
}

/** Gives up the running layout: the picture stays as it was. */
export function stopLayout(): void {
  layout.end();
  set({ isBusy: false });
}

/** Compares the partials of all operations with finite differences. */
export async function checkPartials(): Promise<void> {
  const { explored } = get();
  const checked = await exploration.about("disagreeingPartials", {});
  if (get().explored === explored) set({ checked });
}

/** Shows the tangents of a direction of the input: a number for each input; none where it is undefined. With `isOwn`, the numbers are the user's. */
export function setDirection(direction: readonly number[] | undefined, isOwn = false): void {
  set({ direction, isOwnDirection: isOwn });
}

/** Rows and columns of a Jacobian that are shown. */
export const MOST_ENTRIES = 50;

/** Computes the first rows and columns of the Jacobian of the run. */
export async function askJacobian(): Promise<void> {
  const { explored } = get();
  const jacobian = await exploration.about("jacobian", { most: MOST_ENTRIES });
  if (get().explored === explored) set({ jacobian });
}

/** Explains an entry of the Jacobian; none where it is undefined. */
export function showEntry(entry: JacobianEntry | undefined): void {
  set({ entry });
}

/** Memory of a run's backpropagators, with the run; undefined while another program is opened. */
export async function askSharing(
  explored: Explored,
): Promise<{ readonly explored: Explored; readonly seen: SharingSeen } | undefined> {
  if (useExplorer.getState().isOpening) return undefined;
  const seen = await exploration.about("sharing", {});
  return seen && { explored, seen };
}
