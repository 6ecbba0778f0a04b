// The native operations on persistent maps: what each does with the operand stack, and the nodes that it visits.
import { unreachable } from "../base/unreachable.ts";
import type { Counters } from "../core/counters.ts";
import type { Observer, ScalarNumber } from "../core/events.ts";
import type { PrimId } from "../core/prims.ts";
import { FALSE_VALUE, TRUE_VALUE, type Value } from "../core/values.ts";
import { EMPTY_MAP, type TreeMap, TreeMaps } from "./tree-map.ts";

export type MapPrimId = Extract<PrimId, `map${string}`>;

/** Runs an operation on the topmost operands; gives the new height of the stack. */
export function runMapPrim(
  prim: MapPrimId,
  stack: Value[],
  top: number,
  counters: Counters,
  observer: Observer | undefined,
): number {
  const maps = new TreeMaps();
  const arity = {
    mapEmpty: 0,
    mapSingle: 2,
    mapUnion: 2,
    mapIsEmpty: 1,
    mapHighest: 1,
    mapMember: 2,
    mapLookup: 2,
    mapInsert: 3,
    mapDelete: 2,
  }[prim];
  const base = top - arity;
  const args = stack.slice(base, top);
  stack[base] = result();
  counters.mapNodes += maps.visited;
  return base + 1;

  function result(): Value {
    switch (prim) {
      case "mapEmpty":
        return EMPTY_MAP;
      case "mapSingle":
        return grown(maps.insert(EMPTY_MAP, args[0] as number, args[1]!));
      case "mapUnion":
        return grown(maps.union(args[0] as TreeMap, args[1] as TreeMap, merged));
      case "mapIsEmpty":
        return (args[0] as TreeMap).size === 0 ? TRUE_VALUE : FALSE_VALUE;
      case "mapHighest":
        return maps.highest(args[0] as TreeMap);
      case "mapMember":
        return maps.lookUp(args[1] as TreeMap, args[0] as number) === undefined ? FALSE_VALUE : TRUE_VALUE;
      case "mapLookup":
        return maps.lookUp(args[1] as TreeMap, args[0] as number)!;
      case "mapInsert":
        return grown(maps.insert(args[2] as TreeMap, args[0] as number, args[1]!));
      case "mapDelete":
        return maps.delete(args[1] as TreeMap, args[0] as number);
      default:
        return unreachable(prim);
    }
  }

  function grown(map: TreeMap): TreeMap {
    counters.peakStagedCalls = Math.max(counters.peakStagedCalls, map.size);
    return map;
  }

  /** Linear factoring: f x + f y = f (x + y). */
  function merged(left: Value, right: Value, key: number): Value {
    const [fn, x] = left as readonly [Value, number];
    const [, y] = right as readonly [Value, number];
    observer?.({ tag: "merge", number: key as ScalarNumber, left: x, right: y });
    return [fn, x + y];
  }
}
