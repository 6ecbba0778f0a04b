// The head of the picture, a bracket for each derivative and the names of lanes; and the terms of the rows.
import { nth } from "../../../../../engine/base/nth.ts";
import { LETTER, UI_LETTER } from "../../../../picture/shape.ts";
import { cut } from "../../../../words/cut.ts";
import { levelColour, type Moment } from "./moment.ts";

/** Heights of letters; names of lanes are not smaller than `read`. */
const SIZES = { bracket: 14, lane: 15, read: 11, code: 17, least: 8 };
const FAINT = 0.4;

/** Words of the head. */
export interface HeadWords {
  /** The way there or back of a derivative, by how many are around it, of so many. */
  bracket(outside: number, levels: number, isBack: boolean): string;
  /** The meaning of the ring in the colour of a derivative. */
  ring(outside: number, levels: number): string;
  /** The name of a lane, from 1; `of` is the one that it goes back through. */
  lane(number: number, of: number | undefined): string;
}

/** Draws the brackets and the names of the lanes; those whose time has not come are faint. */
export function drawHead({ picture, paper, score, t }: Moment, words: HeadWords): void {
  const { levels } = score.legs;
  const { left, lane, lanes, bracket, top, scale, width } = paper;
  const begun = (from: number): boolean => score.turns.some((turn) => turn.from <= t && laneIn(score, turn) >= from);
  for (let level = levels; level >= 1; level--) {
    const outside = levels - level;
    const colour = levelColour(outside);
    const y = outside * bracket + bracket * 0.62;
    const half = 2 ** (level - 1);
    drawRing({ picture, paper }, level, y - 4 * scale, { colour, text: words.ring(outside, levels) });
    for (const isBack of [false, true]) {
      const [x0, x1] = [
        left + (isBack ? half : 0) * lane + 3 * scale,
        left + (isBack ? 2 : 1) * half * lane - 3 * scale,
      ];
      const opacity = begun(isBack ? half : 0) ? 1 : FAINT;
      picture.line(
        "still",
        `bracket${level}${isBack}`,
        [
          ["M", x0, 6 * scale],
          ["v", -6 * scale],
          ["H", x1],
          ["v", 6 * scale],
        ],
        colour,
        2 * scale,
        { dy: y, opacity },
      );
      const text = words.bracket(outside, levels, isBack);
      const size = Math.min(SIZES.bracket * scale, (x1 - x0) / text.length / UI_LETTER);
      picture.write(
        "still",
        `level${level}${isBack}`,
        [(x0 + x1) / 2, y - 11 * scale],
        [{ text, colour, bold: true }],
        size,
        { font: "ui", opacity },
      );
    }
  }
  for (let at = 0; at < lanes; at++) {
    // the lane that this one goes back through is its mirror image at the last turn before it
    const block = 2 ** Math.floor(Math.log2(Math.max(1, at)) + 1);
    const text = words.lane(at + 1, at === 0 ? undefined : block - at);
    const size = Math.min(SIZES.lane * scale, (lane - 6) / text.length / UI_LETTER);
    const isRead = size >= SIZES.read * scale;
    const shown = isRead ? text : String(at + 1);
    picture.write(
      "still",
      `lane${at}`,
      [left + (at + 0.5) * lane, top - 16 * scale],
      [{ text: shown, colour: at === 0 ? "primal" : "cot", bold: true }],
      isRead ? size : SIZES.bracket * scale,
      { font: "ui", opacity: begun(at) ? 1 : FAINT, data: { lane: at } },
    );
  }
  picture.rect("band", "rule", [0, top - 1, width, 1.5], { fill: "line-strong" });
}

/** Draws the ring of a derivative, and words on it as far as there is room, at the left of its bracket. */
function drawRing(
  { picture, paper: { left, scale, isNarrow } }: Pick<Moment, "picture" | "paper">,
  level: number,
  y: number,
  { colour, text }: { readonly colour: string; readonly text: string },
): void {
  const [x, r] = [14 * scale, 7 * scale];
  const room = left - x - 2 * r - 20 * scale;
  if (isNarrow || room / text.length / UI_LETTER < SIZES.least) return;
  const ring = { r, fill: "none", stroke: colour, width: 2.2 * scale };
  picture.rect("still", `ring${level}`, [x, y - r, 2.6 * r, 2 * r], ring);
  picture.say(
    "still",
    `ringt${level}`,
    [x + 3.6 * r, y],
    text,
    "ink-2",
    Math.min(SIZES.bracket * scale, room / text.length / UI_LETTER),
  );
}

/** The first lane of the picture that a leg goes in. */
function laneIn({ legs }: Moment["score"], { lane, wall }: Moment["score"]["turns"][0]): number {
  const levels = wall === undefined ? 1 : nth(legs.walls, wall).levels;
  return lane * 2 ** (legs.levels - levels);
}

/** Draws the terms of the rows, indented by the walls around them, and a line below each. */
export function drawTerms({ picture, paper, score, t }: Moment): void {
  const { left, rows, rowHeight, scale, isNarrow, width } = paper;
  const now = score.timed.findLast(({ beat, from }) => beat.tag === "over" && from <= t)?.beat;
  for (const [at, { text, levels, kind }] of score.legs.rows.entries()) {
    const y = nth(rows, at);
    const x = (isNarrow ? 6 : 14) * scale + (levels - 1) * (isNarrow ? 4 : 10) * scale;
    const isLit = now?.tag === "over" && now.row === at;
    const size = Math.min(SIZES.code * scale, rowHeight * 0.42);
    const room = left - x - 8 * scale;
    const shown = cut(text, Math.max(3, Math.floor(room / (Math.max(SIZES.least, size * 0.85) * LETTER))));
    picture.rect("ground", `line${at}`, [x - 2, y + rowHeight / 2, width - x - 8 * scale, 1], { fill: "line" });
    picture.write(
      "label",
      `term${at}`,
      [x, y],
      [{ text: shown, colour: isLit ? "ink" : "ink-2", bold: isLit }],
      Math.min(size, room / shown.length / LETTER),
      {
        anchor: "start",
        isName: kind !== "point",
      },
    );
  }
}
