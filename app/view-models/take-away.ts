// A column's state as text and as LaTeX.

import { shortReal } from "../../engine/core/show-value.ts";
import { kindIn, nameIn } from "../../engine/graphs/run-graph.ts";
import type { ColumnInfo, Explored } from "../../engine/session/exploration.ts";
import type { ColumnFrame, RowFrame } from "../../engine/timeline/frame.ts";
import { captionOf } from "./caption.ts";
import { gaugesOf } from "./gauges.ts";
import { rowView } from "./rows.ts";

/** The state as a reader would write it down: the step, a line a scalar, the counts. */
export function stateText(explored: Explored, info: ColumnInfo, frame: ColumnFrame): string {
  const rows = shownRows(frame).map((row) => `  ${rowView(explored.graph, info, row).words}`);
  const counts = gaugesOf(info, frame).map(
    ({ now, of, words }) => `  ${words}: ${now}${of === undefined ? "" : ` of ${of}`}`,
  );
  return [
    `${info.stage}, event ${frame.step} of ${info.steps} (${frame.phase})`,
    captionOf(explored, info, frame).spoken,
    ...rows,
    "counted so far:",
    ...counts,
    "",
  ].join("\n");
}

function shownRows({ rows, created }: ColumnFrame): readonly RowFrame[] {
  return rows.filter(({ number }) => number < created);
}

/** The state as a LaTeX table, for amsmath: ID, name, value, and what waits or was called. */
export function stateLatex(explored: Explored, info: ColumnInfo, frame: ColumnFrame): string {
  const { graph } = explored;
  const lines = shownRows(frame).map((row) => {
    const { number, waiting, called, shown, contributions } = row;
    const name = nameIn(graph, number);
    const last = shown.filter(({ call }) => call <= called).at(-1);
    const cells = [
      `${number}`,
      name === undefined ? "" : `\\mathit{${escaped(name)}}`,
      kindIn(graph, number) === "operation" || kindIn(graph, number) === "input" ? number_(graph.values[number]!) : "",
      contributions === undefined
        ? ""
        : `[${contributions.map(({ partial, to }) => `(${number_(partial)}, ${to})`).join(", ")}]`,
      waiting === undefined ? "" : number_(waiting),
      called === 0 ? "" : `${called} \\text{ at } ${last === undefined ? "?" : number_(last.cotangent)}`,
    ];
    return `  ${cells.join(" & ")} \\\\`;
  });
  return [
    `% ${info.stage}, event ${frame.step} of ${info.steps}`,
    "\\[\\begin{array}{rlrlrl}",
    "  \\text{ID} & \\text{name} & \\text{primal} & \\text{contributions} & \\text{staged} & \\text{called} \\\\ \\hline",
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

function escaped(name: string): string {
  return name.replace(/[_#$%&{}]/g, "\\$&").replace(/'+/g, (primes) => `^{${"\\prime".repeat(primes.length)}}`);
}
