// The sentence of the first screen about the number that was moved last.
import { t } from "@lingui/core/macro";
import { shortReal } from "../../engine/core/values/show-value.ts";
import type { RunReport } from "../../engine/derive/gradient.ts";
import { findingText } from "../program/model/agreement.ts";

/**
 * Says what the answer does if a number grows: by its derivative, unless differences do not confirm that one, or the answer has a seed other
 * than 1.
 */
export function sentence(
  { checks, cotangent }: Pick<RunReport, "checks" | "cotangent">,
  slope: number | undefined,
  name: string,
): string {
  if (slope === undefined) return "";
  if (Number.isNaN(slope)) return t`The gradient by ${name} is not a number.`;
  const finding = checks?.findings.find(({ entry }) => entry === name);
  const [gradient, by] = [shortReal(slope), shortReal(Math.abs(slope))];
  if (finding?.tag === "differs") {
    const there = shortReal(finding.there);
    return t`The gradient by ${name} is ${gradient}, but finite differences give ${there}.`;
  }
  if (finding !== undefined) return `${findingText(finding)}.`;
  const seed = cotangent?.scalars[0] ?? 1;
  if (seed !== 1) {
    const given = shortReal(seed);
    return t`With the seed ${given}, the gradient by ${name} is ${gradient}.`;
  }
  if (slope === 0) return t`If ${name} grew a little, the answer would stay the same.`;
  if (Math.abs(slope) === 1)
    return slope > 0
      ? t`If ${name} grew a little, the answer would grow as much.`
      : t`If ${name} grew a little, the answer would fall as much.`;
  return slope > 0
    ? t`If ${name} grew a little, the answer would grow ${by} times as much.`
    : t`If ${name} grew a little, the answer would fall ${by} times as much.`;
}
