// Numbers along the edges of a drawing.
import { pointOn } from "../../picture/motion.ts";
import { around, LETTER, Picture, type Shape } from "../../picture/shape.ts";
import { lengthOf, type WayOfEdge } from "./edges.ts";
import { GRAPH } from "./looks.ts";

/** A number on its way along an edge, from its operand to its use, or back. */
export interface Traveller {
  readonly edge: string;
  readonly isBack: boolean;
  readonly label: string;
}

/** The same at a part of its way, from 0 to 1. */
export interface Underway extends Traveller {
  readonly at: number;
  /** Whether its way begins at the label of its edge, and not at the end of that. */
  readonly isFromLabel?: boolean | undefined;
}

/** Of its letters: room beside a number, and its height; in pixels, what is free between a number and the node that it comes to. */
const [ROOM, HEIGHT, BESIDE] = [1, 1.5, 3] as const;

/** Numbers at their places, as large as the letters of nodes, but always legible: `zoom` is how large the drawing is seen. */
export function travellerShapes(
  underway: readonly Underway[],
  ways: ReadonlyMap<string, WayOfEdge>,
  zoom: number,
): readonly Shape[] {
  const picture = new Picture();
  const size = Math.max(GRAPH.letters, GRAPH.leastLetters / zoom);
  // numbers at one node are placed side by side
  const taken = new Map<string, number>();
  for (const [index, { edge: id, isBack, label, at, isFromLabel = false }] of underway.entries()) {
    const found = ways.get(id);
    if (found === undefined) continue;
    const { edge, way } = found;
    const w = (label.length * LETTER + ROOM) * size;
    const end = isBack ? edge.from : edge.to;
    const before = taken.get(end) ?? 0;
    taken.set(end, before + w + BESIDE);
    const length = Math.max(1, lengthOf(way));
    const start = isFromLabel ? (edge.labelAt ?? length / 2) / length : 0;
    // no farther than beside its end, so that it covers nothing there
    const part = Math.min(start * (1 - at) + at, Math.max(0, 1 - (before + w / 2 + BESIDE) / length));
    const [x, y] = pointOn(way, isBack ? 1 - part : part);
    const h = size * HEIGHT;
    const colour = isBack ? "cot" : "primal";
    const data = { travels: id, number: label, back: isBack ? 1 : 0 };
    picture.rect("top", `travels ${index}`, around(x, y, w, h), {
      r: h / 2,
      fill: "surface",
      stroke: colour,
      width: 1.5,
      data,
    });
    picture.write("top", `travels ${index}t`, [x, y], [{ text: label, colour, bold: true }], size);
  }
  return picture.shapes;
}

/** The part of the time of a move in which a number stays where it arrived. */
const RESTS = 0.2;

/** Travellers at a part of the time of their move; none when it is over. */
export function underwayAt(travellers: readonly Traveller[], part: number): readonly Underway[] {
  if (part >= 1) return [];
  const at = Math.min(1, part / (1 - RESTS));
  return travellers.map((one) => ({ ...one, at: at * at * (3 - 2 * at) }));
}
