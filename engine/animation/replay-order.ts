// A stage's actions on the scalars of a run, from its recording: which backpropagators are called, with which cotangents, by which call,
// the contributions of each call, and where two contributions become one. Plain data that crosses to the page.
import type { ListItem } from "../algorithms/algorithm.ts";
import { nth } from "../base/nth.ts";
import type { Content, Event, ScalarNumber } from "../core/events/events.ts";
import type { RunGraph } from "../graphs/run-graph.ts";
import type { Playback } from "../timeline/playback.ts";
import type { Recording } from "../timeline/recording.ts";
import { keptContent } from "../timeline/replay.ts";
import { stagedArgument } from "../timeline/store-contents.ts";
import { MOST_PLAYED } from "./most-played.ts";

/** Lists of one length, one after the other: by call. */
export interface Calls {
  /** The scalar whose backpropagator is called, and the cotangent that it is called with. */
  readonly number: Int32Array;
  readonly cotangent: Float64Array;
  /** The call that it is made in; -1 where resolving or Deinterleave makes it. */
  readonly parent: Int32Array;
  /** Whether what waited for the scalar is taken by it. */
  readonly taken: Uint8Array;
  /** The scalars that 0 and + on c and one-hots have touched until then, the zero that Wrap binds among them. */
  readonly touched: Float64Array;
  /** The step of the recording that it leads to. */
  readonly step: Uint32Array;
}

/** Contributions to scalars: calls that are made at once, or ones that wait. */
export interface Contributions {
  /** The call that sends it; -1 for what Deinterleave sends to the result. */
  readonly call: Int32Array;
  /** The call that it is made as at once; -1 where it comes to wait. */
  readonly made: Int32Array;
  readonly to: Int32Array;
  /** The edge of the graph that it goes along; -1 for what Deinterleave sends, or where the graph has none left. */
  readonly edge: Int32Array;
  readonly amount: Float64Array;
  readonly step: Uint32Array;
}

/** Parts of whole gradients, and of parts of them. */
export const VECTOR_KINDS = ["zero", "plus", "one-hot", "scale"] as const;

/** The zeros, sums, one-hots and products on c that both passes make, in their order. */
export interface Vectors {
  /** Places in {@link VECTOR_KINDS}. */
  readonly kind: Uint8Array;
  /** How many scalars each touches. */
  readonly scalars: Int32Array;
  /** The latest call before it; -1 where there was none. */
  readonly call: Int32Array;
  readonly step: Uint32Array;
}

/** Two waiting contributions that become one. */
export interface Merges {
  /** The latest call before it; -1 where there was none. */
  readonly call: Int32Array;
  readonly to: Int32Array;
  readonly before: Float64Array;
  readonly sum: Float64Array;
  readonly step: Uint32Array;
}

/** The compound IDs of a run: of each scalar the job that it is made in, and its place there; and which jobs follow which. */
export interface CompoundIds {
  readonly job: Int32Array;
  readonly place: Int32Array;
  /** A job that has ended, and one that began after it: at a fork, at a join, or because it needed a definition. */
  readonly follows: readonly (readonly [before: number, after: number])[];
}

/** The data that a run keeps of a scalar for the way back, where that is data, and the ID of the scalar, where it is one number. */
export interface KeptData {
  readonly id: number | undefined;
  readonly content: Content | undefined;
}

/** The row of boxes of a stage after an event that changed it (`StateView.boxes`), as far as it is shown. */
export interface BoxesNow {
  /** The latest call before it; -1 where there was none. */
  readonly call: number;
  readonly step: number;
  readonly items: readonly ListItem[];
}

/** All that the animation takes from the recording of one stage's run. */
export interface ReplayOrder {
  readonly stage: string;
  /** Whether contributions wait, in a map or in cells, until their scalar is called; otherwise each is a call at once. */
  readonly waits: boolean;
  readonly calls: Calls;
  readonly contributions: Contributions;
  readonly merges: Merges;
  readonly vectors: Vectors;
  /** Numbers touched by 0 and + on c and one-hots, as in the counters. */
  readonly touched: number;
  /** By scalar, the step of the recording at which it is there; 0 where the run did not come to it. */
  readonly created: Uint32Array;
  /** By scalar, what is kept of it; empty where the stage keeps functions, or the run has more scalars than are drawn one by one. */
  readonly kept: readonly KeptData[];
  /** The row of boxes by and by; empty where the stage has none, or the run changes it too often for a picture. */
  readonly boxes: readonly BoxesNow[];
  /** The compound IDs of scalars (thesis §3.10.2). Undefined where IDs are numbers. */
  readonly ids: CompoundIds | undefined;
  readonly steps: number;
  /** Whether the run came to its end. */
  readonly isWhole: boolean;
  /** The gradient that it gave, as a text; empty where it did not come to it. */
  readonly gradient: string;
}

