// The native operation of the Cayley transformation, whose one-hots are updates of a part of c (thesis §3.6).
import { nativeOperation } from "../../core/events/native.ts";
import { ArrayValue, DataValue, type Value } from "../../core/values/values.ts";
import { typeVariable } from "../../types/type.ts";

const a = typeVariable("a");

/**
 * The value itself: a whole that an update of c makes anew, to put one part of it. The parts that stay as they are count as one-hot work, as
 * the zeros of a one-hot do; the Real that is put in the end is counted with the call.
 */
export const HOT = nativeOperation("hot", { args: [a], result: a }, ([value], { counters, observer }) => {
  const kept = partsOf(value!) - 1;
  counters.oneHotScalars += kept;
  if (kept > 0) observer?.({ tag: "touch", what: "one-hot", scalars: kept, others: undefined });
  return value!;
});

function partsOf(value: Value): number {
  if (value instanceof DataValue) return value.fields.length;
  if (value instanceof ArrayValue) return value.items.length;
  return (value as readonly Value[]).length;
}

/** All of them. */
export const NATIVES = [HOT];
