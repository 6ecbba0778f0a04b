// The program as lines, each term below its parts; and the heads of the columns, with what a stage has written so far.
import { nth } from "../../../../../engine/base/nth.ts";
import { LETTER, type Picture, UI_LETTER } from "../../../../picture/shape.ts";
import { cut } from "../../../../words/cut.ts";
import type { Counts, RowsLadder } from "../model/ladder.ts";
import type { Kind } from "../model/moves.ts";
import { countsAt, type Score } from "../model/score.ts";
import { drawName } from "./cells.ts";
import { lineY, type RowsPaper } from "./paper.ts";
import { type ColumnNow, NO_ROWS } from "./rows.ts";

/** Letters of the program. */
const CODE = { part: 0.6, most: 17, least: 8.5 };
const HEAD = { title: 20, narrow: 17, number: 26, words: 13 };

/** The words of a picture, in the language of the page. */
export interface HeadWords {
  readonly program: string;
  /** About a stage, below its name; and what its number counts. */
  says(kind: Kind): string;
  unit(kind: Kind): string;
  more(kind: Kind, counts: Counts): string;
  /** The number itself. */
  count(kind: Kind, counts: Counts): number;
  grouped(count: number): string;
}

/** Draws the lines of the program; those where a stage is at work are framed. */
export function drawProgram(
  picture: Picture,
  ladder: RowsLadder,
  paper: RowsPaper,
  columns: readonly ColumnNow[],
  words: HeadWords,
): void {
  const { scale, lineHeight, program, isNarrow, rule } = paper;
  const left = (isNarrow ? 5 : 16) * scale;
  const deepest = Math.max(1, ...ladder.lines.map(({ depth }) => depth));
  const step = Math.min((isNarrow ? 6 : 15) * scale, (program * 0.4) / deepest);
  const at = columns.map(lastCalled);
  picture.text(
    "label",
    "program",
    [left, 28 * scale],
    [{ text: words.program }],
    (isNarrow ? HEAD.narrow : HEAD.title) * scale,
    { font: "prose" },
  );
  if (!isNarrow) {
    const size = 15 * scale;
    const most = Math.floor((program - 1.5 * left) / size / LETTER);
    const value = cut(ladder.value, Math.floor(most / 2));
    const input = ladder.at === "" ? "" : `${cut(ladder.at, most - value.length - 3)} ↦ `;
    const parts = [
      { text: input, colour: "ink-2" },
      { text: value, colour: "primal" },
    ];
    picture.write("label", "at", [left, 60 * scale], parts, size, { anchor: "start" });
  }
  picture.line(
    "band",
    "rule",
    [
      ["M", left, 0],
      ["H", paper.width],
    ],
    "line-strong",
    1.5,
    { dy: rule - 2 },
  );
  for (const [index, { text, depth, parent }] of ladder.lines.entries()) {
    const [x, y] = [left + depth * step + 8 * scale, lineY(paper, index)];
    if (parent !== undefined) {
      const [px, py] = [left + (depth - 1) * step + 2 * scale, lineY(paper, parent)];
      picture.line(
        "edge",
        `bracket${index}`,
        [
          ["M", x - 4, 0],
          ["H", px],
          ["V", py - y - Math.min(9, lineHeight * 0.3)],
        ],
        "line-strong",
        1,
        { dy: y },
      );
    }
    const look = at[0] === index ? "first" : at.includes(index) ? "other" : undefined;
    drawLine(picture, paper, { index, text, x, y, left }, look);
  }
}

/** A line of the program, and where it is. */
interface Line {
  readonly index: number;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Where the program begins. */
  readonly left: number;
}

