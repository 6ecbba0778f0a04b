// The gradient after cut edges, or at another input, in words.
import { t } from "@lingui/core/macro";
import { nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { RunGraph } from "../../../engine/graphs/run-graph.ts";
import { shortName } from "../../exploration/model/scalar.ts";
import type { Film } from "../model/film.ts";

/** Inputs that are named. */
const MOST_TOLD = 3;

/** The cotangents of inputs that are others in a run than in another one: `x 11→3, y 2→1`; undefined where all are alike. */
function movedIn({ graph, inputs }: Film, before: RunGraph): string | undefined {
  const moved = inputs.flatMap((input) => {
    const [was, now] = [shortReal(nth(before.cotangents, input)), shortReal(nth(graph.cotangents, input))];
    return was === now ? [] : [`${shortName(graph, input)} ${was}→${now}`];
  });
  return moved.length === 0
    ? undefined
    : `${moved.slice(0, MOST_TOLD).join(", ")}${moved.length > MOST_TOLD ? ", …" : ""}`;
}

/** The cotangents of inputs that are others without the edges that are cut in a film: `x 11→3`. Undefined where none is cut. */
export function cutWords(film: Film): string | undefined {
  if (film.whole === undefined) return undefined;
  const list = movedIn(film, film.whole.graph);
  return list === undefined ? t`The cut does not affect the gradient.` : t`Gradient with the cut: ${list}`;
}

/** The same since the number of an input was changed, from the run before that. */
export function changeWords(film: Film, before: RunGraph): string {
  const list = movedIn(film, before);
  return list === undefined ? t`The change does not affect the gradient.` : t`Gradient since the change: ${list}`;
}
