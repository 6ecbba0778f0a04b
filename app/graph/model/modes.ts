// Chapter 2 in words: tangents and their addends, entries of the Jacobian, and the cost of each mode.
import { plural, t } from "@lingui/core/macro";
import { nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { CustomPartials } from "../../../engine/explore/custom-partials.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import type { PathsFound } from "../../../engine/graphs/paths.ts";
import { operandsIn, type RunGraph } from "../../../engine/graphs/run-graph.ts";
import {
  innerProduct,
  type JacobianBy,
  type JacobianSeen,
  type ModeCost,
  type Tangents,
  tangentSweep,
} from "../../../engine/graphs/sweeps.ts";
import { scalarName } from "../../exploration/model/scalar.ts";
import { edgeShare, type ShareLine } from "../../exploration/model/shares.ts";
import { grouped } from "../../words/numbers.ts";

/** ⟨ȳ, J ẋ⟩ and ⟨Jᵀ ȳ, ẋ⟩, which are one number: by the tangents of the result, and by the cotangents of the input. */
export function innerProducts(graph: RunGraph, direction: readonly number[]) {
  const { tangents } = tangentSweep(graph, direction);
  const results = Float64Array.from(graph.outputs, (output) => nth(tangents, output));
  const forward = innerProduct(graph.seeds, results);
  const reverse = innerProduct(graph.cotangents.subarray(0, direction.length), direction);
  const scale = direction.reduce(
    (sum, x, input) => sum + Math.abs(x * nth(graph.cotangents, input)),
    Math.abs(forward),
  );
  const agree = Object.is(forward, reverse) || Math.abs(forward - reverse) <= ROUNDING * scale;
  return { forward: shortReal(forward), reverse: shortReal(reverse), agree };
}

/** Tolerance between the two, relative to the sum of absolute products. */
const ROUNDING = 1e-9;

/** The addends of a scalar's tangent: one for each edge of an operand that moves. */
export function tangentShares(
  graph: RunGraph,
  customs: CustomPartials,
  { tangents, moves }: Tangents,
  number: number,
): readonly ShareLine[] {
  return operandsIn(graph, number)
    .filter(({ node }) => moves[node] === 1)
    .map(({ edge, node }) => {
      const tangent = nth(tangents, node);
      const amount = nth(graph.partials, edge) * tangent;
      const operand = scalarName(graph, node);
      return {
        ...edgeShare(graph, customs, { user: number, operand: node, edge }, tangent),
        source: t`from ${operand}`,
        scalar: node,
        amount: shortReal(amount),
        isOdd: !Number.isFinite(amount),
      };
    });
}

/** A run's graph, and its outputs' names. */
export type Named = Pick<Explored, "graph" | "outputNames">;

/** The name of an occurrence in the result, as on the command line: `main`, `main[0]`. */
export function outputName({ outputNames }: Named, row: number): string {
  return outputNames[row] ?? `#${row}`;
}

/** `∂ main.2 / ∂ x = 9`. */
export function entryName(explored: Named, row: number, column: number, value: number): string {
  return `∂ ${outputName(explored, row)} / ∂ ${scalarName(explored.graph, column)} = ${shortReal(value)}`;
}

/** The origin of an entry: its sweep, and the paths whose products it is the sum of. */
export function entryOrigin(
  explored: Named,
  by: JacobianBy,
  row: number,
  column: number,
  paths: PathsFound | undefined,
): string {
  const [output, input] = [outputName(explored, row), scalarName(explored.graph, column)];
  const sweep = by === "rows" ? t`by the reverse sweep of ${output}` : t`by the forward sweep of ${input}`;
  return paths === undefined ? sweep : `${sweep}; ${pathsWords(paths)}`;
}

function pathsWords({ total, log2 }: PathsFound): string {
  if (total === undefined) {
    const exponent = Math.round(log2);
    return t`about 2^${exponent} paths`;
  }
  if (total === 0n) return t`no path leads there`;
  const count = grouped(Number(total));
  return plural(Number(total), {
    one: `the product along its only path`,
    other: `the sum of the products along ${count} paths`,
  });
}

/** How a Jacobian was computed, and how much of it is shown. */
export function jacobianWords({ by, outputs, inputs, entries }: JacobianSeen): readonly string[] {
  const [rows, columns] = [grouped(outputs), grouped(inputs)];
  const reverse = plural(outputs, { one: "one reverse sweep", other: `${rows} reverse sweeps` });
  const forward = plural(inputs, { one: "one forward sweep", other: `${columns} forward sweeps` });
  const words =
    by === "rows"
      ? t`By rows: ${reverse}; by columns it would take ${forward}.`
      : t`By columns: ${forward}; by rows it would take ${reverse}.`;
  const [shownRows, shownColumns] = [entries.length, entries[0]?.length ?? 0];
  if (shownRows === outputs && (shownColumns === inputs || outputs === 0)) return [words];
  return [words, t`The first ${shownRows} × ${shownColumns} of ${rows} × ${columns} entries are shown.`];
}

/** One mode's cost of the whole Jacobian, in words. */
export interface ModeRow {
  readonly key: ModeCost["mode"];
  readonly title: string;
  readonly sweeps: string;
  readonly evaluated: string;
  readonly operations: string;
  readonly live: string;
}

const MODE_TITLES: Readonly<Record<ModeCost["mode"], string>> = {
  forward: t`Forward`,
  vectorised: t`Vectorised forward`,
  reverse: t`Reverse`,
};

/** The modes beside each other, each for the whole Jacobian. */
export function modeRows(costs: readonly ModeCost[]): readonly ModeRow[] {
  return costs.map(({ mode, sweeps, evaluated, multiplications, additions, live }) => ({
    key: mode,
    title: MODE_TITLES[mode],
    sweeps: grouped(sweeps),
    evaluated: grouped(evaluated),
    operations: grouped(multiplications + additions),
    live: grouped(live),
  }));
}