/** Draws a line of the program; one where the first stage or another is at work is framed. */
function drawLine(picture: Picture, paper: RowsPaper, line: Line, look: "first" | "other" | undefined): void {
  const { scale, lineHeight, program } = paper;
  const { index, text, x, y, left } = line;
  const room = program - x - 8 * scale;
  if (lineHeight < 10) {
    if (look !== undefined)
      picture.rect("band", `now${index}`, [left, y - 1.5, program - left - 6, 3], { r: 1.5, fill: "cot" });
    return;
  }
  const size = Math.min(CODE.most * scale, lineHeight * CODE.part);
  const letters = Math.max(3, Math.floor(room / (Math.max(CODE.least, size * 0.72) * LETTER)));
  const shown = cut(text, letters);
  const fit = Math.min(size, room / shown.length / LETTER);
  if (look !== undefined) {
    const h = Math.min(lineHeight * 0.86, fit * 2);
    picture.rect("band", `now${index}`, [x - 6, y - h / 2, Math.min(room + 8, shown.length * fit * LETTER + 12), h], {
      r: 4,
      fill: "none",
      stroke: "cot",
      width: look === "first" ? 2 : 1.25,
      data: { line: index },
    });
  }
  picture.write("label", `line${index}`, [x, y], [{ text: shown, colour: look !== undefined ? "ink" : "ink-2" }], fit, {
    anchor: "start",
    isName: true,
  });
}

/** The line of the last call of a column that is not answered. */
function lastCalled({ lives, part, t }: ColumnNow): number | undefined {
  const flag = lives.flags.findLast(({ from, ends }) => t >= from && t < ends);
  return flag === undefined ? undefined : nth(part.column.calls, flag.call).line;
}

/** Draws the head of a column: its stage, a number with its bar, and the variables over the boxes. */
export function drawHead(picture: Picture, { paper, place, part, t }: ColumnNow, score: Score, words: HeadWords): void {
  const { scale, height, isNarrow } = paper;
  const { stage, kind } = part.column;
  const { x, w, left, edge: right } = place;
  const counts = countsAt(part, t);
  const number = words.count(kind, counts);
  const most = Math.max(1, ...score.parts.map((one) => words.count(one.column.kind, countsAt(one, score.end))));
  const isTight = w < 215 * scale;
  picture.line(
    "band",
    `${stage}side`,
    [
      ["M", x, 0],
      ["V", height],
    ],
    "line",
    1,
  );
  const unit = words.unit(kind);
  const size = (isTight ? 22 : HEAD.number) * scale;
  const text = words.grouped(number);
  const name = isTight && stage !== "chad" ? stage.replace(/^chad-/, "") : stage;
  picture.text(
    "label",
    `${stage}t`,
    [left, 28 * scale],
    [{ text: name }],
    (isTight || isNarrow ? HEAD.narrow : HEAD.title) * scale,
    { font: "prose", isName: true },
  );
  const room = right - left - name.length * HEAD.title * 0.5 * scale - text.length * size * UI_LETTER;
  const hasUnit = room > unit.length * HEAD.words * UI_LETTER * scale + 12 * scale;
  const unitWide = hasUnit ? unit.length * HEAD.words * scale * UI_LETTER + 6 * scale : 0;
  picture.text("label", `${stage}n`, [right - unitWide, 27 * scale], [{ text, bold: true }], size, {
    font: "ui",
    anchor: "end",
    data: { count: number },
  });
  if (hasUnit)
    picture.say("label", `${stage}u`, [right, 30 * scale], unit, "ink-2", HEAD.words * scale, { anchor: "end" });
  const [y, h, r] = [45 * scale, 6 * scale, 3 * scale];
  picture.rect("ground", `${stage}g`, [left, y, right - left, h], { r, fill: "sunken" });
  const filled = number === 0 ? 0 : Math.max(3, ((right - left) * number) / most);
  const fill = kind === "dense" || kind === "sparse" ? "cot" : "staged";
  picture.rect("band", `${stage}gf`, [left, y, filled, h], { r, fill });
  for (const [line, said] of (paper.isLow ? [] : [words.says(kind), words.more(kind, counts)]).entries()) {
    if (said === "") continue;
    const letters = Math.min(HEAD.words * scale, (right - left) / said.length / 0.5);
    if (letters >= 8)
      picture.say(
        "label",
        `${stage}s${line}`,
        [left, (68 + 18 * line) * scale],
        said,
        line === 0 ? "ink-3" : "ink-2",
        letters,
      );
  }
  if (kind !== "dense" && kind !== "sparse") return;
  if (nth(place.lanes, 0).w < NO_ROWS) return;
  for (const [variable, box] of nth(place.boxes, 0))
    drawName(picture, `${stage}v${variable}`, variable, { ...box, y: paper.rule - 16 * scale, h: 0 }, scale);
}
