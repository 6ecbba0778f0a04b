// The addends of a derivative, as the rows of a table: the shares of a cotangent, or of a tangent.

import { nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { CustomPartials } from "../../../engine/explore/custom-partials.ts";
import type { RunGraph } from "../../../engine/graphs/run-graph.ts";
import { partialFormula, shortName } from "./scalar.ts";

/** One contribution to a cotangent or a tangent. */
export interface ShareLine {
  readonly key: string;
  /** Its source, in words. */
  readonly source: string;
  /** The scalar that it comes through; undefined if it comes from outside. */
  readonly scalar: number | undefined;
  /** `∂b/∂a = y`. */
  readonly derivative: string;
  /** `2 × 1 =`. */
  readonly product: string;
  readonly amount: string;
  /** Whether it is NaN or infinite. */
  readonly isOdd: boolean;
  /** Whether its edge is cut, so that it is missing. */
  readonly isCut?: boolean;
}

/** Edges that are cut, and the graph with the cotangents without them. */
export interface CutGraph {
  readonly edges: ReadonlySet<number>;
  readonly graph: RunGraph;
}

/** The share along an edge from `operand` to `user`: its partial derivative times the share so far. */
export function edgeShare(
  graph: RunGraph,
  customs: CustomPartials,
  { user, operand, edge }: { readonly user: number; readonly operand: number; readonly edge: number },
  soFar: number,
): Pick<ShareLine, "key" | "derivative" | "product"> {
  const formula = partialFormula(graph, user, edge - nth(graph.starts, user), customs);
  return {
    key: `e${edge}`,
    derivative: `∂${shortName(graph, user)}/∂${shortName(graph, operand)}${formula === undefined ? "" : ` = ${formula}`}`,
    product: `${shortReal(nth(graph.partials, edge))} × ${shortReal(soFar)} =`,
  };
}
