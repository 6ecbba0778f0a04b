// The native operations of the linear half, on values of any linear type, Real by Real (Radul et al. 2023, Fig. 3). Each costs what the
// paper's model says of it (§4.3): one for each Real.
import { present } from "../../../base/nth.ts";
import { nativeOperation } from "../../../core/events/native.ts";
import { mapReals, zipReals } from "../../../core/values/shape.ts";
import { UNIT_VALUE } from "../../../core/values/values.ts";
import { REAL, typeVariable, UNIT } from "../../../types/type.ts";

const a = typeVariable("a");

/** v̇ + ẇ. */
export const LINEAR_PLUS = nativeOperation(
  "addˡ",
  { args: [a, a], result: a, linearIn: [0, 1] },
  ([left, right], { shape, watch, counters, walked }) => {
    counters.work += walked(present(left)).reals;
    return typeof left === "number"
      ? left + (right as number)
      : zipReals(shape, present(left), present(right), watch, (x, y) => x + y);
  },
);

/** v * ẇ. */
export const LINEAR_SCALE = nativeOperation(
  "scaleˡ",
  { args: [REAL, a], result: a, linearIn: [1] },
  ([factor, value], { shape, watch, counters, walked }) => {
    counters.work += walked(present(value)).reals;
    return mapReals(shape, present(value), watch, (real) => (factor as number) * (real as number));
  },
);

/** drop ẇ: forgets a value, at the cost of its Reals. */
export const DROP = nativeOperation("dropˡ", { args: [a], result: UNIT }, ([value], { counters, walked }) => {
  counters.work += walked(present(value)).reals;
  return UNIT_VALUE;
});

/** All of them. */
export const NATIVES = [LINEAR_PLUS, LINEAR_SCALE, DROP];
