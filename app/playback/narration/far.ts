// The sentence of a large run's film at a time.
import { t } from "@lingui/core/macro";
import { callsAt, type FarAnimation, madeAt } from "../../../engine/animation/far.ts";
import { nth } from "../../../engine/base/nth.ts";
import { countOrPower } from "../../words/magnitude.ts";
import { grouped } from "../../words/numbers.ts";
import { leaderIn } from "../model/far.ts";
import { visitSentencesOf } from "./visits.ts";

/** With backquotes around code; `ending` is why the run has no way back, where it has none. */
export function sayFar(animation: FarAnimation, at: number, ending?: string): string {
  const { graph, columns, forwardEnd, togetherEnd, aloneEnd, together } = animation;
  const size = grouped(graph.size);
  if (at < forwardEnd) {
    const made = grouped(madeAt(animation, at));
    return t`The program runs: ${made} of ${size} scalars are computed.`;
  }
  if (ending !== undefined) return ending;
  const leader = leaderIn(animation);
  const tree = columns.find(({ calls }) => calls > together);
  if (at < togetherEnd && leader !== undefined) {
    const call = Math.min(callsAt(animation, at), leader.replayOrder.calls.number.length - 1);
    const { number, cotangent } = leader.replayOrder.calls;
    if (call < 0) return t`No calls.`;
    const one = { graph, number: nth(number, call), cotangent: nth(cotangent, call) };
    return visitSentencesOf(leader.replayOrder.stage).far(one, grouped(call + 1), grouped(together));
  }
  if (at < aloneEnd && tree !== undefined) {
    const { stage } = tree.replayOrder;
    return visitSentencesOf(stage).farAlone(stage);
  }
  const counts = columns.map(({ replayOrder, calls, callsLog2 }) => {
    const [stage, count] = [replayOrder.stage, countOrPower(calls, callsLog2)];
    const words = visitSentencesOf(stage);
    if (replayOrder.waits && !replayOrder.isWhole) return words.atLeast(stage, count);
    return words.made(stage, Math.min(calls, Number.MAX_SAFE_INTEGER), count);
  });
  const list = counts.join("; ");
  return t`Done: ${size} scalars. ${list}.`;
}
