// The native operations on persistent maps: what each does with the operand stack, and the nodes that it visits.
import { unreachable } from "../../base/unreachable.ts";
import type { Counters } from "../../core/events/counters.ts";
import type { ScalarNumber } from "../../core/events/events.ts";
import type { Holds } from "../../core/terms/meaning.ts";
import type { PrimId } from "../../core/terms/prims.ts";
import { FALSE_VALUE, TRUE_VALUE, type Value } from "../../core/values/values.ts";
import { waitingIn } from "../values/staged-value.ts";
import { EMPTY_MAP, type TreeMap, TreeMaps } from "../values/tree-map.ts";
import type { PrimState } from "./prim-state.ts";

/** The native operations on persistent maps; {@link PrimId} has the others, too. */
export type MapPrimId = Extract<PrimId, `map${string}`>;

/** Runs an operation on the topmost operands; gives the new height of the stack. */
export function runMapPrim(
  prim: MapPrimId,
  holds: Holds | undefined,
  stack: Value[],
  top: number,
  counters: Counters,
  { observer, identities, watch, backpropagation }: PrimState,
): number {
  const maps = new TreeMaps();
  const arity = {
    mapEmpty: 0,
    mapSingle: 2,
    mapUnion: 2,
    mapIsEmpty: 1,
    mapHighest: 1,
    mapLowest: 1,
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
        return made("empty", EMPTY_MAP);
      case "mapSingle":
        return made("insert", maps.insert(EMPTY_MAP, args[0] as number, args[1]!), [], 0, args[1]!);
      case "mapUnion":
        return made("union", maps.union(args[0] as TreeMap, args[1] as TreeMap, watch, merged), [0, 1]);
      case "mapIsEmpty":
        return (args[0] as TreeMap).size === 0 ? TRUE_VALUE : FALSE_VALUE;
      case "mapHighest":
        return taken(args[0] as TreeMap, maps.highest(args[0] as TreeMap));
      case "mapLowest":
        return taken(args[0] as TreeMap, maps.lowest(args[0] as TreeMap));
      case "mapMember":
        return maps.lookUp(args[1] as TreeMap, args[0] as number) === undefined ? FALSE_VALUE : TRUE_VALUE;
      case "mapLookup":
        return maps.lookUp(args[1] as TreeMap, args[0] as number)!;
      case "mapInsert":
        return inserted(args[2] as TreeMap, args[0] as number, args[1]!);
      case "mapDelete":
        return made("delete", maps.delete(args[1] as TreeMap, args[0] as number), [1], 0);
      default:
        return unreachable(prim);
    }
  }

  function inserted(map: TreeMap, key: number, value: Value): TreeMap {
    const result = made("insert", maps.insert(map, key, value), [2], 0, value);
    if (observer === undefined || holds !== "waiting") return result;
    // looked up for the event alone
    const earlier = new TreeMaps().lookUp(map, key);
    if (earlier === undefined) return result;
    const [before, sum] = [waitingIn(earlier)!, waitingIn(value)!];
    observer({ tag: "merge", number: holderOf(earlier, key), before, sum });
    return result;
  }

  /** A map made of operands, by their places. */
  function made(
    what: "empty" | "insert" | "delete" | "union",
    map: TreeMap,
    of: readonly number[] = [],
    key?: number,
    value?: Value,
  ): TreeMap {
    if (holds === "waiting") counters.peakStagedCalls = Math.max(counters.peakStagedCalls, map.size);
    if (observer === undefined) return map;
    const at = key === undefined ? undefined : (args[key] as number);
    observer({
      tag: "map",
      what,
      map: identities.store(map),
      of: of.map((place) => identities.store(args[place] as TreeMap)),
      key: at,
      content: value === undefined ? undefined : identities.content(value),
      holds,
      number: holds === "waiting" && at !== undefined ? holderOf(value, at) : undefined,
    });
    return map;
  }

  function taken(map: TreeMap, key: number): number {
    observer?.({
      tag: "highest",
      map: identities.store(map),
      key,
      number: holderOf(new TreeMaps().lookUp(map, key), key),
    });
    return key;
  }

  /** The scalar that an entry is for: whose backpropagator it holds, and by its key where it holds none. */
  function holderOf(entry: Value | undefined, key: number): ScalarNumber {
    const held = Array.isArray(entry) ? identities.backpropagator((entry as readonly Value[])[0]) : undefined;
    return held ?? backpropagation.numberOf(key);
  }

  /** Linear factoring: f x + f y = f (x + y). */
  function merged(left: Value, right: Value, key: number): Value {
    const [fn, x] = left as readonly [Value, number];
    const [, y] = right as readonly [Value, number];
    observer?.({ tag: "merge", number: holderOf(left, key), before: x, sum: x + y });
    return [fn, x + y];
  }
}
