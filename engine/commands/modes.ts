// The commands `jvp` and `jacobian`: derivatives of chapter 2, in one direction and in all.
import { nth } from "../base/nth.ts";
import type { Watch } from "../base/watch.ts";
import { showReal } from "../core/values/show-value.ts";
import { type Jacobian, runJacobian } from "../derive/jacobian.ts";
import type { Axis } from "../derive/scalar-names.ts";
import { runTangent } from "../derive/tangent.ts";
import { watchOf } from "../evaluate/tasks/budget.ts";
import { finish } from "../session/run/drive.ts";
import { budgetOf, type Call, checkedProgram, chosen, reportEnd, requestOf, UsageError } from "./call.ts";
import { printJson, printPieces, printText, reportContradiction, reportUnchecked } from "./printing.ts";

/** Runs `jvp`: prints the derivative in the direction of `--direction`, which must be given. Gives the exit status. */
export function jvp(call: Call): number {
  const budget = budgetOf(call);
  const direction = call.options.get("--direction");
  if (direction === undefined)
    throw new UsageError("`jvp` needs --direction: how the input moves, an expression of its type");
  const { checked, sources } = checkedProgram(call);
  if (checked.hasErrors) return 1;
  const run = finish(runTangent(checked, { ...requestOf(call), direction }, budget));
  // what a stopped run has found so far is still shown
  if (run.value !== undefined && run.ended.tag !== "mistake") {
    if (call.json)
      printJson(
        call,
        {
          entry: run.entry,
          type: run.type,
          at: run.at?.text ?? null,
          direction: run.direction?.text ?? null,
          directionScalars: run.direction?.scalars ?? null,
          value: run.value.text,
          valueScalars: run.value.scalars,
          tangent: run.tangent?.text ?? null,
          tangentScalars: run.tangent?.scalars ?? null,
          cost: run.cost,
          checks: { forwardMode: run.check?.difference ?? null, ...contradictionOf(run.check) },
        },
        budget,
      );
    else {
      printText(call, budget, "value   ", run.value.text, "\n");
      if (run.tangent !== undefined) printText(call, budget, "tangent ", run.tangent.text, "\n");
    }
  }
  const status = reportEnd(call, run.ended, sources);
  const contradiction = run.check?.contradiction;
  return contradiction === undefined ? status : reportContradiction(call, contradiction, "this tangent");
}

/** Runs `jacobian`: prints the matrix by rows or by columns, whichever takes fewer sweeps unless `--by` says it. Gives the exit status. */
export function jacobian(call: Call): number {
  const budget = budgetOf(call);
  const by = chosen(call, "--by", ["rows", "columns"]);
  const { checked, sources } = checkedProgram(call);
  if (checked.hasErrors) return 1;
  const run = finish(runJacobian(checked, requestOf(call), by, budget));
  const { jacobian } = run;
  if (jacobian !== undefined) {
    if (call.json)
      printJson(
        call,
        {
          entry: run.entry,
          type: run.type,
          at: run.at?.text ?? null,
          value: run.value?.text ?? null,
          by: jacobian.by,
          sweeps: jacobian.sweeps,
          rows: jacobian.rows,
          columns: jacobian.columns,
          entries: jacobian.entries,
          checks: { forwardMode: run.check?.difference ?? null, ...contradictionOf(run.check) },
        },
        budget,
      );
    else printPieces(call, budget, tableOf(jacobian, watchOf(budget)));
  }
  const status = reportEnd(call, run.ended, sources);
  const { contradiction, ranOut } = run.check ?? {};
  if (ranOut === true) reportUnchecked(call, "forward mode");
  return contradiction === undefined ? status : reportContradiction(call, contradiction, "this Jacobian");
}

function contradictionOf(check: { readonly contradiction: unknown } | undefined): { contradiction?: unknown } {
  return check?.contradiction === undefined ? {} : { contradiction: check.contradiction };
}

/** A head that says how it was computed, then a line for each row. Throws what the watch throws. */
function* tableOf({ by, sweeps, otherSweeps, rows, columns, entries }: Jacobian, watch: Watch): Iterable<string> {
  const other = by === "rows" ? "columns" : "rows";
  yield `by ${by}: ${sweepsText(sweeps, by)}; by ${other} ${sweepsText(otherSweeps, other)}\n`;
  const widths = columns.map(({ name }) => name.length);
  for (const row of entries) {
    watch.step(row.length);
    for (let column = 0; column < row.length; column++) {
      const { length } = showReal(nth(row, column));
      if (length > nth(widths, column)) widths[column] = length;
    }
  }
  const first = rows.reduce((most, { name }) => Math.max(most, name.length), 0);
  const line = (name: string, cells: readonly string[]): string =>
    `${[name.padEnd(first), ...cells.map((cell, column) => cell.padStart(nth(widths, column)))].join("  ").trimEnd()}\n`;
  yield line("", columns.map(nameOf));
  for (const [index, row] of entries.entries()) {
    watch.step(row.length);
    yield line(nameOf(nth(rows, index)), Array.from(row, showReal));
  }
}

function nameOf({ name }: Axis): string {
  return name;
}

function sweepsText(count: number, by: "rows" | "columns"): string {
  const kind = by === "rows" ? "reverse" : "forward";
  return `${count} ${kind} ${count === 1 ? "sweep" : "sweeps"}`;
}
