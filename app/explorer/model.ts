// A column's state as text and as LaTeX.

import { t } from "@lingui/core/macro";
import { latexListing } from "../../engine/base/latex.ts";
import { nth } from "../../engine/base/nth.ts";
import { shortReal } from "../../engine/core/values/show-value.ts";
import type { ColumnInfo } from "../../engine/explore/column.ts";
import type { Explored } from "../../engine/explore/exploration.ts";
import { kindIn, nameIn } from "../../engine/graphs/run-graph.ts";
import type { TransformedText } from "../../engine/texts/transformed-text.ts";
import type { PhaseMark } from "../../engine/timeline/event-index.ts";
import type { ColumnFrame, RowFrame } from "../../engine/timeline/frame.ts";
import { termsOf } from "../algorithms/index.ts";
import { captionOf } from "../exploration/model/caption.ts";
import { gaugesOf } from "../exploration/model/gauges.ts";
import { keptBox, rowView } from "../exploration/model/rows.ts";
import { PASS_WORDS } from "../exploration/model/timeline.ts";
import { visitWordsOf } from "../exploration/model/visits.ts";

/** The state as a reader would write it down: the step, a line a scalar, the counts. */
export function stateText(explored: Explored, info: ColumnInfo, frame: ColumnFrame): string {
  const { stage, steps } = info;
  const { step } = frame;
  const phase = PASS_WORDS[frame.phase as PhaseMark["name"]];
  const rows = shownRows(frame).map((row) => `  ${rowView(explored.graph, info, row).words}`);
  const counts = gaugesOf(info, frame).map(({ now, of: total, words }) => {
    const count = total === undefined ? now : t`${now} of ${total}`;
    return `  ${words}: ${count}`;
  });
  return [
    t({
      message: `${stage}, event ${step} of ${steps} (${phase})`,
      comment: "phase is “forward”, “resolve” or “rebuild”",
    }),
    captionOf(explored, info, frame).spoken,
    ...rows,
    t`counted so far:`,
    ...counts,
    "",
  ].join("\n");
}

function shownRows({ rows }: ColumnFrame): readonly RowFrame[] {
  return rows.filter(({ isCreated }) => isCreated);
}

/** A transformed program as a LaTeX listing, without lines that are the earlier stage's only; with amssymb. */
export function programLatex({ program, added }: TransformedText): string {
  const lines = [...program, ...added].filter(({ change }) => change !== "gone");
  return latexListing(lines.map(({ text }) => text).join("\n"));
}

/** The state as a LaTeX table, for amsmath: ID, name, value, and waiting sums or calls. */
export function stateLatex(explored: Explored, info: ColumnInfo, frame: ColumnFrame): string {
  const { graph } = explored;
  const at = t({
    message: "at",
    comment: "in a table: “2 at 1.5”, where something was called twice, the last time at 1.5",
  });
  const visits = visitWordsOf(info.stage);
  // where nothing goes back, nothing waits and nothing is visited
  const columns = visits === undefined ? 3 : 6;
  const heads = [
    t`ID`,
    t`name`,
    t`primal`,
    termsOf(info.stage) === undefined ? t`contributions` : t`term`,
    t`staged`,
    visits?.head ?? "",
  ]
    .slice(0, columns)
    .map((head) => `\\text{${head}}`);
  const lines = shownRows(frame).map((row) => {
    const { number, waiting, called, shown, contributions } = row;
    const name = nameIn(graph, number);
    const last = shown.filter(({ call }) => call <= called).at(-1);
    const cells = [
      `${number}`,
      name === undefined ? "" : `\\mathit{${escaped(name)}}`,
      kindIn(graph, number) === "operation" || kindIn(graph, number) === "input"
        ? number_(nth(graph.values, number))
        : "",
      termsOf(info.stage) !== undefined
        ? termLatex(keptBox(info.stage, graph, row))
        : contributions === undefined
          ? ""
          : `[${contributions.map(({ partial, to }) => `(${number_(partial)}, ${to})`).join(", ")}]`,
      waiting === undefined ? "" : number_(waiting),
      called === 0 ? "" : `${called} \\text{ ${at} } ${last === undefined ? "?" : number_(last.cotangent)}`,
    ].slice(0, columns);
    return `  ${cells.join(" & ")} \\\\`;
  });
  return [
    `% ${info.stage}, event ${frame.step} of ${info.steps}`,
    `\\[\\begin{array}{${"rlrlrl".slice(0, columns)}}`,
    `  ${heads.join(" & ")} \\\\ \\hline`,
    ...lines,
    "\\end{array}\\]",
    "",
  ].join("\n");
}

function number_(x: number): string {
  if (Number.isNaN(x)) return "\\text{NaN}";
  return shortReal(x)
    .replaceAll("−", "-")
    .replace("∞", "\\infty")
    .replace(/e(-?\d+)$/, " \\cdot 10^{$1}");
}

function termLatex(term: string | undefined): string {
  return term === undefined ? "" : `\\text{${escaped(term)}}`;
}

function escaped(name: string): string {
  return name.replace(/[_#$%&{}]/g, "\\$&").replace(/'+/g, (primes) => `^{${"\\prime".repeat(primes.length)}}`);
}
