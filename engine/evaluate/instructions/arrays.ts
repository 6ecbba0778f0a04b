// The native operations on arrays, and those that only fail.
import type { ScalarNumber } from "../../core/events/events.ts";
import type { Holds } from "../../core/terms/meaning.ts";
import { ArrayValue, cons, DataValue, listItems, listValue, UNIT_VALUE, type Value } from "../../core/values/values.ts";
import { mistake } from "../../scalars/mistake.ts";
import { NATIVES } from "../../types/builtins.ts";
import type { MachineState } from "../state/state.ts";
import { MutableArray } from "../values/closure.ts";
import type { Identities } from "../values/content.ts";
import { waitingIn } from "../values/staged-value.ts";
import type { Primitive, Primitives } from "./primitive.ts";

/** Cells that JavaScript itself fills or copies in the time of one part of a walk: some 7 ns each, where a part of a list takes 90 ns. */
const NATIVE = 12;

/** An operation that ends the run. */
const failure =
  (id: "failBuild" | "failSizes"): Primitive =>
  (_, __, x, y) => {
    const { args, fails } = NATIVES[id];
    throw mistake(fails, [x, y].slice(0, args.length) as number[]);
  };

/** Native operations on arrays, mutable or not. */
export const ARRAYS: Primitives<
  | "size"
  | "index"
  | "fromList"
  | "toList"
  | "failBuild"
  | "failSizes"
  | "alloc"
  | "get"
  | "set"
  | "freeze"
  | "cells"
  | "grow"
  | "record"
  | "pushTo"
> = {
  size: (_, __, array) => (array as ArrayValue).items.length,
  index(_, __, array, at) {
    const { items } = array as ArrayValue;
    const index = at as number;
    if (index < 0 || index >= items.length) throw mistake(NATIVES.index.fails, [index, items.length]);
    return items[index]!;
  },
  fromList(state, _, list) {
    const items = listItems(list, state.watch);
    state.counters.steps += items.length;
    return new ArrayValue(items);
  },
  toList(state, _, array) {
    const { items } = array as ArrayValue;
    state.counters.steps += items.length;
    return listValue(items, state.watch);
  },
  failBuild: failure("failBuild"),
  failSizes: failure("failSizes"),
  alloc(state, { holds }, count, filling) {
    const size = count as number;
    state.watch.step(size / NATIVE);
    state.counters.cellsAllocated += size;
    return allocated(state, new Array<Value>(size).fill(filling), filling, holds, undefined);
  },
  get(state, _, index, array) {
    state.counters.cellsRead++;
    return (array as MutableArray).items[index as number]!;
  },
  set: (state, _, index, value, array) => modified(state, array as MutableArray, index as number, value),
  freeze(state, _, array) {
    const { items } = array as MutableArray;
    state.watch.step(items.length / NATIVE);
    state.counters.cellsFrozen += items.length;
    state.observer?.({ tag: "freeze", array: state.identities.store(array as MutableArray) });
    return new ArrayValue(items.slice());
  },
  cells: (_, __, array) => (array as MutableArray).items.length,
  grow(state, _, array, filling) {
    const old = array as MutableArray;
    const count = old.items.length;
    const size = Math.max(1, 2 * count);
    state.watch.step(size / NATIVE);
    state.counters.cellsRead += count;
    state.counters.cellsAllocated += size;
    state.counters.cellsWritten += count;
    const items = old.items.concat(new Array<Value>(size - count).fill(filling));
    return allocated(state, items, filling, old.holds, old);
  },
  record(state, _, index, value, array) {
    state.counters.tapeEntries++;
    write(state, array as MutableArray, index as number, value, true);
    return UNIT_VALUE;
  },
  pushTo(state, _, value, array) {
    state.counters.cellsRead++;
    state.counters.cellsWritten++;
    push(state, array as MutableArray, value);
    return UNIT_VALUE;
  },
};

function allocated(
  { observer, identities }: MachineState,
  items: Value[],
  filling: Value,
  holds: Holds | undefined,
  old: MutableArray | undefined,
): MutableArray {
  const array = new MutableArray(items, holds);
  observer?.({
    tag: "alloc",
    array: identities.store(array),
    size: items.length,
    content: identities.content(filling),
    of: old === undefined ? undefined : identities.store(old),
    holds,
  });
  return array;
}

/** Puts a value in front of the list that an array's one cell holds. */
function push(
  { observer, identities, backpropagation, counters }: MachineState,
  array: MutableArray,
  value: Value,
): void {
  array.items[0] = cons(value, array.items[0]!);
  const { holds } = array;
  const staged = holds === "queue" ? stagedEntry(value, identities) : undefined;
  if (staged !== undefined) backpropagation.stage(staged, counters);
  if (observer === undefined) return;
  const content = identities.content(value);
  const store = identities.store(array);
  observer({ tag: "write", array: store, index: 0, content, entry: false, pushed: true, holds, number: staged });
}

/** Writes a cell as `set` does; gives (). */
export function modified(state: MachineState, array: MutableArray, index: number, value: Value): Value {
  state.counters.cellsWritten++;
  write(state, array, index, value, false);
  return UNIT_VALUE;
}

function write(
  { observer, identities, backpropagation, counters }: MachineState,
  array: MutableArray,
  index: number,
  value: Value,
  entry: boolean,
): void {
  const before = array.items[index]!;
  const { holds } = array;
  array.items[index] = value;
  const sum = holds === "waiting" ? waitingIn(value) : undefined;
  const number = sum === undefined ? undefined : (holderIn(value, identities) ?? backpropagation.numberOf(index));
  if (number !== undefined) backpropagation.stage(number, counters);
  if (observer === undefined) return;
  const content = identities.content(value);
  observer({ tag: "write", array: identities.store(array), index, content, entry, holds, number });
  const earlier = number === undefined ? undefined : waitingIn(before);
  if (earlier !== undefined) observer({ tag: "merge", number: number!, before: earlier, sum: sum! });
}

/** The scalar whose backpropagator a cell holds, where it holds one. */
function holderIn(cell: Value, identities: Identities): ScalarNumber | undefined {
  return cell instanceof DataValue ? identities.backpropagator(cell.fields[0]) : undefined;
}

/** The scalar whose call waits in an inbox, as (rank, (place, (backpropagator, argument))). */
function stagedEntry(entry: Value, identities: Identities): ScalarNumber | undefined {
  let at: Value | undefined = entry;
  for (const place of [1, 1, 0]) at = Array.isArray(at) ? (at as readonly Value[])[place] : undefined;
  return identities.backpropagator(at);
}
