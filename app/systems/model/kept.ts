// A system's records for the way back: the tape, in the form that it has there.
import { t } from "@lingui/core/macro";
import { nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { kindIn, operandsIn, type RunGraph } from "../../../engine/graphs/run-graph.ts";
import type { RowFrame } from "../../../engine/timeline/frame.ts";
import type { Keeps } from "../../algorithms/algorithm.ts";
import { stagePageOf, studyWordsOf } from "../../algorithms/index.ts";
import { showContributions } from "../../exploration/model/rows.ts";
import { backName, numbered } from "../../exploration/model/scalar.ts";
import { isTerm, termText } from "../../exploration/model/term.ts";
import type { SystemColumn } from "./column.ts";

/** The record of one scalar. */
export interface KeptRow {
  readonly scalar: number;
  readonly name: string;
  readonly text: string;
}

/** The records, and their kind. */
export interface Kept {
  /** Scalar by scalar. */
  readonly rows: readonly KeptRow[];
  readonly more: number;
  /** Variables of a program, and how many Reals each is. */
  readonly variables: readonly { readonly name: string; readonly scalars: number }[];
  readonly words: string;
}

const MOST_KEPT = 9;

/** A system's records for the way back, in rows or as variables of the tape; at most a few rows, lit ones among them. */
export function keptOf({ info, kept, study }: SystemColumn, graph: RunGraph, lit: readonly number[]): Kept {
  if (study !== undefined) {
    const variables = study.at(-1)?.tape ?? [];
    const reals = variables.reduce((sum, { scalars }) => sum + scalars, 0);
    return { rows: [], more: 0, variables, words: studyWordsOf(info.stage)?.kept(reals) ?? "" };
  }
  const made = (kept?.rows ?? []).filter(({ number, isCreated }) => isCreated && isKept(graph, number));
  const { word, keeps } = stagePageOf(info.stage);
  if (word !== undefined) return { rows: [], more: 0, variables: [], words: nothingWords(word) };
  const shown = shownOf(made, lit);
  const areTerms = made.some((row) => isTerm(row.kept));
  const isData = made.some(({ contributions }) => contributions !== undefined);
  return {
    rows: shown.map((row) => ({
      scalar: row.number,
      name: numbered(graph, row.number),
      text: keptText(graph, row, keeps),
    })),
    more: operationsBefore(graph, kept?.created.upTo ?? 0) - shown.length,
    variables: [],
    words: areTerms
      ? t`Terms of operations, with the numbers that they multiply by. Inputs and constants have none.`
      : isData
        ? t`Data of operations: pairs of a partial derivative and the scalar that it goes to. Inputs and constants have none.`
        : keeps === "returning"
          ? t`Functions of operations: each returns what goes to its operands, and holds the numbers that it multiplies by.`
          : t`Functions of operations: each holds those of its operands, and the numbers that it multiplies by.`,
  };
}

/** Operations: records of inputs and constants are the same everywhere. */
function isKept(graph: RunGraph, number: number): boolean {
  return number < graph.size && kindIn(graph, number) === "operation";
}

/** The first rows, and those that are lit. */
function shownOf(rows: readonly RowFrame[], lit: readonly number[]): readonly RowFrame[] {
  if (rows.length <= MOST_KEPT) return rows;
  const seen = new Set(lit);
  const chosen = rows.filter(({ number }) => seen.has(number)).slice(0, MOST_KEPT - 1);
  const others = rows.filter(({ number }) => !seen.has(number)).slice(0, MOST_KEPT - chosen.length);
  return [...chosen, ...others].sort((a, b) => a.number - b.number);
}

/** How many of the scalars below a number are operations. */
function operationsBefore(graph: RunGraph, number: number): number {
  let count = 0;
  for (let node = 0; node < Math.min(number, graph.size); node++) if (isKept(graph, node)) count++;
  return count;
}

/** A term as it is, contributions as pairs, a function by its effect. */
function keptText(graph: RunGraph, { number, kept, contributions }: RowFrame, keeps: Keeps): string {
  if (isTerm(kept)) return termText(kept);
  if (keeps === "returning") return returningText(graph, number);
  return contributions === undefined ? closureText(graph, number) : showContributions(contributions);
}

/** The function of a scalar, with the numbers of the run. */
function closureText(graph: RunGraph, number: number): string {
  const calls = operandsIn(graph, number).map(({ edge, node }) => {
    const partial = shortReal(nth(graph.partials, edge));
    return `${backName(graph, node)} ${partial === "1" ? "z" : `(${partial}·z)`}`;
  });
  return calls.length === 0 ? "λ̲z. 0" : `λ̲z. ${calls.join(" + ")}`;
}

/** The function of a scalar that returns the operands' shares. */
function returningText(graph: RunGraph, number: number): string {
  const shares = operandsIn(graph, number).map(({ edge }) => {
    const partial = shortReal(nth(graph.partials, edge));
    return partial === "1" ? "z" : `${partial}·z`;
  });
  return shares.length === 1 ? `λz. ${shares[0]}` : `λz. (${shares.join(", ")})`;
}

function nothingWords(carried: string): string {
  return carried === "" ? t`Nothing for the way back.` : t`No tape: every scalar carries ${carried}.`;
}
