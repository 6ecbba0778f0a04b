// Replaying the events of a run: what its maps, arrays, tape and jobs hold after any of them, and the gradient at the end.
// Nothing here knows a stage: what a run holds follows from its events and from the contents of the stores in them. All collections are persistent, so that
// a copy of a state costs nothing and shares what did not change: that is what checkpoints are (playback.ts).
import { List, Map as PersistentMap } from "immutable";
import type { StageDescription } from "../algorithms/algorithm.ts";
import { internal, unreachable } from "../base/unreachable.ts";
import { UNWATCHED } from "../base/watch.ts";
import type { Content, Event, JobId, ScalarNumber, StoreId } from "../core/events/events.ts";
import { TreeMap, TreeMaps } from "../evaluate/values/tree-map.ts";
import { entryOf as entryIn, type JobCells, jobCells, waitingIn } from "./store-contents.ts";

/** A scalar of the run, from its event. */
export type ScalarRecord = Extract<Event, { readonly tag: "scalar" }>;

/** A scalar's contribution to an operand: the partial derivative, and the operand's number. */
export interface Contribution {
  readonly partial: number;
  readonly to: ScalarNumber;
}

/** A value of c that is being summed: the cotangents of the inputs that are not zero. */
type Cotangent = PersistentMap<number, number>;

/** A persistent map's content in the run: a tree of the same form as the machine's. */
export type Entries = TreeMap<Content>;

/** Everything that a run holds at a point. Mutable, of immutable parts: {@link apply} replaces them. */
export interface ReplayState {
  phase: "forward" | "reverse" | undefined;
  /** By their numbers. */
  scalars: List<ScalarRecord>;
  maps: PersistentMap<StoreId, Entries>;
  arrays: PersistentMap<StoreId, List<Content>>;
  /** Which array the tape is; it changes when the tape grows. */
  tape: StoreId | undefined;
  /** Scalars' records of the forward pass in no array, by their IDs. */
  saved: PersistentMap<number, Content>;
  /** The scalars by IDs that are no numbers of scalars themselves. */
  owners: PersistentMap<number, ScalarNumber>;
  /** The array that holds the gradient and was made last. */
  collected: StoreId | undefined;
  /** The array that holds waiting cotangents and was made last. */
  cells: StoreId | undefined;
  /** The arrays of each job, where jobs have their own. */
  cellsOf: PersistentMap<number, JobCells>;
  /** The maps of the roles `collector` and `staging` that were made last. */
  collector: StoreId | undefined;
  staging: StoreId | undefined;
  /** The maps of staged calls that are still to be used: one, and beside it those of a backpropagator that is under way. */
  live: List<StoreId>;
  /** Values of c in the order of evaluation: a sum takes the two topmost. Undefined where events do not tell what they hold. */
  cotangents: List<Cotangent> | undefined;
  /** Which jobs each job had to wait for. */
  jobs: PersistentMap<JobId, readonly JobId[]>;
}

const NO_ENTRIES: Entries = new TreeMap<Content>(undefined);
const trees = new TreeMaps<Content>();
const NO_COTANGENT: Cotangent = PersistentMap();

/** The state at step 0: nothing has happened. */
export function newReplay(): ReplayState {
  return {
    phase: undefined,
    scalars: List(),
    maps: PersistentMap(),
    arrays: PersistentMap(),
    tape: undefined,
    saved: PersistentMap(),
    owners: PersistentMap(),
    collected: undefined,
    cells: undefined,
    cellsOf: PersistentMap(),
    collector: undefined,
    staging: undefined,
    live: List(),
    cotangents: List(),
    jobs: PersistentMap(),
  };
}