/** A recorded run's actions, beside the data-flow graph of the same run. */
export function replayOrderOf(
  recording: Recording,
  graph: RunGraph,
  playback: Playback,
  { isWhole, gradient }: Pick<ReplayOrder, "isWhole" | "gradient">,
): ReplayOrder {
  const { stage } = recording;
  const found = new Actions(recording, graph);
  const { calls, contributions, merges, vectors } = found;
  const along = alongEdges(graph, calls, contributions, merges);
  for (const [index, call] of contributions.made.entries()) if (call >= 0) calls.parent[call] = nth(along.call, index);
  return {
    stage: stage.id,
    waits: recording.stages,
    calls: {
      number: Int32Array.from(calls.number),
      cotangent: Float64Array.from(calls.cotangent),
      parent: Int32Array.from(calls.parent),
      taken: Uint8Array.from(calls.taken),
      touched: Float64Array.from(calls.touched),
      step: Uint32Array.from(calls.step),
    },
    contributions: {
      to: Int32Array.from(contributions.to),
      made: Int32Array.from(contributions.made),
      step: Uint32Array.from(contributions.step),
      ...along,
    },
    merges: {
      call: Int32Array.from(merges.call),
      to: Int32Array.from(merges.to),
      before: Float64Array.from(merges.before),
      sum: Float64Array.from(merges.sum),
      step: Uint32Array.from(merges.step),
    },
    vectors: {
      kind: Uint8Array.from(vectors.kind),
      scalars: Int32Array.from(vectors.scalars),
      call: Int32Array.from(vectors.call),
      step: Uint32Array.from(vectors.step),
    },
    touched: found.touched,
    created: Uint32Array.from(recording.created, (event) => event + 1),
    boxes: graph.size > MOST_PLAYED ? [] : boxesIn(recording, calls.step),
    kept: stage.contributions === undefined || graph.size > MOST_PLAYED ? [] : keptIn(recording, graph, playback),
    ids: stage.forks ? compoundIds(recording, found.reverse) : undefined,
    steps: recording.steps,
    isWhole,
    gradient,
  };
}

type EventOf<Tag extends Event["tag"]> = Extract<Event, { readonly tag: Tag }>;

/** The actions of a recorded run, event by event; none where its graph ends before, by an error. Contributions have the cotangent that their event holds, which may be a sum. */
class Actions {
  readonly calls = growing("number", "cotangent", "parent", "taken", "touched", "step");
  readonly contributions = growing("call", "made", "to", "held", "step");
  readonly merges = growing("call", "to", "before", "sum", "step");
  readonly vectors = growing("kind", "scalars", "call", "step");
  touched = 0;
  /** The event that begins the reverse pass. */
  readonly reverse: number;
  private readonly recording: Recording;
  private readonly callAt = new Map<number, number>();
  /** Deinterleave calls scalars of the result, and then resolving begins. */
  private readonly seeded: Set<number>;
  private isResolving = false;

  constructor(recording: Recording, graph: RunGraph) {
    this.recording = recording;
    this.seeded = new Set(graph.outputs);
    this.reverse = recording.phases.find(({ name }) => name === "forward")?.to ?? 0;
    for (let event = 0; event < recording.steps && recording.scalars <= graph.size; event++) this.add(event);
  }

  private add(event: number): void {
    const { columns } = this.recording;
    const tag = columns.tag(event);
    if (tag === "touch") return this.addVector(columns.at(event) as EventOf<"touch">, event);
    if (event < this.reverse) return;
    const caller = this.recording.callerOf(event);
    const by = caller === undefined ? -1 : (this.callAt.get(caller) ?? -1);
    if (tag === "call") this.addCall(event, by);
    else if (tag === "merge") this.addMerge(columns.at(event) as EventOf<"merge">, event);
    const staged = this.recording.stagedAt(event);
    if (staged !== undefined) this.contribute(by, staged, event, stagedArgument(this.recording, event));
  }

  private get latest(): number {
    return this.calls.number.length - 1;
  }

