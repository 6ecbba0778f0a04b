// Numbers that a picture of a run has not reached.
import { nth } from "../../../engine/base/nth.ts";
import type { Glimpse } from "../../../engine/lessons/glimpse.ts";

/** Whether a picture has places of numbers that its step has not reached: of values, and in the graph of cotangents. */
export function hasGapsIn({ nodes, columns }: Glimpse, picture: string): boolean {
  const { phase, rows } = nth(columns, 0);
  const ofValues = nodes.some(({ kind, value }) => value === undefined && (picture === "graph" || kind !== "constant"));
  if (picture === "stages") return ofValues;
  return (
    picture === "graph" && (ofValues || (phase !== "forward" && rows.some(({ cotangent }) => cotangent === undefined)))
  );
}
