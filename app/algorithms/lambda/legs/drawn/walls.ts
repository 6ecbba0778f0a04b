// The walls around derivatives; and what captured variables get, which is struck at the wall, or goes on by mistake.
import { nth } from "../../../../../engine/base/nth.ts";
import { shortReal } from "../../../../../engine/core/values/show-value.ts";
import { between, eased } from "../../../../picture/motion.ts";
import { flagWidth, LETTER, UI_LETTER } from "../../../../picture/shape.ts";
import { cut } from "../../../../words/cut.ts";
import { STANDS, type Timed } from "../model/score.ts";
import { levelColour, type Moment } from "./moment.ts";
import { laneAt, wallEdges } from "./paper.ts";

/** Words at a wall. */
export interface WallWords {
  readonly dropped: string;
  added(names: string): string;
}

/** How visible what was thrown away stays. */
const GHOST = 0.7;
const SIZES = { tag: 13, letters: 40 };
/** Milliseconds in which something appears, and is struck. */
const [APPEARS, STRUCK] = [300, 350];

/** Draws the walls; each has its term at the left end of its upper edge. */
export function drawWalls({ picture, paper, score }: Moment): void {
  const { scale, width, isNarrow, rowHeight } = paper;
  for (const [at, wall] of score.legs.walls.entries()) {
    const [y0, y1] = wallEdges(paper, score.legs, wall);
    const colour = levelColour(wall.levels - 1);
    const inset = ((wall.levels - 1) * (isNarrow ? 3 : 7) - 2) * scale;
    const look = { r: 8 * scale, fill: "surface", stroke: colour, width: 2, data: { wall: at } };
    picture.rect("ground", `wall${at}`, [inset, y0, width - 2 * inset, y1 - y0], look);
    const size = Math.min(SIZES.tag * scale, rowHeight * 0.4);
    const text = cut(wall.text === "" ? "grad" : wall.text, isNarrow ? 16 : SIZES.letters);
    const w = (text.length * LETTER + 2) * size;
    picture.rect("band", `tag${at}`, [inset + 14, y0 - size * 0.75, w, size * 1.5], { r: size * 0.75, fill: colour });
    picture.write("band", `tagt${at}`, [inset + 14 + w / 2, y0], [{ text, colour: "paper" }], size, {
      isName: true,
    });
  }
}

/** Draws what captured variables have got up to a time. */
export function drawGiven(moment: Moment, words: WallWords): void {
  for (const [index, timed] of moment.score.timed.entries()) {
    if (timed.from > moment.t) break;
    if (timed.beat.tag !== "over") drawAtWall(moment, index, timed, words);
  }
}

/** Draws what came to a wall at a time: it stands on the wall; then it is struck, or goes on to the point by mistake. */
function drawAtWall(moment: Moment, index: number, { beat, from, to }: Timed, words: WallWords): void {
  if (beat.tag === "over") return;
  const { picture, paper, score, t } = moment;
  const { scale, lane: wide, rows, rowHeight, width } = paper;
  const wall = nth(score.legs.walls, beat.wall);
  const { x: middle } = laneAt(paper, score.legs, wall.from, 1);
  const [y0] = wallEdges(paper, score.legs, wall);
  const isConfused = beat.tag === "confused";
  const texts = beat.given.map(({ name, number }) => ({ name, text: number === undefined ? "0" : shortReal(number) }));
  const said = isConfused ? words.added(beat.given.map(({ name }) => name).join(", ")) : words.dropped;
  const letters = texts.reduce((sum, { name, text }) => sum + name.length * LETTER + flagWidth(text, 1) + 1.5, 0);
  const room = Math.min(wide * 1.6, width - middle);
  const size = Math.min(16 * scale, rowHeight * 0.4, room / (letters + said.length * UI_LETTER));
  const goes = from + STANDS;
  const came = eased(t, { from, to: from + APPEARS });
  const gone = eased(t, { from: goes, to });
  const left = middle + wide * 0.06;
  const y = isConfused ? between(y0, nth(rows, wall.from), gone) : y0;
  const opacity = isConfused ? came * (1 - gone) : t < to ? came : GHOST;
  // the wall does not run through it
  picture.rect(
    "band",
    `plate${index}`,
    [
      left - size * 0.5,
      y0 - size * 0.9,
      (t < goes ? letters : isConfused ? 0 : letters) * size + (t < goes ? 0 : said.length * UI_LETTER * size + size),
      size * 1.8,
    ],
    { fill: "surface" },
  );
  let x = left;
  for (const [at, { name, text }] of texts.entries()) {
    const key = `given${index}.${at}`;
    const [w, flag] = [(name.length * LETTER + 0.4) * size, flagWidth(text, size)];
    const look = { anchor: "start", opacity, isName: true } as const;
    picture.write("top", `${key}n`, [x, y], [{ text: name, bold: true }], size, look);
    picture.flag("top", key, text, { x: x + w, y, size, opacity, isLit: true, data: { given: beat.tag, name } });
    const struck = isConfused ? 0 : eased(t, { from: goes, to: goes + STRUCK });
    const line = [x - size * 0.25, y - 0.75, (w + flag + size * 0.5) * struck, 1.5] as const;
    if (struck > 0) picture.rect("top", `${key}s`, line, { fill: "err", data: { struck: name } });
    x += w + flag + size;
  }
  if (t < goes) return;
  const appears = eased(t, { from: goes, to: goes + STRUCK });
  picture.text("top", `said${index}`, [isConfused ? left : x, y0], [{ text: said, colour: "err", bold: true }], size, {
    font: "ui",
    opacity: appears,
  });
  if (!isConfused) return;
  const h = rowHeight * 0.94;
  const frame = [middle - wide * 0.3, nth(rows, wall.from) - h / 2, wide * 0.72, h] as const;
  const look = { r: 6, fill: "none", stroke: "err", width: 2.5, opacity: appears, data: { wrong: wall.from } };
  picture.rect("top", `wrong${index}`, frame, look);
}
