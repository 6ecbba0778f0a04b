// The optimisation ladder on one program: the counts of each rung's reverse pass, and their changes.

import { t } from "@lingui/core/macro";
import { nth, present } from "../../../engine/base/nth.ts";
import type { ColumnInfo } from "../../../engine/explore/column.ts";
import { rungOf } from "../../algorithms/index.ts";
import type { LadderGauge } from "../../algorithms/rung.ts";
import { capital } from "../../words/capital.ts";
import { grouped, groupedDigits } from "../../words/numbers.ts";

/** A gauge of a rung as a bar, with its number in words. */
export interface GaugeBar {
  /** The gauge that it is of, and the class of its colour. */
  readonly gauge: string;
  readonly colour: string;
  readonly value: number;
  readonly text: string;
  /** The largest number that a rung has of it, or of a gauge of the same unit; at least 1. */
  readonly most: number;
  /** Logarithmic, from 0 to 1; 0 where there is nothing. */
  readonly height: number;
  /** The height of the rung before. */
  readonly before: number;
  readonly isSame: boolean;
  /** Predicted, for the run did not finish. */
  readonly isPredicted: boolean;
}

/** The counts of a rung, as bars, and changes since the rung before. */
export interface Rung {
  readonly stage: string;
  readonly bars: readonly GaugeBar[];
  /** Savings since the rung before, in a sentence; empty for the first. */
  readonly change: string;
}

/** The rungs in order; those that are not recorded yet have none. */
export function rungsOf(
  infos: readonly (ColumnInfo | undefined)[],
  gauges: readonly LadderGauge[],
): readonly (Rung | undefined)[] {
  const values = infos.map((info) => (info === undefined ? undefined : gauges.map((gauge) => valueOf(info, gauge))));
  const unitOf = ({ unit, key }: LadderGauge): string => unit ?? key;
  const most = gauges.map((gauge) => {
    const alike = (_: Measured, place: number): boolean => unitOf(nth(gauges, place)) === unitOf(gauge);
    return Math.max(1, ...values.flatMap((row) => row?.filter(alike).map(({ size }) => size) ?? []));
  });
  return infos.map((info, index): Rung | undefined => {
    const row = values[index];
    if (info === undefined || row === undefined) return undefined;
    const earlier = index === 0 ? undefined : values[index - 1];
    const bars = gauges.map(({ key, colour }, place): GaugeBar => {
      const { value, size, text, isPredicted } = nth(row, place);
      const before = earlier?.[place]?.value;
      return {
        gauge: key,
        colour,
        value,
        text,
        most: nth(most, place),
        height: logarithmic(size, nth(most, place)),
        before: before === undefined ? 0 : logarithmic(nth(present(earlier), place).size, nth(most, place)),
        isSame: before === value,
        isPredicted,
      };
    });
    return { stage: info.stage, bars, change: earlier === undefined ? "" : changeWords(gauges, row, earlier) };
  });
}

interface Measured {
  readonly value: number;
  /** The number for its bar's size: the largest finite one, where the value is beyond. */
  readonly size: number;
  readonly text: string;
  readonly isPredicted: boolean;
}

function valueOf(info: ColumnInfo, { key, of }: LadderGauge): Measured {
  const isWhole = info.ended.tag === "done";
  if (key === "calls" && !isWhole && info.predictedCalls !== undefined)
    return {
      value: Number(info.predictedCalls),
      size: Math.min(Number(info.predictedCalls), Number.MAX_VALUE),
      text: groupedDigits(info.predictedCalls),
      isPredicted: true,
    };
  const look = rungOf(info.stage);
  const value = of(info.cost.forward, look) + of(info.cost.reverse, look);
  const isMore = !isWhole && value > 0;
  return { value, size: value, text: isMore ? `> ${grouped(value)}` : grouped(value), isPredicted: isMore };
}

function logarithmic(value: number, most: number): number {
  return value === 0 ? 0 : 0.08 + (0.92 * Math.log(1 + value)) / Math.log(1 + most);
}

function changeWords(gauges: readonly LadderGauge[], row: readonly Measured[], earlier: readonly Measured[]): string {
  const changes = gauges.map(({ name }, place) => {
    const [now, before] = [nth(row, place), nth(earlier, place)];
    return { by: now.value - before.value, words: `${name}: ${before.text} → ${now.text}` };
  });
  const joined = (parts: readonly { readonly words: string }[]): string => parts.map(({ words }) => words).join("; ");
  const [less, more] = [changes.filter(({ by }) => by < 0), changes.filter(({ by }) => by > 0)];
  if (less.length + more.length === 0) return t`None of the counts changes: the change is in the program itself.`;
  const [saved, paid] = [joined(less), joined(more)];
  if (less.length === 0) return t`No count falls in this program. More ${paid}.`;
  return capital(more.length === 0 ? `${saved}.` : t`${saved}. In exchange, ${paid}.`);
}
