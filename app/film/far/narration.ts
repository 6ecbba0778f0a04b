// The sentence of a large run's film at a time.
import { t } from "@lingui/core/macro";
import { nth } from "../../../engine/base/nth.ts";
import { callsAt, type FarScore, madeAt } from "../../../engine/score/far.ts";
import { visitSentencesOf } from "../../playback/narration/visits.ts";
import { countOrPower } from "../../words/magnitude.ts";
import { grouped } from "../../words/numbers.ts";

/** With backquotes around code. */
export function sayFar(score: FarScore, at: number): string {
  const { graph, columns, forwardEnd, togetherEnd, aloneEnd, together } = score;
  const size = grouped(graph.size);
  if (at < forwardEnd) {
    const made = grouped(madeAt(score, at));
    return t`The program runs: ${made} of ${size} scalars are computed.`;
  }
  const leader = columns.find(({ performance }) => performance.waits) ?? columns[0];
  const tree = columns.find(({ calls }) => calls > together);
  if (at < togetherEnd && leader !== undefined) {
    const call = Math.min(callsAt(score, at), leader.performance.calls.number.length - 1);
    const { number, cotangent } = leader.performance.calls;
    if (call < 0) return t`No calls.`;
    const one = { graph, number: nth(number, call), cotangent: nth(cotangent, call) };
    return visitSentencesOf(leader.performance.stage).far(one, grouped(call + 1), grouped(together));
  }
  if (at < aloneEnd && tree !== undefined) {
    const { stage } = tree.performance;
    return visitSentencesOf(stage).farAlone(stage);
  }
  const counts = columns.map(({ performance, calls, callsLog2 }) => {
    const [stage, count] = [performance.stage, countOrPower(calls, callsLog2)];
    const words = visitSentencesOf(stage);
    if (performance.waits && !performance.isWhole) return words.atLeast(stage, count);
    return words.made(stage, Math.min(calls, Number.MAX_SAFE_INTEGER), count);
  });
  const list = counts.join("; ");
  return t`Done: ${size} scalars. ${list}.`;
}
