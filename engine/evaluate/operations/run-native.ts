// The native operations that algorithms bring: each runs on the topmost operands, and is lent what it needs of the machine.
import type { Counters } from "../../core/events/counters.ts";
import type { Value } from "../../core/values/values.ts";
import type { NativeCode } from "../code/code.ts";
import type { PrimState } from "./prim-state.ts";
import { walked } from "./run-prim.ts";

/** Runs an operation on the topmost operands; gives the new height of the stack. */
export function runNative(
  { native, shape }: NativeCode,
  stack: Value[],
  top: number,
  { identities, observer, watch }: PrimState,
  counters: Counters,
): number {
  const base = top - native.args.length;
  stack[base] = native.run(stack.slice(base, top), {
    shape,
    counters,
    observer,
    watch,
    content: (value) => identities.content(value),
    walked: (value) => walked(shape, value, watch),
  });
  return base + 1;
}
