// The small graph of the first screen: each edge as thick as what it carries to the answer, those of the moved number lit.
import { t } from "@lingui/core/macro";
import { useEffect, useMemo, useRef } from "react";
import { shortReal } from "../../engine/core/values/show-value.ts";
import type { ProgramCell } from "../document/document.ts";
import { DrawingImage } from "../drawing/drawing-image.tsx";
import { drawingOf } from "../graph/model/graph-drawing.ts";
import { graphFollower, useEmbeddedPanels } from "../panels/state.ts";

/** Shows the data-flow graph of the first program while it is small; `moved` is the input whose edges are lit. */
export default function SmallGraph({
  cell,
  moved,
}: {
  readonly cell: ProgramCell;
  readonly moved: number | undefined;
}) {
  const { id, text, ask } = cell;
  const follower = useRef<ReturnType<typeof graphFollower>>(undefined);
  useEffect(() => {
    const made = graphFollower(id);
    follower.current = made;
    return () => made.end();
  }, [id]);
  const now = useRef(cell);
  now.current = cell;
  const key = JSON.stringify([text, ask]);
  useEffect(() => {
    if (key !== "") follower.current?.follow(now.current);
  }, [key]);
  const graph = useEmbeddedPanels(({ graphs }) => graphs.get(id));
  const drawing = useMemo(() => {
    if (graph?.picture === undefined || graph.explored.graph.size > MOST_SCALARS) return undefined;
    const look = { now: undefined, isOver: true, labels: "numbers" as const, differing: undefined, parting: undefined };
    return drawingOf(graph.explored, graph.picture, { ...look, lit: moved, wrong: [] });
  }, [graph, moved]);
  if (drawing === undefined) return <div className="entrance-graph" />;
  const [name, slope] = [drawing.nodes[moved ?? 0]?.title ?? "", graph!.explored.graph.cotangents[moved ?? 0] ?? 0];
  const by = shortReal(slope);
  return (
    <div className="entrance-graph">
      <DrawingImage drawing={drawing} label={t`The graph of the program: what ${name} brings to the answer is ${by}`} />
    </div>
  );
}

/** Scalars of a run that is drawn here. */
const MOST_SCALARS = 12;
