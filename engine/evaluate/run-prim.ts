// The native leaf operations: what each does with the operand stack, and what it counts.
import { internal, unreachable } from "../base/unreachable.ts";
import type { Counters } from "../core/counters.ts";
import type { Observer } from "../core/events.ts";
import { ScalarMistake } from "../core/ops.ts";
import type { PrimId } from "../core/prims.ts";
import { mapReals, type Shape, visitScalars, zipReals } from "../core/shape.ts";
import { ArrayValue, listItems, listValue, UNIT_VALUE, type Value } from "../core/values.ts";
import { MutableArray } from "./closure.ts";
import { runMapPrim } from "./run-map-prim.ts";

/** Where a machine keeps the 0 : c of its run. */
export interface ZeroCell {
  value: Value | undefined;
}

/** Runs an operation on the topmost operands; gives the new height of the stack. */
export function runPrim(
  prim: PrimId,
  shape: Shape,
  stack: Value[],
  top: number,
  zero: ZeroCell,
  counters: Counters,
  observer: Observer | undefined,
): number {
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
      const items = listItems(last);
      counters.steps += items.length;
      stack[top - 1] = new ArrayValue(items);
      return top;
    }
    case "toList": {
      const { items } = last as ArrayValue;
      counters.steps += items.length;
      stack[top - 1] = listValue(items);
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
      stack[top - 1] = mapReals(shape, last, () => 0);
      touch("zero", countScalars(shape, last));
      return top;
    case "bindZero":
      zero.value = last;
      return top;
    case "zero": {
      const value = zero.value ?? internal("0 : c is used before Wrap bound it");
      stack[top] = value;
      touch("zero", countScalars(shape, value));
      return top + 1;
    }
    case "coldOf":
      stack[top - 1] = mapReals(shape, last, () => 0);
      touch("one-hot", countScalars(shape, last));
      return top;
    case "plus": {
      const left = stack[top - 2]!;
      const sum = typeof left === "number" ? left + (last as number) : zipReals(shape, left, last, (x, y) => x + y);
      touch("plus", countScalars(shape, left));
      stack[top - 2] = shape.tag === "int" ? left : sum;
      return top - 1;
    }
    case "asLinear":
      return top;
    case "hot":
      touch("one-hot", 1);
      return top;
    case "alloc":
      counters.cellsAllocated += stack[top - 2] as number;
      stack[top - 2] = new MutableArray(new Array(stack[top - 2] as number).fill(last));
      return top - 1;
    case "get":
      counters.cellsRead++;
      stack[top - 2] = (last as MutableArray).items[stack[top - 2] as number]!;
      return top - 1;
    case "set":
      counters.cellsWritten++;
      (last as MutableArray).items[stack[top - 3] as number] = stack[top - 2]!;
      stack[top - 3] = UNIT_VALUE;
      return top - 2;
    case "freeze":
      counters.cellsFrozen += (last as MutableArray).items.length;
      stack[top - 1] = new ArrayValue((last as MutableArray).items.slice());
      return top;
    case "mapEmpty":
    case "mapSingle":
    case "mapUnion":
    case "mapIsEmpty":
    case "mapHighest":
    case "mapMember":
    case "mapLookup":
    case "mapInsert":
    case "mapDelete":
      return runMapPrim(prim, stack, top, counters, observer);
    default:
      return unreachable(prim);
  }

  function touch(what: "zero" | "plus" | "one-hot", scalars: number): void {
    if (what === "zero") counters.zeroScalars += scalars;
    else if (what === "plus") counters.plusScalars += scalars;
    else counters.oneHotScalars += scalars;
    observer?.({ tag: "touch", what, scalars });
  }
}

function indexMessage(index: number, size: number): string {
  if (size === 0) return `element ${index} of an empty array`;
  const range = size === 1 ? "the only one is 0" : `the last one is ${size - 1}`;
  return `element ${index} of an array of size ${size}; elements count from 0, so ${range}`;
}

const scalarCounts = new WeakMap<object, number>();

/** How many Reals a value holds; remembered for composite values, which never change. */
function countScalars(shape: Shape, value: Value): number {
  if (typeof value === "number") return shape.tag === "real" ? 1 : 0;
  const known = scalarCounts.get(value);
  if (known !== undefined) return known;
  let count = 0;
  visitScalars(shape, value, (_, kind) => {
    if (kind === "real") count++;
  });
  scalarCounts.set(value, count);
  return count;
}
