// State shared by a run's native operations.
import type { Watch } from "../../base/watch.ts";
import type { Observer } from "../../core/events/events.ts";
import type { Value } from "../../core/values/values.ts";
import type { Identities } from "../values/content.ts";
import type { Backpropagation } from "./backpropagation.ts";

/** State of a run's native operations. */
export interface PrimState {
  /** The 0 : c of the run. */
  zero: Value | undefined;
  /** Told of calls that are staged in arrays. */
  readonly backpropagation: Backpropagation;
  readonly identities: Identities;
  readonly observer: Observer | undefined;
  /** Told of all parts that an operation visits, since it is one instruction however many there are. */
  readonly watch: Watch;
}
