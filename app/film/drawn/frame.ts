// What all columns share: rows with the numbers of their scalars, heads with how many calls were made, and the band of the result.
import { plural, t as text } from "@lingui/core/macro";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { progress } from "../../../engine/score/intervals.ts";
import type { WaitingColumn } from "../../../engine/score/waiting.ts";
import { kept } from "../../base/kept.ts";
import { signed } from "../../exploration/model/scalar.ts";
import { grouped, groupedWithin } from "../../words/numbers.ts";
import { callNow, type Film, type FilmColumn, type Moment, startOf } from "../model/film.ts";
import { eased } from "../model/motion.ts";
import { GRAPH, type Place, PROGRAM } from "../model/paper.ts";
import { LETTER, UI_LETTER } from "../model/shape.ts";
import { changed, lengthOf } from "../model/words.ts";
import { otherThan } from "./pieces.ts";
import { drawSource } from "./source.ts";
import { madeCalls } from "./tree/calls.ts";

/** The scalar that is at work: the one that is called by the leader, or folded. */
export function activeScalar(moment: Moment): number | undefined {
  const { film, t } = moment;
  const fold = film.score.folds.find(({ from, to }) => t >= from && t < to);
  if (fold !== undefined) return fold.number;
  const call = film.leader === undefined ? undefined : callNow(moment, film.leader);
  return call === undefined ? undefined : film.leader!.score.performance.calls.number[call];
}

/** Draws the ground of all rows that are in view: marks of lit rows, and the numbers of the scalars in the gutter. */
export function drawRows(moment: Moment): void {
  const { film, paper, picture, t, rows, y, marks } = moment;
  const { gutter, rowHeight, size, width } = paper;
  const active = activeScalar(moment);
  for (const number of rows) {
    const at = y(number);
    if (marks.lit === number)
      picture.rect("ground", `lit${number}`, {
        x: 0,
        y: at - rowHeight / 2,
        w: width,
        h: rowHeight,
        fill: "lit",
        opacity: 0.6,
      });
    if (number < film.graph.size - 1) line(moment, `row${number}`, gutter * 0.2, at + rowHeight / 2);
    const isThere = 0.25 + 0.75 * progress(t, film.score.scalars[number]!);
    const letters = Math.max(paper.least, Math.min(size * 0.86, (gutter - 8) / ((`#${number}`.length + 1) * LETTER)));
    const w = (`#${number}`.length + 1.2) * letters * LETTER;
    const h = Math.min(size * 1.5, rowHeight * 0.8);
    const isActive = active === number;
    const box = { x: gutter / 2 - w / 2, y: at - h / 2, w, h, r: h / 2 };
    picture.rect("node", `id${number}`, {
      ...box,
      fill: isActive ? "bp" : "paper",
      stroke: "bp",
      width: 1.5,
      opacity: isThere,
    });
    const parts = [{ text: `#${number}`, colour: isActive ? "paper" : "bp", bold: true }];
    picture.text("node", `idt${number}`, {
      x: gutter / 2,
      y: at,
      parts,
      size: letters,
      font: "code",
      anchor: "middle",
      opacity: isThere,
    });
  }
}

function line({ picture, paper }: Moment, key: string, x: number, y: number): void {
  // rectangles are painted faster than paths
  picture.rect("ground", key, { x, y: y - 0.5, w: paper.width - x, h: 1, fill: "line" });
}