  private addVector({ what, scalars }: EventOf<"touch">, event: number): void {
    const { vectors } = this;
    vectors.kind.push(VECTOR_KINDS.indexOf(what));
    vectors.scalars.push(scalars);
    vectors.call.push(this.latest);
    vectors.step.push(event + 1);
    if (what !== "scale") this.touched += scalars;
  }

  private addCall(event: number, by: number): void {
    const { calls, recording } = this;
    const [number, cotangent] = [recording.columns.scalar(event), recording.columns.value(event)];
    const isTaken = recording.isTaken(event);
    this.isResolving ||= isTaken;
    // a stage that is broken on purpose passes on at once what would have to wait: resolving does not make that call
    const isPassedOn = by < 0 && recording.stages && !isTaken && (this.isResolving || !this.seeded.delete(number));
    const from = isPassedOn ? this.latest : by;
    calls.number.push(number);
    calls.cotangent.push(cotangent);
    calls.parent.push(by);
    calls.taken.push(isTaken ? 1 : 0);
    calls.touched.push(this.touched);
    calls.step.push(event + 1);
    this.callAt.set(event, this.latest);
    if (by >= 0 || isPassedOn) this.contribute(from, number, event, cotangent, this.latest);
  }

  private addMerge({ number, before, sum }: EventOf<"merge">, event: number): void {
    const { merges } = this;
    merges.call.push(this.latest);
    merges.to.push(number);
    merges.before.push(before);
    merges.sum.push(sum);
    merges.step.push(event + 1);
  }

  private contribute(by: number, to: number, event: number, held: number, made = -1): void {
    const { contributions } = this;
    contributions.made.push(made);
    contributions.held.push(held);
    contributions.call.push(by);
    contributions.to.push(to);
    contributions.step.push(event + 1);
  }
}

/** The data that is kept of each scalar when the run is over. */
function keptIn({ steps }: Recording, { size }: RunGraph, playback: Playback): readonly KeptData[] {
  const { state } = playback.seek(steps);
  return Array.from({ length: size }, (_, number) => {
    const id = state.scalars.get(number as ScalarNumber)?.id;
    return { id: id?.length === 1 ? id[0] : undefined, content: keptContent(state, number as ScalarNumber) };
  });
}

/** Changes of a row of boxes that are drawn, and boxes of it, the last ones. */
const MOST_CHANGES = 2000;
const MOST_BOXES = 12;

/** The changes of the row of boxes in the reverse pass; `steps` are those of calls. */
function boxesIn({ stage, columns, phases, steps }: Recording, callSteps: readonly number[]): readonly BoxesNow[] {
  const list = stage.lists?.[stage.view.boxes ?? ""];
  if (list === undefined) return [];
  const found: BoxesNow[] = [];
  let [state, shown, call] = [list.start, "", -1];
  for (let event = phases.find(({ name }) => name === "forward")?.to ?? 0; event < steps; event++) {
    while (call + 1 < callSteps.length && nth(callSteps, call + 1) <= event + 1) call++;
    if (columns.tag(event) !== "own") continue;
    state = list.after(state, columns.at(event) as EventOf<"own">);
    const { items } = list.items(state, MOST_BOXES);
    const now = items.map(({ text }) => text).join("\n");
    if (now === shown) continue;
    if (found.length === MOST_CHANGES) return [];
    found.push({ call, step: event + 1, items });
    shown = now;
  }
  // the boxes of the input stay when the gradient was read from them
  const isRead = (last = found.at(-1), before = found.at(-2)): boolean =>
    last !== undefined && before !== undefined && last.items.length < before.items.length;
  while (isRead()) found.pop();
  return found;
}

/** The compound IDs from the first event of each scalar; a scalar that the run did not reach is in the first job. */
function compoundIds({ columns, created }: Recording, reverse: number): CompoundIds | undefined {
  const ids = Array.from(created, (event) => {
    const creation = event < 0 ? undefined : columns.at(event);
    return creation?.tag === "scalar" ? creation.id : undefined;
  });
  if (!ids.some((id) => id?.length === 2)) return undefined;
  return {
    job: Int32Array.from(ids, (id) => (id?.length === 2 ? nth(id, 0) : 0)),
    place: Int32Array.from(ids, (id, number) => id?.[1] ?? id?.[0] ?? number),
    follows: followingJobs(columns, reverse),
  };
}

