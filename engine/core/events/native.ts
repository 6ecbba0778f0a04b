// Native operations that an algorithm brings: what one does on the machine stands beside its type. Those of the core, which have their
// types in `core/terms/prims.ts`, are the machine's own.
import type { Watch } from "../../base/watch.ts";
import type { Span } from "../../source/span.ts";
import type { Type } from "../../types/type.ts";
import { type Prim, signature } from "../terms/prims.ts";
import type { Shape, Walked } from "../values/shape.ts";
import type { Value } from "../values/values.ts";
import type { Counters } from "./counters.ts";
import type { Content, Observer, ScalarNumber } from "./events.ts";

/** The machine's interface to a running operation. */
export interface NativeHost {
  /** The shape of what the operation's first type variable stands for. */
  readonly shape: Shape;
  /** The counters of the pass; an operation counts its cost here. Its step is counted already. */
  readonly counters: Counters;
  /** Receives events, if the run is observed. */
  readonly observer: Observer | undefined;
  /** The operation's place, and the scalar that got its number last; -1 where none did. */
  readonly span: Span | undefined;
  readonly latest: ScalarNumber;
  /** Counts the parts that an operation visits. */
  readonly watch: Watch;
  /** A value as it stands in an event. */
  content(value: Value): Content;
  /** The parts of a value of the shape: its Reals, and the others. */
  walked(value: Value): Walked;
}

/** A native operation of an algorithm: its type, its value, its cost and its event. */
export interface NativeOperation extends Prim {
  /** The value at the arguments. It counts its costs, and reports its events. */
  run(args: readonly Value[], host: NativeHost): Value;
}

/** A native operation; `linearIn` are the arguments that it is linear in. */
export function nativeOperation(
  name: string,
  type: { readonly args: readonly Type[]; readonly result: Type; readonly linearIn?: readonly number[] },
  run: NativeOperation["run"],
): NativeOperation {
  return { ...signature(name, type.args, type.result, type.linearIn), run };
}

/** Whether an operation is an algorithm's own. */
export function isNative(prim: Prim): prim is NativeOperation {
  return "run" in prim;
}
