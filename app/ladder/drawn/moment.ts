// A place on the ladder: at a rung, or on the way from one to the next, and the picture that is made of it.
import { t } from "@lingui/core/macro";
import { nth, present } from "../../../engine/base/nth.ts";
import { between, eased, type Point } from "../../picture/motion.ts";
import { fitted, lengthOf } from "../../picture/parts.ts";
import { type Layer, LETTER, type Part, Picture } from "../../picture/shape.ts";
import type { AnyLadder, AnyRung, Ladder, LadderRung } from "../model/ladder.ts";
import type { LadderPaper, RowPaper } from "../model/paper.ts";

/** Two rungs, and the progress from one to the other: `u` rises from 0 at `from` to 1 at `to`. */
interface Climbing<R> {
  readonly from: R;
  readonly to: R;
  readonly u: number;
}

/** Parameters of the picture of a ladder: on its paper, between two rungs. */
export interface MomentOf<L extends AnyLadder, P extends RowPaper> extends Climbing<L["rungs"][number]> {
  readonly ladder: L;
  readonly paper: P;
  readonly picture: Picture;
  /** The scalar, or the lane of many, that the reader points at. */
  readonly lit: number | undefined;
}

/** The same of a ladder of few scalars. */
export type LadderMoment = MomentOf<Ladder, LadderPaper>;

/** Puts a moment together, with an empty picture; `at` counts rungs, with fractions between two of them. */
export function momentAt<L extends AnyLadder, P extends RowPaper>(
  ladder: L,
  paper: P,
  at: number,
  lit: number | undefined,
): MomentOf<L, P> {
  const rungs: readonly L["rungs"][number][] = ladder.rungs;
  const last = rungs.length - 1;
  const place = Math.max(0, Math.min(last, at));
  const below = Math.min(Math.floor(place), Math.max(0, last - 1));
  const [from, to] = [nth(rungs, below), nth(rungs, Math.min(below + 1, last))];
  return { ladder, paper, picture: new Picture(), from, to, u: place - below, lit };
}

/** How far the way is between two of its places, starting and stopping gently. */
export function within(u: number, from: number, to: number): number {
  return eased(u, { from, to });
}

/** Progress of counts from one rung to the next. */
export function counting(u: number): number {
  return within(u, 0.1, 0.85);
}

/** The rung whose numbers are shown between two: no run counts the numbers between. */
export function nearest<R>({ from, to, u }: Climbing<R>): R {
  return u < 0.5 ? from : to;
}

/** A number that is counted at one rung and at the next: both while the picture is between them. */
export function onTheWay(u: number, from: string, to: string): string {
  if (from === to) return to;
  return u <= 0 ? from : u >= 1 ? to : `${from} → ${to}`;
}

/** The opacity of a part that some rungs have and others do not: old parts fade before new ones appear. */
export function presence<R>({ from, to, u }: Climbing<R>, has: (rung: R) => boolean): number {
  const [before, after] = [has(from), has(to)];
  if (before && after) return 1;
  if (before) return 1 - within(u, 0.08, 0.5);
  return after ? within(u, 0.5, 0.92) : 0;
}

/** The same for targets of waiting calls: where these come from a tree, they arrive together, not before. */
export function arrived(moment: LadderMoment, has: (rung: LadderRung) => boolean): number {
  const { from, to, u } = moment;
  const slides = from.look.isTree || to.look.isTree;
  if (!slides || has(from) === has(to)) return presence(moment, has);
  return has(to) ? within(u, 0.8, 0.9) : 1 - within(u, 0.1, 0.2);
}

/** A text of the one rung, and that of the next; undefined where there is none. */
export interface Fading {
  readonly before: readonly Part[] | undefined;
  readonly after: readonly Part[] | undefined;
}

interface TextPlace {
  readonly layer: Layer;
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly anchor?: "start" | "middle" | "end";
  readonly opacity?: number;
}

/** A cotangent that both texts have: by its place in each. */
function sharedIn({ before, after }: Fading): readonly [before: number, after: number] | undefined {
  if (before === undefined || after === undefined) return undefined;
  for (const [at, part] of before.entries()) {
    const other =
      part.colour === "cot" ? after.findIndex(({ colour, text }) => colour === "cot" && text === part.text) : -1;
    if (other >= 0) return [at, other];
  }
  return undefined;
}

