// Counts of a column at its step, as numbers with their words; which ones depends on the kind of its state.
import { t } from "@lingui/core/macro";
import { visitOf } from "../../../engine/algorithms/catalogue.ts";
import type { ColumnInfo } from "../../../engine/explore/column.ts";
import type { ColumnFrame } from "../../../engine/timeline/frame.ts";
import { stagePageOf } from "../../algorithms/index.ts";
import { grouped, groupedDigits } from "../../words/numbers.ts";
import { hasBoxes } from "./rows.ts";
import { visitWordsOf } from "./visits.ts";

/** A counter of a column at its step, ready to be shown. */
export interface Gauge {
  readonly key: string;
  readonly now: string;
  /** Of how many; undefined where that says nothing. */
  readonly of: string | undefined;
  readonly words: string;
}

/** The counters of a column at the step of a frame; totals are given only where the recording is whole. */
export function gaugesOf(info: ColumnInfo, { tally, cost }: ColumnFrame): readonly Gauge[] {
  const { totals } = info;
  const isWhole = info.ended.tag === "done";
  const calls = isWhole ? grouped(totals.calls) : groupedDigits(info.predictedCalls ?? "?");
  const gauge = (key: string, now: number, total: number | undefined, words: string): Gauge => ({
    key,
    now: grouped(now),
    of: total === undefined || !isWhole ? undefined : grouped(total),
    words,
  });
  // a stage without visits shows steps
  const { steps } = stagePageOf(info.stage).phases;
  if (steps !== undefined) return [gauge("steps", cost.steps, info.cost.forward.steps, steps)];
  const visits = visitWordsOf(info.stage);
  const isOfBindings = visitOf(info.stage) === "binding";
  const gauges: Gauge[] = [];
  if (visits !== undefined) gauges.push({ key: "calls", now: grouped(tally.calls), of: calls, words: visits.gauge });
  if (totals.merged > 0)
    gauges.push(gauge("merged", tally.merged, totals.merged, isOfBindings ? t`sums of cotangents` : t`merged`));
  if (hasBoxes(info.stage)) gauges.push(gauge("waiting", tally.waiting, undefined, t`waiting`));
  const monoid = totals.zeroScalars + totals.plusScalars;
  if (monoid > 0)
    gauges.push(gauge("A", tally.zeroScalars + tally.plusScalars, monoid, t`(A) scalars touched by 0 and +`));
  if (totals.oneHotScalars > 0)
    gauges.push(gauge("B", tally.oneHotScalars, totals.oneHotScalars, t`(B) scalars of one-hots`));
  if (info.cost.reverse.mapNodes > 0)
    gauges.push(
      gauge("C", cost.mapNodes, info.cost.forward.mapNodes + info.cost.reverse.mapNodes, t`(C) map nodes visited`),
    );
  if (totals.tapeEntries > 0)
    gauges.push(gauge("tape", tally.tapeEntries, totals.tapeEntries, isOfBindings ? t`bindings` : t`tape entries`));
  return gauges;
}