/** Goes on by one event. */
export function apply(state: ReplayState, event: Event): void {
  switch (event.tag) {
    case "phase":
      state.phase = event.phase;
      state.jobs = PersistentMap([[0 as JobId, []]]);
      return;
    case "scalar":
      state.scalars = state.scalars.set(event.number, event);
      if (event.id?.length === 1) state.owners = state.owners.set(event.id[0]!, event.number);
      return;
    case "call":
      if (event.input) state.cotangents = state.cotangents?.push(NO_COTANGENT.set(event.number, event.cotangent));
      return;
    case "touch":
      return touch(state, event.what);
    case "map":
      return applyMap(state, event);
    case "alloc": {
      const old: List<Content> = event.of === undefined ? List() : arrayOf(state, event.of);
      const filling = new Array<Content>(event.size - old.size).fill(event.content);
      state.arrays = state.arrays.set(event.array, old.concat(filling));
      if (event.holds === "waiting") state.cells = event.array;
      if (event.holds === "left") state.tape = event.array;
      if (event.holds === "gradient") state.collected = event.array;
      if (event.holds === "jobs") ofJob(state, event.content);
      return;
    }
    case "write":
      state.arrays = state.arrays.set(
        event.array,
        arrayOf(state, event.array).set(event.index, writtenBy(state, event)),
      );
      if (event.holds === "jobs") ofJob(state, event.content);
      return;
    case "save":
      state.saved = state.saved.set(event.id, event.content);
      return;
    case "fork":
      for (const job of event.into) state.jobs = state.jobs.set(job, [event.job]);
      return;
    case "definition":
      state.jobs = state.jobs.set(event.into, []);
      return;
    case "join":
      state.jobs = state.jobs.set(event.into, event.jobs);
      return;
    case "highest":
    case "freeze":
    case "merge":
    case "job":
      return;
  }
}

function writtenBy(state: ReplayState, { array, index, content, pushed }: Extract<Event, { tag: "write" }>): Content {
  const rest = pushed ? arrayOf(state, array).get(index) : undefined;
  return rest === undefined ? content : { first: content, rest };
}

/** Takes in the arrays of a job. */
function ofJob(state: ReplayState, content: Content): void {
  const cells = jobCells(content);
  if (cells !== undefined) state.cellsOf = state.cellsOf.set(cells.job, cells);
}

function touch(state: ReplayState, what: "zero" | "plus" | "one-hot" | "scale"): void {
  if (state.phase !== "reverse") return;
  if (what === "zero") state.cotangents = state.cotangents?.push(NO_COTANGENT);
  // the multiple of a vector that was made in the forward pass
  if (what === "scale") state.cotangents = undefined;
  if (what !== "plus" || state.cotangents === undefined) return;
  const right = state.cotangents.last();
  const left = state.cotangents.get(-2);
  if (left === undefined || right === undefined) return internal("a sum on c without operands");
  state.cotangents = state.cotangents.pop().set(-1, sum(left, right));
}

/** + on Reals commutes to the bit: the smaller is added to the larger. */
function sum(left: Cotangent, right: Cotangent): Cotangent {
  const [large, small] = left.size >= right.size ? [left, right] : [right, left];
  return large.withMutations((result) => {
    for (const [number, cotangent] of small) result.set(number, (result.get(number) ?? 0) + cotangent);
  });
}

function applyMap(state: ReplayState, event: Extract<Event, { readonly tag: "map" }>): void {
  const [first = NO_ENTRIES, second = NO_ENTRIES] = event.of.map((id) => state.maps.get(id) ?? NO_ENTRIES);
  state.maps = state.maps.set(event.map, changed(event, first, second));
  if (event.holds === "gradient") {
    state.collector = event.map;
    return;
  }
  if (event.holds !== "waiting") return;
  const others = state.live.filter((map) => !event.of.includes(map) && map !== event.map);
  state.live = event.what === "empty" ? others : others.push(event.map);
  if (event.what !== "empty") state.staging = event.map;
}

