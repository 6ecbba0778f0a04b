// The data-flow graph, a row for each scalar: evaluation runs down, the reverse pass runs up in the same places.

import { memo, type PointerEvent, useId, useLayoutEffect, useMemo, useRef } from "react";
import { present } from "../../engine/base/nth.ts";
import type { Explored } from "../../engine/explore/exploration.ts";
import { indexedLabel, userOf } from "../../engine/graphs/run-graph.ts";
import type { ColumnFrame } from "../../engine/timeline/frame.ts";
import { isStill, Motion } from "../base/motion.ts";
import { graphShapes } from "../drawing/model/shapes.ts";
import { type Traveller, travellerShapes, underwayAt } from "../drawing/model/travellers.ts";
import { edgeWords } from "../exploration/model/scalar.ts";
import { Painter } from "../picture/view/painter.ts";
import { withLetters } from "./geometry.ts";
import { type EdgeLabels, rowsDrawing } from "./graph-drawing.ts";
import { partOf, rowPlaces } from "./graph-places.ts";

interface GraphRowsProps {
  readonly explored: Explored;
  readonly frame: ColumnFrame;
  readonly from: number;
  readonly to: number;
  readonly row: number;
  readonly width: number;
  readonly labels: EdgeLabels;
}

/** The place of the IDs beside the graph, in pixels, with a letter of theirs; and the room at the other edge. */
const IDS = { room: 46, letter: 8 } as const;
const [MARGIN, LEAST_WIDTH] = [8, 120] as const;
/** The size of letters in nodes and flags, in pixels, and how long contributions travel, in milliseconds. */
const [SIZE, TRAVELS] = [14, 520] as const;

/** Shows the part of the data-flow graph in the rows that are in view. */
export const GraphRows = memo(function GraphRows({ explored, frame, from, to, row, width, labels }: GraphRowsProps) {
  const { graph } = explored;
  const id = useId();
  const svg = useRef<SVGSVGElement>(null);
  const stage = useRef<{ readonly painter: Painter; readonly motion: Motion }>(undefined);
  const first = partOf(graph, from);
  const places = useMemo(() => {
    const x = IDS.room + IDS.letter * String(graph.size - 1).length;
    const w = Math.max(LEAST_WIDTH, width - x - MARGIN);
    return rowPlaces(graph, first, { x, w, rowHeight: row, size: SIZE });
  }, [graph, first, width, row]);
  const { drawing, ways } = useMemo(
    () => rowsDrawing(explored, frame, { places, from, to, row, width, labels }),
    [explored, frame, places, from, to, row, width, labels],
  );
  const height = graph.size * row;
  const step = useRef(frame.step);
  useLayoutEffect(() => {
    stage.current ??= { painter: new Painter(present(svg.current), id.replace(/\W/g, "")), motion: new Motion() };
    const { painter, motion } = stage.current;
    const shapes = graphShapes(drawing, ways);
    const byEdge = new Map(ways.map((way) => [way.edge.id, way]));
    const live = drawing.edges.filter(({ marks }) => marks.includes("live"));
    const travellers = live.map(({ id: edge, label }): Traveller => ({ edge, isBack: true, label }));
    const paint = (part: number): void =>
      painter.paint([...shapes, ...travellerShapes(underwayAt(travellers, part), byEdge, 1)], 0, width, height);
    const isNew = step.current !== frame.step;
    step.current = frame.step;
    motion.stop();
    if (!isNew || isStill() || travellers.length === 0) return paint(1);
    let gone = 0;
    paint(0);
    motion.run((passed) => {
      gone += passed;
      paint(gone / TRAVELS);
      return gone < TRAVELS;
    });
  }, [drawing, ways, frame.step, id, width, height]);
  useLayoutEffect(() => () => stage.current?.motion.stop(), []);
  // an edge or a node in words, as a tooltip
  const tell = ({ target, currentTarget }: PointerEvent<HTMLDivElement>): void => {
    const { scalar, edge } = target instanceof SVGElement ? target.dataset : {};
    currentTarget.title =
      scalar !== undefined
        ? `#${scalar} ${indexedLabel(graph, Number(scalar))} = ${graph.values[Number(scalar)]}`
        : edge !== undefined
          ? edgeTitle(explored, Number(edge.slice(1)))
          : "";
  };
  return (
    <div className="graph-rows" aria-hidden="true" translate="no" onPointerOver={tell}>
      <svg
        ref={svg}
        style={{ width: withLetters(width), height: withLetters(height) }}
        viewBox={`0 0 ${width} ${height}`}
      />
    </div>
  );
});

function edgeTitle({ graph, customPartials }: Explored, edge: number): string {
  const { derivative, contribution } = edgeWords(graph, userOf(graph, edge), edge, customPartials);
  return `${derivative}; ${contribution}`;
}
