// The text of a call of a tree, or of several that have become one: with edges that are cut, also its cotangent without the cut.
import { shortReal } from "../../../../engine/core/values/show-value.ts";
import { call } from "../../../exploration/drawn/words.ts";
import { shortBackName } from "../../../exploration/model/scalar.ts";
import { missing } from "../../../picture/parts.ts";
import type { Part } from "../../../picture/shape.ts";
import type { Film } from "../../../playback/model/film.ts";
import { otherThan } from "../../../playback/model/pieces.ts";
import type { Group } from "../../../playback/model/tree-shape.ts";

/** The scalar whose backpropagator is called, its cotangent, and that without any cut. */
export type CallNumbers = Pick<Group, "number" | "value" | "before" | "isGone">;

/** Its cotangent if no edge were cut, where that differs. */
export function wasOf({ value, before }: CallNumbers): number | undefined {
  return before === undefined ? undefined : otherThan(value, before);
}

/** Its name and its cotangent; struck out where it is not made any more. */
export function partsOf({ graph }: Film, numbers: CallNumbers): readonly Part[] {
  const { number, value, before, isGone } = numbers;
  if (isGone) return [missing(`${shortBackName(graph, number)} ${shortReal(before ?? value)}`)];
  return call(graph, number, value, wasOf(numbers));
}
