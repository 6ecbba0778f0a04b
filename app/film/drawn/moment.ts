// A moment of a film on a paper: what its picture is made of.
import type { ColumnAnimation, TreeColumn } from "../../../engine/animation/animation.ts";
import type { WaitingColumn } from "../../../engine/animation/waiting.ts";
import { Picture } from "../../picture/shape.ts";
import { type Film, type FilmColumn, type FilmTime, filmWithout, type Marks } from "../../playback/model/film.ts";
import type { Paper, Place } from "../model/paper.ts";
import { firstRow } from "../model/sight.ts";

/** A moment of a film on a paper, and the picture that is made of it. */
export interface Moment extends FilmTime {
  readonly paper: Paper;
  readonly picture: Picture;
  /** The middle of a scalar's row. */
  y(number: number): number;
  /** Whether a row is in sight. */
  isSeen(number: number): boolean;
  /** Whether any of the area between two rows is in sight. */
  isPassing(above: number, below: number): boolean;
  /** The scalars in sight. */
  readonly rows: readonly number[];
  /** The row under the pointer, cut edges, and whether edges are as thick as their contributions. */
  readonly marks: Marks;
}

/** The same in the column of a stage. */
export interface ColumnMoment<A extends ColumnAnimation = ColumnAnimation> extends Moment {
  readonly place: Place;
  readonly column: FilmColumn;
  readonly animation: A;
}

/** The same where contributions wait. */
export type WaitingMoment = ColumnMoment<WaitingColumn>;
/** The same where calls are made at once. */
export type TreeMoment = ColumnMoment<TreeColumn>;

/** Makes the moment of a time in milliseconds: the film without the cut edges, the rows in view, and an empty picture. */
export function momentOf(whole: Film, paper: Paper, t: number, marks: Marks): Moment {
  const film = filmWithout(whole, marks.cut);
  const { top, rowHeight, shown } = paper;
  const first = firstRow(paper, film.animation, t, marks.first);
  // rows move by whole pixels: one of which less than a pixel is in sight is out of it
  const [least, most] = [first - 1 + 1 / rowHeight, first + shown - 1 / rowHeight];
  const rows: number[] = [];
  for (let number = Math.floor(least) + 1; number < Math.min(film.graph.size, most); number++) rows.push(number);
  return {
    film,
    paper,
    t,
    marks,
    picture: new Picture(rowHeight),
    rows,
    y: (number) => top + (number - first + 0.5) * rowHeight,
    isSeen: (number) => number > least && number < most,
    isPassing: (above, below) => below > least && above < most,
  };
}

/** Opacity at a height on the way to a row out of sight: fades at the border of the rows in sight. */
export function goingOut({ paper: { top, shown, rowHeight } }: Moment, y: number): number {
  const inside = Math.min(y - top, top + shown * rowHeight - y) / (rowHeight * 0.8);
  return Math.max(0, Math.min(1, inside));
}
