// The native operations of CHAD beside those of the core.
import { present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import type { Watch } from "../../base/watch.ts";
import { nativeOperation } from "../../core/events/native.ts";
import { DataValue, type Value } from "../../core/values/values.ts";
import { ScalarMistake } from "../../scalars/mistake.ts";
import { shownName, typeVariable } from "../../types/type.ts";
import { sideOf, wordOf } from "./cotangents/sides.ts";

/** A cotangent of one side of a sum that meets a value of another. There is none: it is a bug of ours, and shows the cotangent. Its second argument
 * has the type of what was looked for. */
export const OTHER_SIDE = nativeOperation(
  "otherSide",
  { args: [typeVariable("a"), typeVariable("b")], result: typeVariable("b"), linearIn: [0, 1] },
  ([d], host) => internal("a cotangent is of another side of a sum than its value", host.content(present(d))),
);

/**
 * The cotangent itself, where it fits its value: one of a sum is 0 or of the side that the value is of (D₂[σ + τ](inl x) = D₂[σ](x), thesis,
 * Fig. 5.2). Another one is reported at its place.
 */
export const FITS = nativeOperation(
  "fits",
  { args: [typeVariable("a"), typeVariable("b")], result: typeVariable("b"), linearIn: [1] },
  ([x, d], { watch }) => {
    const wrong = misfit(present(x), present(d), watch);
    if (wrong !== undefined) throw new ScalarMistake("cotangent-side", wrong);
    return present(d);
  },
);

/** The first part of a cotangent that does not fit its value, in words. */
function misfit(value: Value, cotangent: Value, watch: Watch): string | undefined {
  const open: (readonly [Value, Value])[] = [[value, cotangent]];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    watch.step();
    const [x, d] = at;
    if (Array.isArray(x) && Array.isArray(d)) pairUp(x, d, open);
    if (!(d instanceof DataValue)) continue;
    if (Array.isArray(x)) pairUp(x, d.fields, open);
    const side = sideOf(d.con);
    if (side === undefined || !(x instanceof DataValue)) continue;
    if (side !== wordOf(x.con)) return `the cotangent of a \`${shownName(x.con)}\` is one of \`${side}\``;
    pairUp(x.fields, d.fields, open);
  }
  return undefined;
}

/** The parts of both, one by one; a symbol for zero has none. */
function pairUp(values: readonly Value[], cotangents: readonly Value[], open: (readonly [Value, Value])[]): void {
  for (const [index, cotangent] of cotangents.entries()) open.push([present(values[index]), cotangent]);
}
