// The partial order on compound IDs as a drawing (thesis, Fig. 3.15c).
import { nth } from "../../../engine/base/nth.ts";
import type { JobPicture } from "../../../engine/explore/job-picture.ts";
import { kindIn, type RunGraph } from "../../../engine/graphs/run-graph.ts";
import type { Drawing, DrawnEdge, DrawnNode } from "../../drawing/model/drawing.ts";

/** The order ≤c on compound IDs: each scalar of the forward pass under its job and its place there. `lit` is a job. */
export function orderDrawing({ order }: JobPicture, graph: RunGraph, lit: number | undefined): Drawing {
  const nodes = order.scalars.map(
    ({ number, id: [job], title, detail, x, y, width, height }): DrawnNode => ({
      id: String(number),
      kind: kindIn(graph, number),
      x,
      y,
      width,
      height,
      title,
      detail,
      flag: undefined,
      marks: job === lit ? ["lit"] : [],
    }),
  );
  const edges = order.arrows.map(({ from, to, bends }): DrawnEdge => {
    const [a, b] = [nth(nodes, from).id, nth(nodes, to).id];
    return { id: `${a}>${b}`, from: a, to: b, label: "", bends, marks: [] };
  });
  return { nodes, edges, isReversed: false, isWhole: true };
}
