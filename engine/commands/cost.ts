// The command `cost`: the counters of every stage for every n, as a table or as JSON.

import type { OwnCounter, Stage, Visit } from "../algorithms/algorithm.ts";
import { goesBack, visitOf } from "../algorithms/catalogue.ts";
import { ALGORITHMS, STAGES } from "../algorithms/index.ts";
import type { CurvePoint, PredictedPoint } from "../analysis/claims.ts";
import { isCounted, QUANTITIES, type Quantity, quantityOf } from "../analysis/quantities.ts";
import { nth } from "../base/nth.ts";
import { costOf } from "../core/events/counters.ts";
import { type CostRow, costRow, countsOf, sizeOf, sweepOf } from "../measure/cost.ts";
import { finish } from "../session/run/drive.ts";
import type { Ended } from "../session/run/outcome.ts";
import { renderDiagnostic } from "../source/render.ts";
import {
  budgetOf,
  type Call,
  checkedProgram,
  reportEnd,
  requestOf,
  stageNamed,
  UsageError,
  warnWithoutEffect,
} from "./call.ts";
import { fitLines, type StageCurve, terminalPlot } from "./plot.ts";
import { printJson, reportContradiction, reportMultipliedZero } from "./printing.ts";
import { tracedWords } from "./traced.ts";

/** Runs `cost`: a row of counters for each stage and n, or a plot of one quantity with `--plot`. Gives the exit status. */
export function cost(call: Call): number {
  const id = call.options.get("--stage");
  const stages = id === undefined ? stagesOf(call.options.get("--algorithm")) : [stageNamed(id)];
  const { checked, sources } = checkedProgram(call);
  if (checked.hasErrors) return 1;
  const sweep = call.options.get("--sweep");
  const ns = sweepOf(checked, { sweep, n: call.n });
  if ("severity" in ns) {
    if (sweep !== undefined) throw new UsageError(ns.message);
    call.terminal.err(`${renderDiagnostic(ns, sources)}\n`);
    return 1;
  }
  if (call.options.has("--counter") && !call.flags.has("--plot")) throw new UsageError("--counter is for --plot");
  if (call.json && call.flags.has("--plot"))
    throw new UsageError("--plot draws, and --json does not: give one of them");
  const quantity = call.flags.has("--plot") ? quantityNamed(call.options.get("--counter")) : undefined;
  const own = ownCounters(stages);
  const curves = stages.map(({ id }) => ({
    stage: id,
    points: [] as CurvePoint[],
    predicted: [] as PredictedPoint[],
  }));
  const rows: CostRow[] = [];
  const refused = new Map<string, Extract<Ended, { readonly tag: "mistake" }>>();
  let status = 0;
  warnWithoutEffect(call, checked, { ...requestOf(call), n: ns[0] }, stages, budgetOf(call));
  for (const n of ns) {
    const request = { ...requestOf(call), n };
    const counts = finish(countsOf(checked, request, budgetOf(call)));
    if ("tag" in counts && counts.tag === "mistake") return reportEnd(call, counts, sources);
    for (const [at, stage] of stages.entries()) {
      const known = "tag" in counts ? undefined : counts;
      const { row, run } = finish(costRow(checked, request, stage, known, budgetOf(call)));
      if (run?.ended.tag === "mistake") {
        const [first] = run.ended.diagnostics;
        if (first?.kind !== "outside-stage") return reportEnd(call, run.ended, sources);
        refused.set(stage.id, run.ended);
        continue;
      }
      const { contradiction, multipliedZero } = run?.checks ?? {};
      if (contradiction !== undefined) status = reportContradiction(call, contradiction, `what \`${stage.id}\` gives`);
      if (multipliedZero !== undefined) reportMultipliedZero(call, multipliedZero, stage.id);
      const { points, predicted } = nth(curves, at);
      if (row.counters === null) {
        status = Math.max(status, 3);
        if (n !== undefined && row.predicted !== null) predicted.push({ n, count: row.predicted, size: undefined });
      } else if (n !== undefined && run !== undefined)
        points.push({ n, cost: row.counters, size: sizeOf(run, known), counts: row.counts });
      if (rows.length === 0 && !call.json)
        call.terminal.out(`${line([...HEADS, ...own.map(({ quantity }) => quantity.id)])}\n`);
      rows.push(row);
      if (!call.json) call.terminal.out(`${line(run === undefined ? notStarted(row) : cellsOf(row, own))}\n`);
    }
  }
  const [end] = refused.values();
  if (end !== undefined && rows.length === 0) return reportEnd(call, end, sources);
  if (refused.size > 0) call.terminal.err(`refused by ${[...refused.keys()].join(", ")}\n`);
  if (call.json) printJson(call, rows);
  else {
    const traced = stages.map(({ id }) => id).filter((id) => rows.some((row) => row.stage === id && isTraced(row)));
    if (traced.length > 0) call.terminal.out(`* ${tracedWords(traced)}\n`);
    if (quantity !== undefined) call.terminal.out(plotOf(curves, quantity));
  }
  return status;
}

