// The verdict on a stage that is broken on purpose.
import type { RunReport } from "../../../engine/derive/gradient.ts";
import { contradictionText } from "../../../engine/session/run/contradiction.ts";
import { whyEnded } from "../../program/model/ended.ts";

/** The fault of a run in a clause: it has no gradient, or one that a check contradicts; undefined where it has none. */
export function faultOf({ ended, checks }: Pick<RunReport, "ended" | "checks">): string | undefined {
  return whyEnded(ended) ?? (checks?.contradiction && contradictionText(checks.contradiction));
}

/** Relative to the larger of two numbers, and to 1: they differ by more than rounding. */
const OFF = 1e-9;

/** Whether two runs have the same gradient but for rounding; NaN is as good as NaN. */
export function haveSameGradient(
  { gradient: one }: Pick<RunReport, "gradient">,
  { gradient: other }: Pick<RunReport, "gradient">,
): boolean {
  const isSame = (x: number, y: number): boolean =>
    Object.is(x, y) || Math.abs(x - y) <= OFF * Math.max(1, Math.abs(x), Math.abs(y));
  return (
    one?.scalars.length === other?.scalars.length &&
    !one?.scalars.some((x, at) => !isSame(x, other?.scalars[at] ?? Number.NaN))
  );
}