/** Draws the heads of all columns, with their counts of calls as bars on one common scale. */
export function drawHeads(moment: Moment): void {
  const { film, paper, picture, t } = moment;
  const { head, scale, small, top, gutter, bandY } = paper;
  const pad = 16 * scale;
  const isReverse = t >= film.score.forwardEnd;
  // one scale for the bars of all columns
  const most = Math.max(1, ...(film.whole ?? film).columns.map(wholeOf));
  picture.rect("still", "bandline", { x: gutter, y: top - 0.5, w: paper.width - gutter, h: 1, fill: "line-strong" });
  for (const [index, place] of paper.places.entries()) {
    const { x, w, right } = place;
    if (index > 0) picture.rect("still", `side${place.id}`, { x: x - 0.5, y: 0, w: 1, h: paper.height, fill: "line" });
    const title = titleOf(place);
    const parts = [{ text: title, bold: true }];
    picture.text("still", `head${place.id}`, {
      x: x + pad,
      y: head * 0.42,
      parts,
      size: 20 * scale,
      font: "prose",
      isName: place.id !== PROGRAM && place.id !== GRAPH,
    });
    if (place.id === PROGRAM) drawSource(moment, place, pad, activeScalar(moment));
    if (place.id === GRAPH) {
      const id = film.leader?.id;
      const reverse =
        id === undefined || film.columns.length < 2 ? text`cotangents go up` : text`cotangents go up, by ${id}`;
      const direction = isReverse ? reverse : text`values go down`;
      const colour = isReverse ? "cot" : "primal";
      picture.text("band", "direction", {
        x: x + pad,
        y: bandY,
        parts: [{ text: direction, colour }],
        size: small,
        font: "ui",
      });
    }
    const column = film.columns.find(({ id }) => id === place.id);
    if (column === undefined) continue;
    const made = callsMade(film, t, column);
    const before = film.whole === undefined ? made : callsMade(film.whole, t, wholeColumn(film, column));
    const isDone = column.kind !== "tree" && !column.isBroken && t >= film.score.togetherEnd;
    const counted = callsWord(film, made);
    const whole = wholeOf(column);
    const isOther = before !== made;
    const isFolded = !isOther && made < whole && t > (film.score.folds[0]?.from ?? Number.POSITIVE_INFINITY);
    // what was counted with all edges; of a tree that is folded, what it was before
    const left = x + pad + title.length * 11 * scale + 8 * scale;
    const room = (right - pad - left) / (9.2 * scale) - grouped(made).length - " calls ✓ → ".length;
    const was = isOther ? `${groupedWithin(before, room)}→` : isFolded ? `${groupedWithin(whole, room)} → ` : "";
    const first = was === "" ? [] : [{ text: was, colour: isOther ? "ink-2" : "bp", bold: !isOther }];
    const number = { text: `${grouped(made)} `, colour: isOther ? "err" : undefined, bold: true };
    const count = [...first, number, { text: `${counted}${isDone ? " ✓" : ""}`, colour: "ink-2" }];
    picture.text("still", `count${place.id}`, {
      x: right - pad,
      y: head * 0.42,
      parts: count,
      size: Math.max(small, 17 * scale),
      font: "ui",
      anchor: "end",
      data: { calls: made },
    });
    const about = aboutOf(column);
    const letters = Math.max(grouped(made).length, grouped(whole).length) + " calls ✓".length;
    const counts = 9.2 * (letters + was.length);
    const hasRoom = right - pad - counts * scale - left > about.length * small * 0.52;
    // what is broken says so, wherever there is room
    if (hasRoom || column.isBroken)
      picture.text("still", `about${place.id}`, {
        x: hasRoom ? left : x + pad,
        y: hasRoom ? head * 0.44 : head * 0.84,
        parts: [{ text: about, colour: column.isBroken ? "err" : "ink-3", bold: column.isBroken }],
        size: small,
        font: "ui",
      });
    if (!hasRoom && column.isBroken) continue;
    const [bar, by, bh] = [w - 2 * pad, head * 0.78, 5 * scale];
    picture.rect("still", `track${place.id}`, {
      x: x + pad,
      y: by,
      w: bar,
      h: bh,
      r: bh / 2,
      fill: "sunken",
      stroke: "line",
      width: 0.5,
    });
    const length = Math.max(1.5 * scale, bar * Math.min(1, made / most));
    const fill =
      column.kind === "tree" && t < (film.score.folds.at(-1)?.to ?? Number.POSITIVE_INFINITY) ? "bp" : "staged";
    if (made > 0) picture.rect("still", `bar${place.id}`, { x: x + pad, y: by, w: length, h: bh, r: bh / 2, fill });
  }
}

/** The word for some calls: it is looked up once, and not for each picture. */
function callsWord(film: Film, made: number): string {
  const words = wordsOf(film);
  const word = words.get(made) ?? plural(made, { one: "call", other: "calls" });
  words.set(made, word);
  return word;
}

const wordsOf = kept((_: Film) => new Map<number, string>());

function aboutOf({ isBroken, kind, score }: FilmColumn): string {
  if (isBroken) return text`broken on purpose`;
  return score.performance.calls.number.length === 0 ? text`calls nothing` : KIND_WORDS[kind]!;
}

const KIND_WORDS = {
  tree: text`each call at once`,
  map: text`calls wait in a map`,
  cells: text`calls wait in cells`,
} as Readonly<Record<string, string>>;