function isTraced({ counts }: CostRow): boolean {
  return counts === "trace";
}

/** The stages of an algorithm, of all for `all`; of the first where none is named. */
function stagesOf(id: string | undefined): readonly Stage[] {
  if (id === "all") return STAGES;
  const found = id === undefined ? ALGORITHMS[0] : ALGORITHMS.find((algorithm) => algorithm.id === id);
  if (found !== undefined) return found.stages;
  const ids = ALGORITHMS.map((algorithm) => `\`${algorithm.id}\``).join(", ");
  throw new UsageError(`there is no algorithm \`${id}\`; there are ${ids}, and \`all\``);
}

function quantityNamed(id: string | undefined): Quantity {
  const found = quantityOf(id ?? "cost");
  if (found !== undefined) return found;
  throw new UsageError(`--counter must be one of ${QUANTITIES.map((one) => one.id).join(", ")}, not \`${id}\``);
}

function plotOf(all: readonly StageCurve[], quantity: Quantity): string {
  const curves = all.filter(({ stage }) => isCounted(stage, quantity.id));
  const without = all.filter(({ stage }) => !isCounted(stage, quantity.id)).map(({ stage }) => stage);
  const left = without.length === 0 ? "" : `  not counted by ${without.join(", ")}\n`;
  if (curves.length === 0) return `\n${left}`;
  const picture = terminalPlot(curves, quantity);
  if (picture === "") return "\nthere is nothing to plot: no n of the sweep is 1 or more, or there is no sweep\n";
  return `\n${picture}\n${fitLines(curves, quantity)}${left}`;
}

/** The counters that the algorithms of some stages bring: each has a column after the machine's. */
function ownCounters(stages: readonly Stage[]): readonly OwnCounter[] {
  return ALGORITHMS.filter((one) => stages.some((stage) => one.stages.includes(stage))).flatMap(
    ({ counters }) => counters ?? [],
  );
}

const HEADS = [
  "n",
  "stage",
  "calls, evals",
  "predicted",
  "most of one",
  "primal",
  "forward",
  "reverse",
  "zeros, sums",
  "one-hots",
  "map nodes",
  "cells",
  "tape",
  "work W",
];
const WIDTHS = [6, 17, 15, 12, 12, 9, 9, 9, 12, 9, 10, 9, 7, 7];
/** Of a column that an algorithm brings. */
const OWN_WIDTH = 9;

function line(cells: readonly string[]): string {
  return cells
    .map((cell, index) => (index === 1 ? cell.padEnd(nth(WIDTHS, index)) : cell.padStart(WIDTHS[index] ?? OWN_WIDTH)))
    .join(" ")
    .trimEnd();
}

/** A row of a run that would make more calls than there is time for. */
function notStarted({ n, stage, predicted }: CostRow): readonly string[] {
  return [
    n === null ? "-" : String(n),
    stage,
    `predicted ${predicted} ${VISITS[visitOf(stage) ?? "call"]}s: not started`,
  ];
}

/** The word for what a stage's reverse pass makes, by what it visits. */
const VISITS: Readonly<Record<Visit, string>> = {
  call: "call",
  term: "evaluation",
  binding: "binding",
  line: "cotangent",
  cotangent: "cotangent",
};

/** How many visits a row counts, and what each is; a stage without a reverse pass has none. */
function visitsIn({ stage, counters }: CostRow): string {
  const visit = visitOf(stage);
  if (counters === null || visit === undefined || !goesBack(stage)) return "-";
  const { backpropagatorCalls: count } = counters.reverse;
  return `${count} ${VISITS[visit]}${count === 1 ? "" : "s"}`;
}

/** A row of the table: counts of backpropagators, costs of the passes, cost breakdown, counters of algorithms. */
function cellsOf(row: CostRow, own: readonly OwnCounter[]): readonly string[] {
  const { n, stage, counters, predicted } = row;
  const head = [n === null ? "-" : String(n), isTraced(row) ? `${stage} *` : stage];
  const shown = predicted === null ? "-" : String(predicted);
  if (counters === null) return [...head, "(budget)", shown];
  const { primal, forward, reverse } = counters;
  const both = (counter: string): number => (forward[counter] ?? 0) + (reverse[counter] ?? 0);
  return [
    ...head,
    visitsIn(row),
    shown,
    String(reverse.mostCallsOfOne),
    ...[primal, forward, reverse].map((one) => String(costOf(one))),
    String(both("zeroScalars") + both("plusScalars")),
    String(both("oneHotScalars")),
    String(both("mapNodes")),
    String(both("cellsAllocated") + both("cellsRead") + both("cellsWritten") + both("cellsFrozen")),
    String(both("tapeEntries")),
    String(both("work")),
    ...own.map(({ id, quantity }) => (isCounted(stage, quantity.id) ? String(both(id)) : "-")),
  ];
}
