// The shares that lines of a program have in the work of its gradient.
import { t } from "@lingui/core/macro";
import type { ProfiledLine } from "../../../../engine/measure/profile.ts";
import type { LineCost } from "../../../editor/dual/line-costs.ts";
import { groupedDigits } from "../../../words/numbers.ts";

/** The work of all lines. */
export function workOf(lines: readonly ProfiledLine[]): number {
  return lines.reduce((sum, { work }) => sum + work, 0);
}

/** Part of the work that a line has, from 0 to 1. */
export function shareOf({ work }: ProfiledLine, all: number): number {
  return all === 0 ? 0 : work / all;
}

/** A share in percent, below ten with one decimal. */
export function shareText(share: number): string {
  const percent = 100 * share;
  if (share === 0) return "0 %";
  return percent < 0.05 ? "< 0.1 %" : `${percent.toFixed(percent < 9.95 ? 1 : 0)} %`;
}

/** The costs beside the lines of a program's own text; none of lines without work. */
export function costsBeside(lines: readonly ProfiledLine[]): readonly LineCost[] {
  const all = workOf(lines);
  return lines
    .filter(({ source, work }) => source === "<program>" && work > 0)
    .map((row) => {
      const share = shareOf(row, all);
      const text = shareText(share);
      const [work, calls, bytes] = [row.work, row.calls, row.tapeBytes].map((count) => groupedDigits(String(count)));
      return {
        line: row.line,
        share,
        text,
        title: t`${text} of the work: work ${work}, calls ${calls}, tape bytes ${bytes}`,
      };
    });
}
