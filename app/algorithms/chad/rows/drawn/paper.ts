// Where everything is on the picture: the program at the left, a column for each stage, and lanes and boxes in it.
import { nth, present } from "../../../../../engine/base/nth.ts";
import { grownScale, type Room } from "../../../../picture/scale.ts";
import { heldIn } from "../model/contents.ts";
import { isShown, type RowsLadder } from "../model/ladder.ts";
import { type Column, cellName } from "../model/moves.ts";
import { type Place, placesOf, sharesOf } from "./shares.ts";

/** A narrower picture has one column. */
export const NARROW = 720;
/** The heads of columns, the program and lines, in pixels. */
const HEAD = { wide: 176, narrow: 158, low: 124 };
const PROGRAM = { most: 260, part: 0.19, narrow: 96 };
const LINE = 66;
/** On a projector, heads have no words where lines would be lower. */
const LOW = 30;
const BOX = { height: 32, part: 0.66, width: 64, function: 2 };
const [FOOT, ABOVE, LANES] = [12, 6, 38];
/** Beside more runs of bodies stands how many there are. */
export const MANY = 3;
const TIMES = 40;
const GAP = { wide: 14, narrow: 7 };

/** A column of a stage on the picture. */
export interface ColumnPlace {
  readonly index: number;
  readonly x: number;
  readonly w: number;
  /** Where its contents begin and end. */
  readonly left: number;
  readonly right: number;
  /** Where its head ends. */
  readonly edge: number;
  /** By run, its lane; within it, by variable, the places of boxes. */
  readonly lanes: readonly Place[];
  readonly boxes: readonly ReadonlyMap<string, Place>[];
  /** The room of flags at the left of each lane. */
  readonly gutters: readonly number[];
  /** By depth of the environment and variable, the places of cells. */
  readonly cells: ReadonlyMap<string, Place>;
}

/** The picture's places, in pixels. */
export interface RowsPaper {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly isNarrow: boolean;
  /** Whether heads have no words. */
  readonly isLow: boolean;
  readonly program: number;
  /** The line below the heads, and the middle of the cells. */
  readonly rule: number;
  readonly cellsY: number;
  /** Where the lines begin. */
  readonly first: number;
  readonly lineHeight: number;
  readonly boxHeight: number;
  readonly columns: readonly ColumnPlace[];
}

/** The middle of a line. */
export function lineY({ first, lineHeight }: RowsPaper, line: number): number {
  return first + (line + 0.5) * lineHeight;
}

/** The key of a cell by the depth of its environment. */
export const cellKey = (depth: number, name: string): string => `${depth} ${name}`;

/** The ladder laid out in a room; `shown` is the column of a narrow one. */
export function rowsPaperOf(ladder: RowsLadder, room: Room, shown: number): RowsPaper {
  const scale = grownScale(room);
  const { width, height } = room;
  const isNarrow = width / scale < NARROW;
  const program = isNarrow ? PROGRAM.narrow * scale : Math.min(PROGRAM.most * scale, width * PROGRAM.part);
  // words and names over the lanes of bodies
  const hasLanes = ladder.columns.some(({ runs }) => runs.length > 1);
  const below = (hasLanes ? LANES : ABOVE) * scale;
  const highIn = (head: number): number =>
    Math.min(LINE * scale, (height - head * scale - below - FOOT * scale) / Math.max(1, ladder.lines.length));
  const isLow = room.projected > 0 && highIn(HEAD.wide) < LOW * scale;
  const rule = (isNarrow ? HEAD.narrow : isLow ? HEAD.low : HEAD.wide) * scale;
  const first = rule + below;
  const lineHeight = highIn(rule / scale);
  const boxHeight = Math.max(1.5, Math.min(BOX.height * scale, lineHeight * BOX.part));
  const visible = isNarrow ? [Math.min(shown, ladder.columns.length - 1)] : [...ladder.columns.keys()];
  const weights = visible.map((index) => weightOf(ladder, nth(ladder.columns, index)));
  const all = weights.reduce((sum, one) => sum + one, 0);
  const gap = (isNarrow ? GAP.narrow : GAP.wide) * scale;
  let x = program;
  const columns = visible.map((index, at) => {
    const w = ((width - program) * nth(weights, at)) / all;
    const place = columnPlace(ladder, index, { x, w }, { gap, scale, lineHeight });
    x += w;
    return place;
  });
  const cellsY = rule - 40 * scale;
  return { width, height, scale, isNarrow, isLow, program, rule, cellsY, first, lineHeight, boxHeight, columns };
}