function changed(event: Extract<Event, { readonly tag: "map" }>, first: Entries, second: Entries): Entries {
  switch (event.what) {
    case "empty":
      return NO_ENTRIES;
    case "insert":
      return trees.insert(first, event.key!, event.content!);
    case "delete":
      return trees.delete(first, event.key!);
    case "union":
      return trees.union(first, second, UNWATCHED, factored);
    default:
      return unreachable(event.what);
  }
}

/** Linear factoring: f x and f y are f (x + y). */
function factored(before: Content, added: Content): Content {
  const [fn, x] = callOf(before);
  return { tuple: [fn, x + callOf(added)[1]] };
}

function callOf(content: Content): readonly [Content, number] {
  const argument = argumentOf(content);
  return argument !== undefined && typeof content === "object" && "tuple" in content
    ? [content.tuple[0]!, argument]
    : internal("a map entry is no staged call", content);
}

/** The cotangent that an entry of a map of staging has waiting. */
function argumentOf(content: Content): number {
  return waitingIn(content) ?? internal("nothing waits in an entry of staging", content);
}

function arrayOf(state: ReplayState, id: StoreId): List<Content> {
  return state.arrays.get(id) ?? internal("an array is not known", id);
}

/** The state after all of some events. */
export function replay(events: Iterable<Event>): ReplayState {
  const state = newReplay();
  for (const event of events) apply(state, event);
  return state;
}

/** The staged calls at this point: scalars, and the cotangents that they will be called at; of maps and arrays alike. */
export function stagedCalls(state: ReplayState): ReadonlyMap<number, number> {
  const calls = new Map<number, number>();
  if (state.cells !== undefined) {
    for (const [number, argument] of cellArguments(state)) if (argument !== undefined) calls.set(number, argument);
    return calls;
  }
  for (const map of state.live)
    for (const [key, content] of state.maps.get(map)?.entries() ?? []) {
      const argument = argumentOf(content);
      const number = state.owners.get(key) ?? key;
      const before = calls.get(number);
      calls.set(number, before === undefined ? argument : before + argument);
    }
  return calls;
}

/** One scalar's {@link stagedCalls} entry. */
export function stagedCall(state: ReplayState, number: ScalarNumber): number | undefined {
  return addedUp(stagedParts(state, number));
}

/** A scalar's waiting sums in each map that is not joined to the others yet; in cells there is one number at most. */
export function stagedParts(state: ReplayState, number: ScalarNumber): readonly number[] {
  if (state.cells !== undefined) {
    const content = cellOf(state, number);
    const argument = (content === undefined ? undefined : waitingIn(content)) ?? inboxArgument(state, number);
    return argument === undefined ? [] : [argument];
  }
  const id = idOf(state, number);
  if (id === undefined) return [];
  return [...state.live].flatMap((map) => {
    const content = entryOf(state, map, id);
    return content === undefined ? [] : [argumentOf(content)];
  });
}

/** The sum of {@link stagedParts}; undefined where nothing waits. */
export function addedUp(parts: readonly number[]): number | undefined {
  return parts.length === 0 ? undefined : parts.reduce((sum, part) => sum + part);
}

/** The ID of a scalar that is one number: its own number where no scalar has another; undefined where others have and it has none. */
export function idOf(state: ReplayState, number: ScalarNumber): number | undefined {
  const id = state.scalars.get(number)?.id;
  if (id?.length === 1) return id[0];
  return state.owners.isEmpty() ? number : undefined;
}

/** A map's entry at a key. */
export function entryOf(state: ReplayState, map: StoreId, key: number): Content | undefined {
  const entries = state.maps.get(map);
  return entries === undefined ? undefined : trees.lookUp(entries, key);
}

/** The cell of a scalar in the staging array, or in its job's. */
export function cellOf(state: ReplayState, number: ScalarNumber): Content | undefined {
  if (state.cells === undefined) return undefined;
  if (state.cellsOf.isEmpty()) {
    const own = idOf(state, number);
    return own === undefined ? undefined : arrayOf(state, state.cells).get(own);
  }
  const id = state.scalars.get(number)?.id;
  const job = id === undefined ? undefined : state.cellsOf.get(id[0]!);
  return job === undefined ? undefined : arrayOf(state, job.cells).get(id![1]!);
}

