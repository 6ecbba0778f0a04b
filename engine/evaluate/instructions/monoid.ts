// The monoid on c, marks of scalars, and jobs: native operations that walk whole values, or tell of scalars and jobs.
import { internal } from "../../base/unreachable.ts";
import type { Watch } from "../../base/watch.ts";
import { countWalked, mapReals, type Shape, type Walked, zipReals } from "../../core/values/shape.ts";
import type { Value } from "../../core/values/values.ts";
import type { MachineState } from "../state/state.ts";
import type { Primitives } from "./primitive.ts";

/** Native operations on c, on numbered scalars and on jobs. */
export const MONOID: Primitives<
  "zeroOf" | "bindZero" | "zero" | "coldOf" | "plus" | "scale" | "asLinear" | "reach" | "here" | "thisJob"
> = {
  zeroOf(state, { shape }, value) {
    touch(state, "zero", walked(shape, value, state.watch));
    return mapReals(shape, value, state.watch, () => 0);
  },
  bindZero(state, _, zero) {
    state.zero = zero;
    return zero;
  },
  zero(state, { shape }) {
    const value = state.zero ?? internal("0 : c is used before Wrap bound it");
    touch(state, "zero", walked(shape, value, state.watch));
    return value;
  },
  coldOf(state, { shape }, value) {
    touch(state, "one-hot", walked(shape, value, state.watch));
    return mapReals(shape, value, state.watch, () => 0);
  },
  plus(state, { shape }, left, right) {
    touch(state, "plus", walked(shape, left, state.watch));
    if (shape.tag === "int") return left;
    if (typeof left === "number") return left + (right as number);
    return zipReals(shape, left, right, state.watch, (x, y) => x + y);
  },
  scale(state, { shape }, factor, value) {
    touch(state, "scale", walked(shape, value, state.watch));
    return mapReals(shape, value, state.watch, (real) => (factor as number) * (real as number));
  },
  asLinear: (_, __, fn) => fn,
  reach(state, _, first, place, cotangent) {
    state.backpropagation.reach((first as number) + (place as number), cotangent as number, state.counters);
    return cotangent;
  },
  here: (state) => state.backpropagation.scalars,
  thisJob: (state) => state.task.job,
};

function touch(
  { counters, observer }: MachineState,
  what: "zero" | "plus" | "one-hot" | "scale",
  { reals, others }: Walked,
): void {
  if (what === "plus" || what === "scale") counters.work += reals;
  if (what === "zero") counters.zeroScalars += reals;
  else if (what === "scale") counters.scaledScalars += reals;
  else if (what === "plus") counters.plusScalars += reals;
  else counters.oneHotScalars += reals;
  counters.otherParts += others;
  observer?.({ tag: "touch", what, scalars: reals, others: others || undefined });
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
