// A native operation as a function of its operands, which also counts its cost and emits its events.
import type { Holds } from "../../core/terms/meaning.ts";
import type { Shape } from "../../core/values/shape.ts";
import type { Value } from "../../core/values/values.ts";
import type { MachineState } from "../state/state.ts";

/** An operation where it stands. */
export interface PrimitiveUse {
  /** The shape of what its first type variable stands for. */
  readonly shape: Shape;
  /** Contents of the map or array that it is on, if it is on one. */
  readonly holds: Holds | undefined;
}

/** The value of an operation at as many operands as it has. Its step is counted already. */
export type Primitive = (state: MachineState, use: PrimitiveUse, x: Value, y: Value, z: Value) => Value;

/** Operations by their keys in `core/terms/prims.ts`. */
export type Primitives<Keys extends string> = Readonly<Record<Keys, Primitive>>;
