// How the picture of a ladder is laid out: a column for each scalar, at the same place at all rungs; from the top the work, waiting sums,
// and the scalars' records; the gauges at the side, or on top where it is narrow.
import { nth } from "../../../engine/base/nth.ts";
import { grownScale, type Room } from "../../picture/scale.ts";
import type { Ladder } from "./ladder.ts";

/** The frame of the picture of any ladder: letters, the sides, the gauges and the heights of its rows; all lengths are pixels. */
export interface RowPaper {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  /** Letters, those of words beside numbers, and the smallest. */
  readonly size: number;
  readonly small: number;
  readonly least: number;
  readonly isNarrow: boolean;
  /** Where the columns begin and end. */
  readonly left: number;
  readonly right: number;
  /** The gauges: beside the picture from here on, or above it with this height. */
  readonly gaugesX: number;
  readonly gaugesHeight: number;
  /** The rows, by their middles. */
  readonly waitingY: number;
  readonly tapeY: number;
  readonly scalarY: number;
  readonly carryY: number;
}

/** The layout of the picture of a ladder with a column for each scalar; all lengths are pixels. */
export interface LadderPaper extends RowPaper {
  /** By scalar, the middle and the width of its column. */
  readonly x: readonly number[];
  readonly w: readonly number[];
  /** Where the columns of the inputs end. */
  readonly inputsEnd: number;
  readonly top: number;
  readonly collectorY: number;
  readonly idY: number;
}

/** The sides of a picture, and its gauges. */
export function sidesOf(
  width: number,
  scale: number,
): Pick<RowPaper, "isNarrow" | "left" | "right" | "gaugesX" | "gaugesHeight"> {
  const isNarrow = width < NARROW;
  const gaugesWidth = isNarrow ? 0 : Math.min(290 * scale, Math.max(196 * scale, width * 0.19));
  return {
    isNarrow,
    left: width < TINY ? 6 : isNarrow ? 12 : 84 * scale,
    right: width - gaugesWidth - 14 * scale,
    gaugesX: width - gaugesWidth,
    gaugesHeight: isNarrow ? 64 : 0,
  };
}

/** Below these widths the gauges are on top, and the names of rows are left out. */
const NARROW = 760;
const TINY = 480;
/** Letters that a column of an operation has room for where it can. */
const LETTERS = 11.4;
/** The width of a column of an input or a constant, in that of an operation. */
const SLIM_FEW = 0.6;
const SLIM_MANY = 0.34;
/** Pixels of a number of five letters, and the room left for an operation where inputs are as wide. */
const NUMBER = 48;
const OPERATION = 46;
/** Scalars that are few. */
const FEW = 9;
/** Where the collector is between the top and waiting sums: with few scalars, and with more, whose arcs need height. */
const [COLLECTOR_FEW, COLLECTOR_MANY] = [0.67, 0.5];

/** The widths of the columns of operations, and of inputs and constants, that fill a width. These are slim, but not for want of room. */
function columnWidths(
  width: number,
  isSlim: readonly boolean[],
): { readonly operation: number; readonly slim: number } {
  const slims = isSlim.filter((one) => one).length;
  const operations = isSlim.length - slims;
  const share = isSlim.length <= FEW ? SLIM_FEW : SLIM_MANY;
  const unit = width / (operations + share * slims);
  if (slims === 0 || operations === 0) return { operation: unit, slim: share * unit };
  const roomy = Math.min(NUMBER, (width - operations * OPERATION) / slims);
  const slim = Math.max(share * unit, roomy);
  return { operation: (width - slims * slim) / operations, slim };
}

/** How much higher a film is than the picture of a ladder, which has more words below it. */
const HIGHER = 1.25;

/** Lays out a ladder in a window of the given width and height in pixels. */
export function ladderPaper({ graph, inputs }: Ladder, { width, height, projected }: Room): LadderPaper {
  const scale = grownScale({ width, height: height * HIGHER, projected });
  const sides = sidesOf(width, scale);
  const { left, right, gaugesHeight } = sides;
  const isSlim = Array.from(
    graph.starts.subarray(0, graph.size),
    (start, number) => start === graph.starts[number + 1],
  );
  const columns = columnWidths((right - left) / scale, isSlim);
  const unit = columns.operation * scale;
  const w = isSlim.map((one) => scale * (one ? columns.slim : columns.operation));
  let at = left;
  const x = w.map((own) => {
    at += own;
    return at - own / 2;
  });
  const last = inputs.at(-1);
  const least = projected > 0 ? Math.max(12, 24 * projected) : 12 * scale;
  const size = Math.max(least, Math.min(unit / LETTERS, 16.5 * scale, height / 30));
  // from the bottom up
  const idY = height - size * 0.8;
  const carryY = idY - size * 2.1;
  const scalarY = carryY - size * 2.4;
  const tapeY = scalarY - size * 2.5;
  const waitingY = tapeY - size * 3.7;
  const top = gaugesHeight + 34 * scale;
  const collectorY = Math.max(
    top + size * 4,
    Math.min(waitingY - size * 7.2, top + (waitingY - top) * (graph.size > FEW ? COLLECTOR_MANY : COLLECTOR_FEW)),
  );
  return {
    width,
    height,
    scale,
    size,
    small: Math.max(least, size * 0.86),
    least,
    ...sides,
    x,
    w,
    inputsEnd: last === undefined ? left : nth(x, last) + nth(w, last) / 2,
    top,
    collectorY,
    waitingY,
    tapeY,
    scalarY,
    carryY,
    idY,
  };
}
