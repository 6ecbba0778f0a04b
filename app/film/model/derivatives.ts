// The derivatives of scalars by the inputs, for stages that carry them along with the values and call nothing: which of them are
// other ones since edges were cut.
import { addAt, nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { RunGraph } from "../../../engine/graphs/run-graph.ts";
import { kept } from "../../base/kept.ts";
import { shortName } from "../../exploration/model/scalar.ts";
import { changed } from "../../picture/parts.ts";
import type { Part } from "../../picture/shape.ts";
import type { Film } from "../../playback/model/film.ts";

/** A derivative by an input, with all edges and with those that are left. */
export interface Derivative {
  readonly input: number;
  readonly was: number;
  readonly now: number;
}

/** Of a scalar, the derivatives that are other ones without the edges that are cut. */
export function derivativesChanged(film: Film, number: number): readonly Derivative[] {
  if (film.whole === undefined) return [];
  return nth(changesOf(film), number);
}

/** By scalar, its derivatives that are other ones without the edges that are cut. */
const changesOf = kept((film: Film): readonly (readonly Derivative[])[] => {
  const lists: Derivative[][] = Array.from({ length: film.graph.size }, () => []);
  for (const input of film.inputs) {
    const before = tangents(film.graph, input, new Set());
    const now = tangents(film.graph, input, film.cut);
    for (const [scalar, was] of before.entries())
      if (shortReal(was) !== shortReal(nth(now, scalar)))
        nth(lists, scalar).push({ input, was, now: nth(now, scalar) });
  }
  return lists;
});

/** Of a film, by input, the derivatives of all scalars, in a stage that multiplies zeros, too: an infinite partial makes NaN of them. */
export const wholeGradients = kept((film: Film): readonly Float64Array[] =>
  film.inputs.map((input) => tangents(film.graph, input, film.cut, { multipliesZeros: true })),
);

/** Forward AD over the graph, along one input. */
function tangents(
  { size, starts, operands, partials }: RunGraph,
  input: number,
  cut: ReadonlySet<number>,
  { multipliesZeros }: { readonly multipliesZeros: boolean } = { multipliesZeros: false },
): Float64Array {
  const tangent = new Float64Array(size);
  const reached = new Uint8Array(size);
  tangent[input] = reached[input] = 1;
  for (let number = 0; number < size; number++)
    for (let edge = nth(starts, number); edge < nth(starts, number + 1); edge++) {
      const from = nth(operands, edge);
      // without dependence on the input the tangent is 0
      if ((reached[from] === 0 && !multipliesZeros) || cut.has(edge)) continue;
      addAt(tangent, number, nth(partials, edge) * nth(tangent, from));
      reached[number] = 1;
    }
  return tangent;
}

/** `∂u/∂x 55→45`, and how many more. */
export function derivativeParts(film: Film, number: number, moved: readonly Derivative[]): readonly Part[] {
  const [{ input, was, now }] = [nth(moved, 0)];
  const { graph } = film;
  const more = moved.length > 1 ? [{ text: `  +${moved.length - 1}`, colour: "ink-3" }] : [];
  return [{ text: `∂${shortName(graph, number)}/∂${shortName(graph, input)} ` }, ...changed(now, was), ...more];
}
