// A watched scalar in a line: its value and its cotangent so far.

import { t } from "@lingui/core/macro";
import { nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { RunGraph } from "../../../engine/graphs/run-graph.ts";
import type { ColumnFrame } from "../../../engine/timeline/frame.ts";

/** The value of a scalar and its cotangent so far, in words; says so where the scalar is not created yet. */
export function watchWords(graph: RunGraph, frame: ColumnFrame | undefined, number: number): string {
  const row = frame?.rows.find((one) => one.number === number);
  if (row === undefined || !row.isCreated) return t`is not created yet`;
  const value = `= ${shortReal(nth(graph.values, number))}`;
  if (row.cotangent === undefined) return t`${value}, no cotangent yet`;
  const cotangent = shortReal(row.cotangent);
  return t`${value}, cotangent ${cotangent}`;
}
