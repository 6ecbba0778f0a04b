// Measured times as they are shown: medians with their spread, never a single run.
import { t } from "@lingui/core/macro";
import { nth } from "../../../engine/base/nth.ts";
import type { Timing } from "../../../engine/measure/timing.ts";
import type { Series } from "../../plot/model.ts";
import { csvText } from "../../words/csv.ts";

/** Three quartiles of something that was measured several times. */
export interface Spread {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

/** Measurements at one n, in microseconds and bytes. */
export interface TimedRow {
  readonly n: number;
  readonly primal: Spread;
  readonly gradient: Spread;
  /** Round by round: the gradient's time by the primal's. */
  readonly ratio: Spread;
  readonly tapeBytes: number;
  readonly cellBytes: number;
  readonly rounds: number;
}

/** The quartiles; undefined where nothing was measured. */
function spreadOf(times: readonly number[]): Spread | undefined {
  if (times.length === 0) return undefined;
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number => {
    const place = share * (sorted.length - 1);
    const [below, above] = [nth(sorted, Math.floor(place)), nth(sorted, Math.ceil(place))];
    return below + (place - Math.floor(place)) * (above - below);
  };
  return { low: at(0.25), middle: at(0.5), high: at(0.75) };
}

/** The row of a measurement; undefined where not even one round was made. */
export function timedRow(n: number, { gradient, primal, tapeBytes, cellBytes }: Timing): TimedRow | undefined {
  const rounds = Math.min(gradient.length, primal.length);
  const ratio = spreadOf(gradient.slice(0, rounds).map((time, index) => time / nth(primal, index)));
  const [own, plain] = [spreadOf(gradient), spreadOf(primal)];
  if (ratio === undefined || own === undefined || plain === undefined) return undefined;
  return { n, primal: plain, gradient: own, ratio, tapeBytes, cellBytes, rounds };
}

/** The measurements as a table with a head (RFC 4180): medians and quartiles in microseconds, and bytes. */
export function timedCsv(rows: readonly TimedRow[]): string {
  const spread = (name: string): readonly string[] => [
    `${name} median`,
    `${name} first quartile`,
    `${name} third quartile`,
  ];
  const of = ({ low, middle, high }: Spread): readonly number[] => [middle, low, high];
  const heads = ["gradient (µs)", "primal (µs)", "gradient / primal"].flatMap(spread);
  return csvText([
    ["n", ...heads, "tape (bytes)", "cells and data (bytes)", "rounds"],
    ...rows.map(({ n, gradient, primal, ratio, tapeBytes, cellBytes, rounds }) => [
      n,
      ...[gradient, primal, ratio].flatMap(of),
      tapeBytes,
      cellBytes,
      rounds,
    ]),
  ]);
}

/** Whether runs of the same differ so much that the machine must have been busy with other things. */
export function isNoisy(rows: readonly TimedRow[]): boolean {
  const wide = rows.filter(({ gradient }) => (gradient.high - gradient.low) / gradient.middle > 0.2);
  return wide.length > rows.length / 3;
}

/** The measured curves: the gradient's time by the primal's, and the bytes of the tape. */
export function timedSeries(rows: readonly TimedRow[]): Readonly<Record<"ratio" | "tape", readonly Series[]>> {
  return {
    ratio: [
      {
        id: "ratio",
        label: t`gradient / primal`,
        note: t`compiled engine`,
        colour: "var(--ink)",
        marker: "circle",
        isSecond: false,
        points: rows.map(({ n, ratio }) => ({ x: n, y: ratio.middle })),
        predicted: [],
        spread: rows.map(({ n, ratio }) => ({ x: n, low: ratio.low, high: ratio.high })),
      },
    ],
    tape: [
      {
        id: "tape",
        label: t`tape`,
        note: t`bytes of one run`,
        colour: "var(--rung-4)",
        marker: "cross",
        isSecond: false,
        points: rows.map(({ n, tapeBytes }) => ({ x: n, y: tapeBytes })),
        predicted: [],
      },
      {
        id: "cells",
        label: t`cells`,
        note: t`values, cotangents`,
        colour: "var(--primal)",
        marker: "square",
        isSecond: true,
        points: rows.map(({ n, cellBytes }) => ({ x: n, y: cellBytes })),
        predicted: [],
      },
    ],
  };
}
