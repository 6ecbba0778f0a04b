// The native operation of the Cayley transformation, whose one-hots are updates of a part of c (thesis §3.6).
import { nativeOperation } from "../../core/events/native.ts";
import { typeVariable } from "../../types/type.ts";

const a = typeVariable("a");

/** A part of c that an update made anew: the value itself, counted as one-hot work. */
export const HOT = nativeOperation("hot", { args: [a], result: a }, ([value], { counters, observer }) => {
  counters.oneHotScalars++;
  observer?.({ tag: "touch", what: "one-hot", scalars: 1, others: undefined });
  return value!;
});

/** All of them. */
export const NATIVES = [HOT];
