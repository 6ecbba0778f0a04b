// What cut edges make of the gradient, in words.
import { t } from "@lingui/core/macro";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { Film } from "../model/film.ts";
import { nameOf } from "../model/names.ts";

/** Inputs whose cotangents are told. */
const MOST_TOLD = 3;

/** The cotangents of inputs that are others without the edges that are cut in a film: `x 11→3`. Undefined where none is cut. */
export function cutWords({ whole, graph, inputs }: Film): string | undefined {
  if (whole === undefined) return undefined;
  const moved = inputs.flatMap((input) => {
    const [was, now] = [shortReal(whole.graph.cotangents[input]!), shortReal(graph.cotangents[input]!)];
    return was === now ? [] : [`${nameOf(graph, input)} ${was}→${now}`];
  });
  const list = `${moved.slice(0, MOST_TOLD).join(", ")}${moved.length > MOST_TOLD ? ", …" : ""}`;
  return moved.length === 0 ? t`The cut does not change the gradient.` : t`Gradient with the cut: ${list}`;
}
