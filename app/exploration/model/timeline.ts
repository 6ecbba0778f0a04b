// The timeline as it is drawn: a glyph an event where there are few, else a landscape of the events' costs.

import { t } from "@lingui/core/macro";
import { visitOf } from "../../../engine/algorithms/catalogue.ts";
import { nth } from "../../../engine/base/nth.ts";
import type { PhaseMark } from "../../../engine/timeline/event-index.ts";
import { type Landscape, WORK, type Work } from "../../../engine/timeline/landscape.ts";
import { visitWordsOf } from "./visits.ts";

/** Where on the timeline a step is, from 0 to 1. */
export type Scale = (step: number) => number;

/** The glyph of one event; `at` is its place on the timeline, from 0 to 1. */
export interface Mark {
  readonly step: number;
  readonly at: number;
  readonly work: Work;
  readonly tag: string;
}

/** A stretch of events drawn as one bar; `at` and `width` are shares of the timeline, from 0 to 1. */
export interface Heap {
  readonly at: number;
  readonly width: number;
  /** By kind of work from below: the share of the highest heap, from 0 to 1, by square root. */
  readonly parts: readonly { readonly work: Work; readonly from: number; readonly to: number }[];
}

/** The timeline of a recording ready to be drawn; it has marks or heaps, depending on how many events there are. */
export interface Strip {
  readonly scale: Scale;
  /** The step at a place of the timeline. */
  stepAt(at: number): number;
  readonly marks: readonly Mark[];
  readonly heaps: readonly Heap[];
  readonly phases: readonly { readonly name: string; readonly from: number; readonly to: number }[];
}

/** Makes the timeline of a recording with the given number of steps. */
export function stripOf(landscape: Landscape, phases: readonly PhaseMark[], steps: number): Strip {
  const { glyphs } = landscape;
  const isByGlyph = glyphs.length > 0;
  const scale: Scale = isByGlyph ? glyphScale(glyphs.map(({ step }) => step)) : (step) => step / Math.max(1, steps);
  const stepAt = (at: number): number => {
    if (!isByGlyph) return Math.round(at * steps);
    const place = Math.round(at * glyphs.length - 0.5);
    return place < 0 ? 0 : nth(glyphs, Math.min(place, glyphs.length - 1)).step;
  };
  return {
    scale,
    stepAt,
    marks: glyphs.map(({ step, work, tag }) => ({ step, at: scale(step), work, tag })),
    heaps: isByGlyph ? [] : heapsOf(landscape),
    phases: phases.map(({ name, from, to }) => ({
      name: PASS_WORDS[name],
      from: bound(scale, from, isByGlyph, glyphs.length),
      to: bound(scale, to, isByGlyph, glyphs.length),
    })),
  };
}

/** Each glyph has the same room; a step between two stands at the earlier. */
function glyphScale(steps: readonly number[]): Scale {
  return (step) => {
    let place = -1;
    for (const glyph of steps) {
      if (glyph > step) break;
      place++;
    }
    return place < 0 ? 0 : (place + 0.5) / steps.length;
  };
}

/** Where a phase ends: behind its last glyph. */
function bound(scale: Scale, step: number, isByGlyph: boolean, count: number): number {
  if (!isByGlyph || step === 0) return scale(step);
  return Math.min(1, scale(step) + 0.5 / count);
}

function heapsOf({ cost, buckets }: Landscape): readonly Heap[] {
  const sums = Array.from({ length: buckets }, (_, bucket) =>
    WORK.reduce((sum, _work, kind) => sum + nth(cost, bucket * WORK.length + kind), 0),
  );
  const highest = Math.sqrt(Math.max(1, ...sums));
  return sums.map((sum, bucket): Heap => {
    const height = Math.sqrt(sum) / highest;
    let below = 0;
    const parts = WORK.map((work, kind) => {
      const share = sum === 0 ? 0 : (nth(cost, bucket * WORK.length + kind) / sum) * height;
      const part = { work, from: below, to: below + share };
      below += share;
      return part;
    }).filter(({ from, to }) => to > from);
    return { at: bucket / buckets, width: 1 / buckets, parts };
  });
}

/** The names of the phases of a run. */
export const PASS_WORDS: Readonly<Record<PhaseMark["name"], string>> = {
  forward: t`forward`,
  resolve: t`resolve`,
  rebuild: t`rebuild`,
};

/** The names of the kinds of work of a stage, as the legend of the timeline has them. */
export function workWords(work: Work, stage: string): string {
  if (work === "call") return visitWordsOf(stage)?.gauge ?? "";
  return work === "merge" && visitOf(stage) !== "call" ? t`sums of cotangents` : WORK_WORDS[work];
}

const WORK_WORDS: Readonly<Record<Exclude<Work, "call">, string>> = {
  operation: t`operations`,
  staging: t`staging`,
  merge: t`linear factoring`,
  monoid: t`0, + and one-hots on c`,
  other: t`jobs and phases`,
};