function titleOf({ id }: Place): string {
  return id === PROGRAM ? text`Program` : id === GRAPH ? text`Data flow` : id;
}

/** How many calls a column makes in all. */
function wholeOf({ score }: FilmColumn): number {
  return score.tag === "tree" ? score.total.reduce((sum, count) => sum + count, 0) : score.calls.length;
}

/** How many calls a column has made, or is left with while they are folded. */
function callsMade(film: Film, t: number, { score }: FilmColumn): number {
  if (score.tag === "tree") return madeCalls(film, score, t);
  return score.calls.filter(({ lift, isMade }) => isMade && t >= lift.to).length;
}

function wholeColumn({ whole, columns }: Film, column: FilmColumn): FilmColumn {
  return whole!.columns[columns.indexOf(column)]!;
}

/** How the cells of a result are drawn: their letters, the least width, the letters of the padding, and whether what was there is told. */
interface ResultFit {
  readonly size: number;
  readonly cell: number;
  readonly padding: number;
  readonly tellsBefore: boolean;
  /** Whether all cells fit. */
  readonly isWhole: boolean;
}

/** Letters that an arrow between two numbers takes, beside its own. */
const ARROW = 1.2;

/** What has come to each scalar at the end. */
const sumsOf = kept((score: WaitingColumn): ReadonlyMap<number, number> => {
  const found = new Map<number, number>();
  for (const { number, cotangent, isMade } of score.calls)
    if (isMade) found.set(number, (found.get(number) ?? 0) + cotangent);
  return found;
});

/** The cells of a result in the largest letters in which all of them fit at the end; in the smallest form if none does. */
function resultFit(moment: Moment, score: WaitingColumn, room: number): ResultFit {
  const { film, paper } = moment;
  const { size, least, scale, bandHeight } = paper;
  const small = Math.min(size, least);
  const forms: readonly Omit<ResultFit, "isWhole">[] = [
    { size, cell: Math.min(size * 1.75, bandHeight * 0.62), padding: 1, tellsBefore: true },
    { size: small, cell: 16 * scale, padding: 1, tellsBefore: true },
    { size: small, cell: 16 * scale, padding: 1, tellsBefore: false },
    { size: small, cell: 16 * scale, padding: 0.5, tellsBefore: false },
  ];
  const fits = ({ size: letters, cell, padding, tellsBefore }: Omit<ResultFit, "isWhole">): boolean => {
    if (film.inputs.length * cell > room) return false;
    let w = 0;
    for (const input of film.inputs) {
      const sum = sumsOf(score).get(input) ?? 0;
      const before = score.whole ? (sumsOf(score.whole).get(input) ?? 0) : earlierResult(moment, input);
      const was = tellsBefore && before !== undefined ? otherThan(sum, before) : undefined;
      const beside = was === undefined ? 0 : ARROW;
      w += Math.max(cell, (lengthOf(changed(sum, was)) + padding + beside) * letters * LETTER);
    }
    return w <= room;
  };
  const whole = forms.find(fits);
  return whole === undefined ? { ...forms.at(-1)!, isWhole: false } : { ...whole, isWhole: true };
}

/** What the result had of an input before a number was changed; it is told when all is called. */
function earlierResult({ film, marks, t }: Moment, input: number): number | undefined {
  return t >= film.score.togetherEnd ? marks.before?.cotangents[input] : undefined;
}

