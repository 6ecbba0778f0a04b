// A scalar's row in a column at a step: pills, boxes and flags.

import { t } from "@lingui/core/macro";
import type { StageId, StateView } from "../../../engine/algorithms/algorithm.ts";
import { viewOf } from "../../../engine/algorithms/catalogue.ts";
import { nth, present } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { ColumnInfo } from "../../../engine/explore/column.ts";
import { jobName } from "../../../engine/graphs/jobs.ts";
import { indexedLabel, kindIn, operandsIn, type RunGraph } from "../../../engine/graphs/run-graph.ts";
import type { ArrivalFrame, RowFrame } from "../../../engine/timeline/frame.ts";
import { stagePageOf, termsOf } from "../../algorithms/index.ts";
import { showContent } from "./caption.ts";
import { KIND_WORDS, shortBackName } from "./scalar.ts";
import { termOf, termText } from "./term.ts";
import { visitWordsOf } from "./visits.ts";

/** A call in a row of the call tree. */
export interface CallPill {
  readonly key: string;
  readonly text: string;
  /** Whether it has been made; later ones are dashed. */
  readonly isDone: boolean;
  readonly step: number;
  /** The call it is made in. */
  readonly within: string | undefined;
}

/** A contribution that waits with others, or that was made. */
export interface Arrival {
  readonly key: string;
  readonly from: string;
  readonly amount: string;
}

/** A column's row of one scalar, as texts and pills. */
export interface RowView {
  readonly number: number;
  readonly isCreated: boolean;
  /** The ID as the stage has it. */
  readonly id: string;
  readonly calls: readonly CallPill[];
  /** Calls that are not among these. */
  readonly more: number;
  /** How many calls there have been, of how many. */
  readonly called: number;
  readonly total: number;
  /** The text of the box; undefined without one. */
  readonly box: string | undefined;
  /** The entries of maps that are not joined yet, where there are several: one box each. */
  readonly entries: readonly string[];
  readonly boxKind: "none" | "empty" | "waiting" | "resolved" | "entry" | "skipped";
  readonly note: string;
  /** Whether waiting calls have become one. */
  readonly isMerged: boolean;
  /** The latest addends of the waiting call, and how many came before. */
  readonly arrivals: readonly Arrival[];
  readonly earlier: number;
  /** The cotangent in a flag. */
  readonly flag: string | undefined;
  /** The collector's entry for it. */
  readonly collected: string | undefined;
  /** The scalars that it contributes to, where that is data. */
  readonly targets: readonly number[];
  /** How deep in the map's tree, and under which key. */
  readonly inMap: RowFrame["inMap"];
  /** All of it as one sentence, for a screen reader and for the text of the state. */
  readonly words: string;
}

/** Builds a column's row of one scalar from its row of the frame. */
export function rowView(graph: RunGraph, info: ColumnInfo, row: RowFrame): RowView {
  const { number, isCreated } = row;
  const id = idWords(row);
  const base = {
    number,
    isCreated,
    id,
    calls: callPills(graph, row),
    more: row.calls - row.shown.length,
    called: row.called,
    total: row.calls,
    collected: row.collected === undefined ? undefined : shortReal(row.collected),
    targets: isCreated ? (row.contributions ?? []).map(({ to }) => to) : [],
    inMap: row.inMap,
  };
  const arrivals = isCreated ? arrivalsOf(graph, row) : [];
  const state = isCreated ? stateOf(graph, info, row) : NOT_YET;
  return {
    ...base,
    arrivals,
    entries: state.entries ?? [],
    isMerged: row.staged > Math.max(1, row.parts.length),
    earlier: row.staged - arrivals.length,
    ...state,
    words: wordsOf(graph, info, row, state, id),
  };
}

/** A scalar by its number, or by its job and place in it; beside a number that is not its ID, the ID. */
function idWords({ id, number }: RowFrame): string {
  if (id === undefined) return `#${number}`;
  const [first, place] = id;
  if (place !== undefined) return `${jobName(present(first))},${place}`;
  return first === number ? `#${number}` : `#${number} (${first})`;
}

type RowState = Pick<RowView, "box" | "boxKind" | "note" | "flag"> & Partial<Pick<RowView, "entries">>;

