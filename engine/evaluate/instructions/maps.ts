// The native operations on persistent maps, and the nodes that they visit.
import type { ScalarNumber } from "../../core/events/events.ts";
import type { PrimId } from "../../core/terms/prims.ts";
import { FALSE_VALUE, TRUE_VALUE, type Value } from "../../core/values/values.ts";
import type { MachineState } from "../state/state.ts";
import { waitingIn } from "../values/staged-value.ts";
import { EMPTY_MAP, type TreeMap, TreeMaps } from "../values/tree-map.ts";
import type { Primitive, Primitives, PrimitiveUse } from "./primitive.ts";

/** Where an operation runs, and the maps whose visited nodes it counts. */
interface Running {
  readonly state: MachineState;
  readonly holds: PrimitiveUse["holds"];
  readonly maps: TreeMaps;
}

/** An operation that counts the nodes which it visits. */
const counted =
  (apply: (running: Running, x: Value, y: Value, z: Value) => Value): Primitive =>
  (state, { holds }, x, y, z) => {
    const maps = new TreeMaps();
    const result = apply({ state, holds, maps }, x, y, z);
    state.counters.mapNodes += maps.visited;
    return result;
  };

/** Native operations on maps. */
export const MAPS: Primitives<Extract<PrimId, `map${string}`>> = {
  mapEmpty: counted((at) => made(at, "empty", EMPTY_MAP, [])),
  mapSingle: counted((at, key, value) =>
    made(at, "insert", at.maps.insert(EMPTY_MAP, key as number, value), [], key as number, value),
  ),
  mapUnion: counted((at, left, right) => {
    const [x, y] = [left as TreeMap, right as TreeMap];
    const union = at.maps.union(x, y, at.state.watch, (one, other, key) => merged(at.state, one, other, key));
    return made(at, "union", union, [x, y]);
  }),
  mapIsEmpty: (_, __, map) => ((map as TreeMap).size === 0 ? TRUE_VALUE : FALSE_VALUE),
  mapHighest: counted(({ state, maps }, map) => taken(state, map as TreeMap, maps.highest(map as TreeMap))),
  mapLowest: counted(({ state, maps }, map) => taken(state, map as TreeMap, maps.lowest(map as TreeMap))),
  mapMember: counted(({ maps }, key, map) =>
    maps.lookUp(map as TreeMap, key as number) === undefined ? FALSE_VALUE : TRUE_VALUE,
  ),
  mapLookup: counted(({ maps }, key, map) => maps.lookUp(map as TreeMap, key as number)!),
  mapInsert: counted((at, key, value, map) => inserted(at, key as number, value, map as TreeMap)),
  mapDelete: counted((at, key, map) =>
    made(at, "delete", at.maps.delete(map as TreeMap, key as number), [map as TreeMap], key as number),
  ),
};

function inserted(at: Running, key: number, value: Value, map: TreeMap): TreeMap {
  const result = made(at, "insert", at.maps.insert(map, key, value), [map], key, value);
  const { observer } = at.state;
  if (observer === undefined || at.holds !== "waiting") return result;
  // looked up for the event alone
  const earlier = new TreeMaps().lookUp(map, key);
  if (earlier === undefined) return result;
  observer({
    tag: "merge",
    number: holderOf(at.state, earlier, key),
    before: waitingIn(earlier)!,
    sum: waitingIn(value)!,
  });
  return result;
}

/** A map made of others. */
function made(
  { state, holds }: Running,
  what: "empty" | "insert" | "delete" | "union",
  map: TreeMap,
  of: readonly TreeMap[],
  key?: number,
  value?: Value,
): TreeMap {
  const { counters, observer, identities } = state;
  if (holds === "waiting") counters.peakStagedCalls = Math.max(counters.peakStagedCalls, map.size);
  observer?.({
    tag: "map",
    what,
    map: identities.store(map),
    of: of.map((one) => identities.store(one)),
    key,
    content: value === undefined ? undefined : identities.content(value),
    holds,
    number: holds === "waiting" && key !== undefined ? holderOf(state, value, key) : undefined,
  });
  return map;
}

function taken(state: MachineState, map: TreeMap, key: number): number {
  const { observer, identities } = state;
  observer?.({
    tag: "highest",
    map: identities.store(map),
    key,
    number: holderOf(state, new TreeMaps().lookUp(map, key), key),
  });
  return key;
}

/** The scalar that an entry is for: whose backpropagator it holds, and by its key where it holds none. */
function holderOf({ identities, backpropagation }: MachineState, entry: Value | undefined, key: number): ScalarNumber {
  const held = Array.isArray(entry) ? identities.backpropagator((entry as readonly Value[])[0]) : undefined;
  return held ?? backpropagation.numberOf(key);
}

/** Linear factoring: f x + f y = f (x + y). */
function merged(state: MachineState, left: Value, right: Value, key: number): Value {
  const [fn, x] = left as readonly [Value, number];
  const [, y] = right as readonly [Value, number];
  state.observer?.({ tag: "merge", number: holderOf(state, left, key), before: x, sum: x + y });
  return [fn, x + y];
}
