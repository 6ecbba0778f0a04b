// Lanes: one for each run of a body, over its lines; and what goes between lines: cotangents, entries of logs.
import { nth } from "../../../../../engine/base/nth.ts";
import { kept } from "../../../../base/kept.ts";
import { between, eased } from "../../../../picture/motion.ts";
import { FLAG_ENDS, LETTER, type Picture, soft, UI_LETTER } from "../../../../picture/shape.ts";
import { cut } from "../../../../words/cut.ts";
import { boxText, heldIn, textOf } from "../model/contents.ts";
import type { RowsLadder } from "../model/ladder.ts";
import type { FlagLife, Origin } from "../model/lives.ts";
import type { Half } from "../model/moves.ts";
import { drawCard } from "./boxes.ts";
import { drawName } from "./cells.ts";
import { cellKey, lineY, MANY } from "./paper.ts";
import { drawRefined } from "./refined.ts";
import { type ColumnNow, NO_ROWS } from "./rows.ts";

/** The colour of a run by its half. */
const COLOURS: Readonly<Record<Half, string>> = { argument: "primal", environment: "staged", both: "bp" };
/** Lanes that are wider, in pixels, have words. */
const WORDS = 54;
const CARD = 56;
/** Lines below this height have marks, not flags. */
const FLAGS = 12;
/** In lower boxes, in pixels, an entry of a log has no text. */
const CARDS = 11;
/** Letters in a flag at most. */
const LONGEST = 16;

/** By line, the first line of its term: its parts are the lines up to it. */
const firstLines: (ladder: RowsLadder) => readonly number[] = kept(({ lines }: RowsLadder) => {
  const first = lines.map((_, index) => index);
  for (const [index, { parent }] of lines.entries())
    if (parent !== undefined) first[parent] = Math.min(nth(first, parent), nth(first, index));
  return first;
});

/** Draws the lanes of the runs that have begun, and how many there are of each body. */
export function drawLanes(
  picture: Picture,
  now: ColumnNow,
  ladder: RowsLadder,
  words: (half: Half, argument: string) => string,
): void {
  const { paper, place, part, lives, t } = now;
  const { column } = part;
  const { scale, lineHeight } = paper;
  const counted = new Map<number, number>();
  for (const [run, { line, half, argument, depth }] of column.runs.entries()) {
    if (run === 0 || nth(lives.born, run) > t) continue;
    counted.set(line, (counted.get(line) ?? 0) + 1);
    const lane = nth(place.lanes, run);
    const first = nth(firstLines(ladder), line);
    const [top, bottom] = [lineY(paper, first) - lineHeight * 0.47, lineY(paper, line) + lineHeight * 0.47];
    const u = eased(t, { from: nth(lives.born, run), to: nth(lives.born, run) + 300 });
    const isOver = t >= nth(lives.over, run);
    const colour = COLOURS[half];
    const gap = Math.min(2, lane.w * 0.1);
    const key = `${column.stage}lane${run}`;
    picture.rect(
      "band",
      key,
      [lane.x + gap, between(bottom, top, u), Math.max(0.6, lane.w - 2 * gap), (bottom - top) * u],
      {
        r: Math.min(6, lane.w * 0.2),
        fill: lane.w < NO_ROWS && !isOver ? colour : `${colour}-soft`,
        stroke: colour,
        width: lane.w < NO_ROWS ? 0.6 : 1,
        opacity: isOver ? 0.75 : 1,
        data: { run: column.kind, half, depth },
      },
    );
    if (lane.w < WORDS * scale) continue;
    const isTop = first === 0 && depth === 1;
    const value = argument === undefined ? argumentOf(ladder, column.runs, run) : textOf(argument);
    const text = words(half, value === "" ? "" : `${parameterOf(ladder, line)}${value}`);
    const size = Math.min(14 * scale, (lane.w - 4) / Math.max(1, text.length) / UI_LETTER);
    if (isTop && size >= 7)
      picture.text(
        "label",
        `${key}w`,
        [lane.x + 4, top - 24 * scale],
        [{ text, colour, bold: half === "environment" }],
        size,
        { font: "ui" },
      );
    if (isTop)
      for (const [name, box] of nth(place.boxes, run))
        drawName(picture, `${key}n${name}`, name, { ...box, y: top - 8 * scale, h: 0 }, scale);
  }
  for (const [line, count] of counted) {
    if (column.runs.length <= MANY || count < 2) continue;
    const y = lineY(paper, line);
    picture.text(
      "top",
      `${column.stage}times${line}`,
      [place.edge, y],
      [{ text: `${count}×`, colour: "ink", bold: true }],
      Math.min(18 * scale, Math.max(11, lineHeight * 0.5)),
      { font: "ui", anchor: "end", data: { times: count } },
    );
  }
}

/** A function's parameter before its argument; nothing where that is not known. */
function parameterOf({ lines, scopes }: RowsLadder, line: number): string {
  const { parent } = nth(lines, line);
  const around = parent === undefined ? [] : nth(scopes, parent);
  const [name, more] = nth(scopes, line).filter((one) => !around.includes(one));
  return name === undefined || more !== undefined ? "" : `${name} = `;
}

/** The argument of a run, from the first stage: that of its run of the same body with the same place in their order. */
function argumentOf({ columns }: RowsLadder, runs: ColumnNow["part"]["column"]["runs"], run: number): string {
  const { line } = nth(runs, run);
  const turn = runs.slice(0, run).filter((one) => one.line === line).length;
  const known = columns[0]?.runs.filter((one) => one.line === line && one.half === "argument")[turn]?.argument;
  return known === undefined ? "" : textOf(known);
}

