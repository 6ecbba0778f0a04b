// The sentence while a path of an explanation is played.
import { t } from "@lingui/core/macro";
import { lastOf, nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { shortName } from "../../exploration/model/scalar.ts";
import { factor } from "../../words/numbers.ts";
import { type Film, factorsOf, type Marks } from "../model/film.ts";

/** Factors that are written out. */
const MOST_FACTORS = 8;

/** The product of a played path, up to the present edge. */
export function pathWords({ graph, cut }: Film, path: NonNullable<Marks["path"]>): string {
  const { edges, at } = path;
  const gone = edges.slice(0, Math.min(edges.length, Math.floor(at + 0.5)));
  const numbers = factorsOf(graph, path);
  const product = shortReal(numbers.reduce((all, one) => all * one));
  const written = numbers.map((one, index) => (index === 0 ? shortReal(one) : factor(shortReal(one))));
  const factors = written.length > MOST_FACTORS ? ["…", ...written.slice(1 - MOST_FACTORS)] : written;
  const whole = factors.join("·");
  if (gone.some((edge) => cut.has(edge))) return t`The path is cut here, so nothing passes.`;
  if (gone.length === 0) return t`Back along the path: the cotangent of the result is ${product}.`;
  const name = shortName(graph, nth(graph.operands, lastOf(edges)));
  return gone.length < edges.length
    ? t`Back along the path, partial by partial: ${whole} = ${product}.`
    : t`This path contributes the product of its partials to \`${name}\`: ${whole} = ${product}.`;
}
