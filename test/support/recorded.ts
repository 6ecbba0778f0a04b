// Recorded runs with what was told while they ran.
import { stageOf } from "../../engine/algorithms/index.ts";
import type { Counters } from "../../engine/core/events/counters.ts";
import type { Event } from "../../engine/core/events/events.ts";
import type { Request } from "../../engine/session/input/prepare.ts";
import { Recorder, type Recording } from "../../engine/timeline/recording.ts";
import { gradientOf } from "./run.ts";

/** An event, and what was counted when it was told. */
export interface Told {
  readonly event: Event;
  readonly counters: Counters;
}

export interface Recorded {
  readonly told: readonly Told[];
  readonly recording: Recording;
  readonly gradient: readonly number[];
}

/** A run by a stage. */
export function recorded(text: string, id: string, request: Request = {}): Recorded {
  const stage = stageOf(id)!;
  const recorder = new Recorder(stage);
  const told: Told[] = [];
  const run = gradientOf(text, stage, request, {
    observer: (event, counters) => {
      told.push({ event: structuredClone(event), counters: { ...counters } });
      recorder.observe(event, counters);
    },
  });
  return { told, recording: recorder.finish(), gradient: run.gradient!.scalars };
}

/** Makes a value when first needed, and keeps it. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
