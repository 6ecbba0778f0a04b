// The sum of what cannot be added.
import { present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { nativeOperation } from "../../core/events/native.ts";
import { typeVariable } from "../../types/type.ts";

const a = typeVariable("a");

/** The sum of what does not conform. There is none: it is a bug of ours, and says both shapes. */
export const UNLIKE = nativeOperation("unlike", { args: [a, a], result: a }, ([s, t], host) =>
  internal("what does not conform was added", host.content(present(s)), host.content(present(t))),
);