/** Whether the state of a stage is drawn in boxes, one for each scalar. */
export function hasBoxes(stage: StageId): boolean {
  const { rows } = viewOf(stage);
  return rows.includes("contributions") || rows.includes("waits");
}

const NOT_YET: RowState = { box: undefined, boxKind: "none", note: "", flag: undefined };

/** The first of the rows of a stage that its recording has of a scalar. */
function stateOf(graph: RunGraph, info: ColumnInfo, row: RowFrame): RowState {
  const { rows } = viewOf(info.stage);
  const found = rows.map((kind) => ROWS[kind](graph, info, row)).find((state) => state !== undefined);
  return found ?? { ...NOT_YET, note: isMap(info.stage) ? t`not in the map` : "" };
}

const isMap = (stage: StageId): boolean => viewOf(stage).between === "entries";

type RowOf = (graph: RunGraph, info: ColumnInfo, row: RowFrame) => RowState | undefined;

const ROWS: Readonly<Record<StateView["rows"][number], RowOf>> = {
  word: (_, { stage }) => ({ ...NOT_YET, note: stagePageOf(stage).word ?? "" }),
  calls: (_, info, row) => ({ ...NOT_YET, note: visitNote(info, row) }),
  // data stays when the waiting sum is taken; where nothing else is shown, a scalar without data has an empty row
  contributions: (graph, info, row) =>
    row.contributions !== undefined || viewOf(info.stage).rows.length === 1
      ? withContributions(graph, info, row, resolvedWords(info, row))
      : undefined,
  waits: (graph, info, row) =>
    row.waiting !== undefined ? waitingState(graph, info, row, row.waiting) : resolvedState(info, row),
  cell: (_, __, { cell }) => (cell === undefined ? NOT_YET : { ...NOT_YET, box: showContent(cell), boxKind: "empty" }),
};

/** How often a scalar was visited, and with which cotangent the last time. */
function resolvedWords({ stage }: ColumnInfo, { called, shown }: RowFrame): string {
  const last = shown.filter((_, index) => index < called).at(-1);
  return called > 0 && last !== undefined ? (visitWordsOf(stage)?.often(called, shortReal(last.cotangent)) ?? "") : "";
}

/** A waiting call: an entry of a map, or several that are not joined yet; or a cell's content. */
function waitingState(graph: RunGraph, { stage }: ColumnInfo, row: RowFrame, waiting: number): RowState {
  const { number, called } = row;
  const back = shortBackName(graph, number);
  const visits = visitWordsOf(stage);
  const direct = called > 0 ? (visits?.before(called) ?? "") : "";
  if (!isMap(stage))
    return { box: `${back}, ${shortReal(waiting)}`, boxKind: "waiting", note: direct, flag: flagOf(row) };
  const entry = (at: number): string => `${number} ↦ (${back}, ${shortReal(at)})`;
  const entries = row.parts.length > 1 ? row.parts.map(entry) : [];
  return {
    box: entries.length > 0 ? entries.join(" + ") : entry(waiting),
    entries,
    boxKind: "waiting",
    note: row.isTaken ? (visits?.now ?? "") : direct,
    flag: undefined,
  };
}

function resolvedState(info: ColumnInfo, row: RowFrame): RowState | undefined {
  if (row.called === 0) return undefined;
  const flag = isMap(info.stage) ? undefined : flagOf(row);
  return { box: t`resolved`, boxKind: "resolved", note: resolvedWords(info, row), flag };
}

/** A list of contributions is data, and stays when it is resolved. */
function withContributions(graph: RunGraph, { stage }: ColumnInfo, row: RowFrame, resolved: string): RowState {
  const { called, waiting } = row;
  const box = keptBox(stage, graph, row);
  return {
    box,
    boxKind:
      waiting !== undefined
        ? "waiting"
        : called > 0
          ? "resolved"
          : isSkipped(row)
            ? "skipped"
            : box === undefined
              ? "none"
              : "entry",
    // the flag says at what
    note:
      called > 1
        ? resolved
        : called > 0
          ? (visitWordsOf(stage)?.once ?? "")
          : isSkipped(row)
            ? t`skipped: nothing reaches it`
            : "",
    flag: flagOf(row),
  };
}

