// The stage to show where one refuses a program.
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import { algorithmOf } from "../../../engine/algorithms/catalogue.ts";
import { nth } from "../../../engine/base/nth.ts";

interface Refusing {
  /** By place, the stage of its column. */
  readonly stages: readonly StageId[];
  /** The places that are shown, and the one whose stage refuses the program. */
  readonly places: readonly number[];
  readonly place: number;
  /** The stages that take it. */
  readonly inside: readonly StageId[];
}

/** A stage that takes the program, and its place: one of the same algorithm in its stead; else one of another column, if none that is shown takes it. */
export function offerFor({
  stages,
  places,
  place,
  inside,
}: Refusing): { readonly place: number; readonly stage: StageId } | undefined {
  const takenAt = (at: number): StageId | undefined => {
    const all = algorithmOf(nth(stages, at))?.stages ?? [];
    return all.find(({ id }) => inside.includes(id))?.id;
  };
  const own = takenAt(place);
  if (own !== undefined) return { place, stage: own };
  if (places.some((at) => inside.includes(nth(stages, at)))) return undefined;
  const other = [...stages.keys()].find((at) => takenAt(at) !== undefined);
  const stage = other === undefined ? undefined : takenAt(other);
  return other === undefined || stage === undefined ? undefined : { place: other, stage };
}