/** A stage whose bodies run more often than those of another is wider. */
function weightOf({ columns }: RowsLadder, { runs }: Column): number {
  const fewest = Math.min(...columns.map((one) => one.runs.length));
  return 1 + Math.min(1.3, (runs.length - fewest) * 0.35);
}

interface Sizes {
  readonly gap: number;
  readonly scale: number;
  readonly lineHeight: number;
}

function columnPlace(
  ladder: RowsLadder,
  index: number,
  { x, w }: Place,
  { gap, scale, lineHeight }: Sizes,
): ColumnPlace {
  const column = nth(ladder.columns, index);
  const many = column.runs.length > MANY ? TIMES * scale : 0;
  const [left, right] = [x + gap, x + w - gap - many];
  const lanes = sharesOf(column.runs, { x: left, w: right - left });
  const gutters = lanes.map((lane) => Math.min(lineHeight * 1.2, 40 * scale, lane.w * 0.3));
  const wide = widths(ladder);
  const boxes = scopesOfRuns(ladder, column).map((names, run) => {
    const lane = nth(lanes, run);
    const gutter = nth(gutters, run);
    const room = { x: lane.x + gutter, w: Math.max(1, lane.w - gutter - Math.min(6 * scale, lane.w * 0.1)) };
    return placesOf(names, room, BOX.width * scale, wide);
  });
  const cells = cellsOf(ladder, column);
  const first = nth(boxes, 0);
  const room = { x: left, w: right - left };
  // the cells of one environment stand above the boxes of the lines
  const depths = new Set(cells.map((cell) => cell.split(" ", 1)[0]));
  const places = placesOf(cells, room, (BOX.width - 8) * scale, (cell) => wide(cell.slice(cell.indexOf(" ") + 1)));
  const own = new Map(
    [...places].map(([cell, place]) => {
      const above = depths.size > 1 ? undefined : first.get(cell.slice(cell.indexOf(" ") + 1));
      return [cell, above ?? place] as const;
    }),
  );
  return { index, x, w, left, right, edge: x + w - gap, lanes, gutters, boxes, cells: own };
}

/** The widths of boxes by the variables: functions hold logs and closures. */
function widths({ columns }: RowsLadder): (name: string) => number {
  const found = new Map<string, number>();
  for (const { rows } of columns)
    for (const { names, contents } of rows)
      for (const [at, name] of names.entries()) {
        const held = heldIn(contents[at]);
        const wide = held === undefined ? 1 : held.tag === "log" ? 0.5 + held.entries.length : BOX.function;
        if (wide > (found.get(name) ?? 1)) found.set(name, Math.min(5, wide));
      }
  return (name) => found.get(name) ?? 1;
}

/** By run, the variables that are in scope on its lines, in order. */
function scopesOfRuns({ scopes }: RowsLadder, { runs, calls }: Column): readonly (readonly string[])[] {
  const found = runs.map(() => new Set<string>());
  for (const { run, line } of calls) for (const name of nth(scopes, line)) nth(found, run).add(name);
  return found.length === 0 ? [[]] : found.map((names) => [...names]);
}

/** The cells of environments, by their depths. */
function cellsOf(ladder: RowsLadder, column: Column): readonly string[] {
  const byDepth: string[][] = [];
  for (const [frame, { depth, cells }] of column.frames.entries()) {
    byDepth[depth] ??= [];
    const own = present(byDepth[depth]);
    for (const cell of cells) {
      const key = cellKey(depth, cellName(cell));
      if (isShown(ladder, column, frame, cell) && !own.includes(key)) own.push(key);
    }
  }
  return byDepth.flat();
}
