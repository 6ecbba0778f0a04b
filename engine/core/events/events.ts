// The vocabulary of events that evaluation emits; one for all stages.
import type { Span } from "../../source/span.ts";
import type { Holds } from "../terms/meaning.ts";

/** A scalar's number: its creation order under strict left-to-right evaluation, inputs first; from 0. */
export type ScalarNumber = number & { readonly brand: "ScalarNumber" };
/** A job's number: its place in the order of forks and definitions in a sequential run, whatever the schedule. */
export type JobId = number & { readonly brand: "JobId" };
/** Which map or mutable array of a run, in the order of creation. */
export type StoreId = number & { readonly brand: "StoreId" };

/** A value in an event. What has an identity of its own is named by its number, so that sharing stays visible. */
export type Content =
  | number
  | { readonly backpropagator: ScalarNumber }
  | { readonly array: StoreId }
  | { readonly map: StoreId }
  | { readonly function: string }
  | { readonly tuple: readonly Content[] }
  | { readonly list: readonly Content[] }
  | { readonly con: string; readonly fields: readonly Content[] }
  /** A list that was made by putting something in front of another: it shares that one. */
  | { readonly first: Content; readonly rest: Content };

/** The content of a captured variable in a closure. */
export interface Captured {
  readonly name: string;
  readonly content: Content;
}

/** An event of an algorithm's own: a definition was called that reports it (`Meaning.calls`). */
export interface OwnEvent {
  readonly tag: "own";
  readonly event: string;
  /** The variables that the call is about (`Meaning.calls`). */
  readonly about: readonly string[];
  /** The argument. */
  readonly content: Content;
  /** Where what was evaluated before is evaluated again. */
  readonly isAgain?: true;
  /** Its captures, where it is a function. */
  readonly captured: readonly Captured[] | undefined;
  readonly span: Span | undefined;
}

/** One thing that happened in a run, in the order of evaluation. Recordings, traces and the page are made of these. */
export type Event =
  /** A pass begins. */
  | { readonly tag: "phase"; readonly phase: "forward" | "reverse" }
  /** A scalar got its number: an input, a constant or the result of an operation, paired with its dual part. */
  | {
      readonly tag: "scalar";
      readonly number: ScalarNumber;
      readonly value: number;
      readonly kind: "input" | "constant" | "operation";
      /** The operation's symbol. */
      readonly op: string | undefined;
      /** Its ID where that is not its number: one number, or job and place in the job. */
      readonly id: readonly number[] | undefined;
      /** Its backpropagator, where that is data. */
      readonly back: Content | undefined;
      /** Its backpropagator's captures, if that is a function and the run records them. */
      readonly closure: readonly Captured[] | undefined;
      readonly span: Span | undefined;
    }
  /** A backpropagator was called with a cotangent. */
  | {
      readonly tag: "call";
      readonly number: ScalarNumber;
      readonly cotangent: number;
      /** How many calls of this one there have been, this among them. */
      readonly call: number;
      /** Whether it is an input's, and gives a one-hot. */
      readonly input: boolean;
      /** The calls of backpropagators that it is within: 0 for a call by Deinterleave or SResolve. */
      readonly depth: number;
    }
  /** Two staged calls of one backpropagator became one, at the sum of their cotangents: linear factoring. */
  | { readonly tag: "merge"; readonly number: ScalarNumber; readonly before: number; readonly sum: number }
  /** A zero, a sum or a product on c, or a one-hot, touched scalars; `others` counts Ints, units and constructors beside them. */
  | {
      readonly tag: "touch";
      readonly what: "zero" | "plus" | "one-hot" | "scale";
      readonly scalars: number;
      readonly others: number | undefined;
    }
  /** A persistent map was made of others: with one entry more or less, or as a union. */
  | {
      readonly tag: "map";
      readonly what: "empty" | "insert" | "delete" | "union";
      readonly map: StoreId;
      readonly of: readonly StoreId[];
      readonly key: number | undefined;
      readonly content: Content | undefined;
      readonly holds: Holds | undefined;
      /** The scalar that the key is the ID of, where the map is of staging. */
      readonly number: ScalarNumber | undefined;
    }
  /** The highest key of a map was taken, the ID of a scalar: what is resolved next. In a stage that is broken on purpose, the lowest. */
  | { readonly tag: "highest"; readonly map: StoreId; readonly key: number; readonly number: ScalarNumber }
  /** A mutable array was made, filled; `of` is the one that it is a larger copy of. */
  | {
      readonly tag: "alloc";
      readonly array: StoreId;
      readonly size: number;
      readonly content: Content;
      readonly of: StoreId | undefined;
      readonly holds: Holds | undefined;
    }
  /**
   * A cell of a mutable array was written; `entry` where it is a tape entry. Where it is `pushed`, the content was put in
   * front of the list that the cell holds. `number` is the scalar whose cotangent is in it from now on.
   */
  | {
      readonly tag: "write";
      readonly array: StoreId;
      readonly index: number;
      readonly content: Content;
      readonly entry: boolean;
      readonly pushed?: true;
      readonly holds: Holds | undefined;
      readonly number: ScalarNumber | undefined;
    }
  /** The forward pass keeps something of the scalar with an ID for the reverse pass, in no array. */
  | { readonly tag: "save"; readonly id: number; readonly content: Content }
  | OwnEvent
  /** A mutable array was frozen: what it holds is a result. */
  | { readonly tag: "freeze"; readonly array: StoreId }
  /** A job ended by starting others. */
  | { readonly tag: "fork"; readonly job: JobId; readonly into: readonly JobId[]; readonly span: Span | undefined }
  /** A job needs the value of a definition without parameters, which a job of its own begins to evaluate. */
  | {
      readonly tag: "definition";
      readonly job: JobId;
      readonly into: JobId;
      readonly name: string;
      readonly span: Span | undefined;
    }
  /** Jobs ended, and another continues. */
  | { readonly tag: "join"; readonly jobs: readonly JobId[]; readonly into: JobId }
  /** Later events are in a job: an independent one may have run between. */
  | { readonly tag: "job"; readonly job: JobId };

/** A callback for events; a run without one emits none. */
export type Observer = (event: Event) => void;