/** Draws a text in the middle of a place that becomes another, where both have a number: it stays, and moves to its new place. */
function fadeAround(
  moment: LadderMoment,
  { before, after }: { readonly before: readonly Part[]; readonly after: readonly Part[] },
  [atBefore, atAfter]: readonly [number, number],
  place: TextPlace,
  sizes: readonly [number, number],
): void {
  const { picture, u } = moment;
  const { layer, key, x, y, opacity = 1 } = place;
  const number = nth(before, atBefore);
  // where the number begins, from the middle
  const start = (parts: readonly Part[], at: number, size: number): number =>
    (lengthOf(parts.slice(0, at)) - lengthOf(parts) / 2) * size * LETTER;
  const moved = within(u, 0.2, 0.55);
  const ends = [start(before, atBefore, sizes[0]), start(after, atAfter, sizes[1])] as const;
  const size = between(sizes[0], sizes[1], moved);
  picture.write(layer, key, [x + between(...ends, moved), y], [number], size, { anchor: "start", opacity });
  const texts = [
    [before, atBefore, sizes[0], ends[0], 1 - within(u, 0.15, 0.45), ""],
    [after, atAfter, sizes[1], ends[1], within(u, 0.55, 0.85), "′"],
  ] as const;
  for (const [parts, at, own, from, seen, mark] of texts) {
    if (seen * opacity < 0.02) continue;
    const [left, right] = [parts.slice(0, at), parts.slice(at + 1)];
    const look = { opacity: seen * opacity };
    if (left.length > 0)
      picture.text(layer, `${key}${mark} left`, [x + from, y], left, own, { ...look, anchor: "end" });
    const end = x + from + lengthOf([number]) * own * LETTER;
    if (right.length > 0) picture.text(layer, `${key}${mark} right`, [end, y], right, own, look);
  }
}

/** Draws a text that becomes another. */
export function fade(
  moment: LadderMoment,
  { before, after }: Fading,
  place: TextPlace,
  sizeOf: (parts: readonly Part[]) => number | undefined,
): void {
  const { picture, u } = moment;
  const { layer, key, x, y, anchor = "middle", opacity = 1 } = place;
  const isSame = before !== undefined && after !== undefined && JSON.stringify(before) === JSON.stringify(after);
  const shared = anchor === "middle" && !isSame ? sharedIn({ before, after }) : undefined;
  const sizes = [before, after].map((parts) => parts && sizeOf(parts));
  if (shared !== undefined && sizes[0] !== undefined && sizes[1] !== undefined && opacity >= 0.02)
    return fadeAround(moment, { before: present(before), after: present(after) }, shared, place, [sizes[0], sizes[1]]);
  const texts: readonly (readonly [readonly Part[] | undefined, number, string])[] = isSame
    ? [[before, 1, ""]]
    : [
        [before, 1 - within(u, 0.15, 0.45), ""],
        [after, within(u, 0.55, 0.85), "′"],
      ];
  for (const [parts, seen, mark] of texts) {
    if (parts === undefined || parts.length === 0 || seen * opacity < 0.02) continue;
    const size = sizeOf(parts);
    if (size === undefined) continue;
    picture.write(layer, `${key}${mark}`, [x, y], parts, size, { anchor, opacity: seen * opacity });
  }
}

/** The size at which a text has room in a width; undefined where it would be too small to read. */
export function sizeWithin({ paper }: LadderMoment, width: number): (parts: readonly Part[]) => number | undefined {
  return (parts) => fitted([parts], width, paper)?.size;
}

/** Writes the first of some texts that has room in a width, in the middle of a place; returns whether there is one. */
export function writeFitting(
  moment: LadderMoment,
  layer: Layer,
  key: string,
  at: Point,
  width: number,
  texts: readonly (readonly Part[])[],
  look: { readonly opacity?: number } = {},
): boolean {
  const told = fitted(texts, width, moment.paper);
  if (told !== undefined) moment.picture.write(layer, key, at, told.parts, told.size, look);
  return told !== undefined;
}

/** Whether a rung has a tape. */
export const hasTape = ({ look }: AnyRung): boolean => look.tape !== undefined;
/** Whether calls of a rung wait for each other, instead of being made at once. */
export const waits = ({ look }: AnyRung): boolean => look.waiting !== undefined;

/** Writes the names of the rows that all ladders have; `waiting` says how visible that of waiting calls is. */
export function nameRows(moment: MomentOf<AnyLadder, RowPaper>, waiting: number): void {
  const { waitingY, tapeY, scalarY, carryY } = moment.paper;
  rowName(moment, waitingY, t({ message: "waiting", comment: "the name of a row: calls that wait" }), waiting);
  rowName(moment, tapeY, t({ message: "tape", comment: "the name of a row" }), presence(moment, hasTape));
  rowName(moment, scalarY, t({ message: "scalars", comment: "the name of a row" }));
  rowName(moment, carryY, t({ message: "carry", comment: "the name of a row: what scalars carry" }));
}

/** Writes the name of a row to its left; nothing where the picture is narrow or the row is invisible. */
export function rowName(
  { paper, picture }: MomentOf<AnyLadder, RowPaper>,
  y: number,
  words: string,
  opacity = 1,
): void {
  if (paper.isNarrow || opacity < 0.02) return;
  const at = [paper.left - 10 * paper.scale, y] as const;
  picture.say("ground", `row ${words}`, at, words, "ink-2", paper.small, { anchor: "end", opacity });
}
