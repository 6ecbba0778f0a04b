// The native operations of CHAD beside those of the core.
import { present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { nativeOperation } from "../../core/events/native.ts";
import { typeVariable } from "../../types/type.ts";

/** A cotangent of one side of a sum that meets a value of another. There is none: it is a bug of ours, and shows the cotangent. Its second argument
 * has the type of what was looked for. */
export const OTHER_SIDE = nativeOperation(
  "otherSide",
  { args: [typeVariable("a"), typeVariable("b")], result: typeVariable("b") },
  ([d], host) => internal("a cotangent is of another side of a sum than its value", host.content(present(d))),
);
