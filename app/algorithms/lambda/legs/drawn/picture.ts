// The picture of legs at a time: a pure function of the score, the paper and the time.
import { Picture, type Shape } from "../../../../picture/shape.ts";
import type { Score } from "../model/score.ts";
import { drawHead, drawTerms, type HeadWords } from "./head.ts";
import { drawNumbers } from "./numbers.ts";
import type { LegsPaper } from "./paper.ts";
import { drawThreads } from "./threads.ts";
import { drawGiven, drawWalls, type WallWords } from "./walls.ts";

/** The words of a picture. */
export interface PictureWords extends HeadWords, WallWords {}

/** The shapes of a time. */
export function legsPictureAt(score: Score, paper: LegsPaper, t: number, words: PictureWords): readonly Shape[] {
  const picture = new Picture(paper.rowHeight);
  const moment = { picture, score, paper, t };
  drawHead(moment, words);
  drawWalls(moment);
  drawTerms(moment);
  drawThreads(moment);
  drawNumbers(moment);
  drawGiven(moment, words);
  return picture.shapes;
}