/** Which jobs follow which in the forward pass, up to an event. */
function followingJobs(columns: Recording["columns"], until: number): CompoundIds["follows"] {
  const follows: (readonly [number, number])[] = [];
  for (let event = 0; event < until; event++) {
    const tag = columns.tag(event);
    if (tag !== "fork" && tag !== "join" && tag !== "definition") continue;
    const at = columns.at(event);
    if (at.tag === "fork") for (const job of at.into) follows.push([at.job, job]);
    else if (at.tag === "definition") follows.push([at.job, at.into]);
    else if (at.tag === "join") for (const job of at.jobs) follows.push([job, at.into]);
  }
  return follows;
}

/** Lists of numbers that grow, by their names. */
function growing<Name extends string>(...names: readonly Name[]): Record<Name, number[]> {
  return Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
}

/** The edges that contributions go along, and how much they are: each edge of a called scalar is used once by each call. */
function alongEdges(
  graph: RunGraph,
  calls: {
    readonly number: readonly number[];
    readonly cotangent: readonly number[];
    readonly taken: readonly number[];
  },
  { call, to, held, step }: Readonly<Record<"call" | "to" | "held" | "step", readonly number[]>>,
  merges: Readonly<Record<"to" | "before" | "sum" | "step", readonly number[]>>,
): Pick<Contributions, "call" | "edge" | "amount"> {
  const by = Int32Array.from(call);
  const edge = new Int32Array(to.length).fill(-1);
  const amount = new Float64Array(to.length).fill(Number.NaN);
  // Deinterleave goes through the occurrences of scalars in the result in their order
  const seeds = Array.from(graph.outputs, (number, index) => ({ number, seed: nth(graph.seeds, index) }));
  const mergeAt = new Map(merges.step.map((at, index) => [at, index]));
  /** The contribution: `held`, or where that is the sum of a merge, which is the next event, without what waited before. */
  const ownAmount = (index: number): number => {
    const [scalar, content] = [nth(to, index), nth(held, index)];
    const merge = mergeAt.get(nth(step, index) + 1);
    const isSum = merge !== undefined && merges.to[merge] === scalar && Object.is(merges.sum[merge], content);
    return isSum ? content - nth(merges.before, merge) : content;
  };
  /** By call, the edges that it has used. */
  const used: Set<number>[] = calls.number.map(() => new Set());
  /** The waiting sum of each scalar, if known. */
  const waits = new Map<number, number>();
  for (let index = 0; index < to.length; index++) {
    const [scalar, content] = [nth(to, index), nth(held, index)];
    const waiting = waits.get(scalar);
    const agrees = (amount: number): boolean =>
      Object.is(amount, content) || (waiting !== undefined && Object.is(waiting + amount, content));
    if (nth(call, index) < 0) {
      const at = seeds.findIndex(({ number }) => number === scalar);
      if (at >= 0) amount[index] = nth(seeds.splice(at, 1), 0).seed;
    } else {
      const found = edgeOf(graph, calls, used, nth(call, index), scalar, agrees);
      if (found !== undefined) {
        by[index] = found.call;
        edge[index] = found.edge;
        // where a stage is broken on purpose, the event holds another amount than the graph has
        const wanted = nth(graph.partials, found.edge) * nth(calls.cotangent, found.call);
        amount[index] = agrees(wanted) || Number.isNaN(content) ? wanted : ownAmount(index);
        nth(used, found.call).add(found.edge);
      } else amount[index] = ownAmount(index);
    }
    waits.set(scalar, content);
  }
  return { call: by, edge, amount };
}

/**
 * An edge that a contribution goes along. Where calls only make functions that stage later (thesis §3.4.1), several calls are under
 * way at once: the numbers tell which of them it is.
 */
function edgeOf(
  { starts, operands, partials }: RunGraph,
  calls: { readonly number: readonly number[]; readonly cotangent: readonly number[] },
  used: readonly ReadonlySet<number>[],
  latest: number,
  scalar: number,
  agrees: (amount: number) => boolean,
): { readonly call: number; readonly edge: number } | undefined {
  let otherwise: { call: number; edge: number } | undefined;
  for (let call = latest; call >= Math.max(0, latest - UNDER_WAY); call--) {
    const user = nth(calls.number, call);
    for (let edge = nth(starts, user); edge < nth(starts, user + 1); edge++) {
      if (operands[edge] !== scalar || nth(used, call).has(edge)) continue;
      if (agrees(nth(partials, edge) * nth(calls.cotangent, call))) return { call, edge };
      otherwise ??= { call, edge };
    }
  }
  return otherwise;
}

/** Calls that may be under way at once. */
const UNDER_WAY = 1000;
