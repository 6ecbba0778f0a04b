// From a step to the next or the previous one that means something.
import type { Span } from "../source/span.ts";
import type { Recording } from "./recording.ts";

/** A jump's target. `change` is the next step at which anything shown is different. */
export type Jump =
  | { readonly tag: "event" }
  | { readonly tag: "change" }
  | { readonly tag: "operation" }
  | { readonly tag: "call" }
  | { readonly tag: "merge" }
  | { readonly tag: "resolve" }
  | { readonly tag: "fork" }
  | { readonly tag: "join" }
  | { readonly tag: "phase" }
  /** An event of a scalar. */
  | { readonly tag: "touching"; readonly scalar: number };

/** Where playing stops. */
export type Breakpoint =
  /** An operation at a place of the program runs, or its backpropagator is called. */
  | { readonly tag: "span"; readonly span: Span }
  | { readonly tag: "scalar"; readonly scalar: number }
  /** A value or a cotangent that is not a number. */
  | { readonly tag: "nan" }
  | { readonly tag: "infinite" }
  /** A cotangent of a larger absolute value. */
  | { readonly tag: "above"; readonly bound: number };

/** The step that a jump leads to; undefined where there is none. */
export function jump(recording: Recording, from: number, jumpTo: Jump, direction: 1 | -1): number | undefined {
  const steps = recording.steps;
  if (jumpTo.tag === "phase") {
    // a phase is entered by its first event
    const starts = [...new Set([0, ...recording.phases.slice(1).map((phase) => phase.from + 1), steps])];
    return direction === 1 ? starts.find((start) => start > from) : starts.findLast((start) => start < from);
  }
  for (let step = from + direction; step >= 0 && step <= steps; step += direction) {
    if (step === 0) return jumpTo.tag === "event" || jumpTo.tag === "change" ? 0 : undefined;
    if (leads(recording, step - 1, jumpTo)) return step;
  }
  return undefined;
}

/** Whether an event is what a jump looks for. */
function leads(recording: Recording, event: number, jumpTo: Exclude<Jump, { readonly tag: "phase" }>): boolean {
  const { columns } = recording;
  switch (jumpTo.tag) {
    case "event":
      return true;
    case "change":
      return !recording.isQuiet(event);
    case "operation": {
      if (columns.tag(event) !== "scalar") return false;
      const scalar = columns.at(event);
      return scalar.tag === "scalar" && scalar.kind === "operation";
    }
    case "resolve":
      return recording.isResolve(event);
    case "touching":
      return recording.touches(event, jumpTo.scalar);
    default:
      return columns.tag(event) === jumpTo.tag;
  }
}

/** The first step after `from`, up to `to`, at which a breakpoint says stop, and which one it is. */
export function firstStop(
  recording: Recording,
  from: number,
  to: number,
  breakpoints: readonly Breakpoint[],
): { readonly step: number; readonly breakpoint: number } | undefined {
  if (breakpoints.length === 0) return undefined;
  const test = tests(recording, breakpoints);
  for (let step = from + 1; step <= Math.min(to, recording.steps); step++) {
    const breakpoint = test(step - 1);
    if (breakpoint >= 0) return { step, breakpoint };
  }
  return undefined;
}

/** For an event, the first of some breakpoints that it meets, or -1. */
function tests({ columns, created }: Recording, breakpoints: readonly Breakpoint[]): (event: number) => number {
  const spanOf = (scalar: number): Span | undefined => {
    const creation = created[scalar] ?? -1;
    const event = creation < 0 ? undefined : columns.at(creation);
    return event?.tag === "scalar" ? event.span : undefined;
  };
  return (event) => {
    const tag = columns.tag(event);
    if (tag !== "scalar" && tag !== "call") return -1;
    const value = columns.value(event);
    const scalar = columns.scalar(event);
    return breakpoints.findIndex((breakpoint) => {
      switch (breakpoint.tag) {
        case "nan":
          return Number.isNaN(value);
        case "infinite":
          return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY;
        case "above":
          return tag === "call" && Math.abs(value) > breakpoint.bound;
        case "scalar":
          return scalar === breakpoint.scalar;
        case "span":
          return overlaps(spanOf(scalar), breakpoint.span);
      }
    });
  };
}

/** Whether the place of an operation lies in a place, or that in it. */
function overlaps(inner: Span | undefined, outer: Span): boolean {
  if (inner === undefined || inner.source !== outer.source) return false;
  const within = (a: Span, b: Span): boolean => a.from >= b.from && a.to <= b.to;
  return within(inner, outer) || within(outer, inner);
}
