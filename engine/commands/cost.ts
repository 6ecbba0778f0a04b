// The command `cost`: the counters of every stage for every n, as a table or as JSON.

import { STAGES } from "../algorithms/index.ts";
import { jsonText } from "../base/json.ts";
import { type Counters, costOf } from "../core/counters.ts";
import { DEFAULT_BUDGET } from "../evaluate/budget.ts";
import { type CostRow, costRow, countsOf, sweepOf } from "../session/cost.ts";
import { renderDiagnostic } from "../source/render.ts";
import {
  type Call,
  checkedProgram,
  reportEnd,
  requestOf,
  stageNamed,
  stageOptionsOf,
  UsageError,
  within,
} from "./call.ts";

export function cost(call: Call): number {
  const id = call.options.get("--stage");
  const stages = id === undefined ? STAGES : [stageNamed(id)];
  const { checked, sources } = checkedProgram(call);
  if (checked.hasErrors) return 1;
  const sweep = call.options.get("--sweep");
  const ns = sweepOf(checked, { sweep, n: call.n });
  if ("severity" in ns) {
    if (sweep !== undefined) throw new UsageError(ns.message);
    call.terminal.err(`${renderDiagnostic(ns, sources)}\n`);
    return 1;
  }
  const rows: CostRow[] = [];
  let status = 0;
  for (const n of ns) {
    const request = { ...requestOf(call), n };
    const counts = within(call, countsOf(checked, request, DEFAULT_BUDGET, stageOptionsOf(call)));
    if ("tag" in counts && counts.tag === "mistake") return reportEnd(call, counts, sources);
    for (const stage of stages) {
      const { row, run } = within(
        call,
        costRow(checked, request, stage, "tag" in counts ? undefined : counts, DEFAULT_BUDGET, stageOptionsOf(call)),
      );
      if (run.ended.tag === "mistake") return reportEnd(call, run.ended, sources);
      if (row.counters === null) status = 3;
      if (rows.length === 0 && !call.json) call.terminal.out(`${line(HEADS)}\n`);
      rows.push(row);
      if (!call.json) call.terminal.out(`${line(cellsOf(row))}\n`);
    }
  }
  if (call.json) call.terminal.out(`${jsonText(rows, 2)}\n`);
  return status;
}

const HEADS = [
  "n",
  "stage",
  "calls",
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
];
const WIDTHS = [6, 17, 9, 12, 12, 9, 9, 9, 12, 9, 10, 9, 7];

function line(cells: readonly string[]): string {
  return cells
    .map((cell, index) => (index === 1 ? cell.padEnd(WIDTHS[index]!) : cell.padStart(WIDTHS[index]!)))
    .join(" ")
    .trimEnd();
}

/** A row of the table: what backpropagators did, then the costs of the passes, then what the derivative spent on what. */
function cellsOf({ n, stage, counters, predicted }: CostRow): readonly string[] {
  const head = [n === null ? "-" : String(n), stage];
  const shown = predicted === null ? "-" : String(predicted);
  if (counters === null) return [...head, "(budget)", shown];
  const { primal, forward, reverse } = counters;
  const both = (counter: keyof Counters): number => forward[counter] + reverse[counter];
  return [
    ...head,
    String(reverse.backpropagatorCalls),
    shown,
    String(reverse.mostCallsOfOne),
    ...[primal, forward, reverse].map((one) => String(costOf(one))),
    String(both("zeroScalars") + both("plusScalars")),
    String(both("oneHotScalars")),
    String(both("mapNodes")),
    String(both("cellsAllocated") + both("cellsRead") + both("cellsWritten") + both("cellsFrozen")),
    String(both("tapeEntries")),
  ];
}
