// A soak's findings, as tables, and whether they are within limits.
import type { Resting } from "./measure.ts";
import type { Fault } from "./watch.ts";

/** Bytes that the heap, without compiled code, may grow by between the first resting point and the last. */
export const MOST_GROWTH = 5_000_000;

/** Outcomes of an action that was chosen. */
export interface Tally {
  done: number;
  /** The page had nothing to do it with, or what was to be clicked went away. */
  missed: number;
  /** The page was still at work after the action's time. */
  busy: number;
  /** The longest answer, in milliseconds. */
  slowest: number;
  /** Long tasks above {@link LONG}, in milliseconds each. */
  readonly longTasks: number[];
}

/** Milliseconds from which on a task of the page's thread is long. */
export const LONG = 100;

export interface Found {
  readonly seed: number;
  readonly seconds: number;
  readonly tallies: ReadonlyMap<string, Tally>;
  readonly faults: readonly Fault[];
  /** The first is that after the warm-up. */
  readonly resting: readonly Resting[];
  /** Workers of a page that was just loaded, at its resting point. */
  readonly workersAtFirst: number;
  /** The most that one page had at once, and the action after which it had them. */
  readonly mostWorkers: { readonly count: number; readonly action: string };
  readonly workerBound: number;
}

/** The limits that are broken, one line for each; empty is good. */
export function brokenLimits({ faults, resting, workersAtFirst, mostWorkers, workerBound }: Found): readonly string[] {
  const broken: string[] = [];
  if (faults.length > 0) broken.push(`${faults.length} faults`);
  const [first, last] = [resting[0], resting.at(-1)];
  if (first !== undefined && last !== undefined) {
    const grown = held(last) - held(first);
    if (grown > MOST_GROWTH) broken.push(`the heap at rest grew by ${megabytes(grown)} MB without code`);
    const over = last.workers - workersAtFirst;
    if (over > 0) broken.push(`${over} workers left over`);
  }
  if (mostWorkers.count > workerBound)
    broken.push(`${mostWorkers.count} workers at once, after “${mostWorkers.action}”; the bound is ${workerBound}`);
  return broken;
}

export function report(found: Found): string {
  const { seed, seconds, tallies, faults, resting, workersAtFirst, mostWorkers, workerBound } = found;
  const actions = [...tallies.values()].reduce((sum, { done }) => sum + done, 0);
  const heaps = resting.map(held);
  const last = resting.at(-1);
  return [
    table(
      ["action", "done", "missed", "busy", "slowest answer ms", `tasks > ${LONG} ms`, "longest ms"],
      [...tallies]
        .sort(([, a], [, b]) => sum(b.longTasks) - sum(a.longTasks))
        .map(([name, { done, missed, busy, slowest, longTasks }]) => [
          name,
          done,
          missed,
          busy,
          Math.round(slowest),
          longTasks.length,
          Math.round(Math.max(0, ...longTasks)),
        ]),
    ),
    table(
      ["at rest after s", "heap MB", "without code MB", "DOM nodes", "listeners", "workers"],
      resting.map((one) => [
        Math.round(one.time),
        megabytes(one.heap),
        megabytes(held(one)),
        one.nodes,
        one.listeners,
        one.workers,
      ]),
    ),
    table(
      ["measure", "figure"],
      [
        ["seed", seed],
        ["seconds", Math.round(seconds)],
        ["actions", actions],
        ["faults", faults.length],
        ["heap at rest without code MB: first", megabytes(heaps[0] ?? 0)],
        ["heap at rest without code MB: last", megabytes(heaps.at(-1) ?? 0)],
        ["heap at rest without code MB: largest", megabytes(Math.max(0, ...heaps))],
        ["workers: most at once", `${mostWorkers.count} of ${workerBound}, after “${mostWorkers.action}”`],
        ["workers: left over", (last?.workers ?? workersAtFirst) - workersAtFirst],
      ],
    ),
    faultTable(faults),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Each fault once, with how often it came and where first. */
function faultTable(faults: readonly Fault[]): string {
  const alike = new Map<string, Fault[]>();
  for (const fault of faults) {
    const key = `${fault.kind}: ${fault.words}`;
    alike.set(key, [...(alike.get(key) ?? []), fault]);
  }
  return [...alike]
    .map(([words, [first, ...more]]) => `${more.length + 1} × ${words}\n  first at ${first!.index}, ${first!.action}`)
    .join("\n");
}

/** Bytes that the page itself holds. */
function held({ heap, code }: Resting): number {
  return heap - code;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(2);
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join("  ")
      .trimEnd();
  return cells.map(line).join("\n");
}
