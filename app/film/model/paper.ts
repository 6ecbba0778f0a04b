// How a film is laid out: a row for each scalar, and columns beside each other, as many as there is room for.
import { nth } from "../../../engine/base/nth.ts";
import { isDistant, MOST_ROWS } from "../../exploration/drawn/graph-field.ts";
import { grownScale, type Room } from "../../picture/scale.ts";
import type { ColumnKind } from "../../playback/model/film.ts";

/** Sizes that do not grow on a projector, in pixels: a narrow gutter, and windows that are short or narrow. */
const NARROW_GUTTER = 40;
const SHORT = 430;
const MANY_COLUMNS = { columns: 4, width: 1700 };
/** Heads and gutter, in pixels on paper of scale 1: in a short window, and in others. */
const HEAD = { short: 40, high: 52 };
const BAND = { short: 34, high: 50 };
const PX = { gutter: 50, below: 8, highestRow: 165 };
/** Letters: in pixels on paper of scale 1; on a projector, of its whole height of 1080 rows; and in heights of a row. */
const LETTERS = { small: 12.5, least: 12, roomy: 13.5, large: 15.5, largest: 18 };
const PROJECTED = { small: 24, rows: 27 };
const OF_ROW = { usual: 0.2, most: 0.56 };
/** Where the words of the band are, in its height. */
const BAND_MIDDLE = 0.52;

/** From the edge of a column to its contents, in pixels on paper of scale 1. */
export const INSET = 16;
/** From the edge of a column to anything in it, in pixels. */
export const BORDER = 3;

/** Where one column stands on the paper, in pixels from the left. */
export interface Place {
  readonly id: string;
  readonly kind: ColumnKind;
  readonly x: number;
  readonly w: number;
  readonly middle: number;
  readonly right: number;
}

/** The least width of a column, and its share of the remaining room. */
const ROOM: Readonly<Record<ColumnKind, readonly [least: number, share: number]>> = {
  program: [238, 1.12],
  graph: [232, 1.12],
  tree: [268, 1.45],
  map: [262, 1.32],
  cells: [232, 1.08],
};

/** The layout of a film in a window; all lengths are pixels. */
export interface Paper {
  readonly width: number;
  readonly height: number;
  /** 1, or more on a projector. */
  readonly scale: number;
  readonly gutter: number;
  readonly places: readonly Place[];
  readonly head: number;
  /** Where the rows begin: below the head and the band of the result. */
  readonly top: number;
  readonly bandY: number;
  readonly bandHeight: number;
  readonly rowHeight: number;
  /** Rows that there is room for. */
  readonly shown: number;
  readonly rows: number;
  /** Letters in rows, and the smallest. */
  readonly size: number;
  readonly small: number;
  readonly least: number;
  readonly isNarrow: boolean;
}

/** Below this width one column has the whole. */
const NARROW = 480;
/** How low a row is at least. */
const LEAST_ROW = 24;
const TIGHT_ROW = 18.5;
/** On a projector, where letters are large, edges between rows have to be seen, too: fewer rows, and a window of them. */
const PROJECTED_ROW = 34;
const PROJECTED_TIGHT = 28;

/** The part of the width that one column can need at most: on a projector, and elsewhere. */
const MOST_PROJECTED = 0.4;
const MOST_NEEDED = 0.28;

/** A column that is to be shown. */
export interface Column {
  readonly id: string;
  readonly kind: ColumnKind;
  /** The width of its contents, in rows of a height, in letters of a size and in small ones, where that is known. */
  needs?(rows: { readonly rowHeight: number; readonly size: number; readonly small: number }): number;
}

/** The widths of columns in a room: the least of each, then its further need, as far as there is room; the rest is shared. */
function shared(
  columns: readonly { readonly least: number; readonly share: number; readonly needed: number }[],
  room: number,
): readonly number[] {
  const beside = (widths: readonly number[]): number => Math.max(0, room - widths.reduce((sum, one) => sum + one, 0));
  const least = columns.map((one) => one.least);
  const free = beside(least);
  const lacks = columns.map((one) => Math.max(0, one.needed - one.least));
  const lack = lacks.reduce((sum, one) => sum + one, 0);
  const part = lack === 0 ? 0 : Math.min(1, free / lack);
  const given = least.map((one, at) => one + nth(lacks, at) * part);
  const rest = beside(given);
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  return columns.length === 1 ? [room] : given.map((one, at) => one + (rest * nth(columns, at).share) / shares);
}

