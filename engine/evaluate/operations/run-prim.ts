// The native leaf operations: what each does with the operand stack, and what it counts.
import { internal, unreachable } from "../../base/unreachable.ts";
import type { Watch } from "../../base/watch.ts";
import type { Counters } from "../../core/events/counters.ts";
import type { ScalarNumber } from "../../core/events/events.ts";
import type { Holds } from "../../core/terms/meaning.ts";
import { countWalked, mapReals, type Shape, type Walked, zipReals } from "../../core/values/shape.ts";
import { ArrayValue, cons, DataValue, listItems, listValue, UNIT_VALUE, type Value } from "../../core/values/values.ts";
import { mistake } from "../../scalars/mistake.ts";
import { NATIVES } from "../../types/builtins.ts";
import type { PrimCode } from "../code/code.ts";
import { MutableArray } from "../values/closure.ts";
import type { Identities } from "../values/content.ts";
import { waitingIn } from "../values/staged-value.ts";
import type { PrimState } from "./prim-state.ts";
import { runMapPrim } from "./run-map-prim.ts";

/** Cells that JavaScript itself fills or copies in the time of one part of a walk: some 7 ns each, where a part of a list takes 90 ns. */
const NATIVE = 12;

/** Runs an operation on the topmost operands; gives the new height of the stack. */
export function runPrim(
  { prim, shape, holds }: PrimCode,
  stack: Value[],
  top: number,
  state: PrimState,
  counters: Counters,
): number {
  const { observer, identities, watch } = state;
  const last = stack[top - 1]!;
  switch (prim) {
    case "size":
      stack[top - 1] = (last as ArrayValue).items.length;
      return top;
    case "index": {
      const { items } = stack[top - 2] as ArrayValue;
      const index = last as number;
      if (index < 0 || index >= items.length) throw mistake(NATIVES.index.fails, [index, items.length]);
      stack[top - 2] = items[index]!;
      return top - 1;
    }
    case "fromList": {
      const items = listItems(last, watch);
      counters.steps += items.length;
      stack[top - 1] = new ArrayValue(items);
      return top;
    }
    case "toList": {
      const { items } = last as ArrayValue;
      counters.steps += items.length;
      stack[top - 1] = listValue(items, watch);
      return top;
    }
    case "failHead":
    case "failTail":
    case "failMaximum":
    case "failBuild":
    case "failSizes": {
      const { args, fails } = NATIVES[prim];
      throw mistake(fails, stack.slice(top - args.length, top) as number[]);
    }
    case "zeroOf":
      stack[top - 1] = mapReals(shape, last, watch, () => 0);
      touch("zero", walked(shape, last, watch));
      return top;
    case "bindZero":
      state.zero = last;
      return top;
    case "zero": {
      const value = state.zero ?? internal("0 : c is used before Wrap bound it");
      stack[top] = value;
      touch("zero", walked(shape, value, watch));
      return top + 1;
    }
    case "coldOf":
      stack[top - 1] = mapReals(shape, last, watch, () => 0);
      touch("one-hot", walked(shape, last, watch));
      return top;
    case "plus": {
      const left = stack[top - 2]!;
      const sum =
        typeof left === "number" ? left + (last as number) : zipReals(shape, left, last, watch, (x, y) => x + y);
      touch("plus", walked(shape, left, watch));
      stack[top - 2] = shape.tag === "int" ? left : sum;
      return top - 1;
    }
    case "scale": {
      const factor = stack[top - 2] as number;
      stack[top - 2] = mapReals(shape, last, watch, (real) => factor * (real as number));
      touch("scale", walked(shape, last, watch));
      return top - 1;
    }
    case "asLinear":
      return top;
    case "reach": {
      const number = (stack[top - 3] as number) + (stack[top - 2] as number);
      state.backpropagation.reach(number, last as number, counters);
      stack[top - 3] = last;
      return top - 2;
    }
    case "alloc": {
      const size = stack[top - 2] as number;
      watch.step(size / NATIVE);
      counters.cellsAllocated += size;
      stack[top - 2] = allocated(new Array<Value>(size).fill(last), last, holds, undefined);
      return top - 1;
    }
    case "get":
      counters.cellsRead++;
      stack[top - 2] = (last as MutableArray).items[stack[top - 2] as number]!;
      return top - 1;
    case "set":
      stack[top - 3] = modified(last as MutableArray, stack[top - 3] as number, stack[top - 2]!, state, counters);
      return top - 2;
    case "freeze":
      watch.step((last as MutableArray).items.length / NATIVE);
      counters.cellsFrozen += (last as MutableArray).items.length;
      observer?.({ tag: "freeze", array: identities.store(last as MutableArray) });
      stack[top - 1] = new ArrayValue((last as MutableArray).items.slice());
      return top;
    case "cells":
      stack[top - 1] = (last as MutableArray).items.length;
      return top;
    case "grow": {
      const old = stack[top - 2] as MutableArray;
      const count = old.items.length;
      const size = Math.max(1, 2 * count);
      watch.step(size / NATIVE);
      counters.cellsRead += count;
      counters.cellsAllocated += size;
      counters.cellsWritten += count;
      stack[top - 2] = allocated(old.items.concat(new Array<Value>(size - count).fill(last)), last, old.holds, old);
      return top - 1;
    }
    case "record":
      counters.tapeEntries++;
      write(last as MutableArray, stack[top - 3] as number, stack[top - 2]!, true, state, counters);
      stack[top - 3] = UNIT_VALUE;
      return top - 2;
    case "pushTo":
      counters.cellsRead++;
      counters.cellsWritten++;
      push(last as MutableArray, stack[top - 2]!);
      stack[top - 2] = UNIT_VALUE;
      return top - 1;
    case "grad":
    case "valueAndGrad":
    case "jvp":
    case "born":
    case "numbered":
    case "thisJob":
    case "modify":
      return internal("the machine does this itself", prim);
    case "mapEmpty":
    case "mapSingle":
    case "mapUnion":
    case "mapIsEmpty":
    case "mapHighest":
    case "mapLowest":
    case "mapMember":
    case "mapLookup":
    case "mapInsert":
    case "mapDelete":
      return runMapPrim(prim, holds, stack, top, counters, state);
    default:
      return unreachable(prim);
  }

  function allocated(
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
  function push(array: MutableArray, value: Value): void {
    array.items[0] = cons(value, array.items[0]!);
    const { holds } = array;
    const staged = holds === "queue" ? stagedEntry(value, identities) : undefined;
    if (staged !== undefined) state.backpropagation.stage(staged, counters);
    if (observer === undefined) return;
    const content = identities.content(value);
    const store = identities.store(array);
    observer({ tag: "write", array: store, index: 0, content, entry: false, pushed: true, holds, number: staged });
  }

  function touch(what: "zero" | "plus" | "one-hot" | "scale", { reals, others }: Walked): void {
    if (what === "plus" || what === "scale") counters.work += reals;
    if (what === "zero") counters.zeroScalars += reals;
    else if (what === "scale") counters.scaledScalars += reals;
    else if (what === "plus") counters.plusScalars += reals;
    else counters.oneHotScalars += reals;
    counters.otherParts += others;
    observer?.({ tag: "touch", what, scalars: reals, others: others || undefined });
  }
}

/** Writes a cell as `set` does; gives (). */
export function modified(
  array: MutableArray,
  index: number,
  value: Value,
  state: PrimState,
  counters: Counters,
): Value {
  counters.cellsWritten++;
  write(array, index, value, false, state, counters);
  return UNIT_VALUE;
}

function write(
  array: MutableArray,
  index: number,
  value: Value,
  entry: boolean,
  { observer, identities, backpropagation }: PrimState,
  counters: Counters,
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

const counts = new WeakMap<object, Walked>();
const REAL: Walked = { reals: 1, others: 0 };
const INT: Walked = { reals: 0, others: 1 };

/** The counts of a walk over a value; remembered for composite values, which never change. */
export function walked(shape: Shape, value: Value, watch: Watch): Walked {
  if (typeof value === "number") return shape.tag === "real" ? REAL : INT;
  const known = counts.get(value);
  if (known !== undefined) return known;
  const count = countWalked(shape, value, watch);
  counts.set(value, count);
  return count;
}
