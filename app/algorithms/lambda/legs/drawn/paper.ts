// Where everything is on the picture: the rows with their terms at the left, and their lanes.
import { nth } from "../../../../../engine/base/nth.ts";
import { grownScale, type Room } from "../../../../picture/scale.ts";
import { placeOf } from "../model/lanes.ts";
import type { Legs } from "../model/legs.ts";

/** A narrower picture has short terms. */
const NARROW = 640;
const TERMS = { most: 300, part: 0.24, narrow: 84 };
/** The head: a bracket for each derivative, and the names of lanes. */
const HEAD = { bracket: 32, lanes: 30, above: 8 };
const ROW = 58;
/** Between rows and walls, and for the turns of legs. */
const [WALL, TURN, SIDE] = [12, 32, 10];
const LETTERS = { most: 17, part: 0.4 };

/** The picture's places, in pixels. */
export interface LegsPaper {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly isNarrow: boolean;
  /** Where lanes begin, how wide one is, and how many there are. */
  readonly left: number;
  readonly lane: number;
  readonly lanes: number;
  /** Where the head ends. */
  readonly top: number;
  readonly bracket: number;
  readonly rowHeight: number;
  /** By row, its middle. */
  readonly rows: readonly number[];
  /** The height of letters of numbers. */
  readonly size: number;
}

/** The legs laid out in a room. */
export function legsPaperOf(legs: Legs, room: Room): LegsPaper {
  const scale = grownScale(room);
  const { width, height } = room;
  const isNarrow = width / scale < NARROW;
  const left = isNarrow ? TERMS.narrow * scale : Math.min(TERMS.most * scale, width * TERMS.part);
  const lanes = 2 ** legs.levels;
  const lane = (width - left - SIDE * scale) / lanes;
  const bracket = HEAD.bracket * scale;
  const top = (HEAD.above + HEAD.lanes) * scale + bracket * legs.levels;
  // above the first row of a wall and below its last one is room for turns
  const before = legs.rows.map(() => TURN);
  const after = legs.rows.map(() => 0);
  for (const { from, to } of legs.walls) {
    before[from] = nth(before, from) + WALL + (from === 0 ? 0 : TURN);
    after[to] = nth(after, to) + WALL + TURN;
  }
  for (const at of before.keys()) if (at > 0 && nth(before, at) === TURN) before[at] = 0;
  const free = [...before, ...after].reduce((sum, one) => sum + one, 0) + TURN;
  const count = Math.max(1, legs.rows.length);
  const rowHeight = Math.min(ROW * scale, ((height - top) * (count / (count + free / ROW))) / count);
  const unit = rowHeight / ROW;
  let y = top;
  const rows = legs.rows.map((_, at) => {
    y += nth(before, at) * unit;
    const middle = y + rowHeight / 2;
    y += rowHeight + nth(after, at) * unit;
    return middle;
  });
  const size = Math.min(LETTERS.most * scale, rowHeight * LETTERS.part, lane / 4.2);
  return { width, height, scale, isNarrow, left, lane, lanes, top, bracket, rowHeight, rows, size };
}

/** Of a row's leg: the middle of its lane, and how wide that is. */
export function laneAt(
  { left, lane }: LegsPaper,
  { rows, levels }: Legs,
  row: number,
  at: number,
): { readonly x: number; readonly w: number } {
  const { from, size } = placeOf(at, nth(rows, row), levels);
  return { x: left + (from + size / 2) * lane, w: size * lane };
}

/** The upper and the lower edge of a wall; where several end, each is around those within it. */
export function wallEdges(
  { rows, rowHeight }: LegsPaper,
  { levels }: Legs,
  wall: Legs["walls"][0],
): readonly [number, number] {
  const unit = rowHeight / ROW;
  const gap = unit * (TURN + WALL * 0.4) + rowHeight / 2;
  return [nth(rows, wall.from) - gap, nth(rows, wall.to) + gap + (levels - wall.levels) * WALL * unit];
}