/** Sum of a scalar's entries in the inbox of its job. */
function inboxArgument(state: ReplayState, number: ScalarNumber): number | undefined {
  const id = state.scalars.get(number)?.id;
  const inbox = id === undefined ? undefined : state.cellsOf.get(id[0]!)?.inbox;
  if (inbox === undefined) return undefined;
  let sum: number | undefined;
  for (let list = arrayOf(state, inbox).get(0); typeof list === "object" && "first" in list; list = list.rest) {
    const entry = entryIn(list.first);
    if (entry?.place === id![1]) sum = sum === undefined ? entry.argument : entry.argument + sum;
  }
  return sum;
}

/** Sums in the cells of the staging array, or of all jobs' staging arrays, by the numbers of the scalars. */
function cellArguments(state: ReplayState): Map<number, number | undefined> {
  const found = new Map<number, number | undefined>();
  if (state.cellsOf.isEmpty()) {
    arrayOf(state, state.cells!).forEach((content, index) => {
      found.set(state.owners.get(index) ?? index, waitingIn(content));
    });
    return found;
  }
  for (const { number } of state.scalars) found.set(number, stagedCall(state, number));
  return found;
}

/** A scalar's contributions, where a run by a stage has them as data. */
export function contributionsOf(
  state: ReplayState,
  { contributions }: Pick<StageDescription, "contributions">,
  number: ScalarNumber,
): readonly Contribution[] | undefined {
  const scalar = state.scalars.get(number);
  if (contributions === undefined || scalar === undefined) return undefined;
  const found = keptOf(state, scalar);
  const read = found === undefined ? undefined : contributions(found);
  // a scalar that is referred to by its ID, and of which nothing is kept, sends nothing on
  if (read === undefined) return scalar.id?.length === 1 ? [] : undefined;
  return read.map(({ partial, to }) => ({
    partial,
    to: typeof to === "number" ? (to as ScalarNumber) : (state.owners.get(to.id) ?? (to.id as ScalarNumber)),
  }));
}

/** A scalar's record for the way back, as the run holds it, where that is data; it may share parts with those of others. */
export function keptContent(state: ReplayState, number: ScalarNumber): Content | undefined {
  const scalar = state.scalars.get(number);
  return scalar && keptOf(state, scalar);
}

function keptOf(state: ReplayState, { id, number, back }: ScalarRecord): Content | undefined {
  const own = idOf(state, number);
  if (own === undefined) return back;
  const entry = state.tape === undefined ? state.saved.get(own) : arrayOf(state, state.tape).get(own);
  return entry ?? (id?.length === 1 ? undefined : back);
}

/** The gradient's scalars at the end of a run, as what the run holds has them. */
export function gradientOf(state: ReplayState): readonly number[] {
  const inputs = state.scalars
    .filter(({ kind }) => kind === "input")
    .map(({ number }) => number)
    .toArray();
  if (state.collected !== undefined) {
    const collector = arrayOf(state, state.collected);
    return inputs.map((number) => collector.get(number) as number);
  }
  if (state.cells !== undefined) {
    const cells = cellArguments(state);
    return inputs.map((number) => cells.get(number) ?? 0);
  }
  if (state.collector === undefined) {
    // what waits for the inputs at the end is theirs
    const left = stagedCalls(state);
    if (left.size > 0) return inputs.map((number) => left.get(number) ?? 0);
  } else {
    const collector = state.maps.get(state.collector)!;
    return inputs.map((number) => (trees.lookUp(collector, number) ?? 0) as number);
  }
  const total = (state.cotangents ?? List()).reduce(sum, NO_COTANGENT);
  return inputs.map((number) => total.get(number) ?? 0);
}
