// Whether a run's result can be plotted: known before the plot is loaded.
import type { RunReport } from "../../../../engine/derive/gradient.ts";

/** A number as values have it, as a regular expression. */
export const NUMBER = String.raw`-?(?:\d[\d.]*(?:e[+-]?\d+)?|inf\b)|nan\b`;
const SOME = new RegExp(String.raw`\[(?:(?:${NUMBER}), |\((?:${NUMBER}), (?:${NUMBER})\), )`);

/** Whether the value of a run has at least one list or array of two numbers or pairs, so that a plot can be offered. */
export function isPlottable(run: RunReport | undefined): boolean {
  return run?.value !== undefined && SOME.test(run.value.text);
}
