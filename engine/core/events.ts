// The vocabulary of events that evaluation emits; one for all stages (design.md, Events).
import type { Span } from "../source/span.ts";

/** A scalar's number: its creation order under strict left-to-right evaluation, inputs first; from 0. */
export type ScalarNumber = number & { readonly brand: "ScalarNumber" };

export type Event =
  /** A scalar got its number: an input, a literal or the result of an operation, paired with its dual part. */
  | { readonly tag: "scalar"; readonly number: ScalarNumber; readonly value: number; readonly span: Span | undefined }
  /** A backpropagator was called with a cotangent; `call` counts the calls of this one, from 1. */
  | {
      readonly tag: "call";
      readonly number: ScalarNumber;
      readonly cotangent: number;
      readonly call: number;
      readonly span: Span | undefined;
    }
  /** Two staged calls of one backpropagator became one, at the sum of their cotangents: linear factoring. */
  | { readonly tag: "merge"; readonly number: ScalarNumber; readonly left: number; readonly right: number }
  /** A zero or a sum on c, or a one-hot, touched so many scalars. */
  | { readonly tag: "touch"; readonly what: "zero" | "plus" | "one-hot"; readonly scalars: number };

/** Who is told of events; a run without one emits none. */
export type Observer = (event: Event) => void;
