// The native leaf operations: what each does with the operand stack, and what it counts.
import { internal, unreachable } from "../base/unreachable.ts";
import type { Watch } from "../base/watch.ts";
import type { Counters } from "../core/counters.ts";
import type { Content, ScalarNumber } from "../core/events.ts";
import { ScalarMistake } from "../core/ops.ts";
import type { PrimId } from "../core/prims.ts";
import { mapReals, type Shape, visitScalars, zipReals } from "../core/shape.ts";
import { ArrayValue, cons, DataValue, listItems, listValue, UNIT_VALUE, type Value } from "../core/values.ts";
import { MutableArray } from "./closure.ts";
import type { PrimState } from "./prim-state.ts";
import { runMapPrim } from "./run-map-prim.ts";

/** Cells that JavaScript itself fills or copies in the time of one part of a walk. */
const NATIVE = 50;

/** Runs an operation on the topmost operands; gives the new height of the stack. */
export function runPrim(
  prim: PrimId,
  shape: Shape,
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
      if (index < 0 || index >= items.length) throw new ScalarMistake("index", indexMessage(index, items.length));
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
      throw new ScalarMistake("empty-list", "`head []`: the list is empty");
    case "failTail":
      throw new ScalarMistake("empty-list", "`tail []`: the list is empty");
    case "failMaximum":
      throw new ScalarMistake("empty-list", "`maximum []`: the list is empty");
    case "failBuild":
      throw new ScalarMistake("negative-size", `\`build\` of a negative size, ${last}`);
    case "failSizes":
      throw new ScalarMistake(
        "unequal-sizes",
        `\`zipWithA\` of arrays of different sizes, ${stack[top - 2]} and ${last}`,
      );
    case "zeroOf":
      stack[top - 1] = mapReals(shape, last, watch, () => 0);
      touch("zero", countScalars(shape, last, watch));
      return top;
    case "bindZero":
      state.zero = last;
      return top;
    case "zero": {
      const value = state.zero ?? internal("0 : c is used before Wrap bound it");
      stack[top] = value;
      touch("zero", countScalars(shape, value, watch));
      return top + 1;
    }
    case "coldOf":
      stack[top - 1] = mapReals(shape, last, watch, () => 0);
      touch("one-hot", countScalars(shape, last, watch));
      return top;
    case "plus": {
      const left = stack[top - 2]!;
      const sum =
        typeof left === "number" ? left + (last as number) : zipReals(shape, left, last, watch, (x, y) => x + y);
      touch("plus", countScalars(shape, left, watch));
      stack[top - 2] = shape.tag === "int" ? left : sum;
      return top - 1;
    }
    case "asLinear":
      return top;
    case "hot":
      touch("one-hot", 1);
      return top;
    case "alloc": {
      const size = stack[top - 2] as number;
      watch.step(size / NATIVE);
      counters.cellsAllocated += size;
      stack[top - 2] = allocated(new Array<Value>(size).fill(last), last, undefined);
      return top - 1;
    }
    case "get":
      counters.cellsRead++;
      stack[top - 2] = (last as MutableArray).items[stack[top - 2] as number]!;
      return top - 1;
    case "set":
      counters.cellsWritten++;
      write(last as MutableArray, stack[top - 3] as number, stack[top - 2]!, false);
      stack[top - 3] = UNIT_VALUE;
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
      stack[top - 2] = allocated(old.items.concat(new Array<Value>(size - count).fill(last)), last, old);
      return top - 1;
    }
    case "record":
      counters.tapeEntries++;
      write(last as MutableArray, stack[top - 3] as number, stack[top - 2]!, true);
      stack[top - 3] = UNIT_VALUE;
      return top - 2;
    case "fetchAdd": {
      const before = (last as MutableArray).items[0] as number;
      counters.cellsRead++;
      counters.cellsWritten++;
      write(last as MutableArray, 0, before + (stack[top - 2] as number), false);
      stack[top - 2] = before;
      return top - 1;
    }
    case "pushTo":
      counters.cellsRead++;
      counters.cellsWritten++;
      push(last as MutableArray, stack[top - 2]!);
      stack[top - 2] = UNIT_VALUE;
      return top - 1;
    case "byKey": {
      const keyed = listItems(last, watch).reverse() as (readonly [number, Value])[];
      counters.steps += keyed.length;
      watch.step(keyed.length);
      // Array.prototype.sort is stable
      keyed.sort(([a], [b]) => b - a);
      stack[top - 1] = listValue(
        keyed.map(([, value]) => value),
        watch,
      );
      return top;
    }
    case "mapEmpty":
    case "mapSingle":
    case "mapUnion":
    case "mapIsEmpty":
    case "mapHighest":
    case "mapMember":
    case "mapLookup":
    case "mapInsert":
    case "mapDelete":
      return runMapPrim(prim, stack, top, counters, state);
    default:
      return unreachable(prim);
  }

  function allocated(items: Value[], filling: Value, old: MutableArray | undefined): MutableArray {
    const array = new MutableArray(items);
    observer?.({
      tag: "alloc",
      array: identities.store(array),
      size: items.length,
      content: identities.content(filling),
      of: old === undefined ? undefined : identities.store(old),
    });
    return array;
  }

  function write(array: MutableArray, index: number, value: Value, entry: boolean): void {
    const before = array.items[index]!;
    array.items[index] = value;
    if (!entry && isFirstCall(before, value)) {
      state.occupied++;
      counters.peakStagedCalls = Math.max(counters.peakStagedCalls, state.occupied);
    }
    if (observer === undefined) return;
    const content = identities.content(value);
    observer({ tag: "write", array: identities.store(array), index, content, entry });
    const sum = argumentOf(value);
    const earlier = argumentOf(before);
    if (sum !== undefined && earlier !== undefined)
      observer({ tag: "merge", number: numberOf(content, index), before: earlier, sum });
  }

  /** Puts a value in front of the list that an array's one cell holds. */
  function push(array: MutableArray, value: Value): void {
    array.items[0] = cons(value, array.items[0]!);
    if (observer === undefined) return;
    const content = identities.content(value);
    observer({ tag: "write", array: identities.store(array), index: 0, content, entry: false, pushed: true });
  }

  function touch(what: "zero" | "plus" | "one-hot", scalars: number): void {
    if (what === "zero") counters.zeroScalars += scalars;
    else if (what === "plus") counters.plusScalars += scalars;
    else counters.oneHotScalars += scalars;
    observer?.({ tag: "touch", what, scalars });
  }
}

