// The small graph of the first screen: the edges of the number that is moved are thick.

import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { nth, present } from "../../engine/base/nth.ts";
import { shortReal } from "../../engine/core/values/show-value.ts";
import type { Explored } from "../../engine/explore/exploration.ts";
import type { Picture } from "../../engine/explore/picture.ts";
import { addressOf } from "../document/address.ts";
import type { ProgramCell } from "../document/document.ts";
import { DrawingImage } from "../drawing/drawing-image.tsx";
import type { Drawing, DrawnEdge } from "../drawing/model/drawing.ts";
import { useEmbeddedGraph } from "../panels/graph/state.ts";

/** Shows the data-flow graph of the first program while it is small; `moved` is the input whose edges are lit. */
export default function SmallGraph({
  cell,
  moved,
}: {
  readonly cell: ProgramCell;
  readonly moved: number | undefined;
}) {
  const { answer: graph } = useEmbeddedGraph(cell);
  const drawing = useMemo(() => {
    if (graph?.picture === undefined || graph.explored.graph.size > MOST_SCALARS) return undefined;
    return drawn(graph.explored, graph.picture, moved);
  }, [graph, moved]);
  if (drawing === undefined) return <div className="entrance-graph" />;
  const [name, slope] = [
    drawing.nodes[moved ?? 0]?.title ?? "",
    present(graph).explored.graph.cotangents[moved ?? 0] ?? 0,
  ];
  const by = shortReal(slope);
  return (
    <a className="entrance-graph" href={addressOf("graph", cell.id)} title={t`Open this graph`}>
      <DrawingImage drawing={drawing} label={t`The graph of the program: what ${name} brings to the answer is ${by}`} />
    </a>
  );
}

/** Scalars of a run that is drawn here. */
const MOST_SCALARS = 12;

/** The whole run, with its cotangents; far less than the view Graph draws, which a first visit does not load. */
function drawn({ graph }: Explored, picture: Picture, moved: number | undefined): Drawing {
  const nodes = picture.nodes.map(({ id, kind, from, x, y, width, height, title, detail }) => {
    const flag = graph.reached[from] === 0 ? undefined : shortReal(nth(graph.cotangents, from));
    return { id, kind, x, y, width, height, title, detail, flag, marks: [] };
  });
  const edges = picture.edges.map(({ id, from, to, edge, bends, beside, labelAt }): DrawnEdge => {
    const label = edge === undefined ? "" : shortReal(nth(graph.partials, edge));
    return { id, from, to, label, bends, beside, labelAt, marks: from === String(moved) ? ["live"] : [] };
  });
  const { isDownward } = picture;
  return { nodes, edges, isReversed: false, isDownward, isWhole: isDownward };
}