/** Draws the cotangents on the lines of calls that have not returned, and those on their way there. */
export function drawFlags(picture: Picture, now: ColumnNow): void {
  const { place, part, lives, t } = now;
  for (const flag of lives.flags) {
    if (flag.from > t) break;
    if (t >= flag.ends) continue;
    const { run } = nth(part.column.calls, flag.call);
    if (nth(place.lanes, run).w >= NO_ROWS) drawFlag(picture, now, flag);
  }
}

function drawFlag(picture: Picture, now: ColumnNow, { call, from, comes, origin }: FlagLife): void {
  const { paper, place, part, t } = now;
  const { scale, lineHeight, boxHeight } = paper;
  const { column } = part;
  const { line, run, cotangent } = nth(column.calls, call);
  const lane = nth(place.lanes, run);
  const u = eased(t, { from, to: comes });
  const [x1, y1] = [lane.x + 1, lineY(paper, line)];
  const [x0, y0] = startOf(now, origin) ?? [x1, y1];
  const [x, y] = [between(x0, x1, u), between(y0, y1, u)];
  const key = `${column.stage}f${call}`;
  const data = { cotangent: column.kind };
  if (lineHeight < FLAGS || lane.w < WORDS * 0.5) {
    picture.rect("token", key, [x, y - 1.5, 6, 3], { r: 1, fill: "cot", data });
    return;
  }
  const held = heldIn(cotangent);
  if (held?.tag === "log" && held.entries.length > 0 && boxHeight < CARDS * scale) {
    const mark = { r: 1, ...soft("staged", 1) };
    for (const index of held.entries.keys()) {
      const box = [x + index * 7 * scale, y - boxHeight / 2, 5 * scale, boxHeight] as const;
      picture.rect("token", `${key}k${index}`, box, { ...mark, data: { log: index } });
    }
    return;
  }
  if (held?.tag === "log" && held.entries.length > 0) {
    const w = Math.min(CARD * scale, (lane.w - 4) / held.entries.length);
    for (const [index, entry] of held.entries.entries())
      drawCard(picture, "token", `${key}k${index}`, entry, {
        x: x + index * (w + 2),
        y,
        w,
        h: boxHeight,
        scale,
        data: { log: index },
      });
    return;
  }
  const words = cut(boxText(cotangent), LONGEST);
  const isNew = u < 1 || t < comes + 400;
  const room = nth(place.gutters, run) + 4 * scale;
  const size = Math.min(
    13 * scale,
    boxHeight * 0.62,
    Math.max(isNew ? 9 : 7, room / (words.length * LETTER + FLAG_ENDS)),
  );
  picture.flag("token", key, words, { x, y, size, isLit: isNew, data });
  const wide = words.length * size * LETTER + size * FLAG_ENDS + 4 * scale;
  const beside = { x: x + wide, y, room: lane.x + lane.w - x - wide, scale, opacity: u };
  drawRefined(picture, `${key}d`, cotangent, now.text, beside);
}

/** Where a cotangent sets out. */
function startOf({ paper, place }: ColumnNow, origin: Origin | undefined): readonly [number, number] | undefined {
  if (origin === undefined) return undefined;
  if (origin.tag === "cell") {
    const cell = place.cells.get(cellKey(origin.depth, origin.name));
    return cell && [cell.x, paper.rule];
  }
  const y = lineY(paper, origin.line);
  if (origin.tag === "line") return [nth(place.lanes, origin.run).x + 1, y];
  const box = nth(place.boxes, origin.run).get(origin.name);
  return box && [box.x, y - paper.boxHeight];
}

/** Draws entries of logs that are written down, and those that are on their way to be evaluated again. */
export function drawEntries(picture: Picture, { paper, place, part, lives, t }: ColumnNow): void {
  const { scale, boxHeight } = paper;
  const { column } = part;
  for (const { move, from, to } of lives.logs) {
    if (t < from || t >= to) continue;
    const { line, run } = nth(column.calls, move.call);
    const u = eased(t, { from, to });
    const lane = nth(place.lanes, run);
    const w = Math.min(CARD * scale, lane.w);
    drawCard(picture, "top", `${column.stage}log${from}`, move.entry, {
      x: lane.x + nth(place.gutters, run),
      y: lineY(paper, line),
      w,
      h: boxHeight * Math.max(0.1, u),
      opacity: u,
      scale,
      data: { log: "new" },
    });
  }
  for (const { move, from, to } of lives.replays) {
    if (t < from || t >= to) continue;
    const { line, run } = nth(column.calls, move.call);
    const u = eased(t, { from, to });
    const next = column.runs.findIndex(
      (one, index) => index > 0 && one.half === "environment" && nth(lives.born, index) >= to - 1,
    );
    const target = next < 0 ? nth(place.lanes, run) : nth(place.lanes, next);
    const lane = nth(place.lanes, run);
    const w = Math.min(CARD * scale, lane.w);
    const x = between(lane.x + Math.min(move.index * (w + 2), Math.max(0, lane.w - w)), target.x, u);
    const y = between(lineY(paper, line), lineY(paper, next < 0 ? line : nth(column.runs, next).line), u);
    drawCard(picture, "top", `${column.stage}again${from}`, move.entry, {
      x,
      y,
      w,
      h: boxHeight,
      scale,
      data: { replay: move.index },
    });
  }
}
