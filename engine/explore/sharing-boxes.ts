// Memory of scalars for the way back, as boxes and arrows: plain data that crosses to the page (thesis, Fig. 3.13).
import type { SharingForm, StageId } from "../algorithms/algorithm.ts";
import type { Point } from "../graphs/layout.ts";

/** Stands in a field for a value of its own in memory, which an arrow leads to. */
export const POINTER = "□";

/** One thing that a box holds: a captured variable, a contribution, or an occurrence in the result. */
export interface SharingField {
  /** The captured variable; undefined where only the place counts. */
  readonly name: string | undefined;
  /** Its text, with a {@link POINTER} for each box that it points to. */
  readonly text: string;
  /** The scalars whose backpropagators these are, in their order. */
  readonly to: readonly number[];
}

/** A value in memory. Places are those of its centre, in CSS pixels. */
export interface SharingBox {
  /** The scalar whose backpropagator it is; undefined for what the transformed program returns. */
  readonly scalar: number | undefined;
  /** Which of the boxes of this scalar it is, from 0: there are more where terms are unfolded. */
  readonly copy: number;
  readonly kind: "input" | "constant" | "operation" | "result";
  /** The scalar's name; empty for the result. */
  readonly title: string;
  /** The first of its fields. */
  readonly fields: readonly SharingField[];
  /** Fields that there are beside these. */
  readonly moreFields: number;
  /** How many arrows of the run lead here, those from boxes that are not drawn among them. */
  readonly heldBy: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** From a place in the list of boxes to another. */
export interface SharingArrow {
  readonly from: number;
  readonly to: number;
  /** The captured variable or the partial derivative that it starts at. */
  readonly label: string;
  readonly bends: readonly Point[];
}

/** The part of a run's memory reachable from the transformed program's result. */
export interface Sharing {
  readonly stage: StageId;
  readonly form: SharingForm;
  /** The result first, then backpropagators from the highest number down. */
  readonly boxes: readonly SharingBox[];
  readonly arrows: readonly SharingArrow[];
  /** Backpropagators, arrows, and backpropagators with two or more arrows in, drawn or not. */
  readonly total: { readonly boxes: number; readonly arrows: number; readonly shared: number };
}

/** The memory by all algorithms; or why there is nothing to draw. */
export type SharingSeen =
  | { readonly tag: "sharing"; readonly stages: readonly Sharing[] }
  | { readonly tag: "nothing"; readonly because: "no-reals" | "too-large" | "stopped" };
