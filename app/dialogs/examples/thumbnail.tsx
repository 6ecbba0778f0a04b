// A run's graph, small: its shape alone, without words.
import { present } from "../../../engine/base/nth.ts";
import type { Picture, PictureNode } from "../../../engine/explore/picture.ts";
import { useAnswer } from "../../client/question.ts";
import { thumbnail } from "./thumbnails.ts";

/** A small picture shows up to this many nodes. */
const MOST = 160;

/** Shows the shape of a run's graph without words; an empty place while there is no picture, or none can be made. */
export function Thumbnail({ example }: { readonly example: string }) {
  const picture = useAnswer(thumbnail, example);
  if (picture == null) return <span className="thumbnail" aria-hidden="true" />;
  const nodes = picture.nodes.slice(0, MOST);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const [left, right] = span(nodes.flatMap(({ x, width }) => [x - width / 2, x + width / 2]));
  const [top, bottom] = span(nodes.flatMap(({ y, height }) => [y - height / 2, y + height / 2]));
  const edges = picture.edges.filter(({ from, to }) => byId.has(from) && byId.has(to));
  return (
    <svg
      className="thumbnail"
      aria-hidden="true"
      viewBox={`${left - 12} ${top - 12} ${right - left + 24} ${bottom - top + 24}`}
      preserveAspectRatio="xMidYMid meet"
    >
      {edges.map(({ id, from, to, bends }) => (
        <polyline
          key={id}
          className="thumbnail-edge"
          points={way(present(byId.get(from)), bends, present(byId.get(to)))}
        />
      ))}
      {nodes.map(({ id, kind, x, y, width, height }) => (
        <rect
          key={id}
          className={`thumbnail-node ${kind}`}
          x={x - width / 2}
          y={y - height / 2}
          width={width}
          height={height}
          rx={kind === "group" ? 8 : height / 2}
        />
      ))}
    </svg>
  );
}

function span(places: readonly number[]): readonly [number, number] {
  return [
    places.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY),
    places.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY),
  ];
}

function way(from: PictureNode, bends: Picture["edges"][number]["bends"], to: PictureNode): string {
  const all = [[from.x + from.width / 2, from.y], ...bends, [to.x - to.width / 2, to.y]];
  return all.map(([x, y]) => `${x},${y}`).join(" ");
}
