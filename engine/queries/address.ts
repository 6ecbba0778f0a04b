// Addresses in a run: `before call s`, `after 2nd call x`, `after scalar z`, `turn`. They name a step of a recording by what happens there.

import type { ReplayOrder } from "../animation/replay-order.ts";
import { nth } from "../base/nth.ts";
import type { RunGraph } from "../graphs/run-graph.ts";
import { scalarNamed } from "./asked.ts";
import { QueryMistake } from "./query.ts";

const FORM = /^(before|after)\s+(?:(\d+)(?:st|nd|rd|th)\s+)?(call|resolve|scalar)\s+(\S+)$/;

/** The forms of an address, for messages and for the documentation. */
const ADDRESS_FORMS = "start, turn, end, step 23, before call s, after 2nd call x, after scalar z, before resolve s";

/** The step of a recording that an address names. `turn` is the step at which the forward pass is over. Throws {@link QueryMistake}. */
export function stepAt(address: string, graph: RunGraph, replayOrder: ReplayOrder, turn: number): number {
  const text = address.trim();
  if (text === "start") return 0;
  if (text === "turn") return turn;
  if (text === "end" || text === "") return replayOrder.steps;
  const [, step] = /^step\s+(\d+)$/.exec(text) ?? [];
  if (step !== undefined) return Math.min(Number(step), replayOrder.steps);
  const [, side, place, what, name] = FORM.exec(text) ?? [];
  if (what === undefined || name === undefined)
    throw new QueryMistake(`\`${address}\` is no address; an address is one of: ${ADDRESS_FORMS}`);
  const scalar = scalarNamed(graph, name);
  if (what === "scalar") {
    const created = replayOrder.created[scalar] ?? 0;
    return side === "before" ? Math.max(0, created - 1) : created;
  }
  const calls = [...replayOrder.calls.number.keys()].filter((call) => replayOrder.calls.number[call] === scalar);
  const call = calls[place === undefined ? 0 : Number(place) - 1];
  if (call === undefined)
    throw new QueryMistake(`\`${address}\`: ${replayOrder.stage} calls \`${name}\` ${calls.length} times`);
  if (place === undefined && calls.length > 1)
    throw new QueryMistake(
      `\`${address}\`: ${replayOrder.stage} calls \`${name}\` ${calls.length} times; say which, as in \`${side} 2nd call ${name}\``,
    );
  const at = nth(replayOrder.calls.step, call);
  // what a call does is over when the next one begins
  return side === "before" ? at - 1 : (replayOrder.calls.step[call + 1] ?? replayOrder.steps + 1) - 1;
}