/** Whether a first call is staged in a cell: data without fields gives way to data that ends with an argument. */
function isFirstCall(before: Value, value: Value): boolean {
  return before instanceof DataValue && before.fields.length === 0 && argumentOf(value) !== undefined;
}

/** The argument so far of a call that is staged in a cell: the last field of its data. */
function argumentOf(cell: Value): number | undefined {
  const argument = cell instanceof DataValue ? cell.fields.at(-1) : undefined;
  return typeof argument === "number" ? argument : undefined;
}

/** The backpropagator that a cell holds a call of; where it does not say, its place does. */
function numberOf(content: Content, index: number): ScalarNumber {
  if (typeof content === "object" && "fields" in content) {
    const [first] = content.fields;
    if (typeof first === "object" && "backpropagator" in first) return first.backpropagator;
  }
  return index as ScalarNumber;
}

function indexMessage(index: number, size: number): string {
  if (size === 0) return `element ${index} of an empty array`;
  const range = size === 1 ? "the only one is 0" : `the last one is ${size - 1}`;
  return `element ${index} of an array of size ${size}; elements count from 0, so ${range}`;
}

const scalarCounts = new WeakMap<object, number>();

/** How many Reals a value holds; remembered for composite values, which never change. */
function countScalars(shape: Shape, value: Value, watch: Watch): number {
  if (typeof value === "number") return shape.tag === "real" ? 1 : 0;
  const known = scalarCounts.get(value);
  if (known !== undefined) return known;
  let count = 0;
  visitScalars(shape, value, watch, (_, kind) => {
    if (kind === "real") count++;
  });
  scalarCounts.set(value, count);
  return count;
}
