// The picture of CHAD's ladder at a time: a pure function of the score, the paper and the time.
import { Picture, type Shape } from "../../../../picture/shape.ts";
import type { Half } from "../model/moves.ts";
import type { Score } from "../model/score.ts";
import { drawCells } from "./cells.ts";
import { drawEntries, drawFlags, drawLanes } from "./lanes.ts";
import type { RowsPaper } from "./paper.ts";
import { drawHead, drawProgram, type HeadWords } from "./program.ts";
import { columnNow, drawRows } from "./rows.ts";

/** The words of a picture, and the text of the program. */
export interface PictureWords extends HeadWords {
  /** Over the lane of a run. */
  lane(half: Half, argument: string): string;
  readonly text: string;
}

/** The shapes of a time. */
export function rowsPictureAt(score: Score, paper: RowsPaper, t: number, words: PictureWords): readonly Shape[] {
  const picture = new Picture(paper.lineHeight);
  const columns = paper.columns.map((place) => columnNow(paper, place, score, words.text, t));
  drawProgram(picture, score.ladder, paper, columns, words);
  for (const now of columns) {
    drawHead(picture, now, score, words);
    drawLanes(picture, now, score.ladder, words.lane);
    drawRows(picture, now);
    drawCells(picture, now);
    drawFlags(picture, now);
    drawEntries(picture, now);
  }
  return picture.shapes;
}
