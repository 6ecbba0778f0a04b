// Meanings of a transformed program's parts for observers of its run. The algorithm that made the program sets them; machine and timeline
// follow them and know no algorithm.
import type { Type } from "../../types/type.ts";

/**
 * The dual part of a scalar. `value`: tangents and the like, without contributions. `function`: its backpropagator. `pair`: its ID and its
 * backpropagator. `id`: its ID alone. `data`: its backpropagator as data, or a reference to it.
 */
export type DualPart = "value" | "function" | "pair" | "id" | "data";

/**
 * Contents of a map or mutable array. `waiting`: by ID, the cotangent that waits for a scalar; it is the entry itself, or the last part of a
 * tuple or of data. `queue`: in its one cell, the list of cotangents still to be added to cells of `waiting`. `jobs`: in its one cell, data
 * that begins with a job's number and ends with its array of `waiting`, its `queue` before that. `gradient`: by ID, a Real of the gradient.
 * `left`: by ID, what the forward pass has left of a scalar for the reverse pass.
 */
export type Holds = "waiting" | "queue" | "jobs" | "gradient" | "left";

/**
 * The meaning of the calls of a definition or of a named λ. `backpropagator`: at (backpropagator, cotangent) or ((ID, backpropagator), cotangent), the call of a
 * backpropagator that is data. `resolving`: the calls that it makes have waited. `mirror`: at ((job, ..), ..), the scalars of a job are resolved
 * by the job that runs. `counts`: a counter of the algorithm counts the calls, each as `by` (1, if left out). `tells`: an event of the algorithm, with the argument;
 * `about` names the variables of the program that it is about. `returns`: another one when the call returns, with its result.
 */
export type CallMeaning =
  | "backpropagator"
  | "resolving"
  | "mirror"
  | {
      readonly counts?: string;
      readonly by?: number;
      readonly tells?: string;
      readonly about?: readonly string[];
      readonly returns?: string;
    };

/** The name of a definition or of a λ, and the meaning of its calls. It may have several. */
export interface NamedCall {
  readonly of: string;
  readonly means: CallMeaning;
}

/** The meaning of a transformed program. Definitions and constructors are named as in the program. */
export interface Meaning {
  readonly dual: DualPart;
  /** The definitions that make the scalars of the input. */
  readonly inputs: readonly string[];
  /** The definitions and named λs whose calls mean something. */
  readonly calls?: readonly NamedCall[] | undefined;
  /** The constructor that refers to a scalar by its ID, where the dual part is data. */
  readonly reference?: string | undefined;
  /** Contents of maps and mutable arrays, by the type of an item. A store that is not listed is recorded, and its contents mean nothing. */
  readonly stores: readonly { readonly item: Type; readonly holds: Holds }[];
}