/** The text of a box about a stage's record of a scalar for the way back; undefined where that is nothing, or a function. */
export function keptBox(stage: StageId, graph: RunGraph, row: RowFrame): string | undefined {
  if (termsOf(stage) === undefined) return row.contributions && showContributions(row.contributions);
  const term = termOf(stage, graph, row.number, { id: row.id?.[0], content: row.kept });
  return term && termText(term);
}

/** Whether a run sends nothing to the operands of a scalar: neither a call nor a part of one, from its beginning to its end. */
function isSkipped({ contributions, calls, stagings }: RowFrame): boolean {
  return (contributions?.length ?? 0) > 0 && calls === 0 && stagings === 0;
}

/** The cotangent so far. */
function flagOf({ cotangent }: RowFrame): string | undefined {
  return cotangent === undefined ? undefined : shortReal(cotangent);
}

/** Contributions as a list: `[(2.0, #3), (1.0, #4)]`. */
export function showContributions(contributions: NonNullable<RowFrame["contributions"]>): string {
  return `[${contributions.map(({ partial, to }) => `(${shortReal(partial)}, #${to})`).join(", ")}]`;
}

/** How often the reverse pass has visited a scalar, of how many times. */
export function visitNote({ stage, ended }: ColumnInfo, { calls, called }: RowFrame): string {
  const visits = visitWordsOf(stage);
  // a run that was not recorded to its end may still visit it
  if (calls === 0) return (ended.tag === "done" ? visits?.never : visits?.unseen) ?? "";
  return visits?.share(called, calls) ?? "";
}

function callPills(graph: RunGraph, row: RowFrame): readonly CallPill[] {
  const back = shortBackName(graph, row.number);
  return row.shown.map(({ step, cotangent, call, within }) => ({
    key: `${row.number}.${call}`,
    text: `${back} ${shortReal(cotangent)}`,
    isDone: call <= row.called,
    step,
    within: within === undefined ? undefined : `${within[0]}.${within[1]}`,
  }));
}

/** The addends of the waiting call, each with the operation that it comes from. */
function arrivalsOf(graph: RunGraph, row: RowFrame): readonly Arrival[] {
  return row.arrivals.map(({ event, from, amount }) => ({
    key: String(event),
    from: from === undefined ? t`the result` : `#${from.number}`,
    amount: shortReal(from === undefined ? amount : exactAmount(graph, row.number, from, amount)),
  }));
}

/** Partial times cotangent, without the rounding that a difference of sums has; of several uses, the nearest. */
function exactAmount(
  graph: RunGraph,
  number: number,
  { number: user, cotangent }: NonNullable<ArrivalFrame["from"]>,
  amount: number,
): number {
  let best = amount;
  let distance = Number.POSITIVE_INFINITY;
  for (const { edge, node } of user < graph.size ? operandsIn(graph, user) : []) {
    const product = nth(graph.partials, edge) * cotangent;
    if (node !== number || !(Math.abs(product - amount) < distance)) continue;
    best = product;
    distance = Math.abs(product - amount);
  }
  return best;
}

function wordsOf(graph: RunGraph, info: ColumnInfo, row: RowFrame, state: RowState, id: string): string {
  const { number } = row;
  const name = number < graph.size ? indexedLabel(graph, number) : `#${number}`;
  if (!row.isCreated) return t`${name}: not created yet`;
  const kind = KIND_WORDS[number < graph.size ? kindIn(graph, number) : "operation"];
  const parts = [`${id} ${name === id ? "" : `${name}, `}${kind}`];
  if (!hasBoxes(info.stage)) parts.push(state.note);
  else {
    if (state.box !== undefined && state.boxKind !== "resolved") parts.push(state.box);
    if (row.waiting !== undefined && state.boxKind === "waiting") {
      const waiting = shortReal(row.waiting);
      parts.push(t`waits at ${waiting}`);
    }
    if (state.note !== "") parts.push(state.note);
  }
  if (row.collected !== undefined) {
    const collected = shortReal(row.collected);
    parts.push(t`collected ${collected}`);
  }
  return parts.join("; ");
}
