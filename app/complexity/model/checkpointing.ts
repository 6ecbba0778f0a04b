// Checkpointing in words and curves: memory against recomputation for one run, and both over n by the recursive scheme.
import { plural, t } from "@lingui/core/macro";
import { type FoundFit, fitGrowth, fitText, isExact, isPoor, leading } from "../../../engine/analysis/fit.ts";
import type { CheckpointCost } from "../../../engine/measure/checkpointing.ts";
import type { Series } from "../../plot/model.ts";
import { conjunction } from "../../words/lists.ts";
import { grouped } from "../../words/numbers.ts";

/** The parts of a tape to try, from all of it down to one contribution. */
export function partsOf(operations: number): readonly number[] {
  const parts: number[] = [];
  for (let part = operations; part >= 1; part = Math.floor(part / 2)) parts.push(part);
  return parts;
}

/** All that is held at once: contributions, values in snapshots, and cotangents that wait. */
export function heldIn({ held }: CheckpointCost): number {
  return held;
}

/** How often the steps of the program are done in all. */
export function timesIn({ stepsInAll, steps }: CheckpointCost): number {
  return stepsInAll / Math.max(1, steps);
}

/** Memory against recomputation: a point for each part of the tape. */
export function tradeSeries(costs: readonly CheckpointCost[]): readonly Series[] {
  return [
    {
      id: "trade",
      label: t`steps`,
      note: undefined,
      colour: "var(--cot)",
      marker: "circle",
      isSecond: false,
      points: costs.map((cost) => ({ x: heldIn(cost), y: timesIn(cost) })).sort((a, b) => a.x - b.x),
      predicted: [],
    },
  ];
}

/** Memory over n: the whole tape, and one contribution with the snapshots of the recursive scheme. */
export function memorySeries(costs: readonly Measured[]): readonly Series[] {
  const line = (
    look: Pick<Series, "id" | "label" | "colour" | "marker">,
    of: (cost: CheckpointCost) => number,
  ): Series => ({
    ...look,
    note: undefined,
    isSecond: false,
    points: costs.map(({ n, cost }) => ({ x: n, y: of(cost) })),
    predicted: [],
  });
  return [
    line(
      { id: "tape", label: t`the whole tape`, colour: "var(--ink-2)", marker: "cross" },
      ({ operations }) => operations,
    ),
    line({ id: "recursive", label: t`recursive`, colour: "var(--cot)", marker: "circle" }, heldIn),
  ];
}

/** Cost of a run at one n with checkpointing. */
export interface Measured {
  readonly n: number;
  readonly cost: CheckpointCost;
}

/** A row of the table of checkpointing, with its numbers as texts. */
export interface CheckpointRow {
  readonly key: number;
  readonly head: string;
  readonly operations: string;
  readonly entries: string;
  readonly snapshots: string;
  readonly slots: string;
  readonly waiting: string;
  readonly steps: string;
  readonly times: string;
}

/** A row of the tables; `head` is the part of the tape, or n. */
export function checkpointRow(head: number, cost: CheckpointCost): CheckpointRow {
  return {
    key: head,
    head: grouped(head),
    operations: grouped(cost.operations),
    entries: grouped(cost.entries),
    snapshots: grouped(cost.snapshots),
    slots: grouped(cost.slots),
    waiting: grouped(cost.waiting),
    steps: grouped(cost.stepsInAll),
    times: timesIn(cost).toFixed(2),
  };
}

/** The growth of the recursive scheme's memory and of its steps, by the length N of the tape; nothing where nothing fits. */
export function growthWords(costs: readonly Measured[]): readonly string[] {
  const said: string[] = [];
  const unclear: string[] = [];
  const say = (of: (cost: CheckpointCost) => number, name: string, words: (fit: string) => string): void => {
    const growth = fitGrowth(costs.map(({ cost }) => ({ n: cost.operations, count: of(cost) })));
    if (growth === undefined || isPoor(growth)) return;
    if (isClear(growth)) said.push(words(fitText(growth.fit).replace(/\bn\b/g, "N")));
    else unclear.push(name);
  };
  const held = t({ message: "what is held", comment: "in a list of what grows" });
  say(
    ({ snapshots }) => snapshots,
    t`snapshots`,
    (fit) => t`Snapshots at once: ${fit}.`,
  );
  say(heldIn, held, (fit) => t`Held at once: ${fit}.`);
  say(
    ({ stepsInAll }) => stepsInAll,
    t`steps in all`,
    (fit) => t`Steps in all: ${fit}.`,
  );
  if (unclear.length === 0) return said;
  const list = conjunction(unclear);
  return [...said, t`The lengths of these tapes are too close to each other to tell the growth of ${list}.`];
}

/** Whether no fit of another class is as good, as T and T log T are where T hardly changes. */
function isClear({ fit, asGood }: FoundFit): boolean {
  return isExact(fit) || asGood.every((one) => leading(one) === leading(fit));
}

/** Progress in words. */
export function doneWords(done: number, of: number): string {
  return plural(of, { one: `${done} of ${of} run done`, other: `${done} of ${of} runs done` });
}
