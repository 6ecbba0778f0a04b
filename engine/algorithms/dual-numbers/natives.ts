// The native operation of the Cayley transformation, whose one-hots are updates of a part of c (thesis §3.6).
import { nativeOperation } from "../../core/events/native.ts";
import { typeVariable } from "../../types/type.ts";

const a = typeVariable("a");

/** The value itself. It counts as one-hot work: an update of c writes a new part where it puts it. */
export const HOT = nativeOperation("hot", { args: [a], result: a }, ([value], { counters, observer }) => {
  counters.oneHotScalars++;
  observer?.({ tag: "touch", what: "one-hot", scalars: 1, others: undefined });
  return value!;
});

/** All of them. */
export const NATIVES = [HOT];
