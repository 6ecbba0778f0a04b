// How the picture of a large run is laid out: from top to bottom all scalars, several in each row of pixels; the graph and the stages
// beside each other.
import type { FarAnimation } from "../../../engine/animation/far.ts";
import { projectedScale } from "../../picture/scale.ts";

/** Windows below this width are narrow, in pixels; the room of numbers beside the rows in these and in others, above the rows, and below. */
const NARROW = 480;
const PX = { narrow: 52, left: 74, top: 84, bottom: 14, lowest: 40 };
/** Letters, in pixels; on a projector, of its whole height of 1080 rows. */
const LETTERS = { usual: 13, projected: 24 };

/** Where one column stands: its left edge and its width, in pixels. */
export interface FarPlace {
  /** A column of the animation, or one of no stage. */
  readonly column: number | "program" | "graph";
  readonly x: number;
  readonly w: number;
}

/** The layout of the picture of a large run; all lengths are pixels. */
export interface FarPaper {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly top: number;
  readonly left: number;
  /** Rows of pixels, and how high each is. */
  readonly rows: number;
  readonly rowHeight: number;
  readonly places: readonly FarPlace[];
  readonly size: number;
}

/** The least width of a column, that of the program, and how many rows of pixels there are at most. */
const LEAST = 150;
const CODE = 250;
const MOST_ROWS = 900;

/** Lays out a large run in a window of the given width and height in pixels; columns without room are left out. */
export function farPaper(
  { graph, columns }: FarAnimation,
  { width, height, projected }: { readonly width: number; readonly height: number; readonly projected: number },
): FarPaper {
  const scale = projectedScale(projected);
  const left = (width < NARROW ? PX.narrow : PX.left) * scale;
  // above the rows of a stage there is their scale
  const top = PX.top * scale;
  const space = Math.max(PX.lowest, height - top - PX.bottom * scale);
  const rows = Math.max(1, Math.min(graph.size, MOST_ROWS, Math.floor(space)));
  const room = Math.max(2, Math.floor((width - left) / (LEAST * scale)));
  const all: readonly FarPlace["column"][] = ["graph", ...columns.keys()];
  const shown = room >= all.length ? all : shownOf(columns, room);
  const isRoomy = room >= all.length && width - left - all.length * LEAST * scale >= CODE * scale;
  const code = isRoomy ? Math.max(CODE * scale, (width - left) / (all.length + 1)) : 0;
  const w = (width - left - code) / shown.length;
  const places = shown.map((column, index): FarPlace => ({ column, x: left + code + w * index, w }));
  return {
    width,
    height,
    scale,
    top,
    left,
    rows,
    rowHeight: space / rows,
    places: isRoomy ? [{ column: "program", x: left, w: code }, ...places] : places,
    size: projected > 0 ? Math.max(LETTERS.usual, LETTERS.projected * projected) : LETTERS.usual,
  };
}

/**
 * The columns that are shown where not all have room: first a tree of calls and a stage whose calls wait, for comparison; the graph, where
 * there is room beside them; then the others, in their order.
 */
function shownOf(columns: FarAnimation["columns"], room: number): readonly FarPlace["column"][] {
  const first = [false, true].map((waits) => columns.findIndex(({ replayOrder }) => replayOrder.waits === waits));
  const pair = first.filter((place) => place >= 0);
  const others = [...columns.keys()].filter((place) => !pair.includes(place));
  const withGraph = pair.length < 2 || room > 2;
  const chosen = [...pair, ...others].slice(0, withGraph ? room - 1 : room).sort((a, b) => a - b);
  return withGraph ? ["graph", ...chosen] : chosen;
}

/** The middle of a scalar's row. */
export function rowOf({ graph }: FarAnimation, { rows }: FarPaper, number: number): number {
  return Math.min(rows - 1, Math.floor((number * rows) / graph.size));
}
