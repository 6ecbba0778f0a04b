// The data-flow graph of the run: a number of it that is pointed at or chosen lights up in the program and in all columns.
import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import type { Explored } from "../../../engine/explore/exploration.ts";
import type { Picture, PictureNode } from "../../../engine/explore/picture.ts";
import type { ExploreRequest } from "../../../engine/worker/protocol.ts";
import { useQuestion } from "../../client/question.ts";
import type { Drawing } from "../../drawing/model/drawing.ts";
import { frameOf } from "../../drawing/model/shapes.ts";
import { drawingOf } from "../../graph/model/graph-drawing.ts";
import { GraphSheet } from "../../graph/view/graph-sheet.tsx";
import { useWidth } from "../../ui/hooks/use-width.ts";
import { choose, graphLaidOut, point } from "../state/systems.ts";

interface RunGraphProps {
  readonly program: ExploreRequest;
  readonly explored: Explored;
  /** The scalars that are lit. */
  readonly lit: readonly number[];
}

/** The height that the graph is laid out for, in CSS pixels. */
const HEIGHT = 250;
/** A graph is as wide as there is room, and scrolled downwards where its letters would be smaller than ten pixels; a small one grows. */
const [SMALLEST, LARGEST] = [0.72, 1.4];

/** Shows the graph of the run; arrow keys go from number to number. */
export function RunGraph({ program, explored, lit }: RunGraphProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  const isDrawn = width > 0 && explored.graph.size > 0;
  const asked = useQuestion(graphLaidOut, isDrawn ? { program, room: { width, height: HEIGHT } } : undefined);
  // the picture for another room stays until then
  const picture = asked.of?.program === program ? asked.answer : undefined;
  return (
    <section ref={box} className="systems-graph" aria-label={t`Graph of the run`} aria-busy={picture === undefined}>
      {picture !== undefined && <Laid explored={explored} picture={picture} lit={lit} width={width} />}
    </section>
  );
}

interface LaidProps extends Omit<RunGraphProps, "program"> {
  readonly picture: Picture;
  readonly width: number;
}

function Laid({ explored, picture, lit, width }: LaidProps) {
  const drawing = useMemo(() => litDrawing(explored, picture, lit), [explored, picture, lit]);
  const frame = frameOf(drawing);
  const scale = Math.min(LARGEST, width / frame.width, Math.max(SMALLEST, HEIGHT / frame.height));
  return (
    <GraphSheet
      explored={explored}
      picture={picture}
      drawing={drawing}
      label={t`Data-flow graph; numbers in flags are cotangents`}
      size={{ width: frame.width * scale, height: frame.height * scale }}
      choosesByArrows
      isChosen={(node) => holds(node, lit)}
      onPoint={(scalar) => point(scalar === undefined ? undefined : { tag: "scalar", scalar })}
      onChoose={(scalar) => choose({ tag: "scalar", scalar })}
    />
  );
}

/** Whether some of the scalars are of a node. */
function holds({ from, to }: PictureNode, scalars: readonly number[]): boolean {
  return scalars.some((scalar) => from <= scalar && scalar < to);
}

/** The graph when the run is over, with all that is lit, and the edges along which its cotangents come. */
function litDrawing(explored: Explored, picture: Picture, lit: readonly number[]): Drawing {
  const look = { now: undefined, isOver: true, labels: "numbers", differing: undefined, parting: undefined } as const;
  const drawing = drawingOf(explored, picture, { ...look, lit: undefined, wrong: [] });
  const marked = new Set(picture.nodes.filter((node) => holds(node, lit)).map(({ id }) => id));
  return {
    ...drawing,
    nodes: drawing.nodes.map((node) => (marked.has(node.id) ? { ...node, marks: [...node.marks, "lit"] } : node)),
    edges: drawing.edges.map((edge) => (marked.has(edge.from) ? { ...edge, marks: [...edge.marks, "live"] } : edge)),
  };
}
