// The part of a film that a scene plays: its address names the steps between which it lies (`#/explorer/1?from=4&step=12`).
import { sceneSpan } from "../exploration/state/scene.ts";
import type { Clock } from "./clock.ts";

/** When the part begins and ends that the scene plays, in milliseconds of the film; undefined where it names none. */
export function scenePart({ end, timeOf }: Clock): { readonly from: number; readonly to: number } | undefined {
  const span = sceneSpan();
  const from = span && timeOf(span.from);
  if (span === undefined || from === undefined) return undefined;
  return { from, to: span.to === undefined ? end : (timeOf(span.to) ?? end) };
}