/** The band of a column in which contributions wait: the cells of the result, written when inputs are called. */
export function drawResult(moment: Moment, place: Place, column: FilmColumn, from: (number: number) => number): void {
  const { film, paper, picture, t, y } = moment;
  const { bandY, small, scale } = paper;
  if (column.score.tag !== "waiting") return;
  const { calls, whole } = column.score;
  const end = place.right - 14 * scale;
  const isThere = progress(t, { from: film.score.forwardEnd - 200, to: film.score.forwardEnd + 200 });
  const label = text`gradient`;
  const x0 = place.x + 18 * scale;
  picture.text("band", `result${place.id}`, {
    x: x0,
    y: bandY,
    parts: [{ text: label, colour: "ink-2" }],
    size: small,
    font: "ui",
    opacity: isThere,
  });
  const height = Math.min(paper.size * 1.75, paper.bandHeight * 0.62);
  let x = x0 + label.length * small * UI_LETTER + 8 * scale;
  const { size, cell, padding, tellsBefore, isWhole } = resultFit(moment, column.score, end - x);
  for (const [index, input] of film.inputs.entries()) {
    const last = calls.findLast(({ number, lift, isMade }) => number === input && isMade && lift.from <= t);
    const flown = last === undefined ? undefined : { from: last.lift.to, to: last.end };
    const sum = arrived(column.score, input, t);
    const before = whole === undefined ? earlierResult(moment, input) : arrived(whole, input, t);
    const was = before === undefined ? undefined : otherThan(sum, before);
    const isIn = calls.some((call) => call.number === input && call.isMade && call.end <= t);
    const words =
      was === undefined
        ? [{ text: shortReal(sum), colour: isIn ? "cot" : "ink-3", bold: isIn }]
        : changed(sum, was, tellsBefore ? undefined : 0);
    const beside = was === undefined || !tellsBefore ? 0 : ARROW;
    // as wide from the beginning as its number will be
    const atEnd = shortReal(sumsOf(column.score).get(input) ?? 0).length;
    const w = Math.max(cell, (Math.max(atEnd, lengthOf(words) + beside) + padding) * size * LETTER);
    const left = film.inputs.length - index;
    const rest = left === 1 || isWhole ? 0 : (`+${left}`.length + 0.5) * small * 0.6 + 4 * scale;
    if (x + w > end - rest) {
      picture.text("band", `more${place.id}`, {
        x: x + 4 * scale,
        y: bandY,
        parts: [{ text: `+${left}`, colour: "ink-3" }],
        size: small,
        font: "ui",
        opacity: isThere,
      });
      break;
    }
    const [fill, stroke] =
      was !== undefined ? ["paper", "err"] : isIn ? ["cot-soft", "cot"] : ["surface", "line-strong"];
    picture.rect("band", `cell${place.id}${input}`, {
      x,
      y: bandY - height / 2,
      w,
      h: height,
      r: 4 * scale,
      fill,
      stroke,
      width: 1.4,
      opacity: isThere,
    });
    picture.text("band", `cellt${place.id}${input}`, {
      x: x + w / 2,
      y: bandY,
      parts: words,
      data: was === undefined ? undefined : { result: sum, was },
      size,
      font: "code",
      anchor: "middle",
      opacity: isThere,
    });
    if (flown !== undefined && t >= flown.from && t < flown.to) {
      const u = eased(t, flown);
      const at = {
        x: from(input) + (x - from(input)) * u,
        y: y(input) + (bandY - y(input)) * u,
        size,
        isLit: true,
        data: { flag: last!.cotangent },
      };
      picture.flag("token", `in${place.id}${input}`, signed(last!.cotangent), at);
    }
    x += w;
  }
  const { touched } = column.score.performance;
  const soFar = touchedAt(moment, column);
  // what is touched where edges are cut was counted by nobody
  if (touched === 0 || t < film.score.forwardEnd || whole !== undefined) return;
  const many = grouped(soFar);
  const words = plural(soFar, {
    one: `${many} scalar touched by 0, + and one-hots`,
    other: `${many} scalars touched by 0, + and one-hots`,
  });
  if (end - x > words.length * small * 0.52)
    picture.text("band", `touched${place.id}`, {
      x: end,
      y: bandY,
      parts: [{ text: words, colour: "ink-3" }],
      size: small,
      font: "ui",
      anchor: "end",
      data: { touched: soFar },
    });
}

/** What has come into the cell of an input. */
function arrived({ calls }: WaitingColumn, input: number, t: number): number {
  return calls.reduce(
    (sum, { number, isMade, end, cotangent }) => (number === input && isMade && end <= t ? sum + cotangent : sum),
    0,
  );
}

/** What 0, + and one-hots have touched until now. */
export function touchedAt(moment: Moment, { score }: FilmColumn): number {
  const { t, film } = moment;
  const { calls, touched } = score.performance;
  const { togetherEnd, reverseEnd } = film.score;
  if (t >= (score.tag === "tree" ? reverseEnd : togetherEnd) - 1) return touched;
  // a call at once has its one-hot when it has come
  const beganAt = (call: number): number => (score.tag === "tree" ? score.to[call]! : startOf(score, call));
  let next = 0;
  while (next < calls.number.length && beganAt(next) <= t) next++;
  return calls.touched[next] ?? touched;
}
