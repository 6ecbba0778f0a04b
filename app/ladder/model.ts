// The optimisation ladder on one program: for each rung what its reverse pass counts, and what that changes.
import { t } from "@lingui/core/macro";
import type { Counters } from "../../engine/core/counters.ts";
import type { ColumnInfo } from "../../engine/session/exploration.ts";
import { grouped as groupedDigits } from "../exploration/model/caption.ts";
import { grouped } from "../words/numbers.ts";

/** The problems that the rungs remove (thesis §3.3.4, §3.4.2), each a gauge read from the counters. */
export const PROBLEMS = [
  {
    key: "calls",
    title: t`Calls`,
    words: t({ message: "of backpropagators", comment: "below “Calls”" }),
    of: (c: Counters) => c.backpropagatorCalls,
  },
  {
    key: "A",
    title: "(A)",
    words: t`scalars touched by 0 and + on c`,
    of: (c: Counters) => c.zeroScalars + c.plusScalars,
  },
  { key: "B", title: "(B)", words: t`scalars touched by one-hots`, of: (c: Counters) => c.oneHotScalars },
  { key: "C", title: "(C)", words: t`map nodes visited`, of: (c: Counters) => c.mapNodes },
] as const;

export type Problem = (typeof PROBLEMS)[number]["key"];

export interface GaugeBar {
  readonly problem: Problem;
  readonly value: number;
  readonly text: string;
  /** Logarithmic, from 0 to 1; 0 where there is nothing. */
  readonly height: number;
  /** The height of the rung before. */
  readonly before: number;
  readonly isSame: boolean;
  /** Predicted, for the run did not come to its end. */
  readonly isPredicted: boolean;
}

export interface Rung {
  readonly stage: string;
  readonly bars: readonly GaugeBar[];
  /** What fell since the rung before, in a sentence; empty for the first. */
  readonly change: string;
}

/** The rungs in order; those that are not recorded yet have none. */
export function rungsOf(infos: readonly (ColumnInfo | undefined)[]): readonly (Rung | undefined)[] {
  const values = infos.map((info) =>
    info === undefined ? undefined : PROBLEMS.map((problem) => valueOf(info, problem)),
  );
  const most = PROBLEMS.map((_, place) => Math.max(1, ...values.map((row) => row?.[place]?.size ?? 0)));
  return infos.map((info, index): Rung | undefined => {
    const row = values[index];
    if (info === undefined || row === undefined) return undefined;
    const earlier = index === 0 ? undefined : values[index - 1];
    const bars = PROBLEMS.map(({ key }, place): GaugeBar => {
      const { value, size, text, isPredicted } = row[place]!;
      const before = earlier?.[place]?.value;
      return {
        problem: key,
        value,
        text,
        height: logarithmic(size, most[place]!),
        before: before === undefined ? 0 : logarithmic(earlier![place]!.size, most[place]!),
        isSame: before === value,
        isPredicted,
      };
    });
    return { stage: info.stage, bars, change: earlier === undefined ? "" : changeWords(row, earlier) };
  });
}

interface Measured {
  readonly value: number;
  /** What its bar is drawn by: the largest number there is, where the value is beyond. */
  readonly size: number;
  readonly text: string;
  readonly isPredicted: boolean;
}

function valueOf(info: ColumnInfo, { key, of }: (typeof PROBLEMS)[number]): Measured {
  const isWhole = info.ended.tag === "done";
  if (key === "calls" && !isWhole && info.predictedCalls !== undefined)
    return {
      value: Number(info.predictedCalls),
      size: Math.min(Number(info.predictedCalls), Number.MAX_VALUE),
      text: groupedDigits(info.predictedCalls),
      isPredicted: true,
    };
  const value = of(info.cost.forward) + of(info.cost.reverse);
  const isMore = !isWhole && value > 0;
  return { value, size: value, text: isMore ? `> ${grouped(value)}` : grouped(value), isPredicted: isMore };
}

function logarithmic(value: number, most: number): number {
  return value === 0 ? 0 : 0.08 + (0.92 * Math.log(1 + value)) / Math.log(1 + most);
}

function changeWords(row: readonly Measured[], earlier: readonly Measured[]): string {
  const parts = PROBLEMS.flatMap(({ key, words }, place) => {
    const [now, before] = [row[place]!, earlier[place]!];
    if (now.value === before.value) return [];
    const name = key === "calls" ? t`calls of backpropagators` : `${words} (${key})`;
    return [`${name}: ${before.text} → ${now.text}`];
  });
  return parts.length === 0
    ? t`None of the four gauges changes: the gain is in the program itself.`
    : `${parts.join("; ")}.`;
}