/** The columns that there are, the most wanted first; those that find no room are left out. */
export function paperOf(
  { width, height, projected }: Room,
  rows: number,
  wanted: readonly Column[],
  order: readonly string[],
): Paper {
  const scale = grownScale({ width, height, projected });
  const isNarrow = width < NARROW;
  const gutter = isNarrow ? NARROW_GUTTER : PX.gutter * scale;
  const isShort = height < SHORT;
  const head = (isShort ? HEAD.short : HEAD.high) * scale;
  const bandHeight = (isShort ? BAND.short : BAND.high) * scale;
  const top = head + bandHeight;
  const space = Math.max(LEAST_ROW, height - top - PX.below * scale);
  // a row or two less room is better than a row out of sight
  const [tight, usual] = projected > 0 ? [PROJECTED_TIGHT, PROJECTED_ROW] : [TIGHT_ROW, LEAST_ROW];
  const lowest = rows <= MOST_ROWS && space / rows >= tight * scale ? tight : usual;
  const fit = Math.max(1, Math.min(MOST_ROWS, Math.floor(space / (lowest * scale))));
  const shown = Math.min(rows, fit);
  const rowHeight = Math.min(space / shown, PX.highestRow * scale);
  const small = projected > 0 ? Math.max(LETTERS.small, PROJECTED.small * projected) : LETTERS.small * scale;
  const least = projected > 0 ? Math.max(LETTERS.least, PROJECTED.small * projected) : LETTERS.least * scale;
  const sizeOf = (count: number): number => {
    const largest = count > MANY_COLUMNS.columns && width < MANY_COLUMNS.width ? LETTERS.large : LETTERS.largest;
    const roomy = Math.max(LETTERS.roomy, Math.min(largest, (rowHeight / scale) * OF_ROW.usual)) * scale;
    if (projected > 0) return Math.max(PROJECTED.rows * projected, roomy);
    return Math.max(LETTERS.small * scale, Math.min(roomy, rowHeight * OF_ROW.most));
  };
  const map = overviewWidth({ shown, rows, scale });
  const neededBy = ({ kind, needs }: Column, size: number): number =>
    needs === undefined ? 0 : needs({ rowHeight, size, small }) + (kind === "graph" ? map : 0);
  const chosen: Column[] = [];
  let room = width - gutter;
  for (const column of wanted) {
    const minimum = ROOM[column.kind][0] * scale;
    if (chosen.length > 0 && (isNarrow || minimum > room)) break;
    chosen.push(column);
    // a few columns that can be read from afar are better than one more
    const most = projected > 0 ? width * MOST_PROJECTED : (width - gutter) * MOST_NEEDED;
    const needed = Math.min(neededBy(column, sizeOf(1)), most);
    room -= Math.max(minimum, Math.min(needed, room));
  }
  chosen.sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  const size = sizeOf(chosen.length);
  const bandY = head + bandHeight * BAND_MIDDLE;
  const widths = shared(
    chosen.map((column) => {
      const [minimum, share] = ROOM[column.kind];
      return { least: minimum * scale, share, needed: neededBy(column, size) };
    }),
    width - gutter,
  );
  let x = gutter;
  const places = chosen.map(({ id, kind }, at): Place => {
    const w = nth(widths, at);
    const place = { id, kind, x, w, middle: x + w / 2, right: x + w };
    x += w;
    return place;
  });
  return {
    width,
    height,
    scale,
    gutter,
    places,
    head,
    top,
    bandY,
    bandHeight,
    rowHeight,
    shown,
    rows,
    size,
    small,
    least,
    isNarrow,
  };
}

/** Whether an edge goes too far to be drawn whole on a paper. */
export function isFar({ shown, rows }: Paper, from: number, to: number): boolean {
  return shown < rows && isDistant(rows, from, to);
}

/** How wide maps of all rows are on paper of scale 1: the one of the graph, and the one of a tree of calls. */
const OVERVIEW = 28;
const CALLS_MAP = 36;

/** The width of the graph's map of all rows; 0 where they are all in sight. */
export function overviewWidth({ shown, rows, scale }: Pick<Paper, "shown" | "rows" | "scale">): number {
  return shown < rows ? OVERVIEW * scale : 0;
}

/** The width of a tree's map of all calls; 0 where all rows are in sight. */
export function callsMapWidth({ shown, rows, scale }: Pick<Paper, "shown" | "rows" | "scale">): number {
  return shown < rows ? CALLS_MAP * scale : 0;
}

/** The place of the tree itself in a column of calls at once, beside its map. */
export function treePlace(paper: Paper, place: Place): Place {
  const map = callsMapWidth(paper);
  return map === 0 ? place : { ...place, x: place.x + map, w: place.w - map, middle: place.middle + map / 2 };
}

/** Whether a point of the paper is on a map of all rows. */
export function isOnMap(paper: Paper, x: number, y: number): boolean {
  const widths = { graph: overviewWidth(paper), tree: callsMapWidth(paper) } as Readonly<Record<string, number>>;
  return y >= paper.top && paper.places.some((place) => x >= place.x && x < place.x + (widths[place.kind] ?? 0));
}

/** The scalar that maps of all rows have at a height of the paper; the first or the last beyond them. */
export function mappedAt({ top, shown, rowHeight, rows }: Paper, y: number): number {
  const at = Math.floor(((y - top) / (shown * rowHeight)) * rows);
  return Math.max(0, Math.min(rows - 1, at));
}
