// What a column shows of a scalar at a step: pills, boxes and flags in the row of its number.
import { shortReal } from "../../engine/core/show-value.ts";
import { kindIn, labelOf, type RunGraph } from "../../engine/graphs/run-graph.ts";
import { sharesOf } from "../../engine/graphs/why.ts";
import type { ColumnInfo } from "../../engine/session/exploration.ts";
import type { RowFrame } from "../../engine/timeline/frame.ts";
import { showContent } from "./caption.ts";
import { backName, jobName, usesIn } from "./scalar.ts";

/** A call in a row of the call tree. */
export interface CallPill {
  readonly key: string;
  readonly text: string;
  /** Whether it has been made; what is yet to come is dashed. */
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

export interface RowView {
  readonly number: number;
  readonly isCreated: boolean;
  /** The ID as the stage has it. */
  readonly id: string;
  readonly calls: readonly CallPill[];
  /** Calls that are not drawn. */
  readonly more: number;
  /** What the box says; undefined where there is none. */
  readonly box: string | undefined;
  readonly boxKind: "none" | "empty" | "waiting" | "resolved" | "entry";
  readonly note: string;
  readonly arrivals: readonly Arrival[];
  /** The cotangent in a flag. */
  readonly flag: string | undefined;
  /** What the collector holds for it. */
  readonly collected: string | undefined;
  /** The scalars that it contributes to, where that is data. */
  readonly targets: readonly number[];
  /** How deep in the map's tree, and under which key. */
  readonly inMap: RowFrame["inMap"];
  /** All of it as one sentence, for a screen reader and for the text of the state. */
  readonly words: string;
}

export function rowView(graph: RunGraph, info: ColumnInfo, row: RowFrame): RowView {
  const { number, isCreated } = row;
  const id = row.id === undefined ? `#${number}` : `${jobName(row.id[0])},${row.id[1]}`;
  const base = {
    number,
    isCreated,
    id,
    calls: callPills(graph, row),
    more: row.calls - row.shown.length,
    collected: row.collected === undefined ? undefined : shortReal(row.collected),
    targets: isCreated ? (row.contributions ?? []).map(({ to }) => to) : [],
    inMap: row.inMap,
  };
  const arrivals = isCreated ? arrivalsOf(graph, row) : [];
  const state = isCreated ? stateOf(graph, info, row) : NOT_YET;
  return { ...base, arrivals, ...state, words: wordsOf(graph, info, row, state, id) };
}

type RowState = Pick<RowView, "box" | "boxKind" | "note" | "flag">;

const NOT_YET: RowState = { box: undefined, boxKind: "none", note: "", flag: undefined };

function stateOf(graph: RunGraph, info: ColumnInfo, row: RowFrame): RowState {
  const { number, called, waiting, contributions } = row;
  const back = backName(graph, number);
  const last = row.shown.filter((_, index) => index < called).at(-1);
  const resolved = called > 0 && last !== undefined ? `called ${times(called)}, at ${shortReal(last.cotangent)}` : "";
  switch (info.state) {
    case "none":
      return { box: undefined, boxKind: "none", note: "a tangent, used up at once", flag: undefined };
    case "tree":
      return { box: undefined, boxKind: "none", note: callNote(row), flag: undefined };
    case "map": {
      if (waiting !== undefined)
        return { box: `${number} ↦ (${back}, ${shortReal(waiting)})`, boxKind: "waiting", note: "", flag: undefined };
      if (called > 0) return { box: "resolved", boxKind: "resolved", note: resolved, flag: undefined };
      return { box: undefined, boxKind: "none", note: "not in the map", flag: undefined };
    }
    case "array": {
      if (contributions !== undefined) return withContributions(row, resolved);
      if (called > 0) return { box: "resolved", boxKind: "resolved", note: resolved, flag: flagOf(row) };
      if (waiting !== undefined)
        return { box: `${back}, ${shortReal(waiting)}`, boxKind: "waiting", note: "", flag: flagOf(row) };
      if (row.cell === undefined) return { box: undefined, boxKind: "none", note: "", flag: undefined };
      return { box: showContent(row.cell), boxKind: "empty", note: "", flag: undefined };
    }
    case "graph":
      return withContributions(row, resolved);
  }
}

/** What a scalar contributes to is data, and stays when it is resolved. */
function withContributions(row: RowFrame, resolved: string): RowState {
  const { contributions, called, waiting } = row;
  return {
    box: contributions === undefined ? undefined : showContributions(contributions),
    boxKind: called > 0 ? "resolved" : waiting !== undefined ? "waiting" : "entry",
    // the flag says at what
    note: called > 1 ? resolved : called > 0 ? "called" : "",
    flag: flagOf(row),
  };
}

/** The cotangent so far. */
function flagOf({ waiting, called, shown }: RowFrame): string | undefined {
  if (waiting !== undefined) return shortReal(waiting);
  const last = shown[Math.min(called, shown.length) - 1];
  return called > 0 && last !== undefined ? shortReal(last.cotangent) : undefined;
}

export function showContributions(contributions: NonNullable<RowFrame["contributions"]>): string {
  return `[${contributions.map(({ partial, to }) => `(${shortReal(partial)}, #${to})`).join(", ")}]`;
}

function callNote({ calls, called }: RowFrame): string {
  if (calls === 0) return "never called";
  return `${called} of ${calls} call${calls === 1 ? "" : "s"}`;
}

function times(count: number): string {
  return count === 1 ? "once" : count === 2 ? "twice" : `${count} times`;
}

function callPills(graph: RunGraph, row: RowFrame): readonly CallPill[] {
  const back = backName(graph, row.number);
  return row.shown.map(({ step, cotangent, call, within }) => ({
    key: `${row.number}.${call}`,
    text: `${back} ${shortReal(cotangent)}`,
    isDone: call <= row.called,
    step,
    within: within === undefined ? undefined : `${within[0]}.${within[1]}`,
  }));
}

/** The contributions so far, each with the operation that it comes from: as many as have been staged. */
function arrivalsOf(graph: RunGraph, row: RowFrame): readonly Arrival[] {
  if (row.staged === 0) return [];
  const shares = sharesOf(graph, usesIn(graph), row.number);
  const used = shares.filter(({ user }) => user !== undefined);
  // the result's occurrences are called directly, but where they are staged with the rest
  const staged = row.stagings > used.length ? shares : used;
  return staged.slice(0, row.staged).map(({ user, edge, amount }, index) => ({
    key: edge === undefined ? `r${index}` : `e${edge}`,
    from: user === undefined ? "the result" : `#${user}`,
    amount: shortReal(amount),
  }));
}

function wordsOf(graph: RunGraph, info: ColumnInfo, row: RowFrame, state: RowState, id: string): string {
  const { number } = row;
  const name = number < graph.size ? labelOf(graph, number) : `#${number}`;
  if (!row.isCreated) return `${name}: not created yet`;
  const kind = number < graph.size ? kindIn(graph, number) : "operation";
  const parts = [`${id} ${name === id ? "" : `${name}, `}${kind}`];
  if (info.state === "tree" || info.state === "none") parts.push(state.note);
  else {
    if (state.box !== undefined && state.boxKind !== "resolved") parts.push(state.box);
    if (row.waiting !== undefined && state.boxKind === "waiting") parts.push(`waits at ${shortReal(row.waiting)}`);
    if (state.note !== "") parts.push(state.note);
  }
  if (row.collected !== undefined) parts.push(`collected ${shortReal(row.collected)}`);
  return parts.join("; ");
}
