// Results of calls at once, as strips of squares: a one-hot as long as the input over each call of an input, and over each other call the sum of the results of
// its calls, as soon as all are there (thesis §3.3). The strips meet over their caller.

import type { TreeColumn } from "../../../../engine/animation/animation.ts";
import { progress } from "../../../../engine/animation/intervals.ts";
import { addAt, nth } from "../../../../engine/base/nth.ts";
import { keptForPair } from "../../../base/kept.ts";
import { between, eased } from "../../../picture/motion.ts";
import type { Film } from "../../../playback/model/film.ts";
import type { TreeMoment } from "../moment.ts";
import { callHeight } from "../pill.ts";
import type { StandingCall } from "./standing.ts";

/** Squares of a strip: in pixels on paper of scale 1, in pixels at least, and in the room between two rows. */
const SQUARE = { most: 9, least: 4, room: 0.22 };
/** How far a strip is above its call, in squares: when it begins to rise, and when it has met others. */
const ABOVE = { from: 0.4, met: 1.4 };

/** Inputs that have cells of their own, and calls whose strips can be followed. */
const MOST_INPUTS = 8;
const MOST_CALLS = 40;
/** Milliseconds in which a strip rises over its call, and in which strips meet over their caller. */
const RISES = 220;
const MEETS = 230;
/** Milliseconds for which the last strip stays at least, and in which it fades before the fold. */
const STAYS = 700;
const GOES = 300;

/** The result of a call, by input. */
interface CallResult {
  readonly call: number;
  /** The call that made it; -1 for none. */
  readonly caller: number;
  readonly numbers: Float64Array;
  /** When it is there, how long it rises, and when it moves to its caller; undefined where it is not added. */
  readonly from: number;
  readonly rises: number;
  readonly meets: number | undefined;
  /** When the others are there, too, or the tree is folded. */
  readonly met: number;
}

/** The strips of all calls, and until when the last of them stays; none where there are too many to be followed. */
const resultsOf = keptForPair(
  (film: Film, column: TreeColumn): { readonly results: readonly CallResult[]; readonly until: number } => {
    const { number, parent } = column.replayOrder.calls;
    const until = film.animation.folds[0]?.from ?? film.animation.end;
    if (film.inputs.length > MOST_INPUTS || number.length > MOST_CALLS || !column.replayOrder.isWhole)
      return { results: [], until };
    // the sums are over before the tree is folded
    const last = Math.max(...column.to);
    const ends = timesOf(film, column, 1).reduce((latest, at) => Math.max(latest, at), last);
    const pace = Math.min(1, Math.max(0, until - STAYS - last) / Math.max(1, ends - last));
    const times = timesOf(film, column, pace);
    const sums = sumsOf(film, column);
    const results = Array.from(number.keys()).flatMap((call): readonly CallResult[] => {
      const [from, caller] = [nth(times, call), nth(parent, call)];
      if (from < 0) return [];
      const meets = caller < 0 ? undefined : nth(times, caller) - MEETS * pace;
      return [
        {
          call,
          caller,
          numbers: nth(sums, call),
          from,
          rises: RISES * pace,
          meets,
          met: caller < 0 ? until : nth(times, caller),
        },
      ];
    });
    return { results, until };
  },
);

/** By call, when its result is there; -1 where it has none. */
function timesOf(film: Film, { replayOrder, gone, to }: TreeColumn, pace: number): Float64Array {
  const { number, parent } = replayOrder.calls;
  const there = new Float64Array(number.length).fill(-1);
  // callers precede their calls
  for (let call = number.length - 1; call >= 0; call--) {
    if (gone[call] === 1) continue;
    if (film.inputs.includes(nth(number, call))) there[call] = Math.max(nth(there, call), nth(to, call));
    const caller = nth(parent, call);
    if (caller >= 0 && nth(there, call) >= 0)
      there[caller] = Math.max(nth(there, caller), nth(there, call) + (RISES + MEETS) * pace);
  }
  return there;
}

/** By call, its result: by input. */
function sumsOf(film: Film, { replayOrder, gone }: TreeColumn): readonly Float64Array[] {
  const { number, cotangent, parent } = replayOrder.calls;
  const sums = Array.from(number, () => new Float64Array(film.inputs.length));
  for (let call = number.length - 1; call >= 0; call--) {
    if (gone[call] === 1) continue;
    const input = film.inputs.indexOf(nth(number, call));
    if (input >= 0) addAt(nth(sums, call), input, nth(cotangent, call));
    const caller = nth(parent, call);
    if (caller >= 0) for (const [at, one] of nth(sums, call).entries()) addAt(nth(sums, caller), at, one);
  }
  return sums;
}

/** Draws the strips that are there, over the calls that stand where `standing` says. */
export function drawCallResults(moment: TreeMoment, standing: (call: number) => StandingCall | undefined): void {
  const { film, paper, picture, t, isSeen, place, animation } = moment;
  const { scale } = paper;
  const h = callHeight(paper);
  const s = Math.min(SQUARE.most * scale, (paper.rowHeight - h) * SQUARE.room);
  if (s < SQUARE.least) return;
  const { results, until } = resultsOf(film, animation);
  for (const { call, caller, numbers, from, rises, meets, met } of results) {
    const over = standing(call);
    if (t < from || t >= met || over === undefined || !isSeen(over.number)) continue;
    const to = caller < 0 ? undefined : standing(caller);
    const u = meets === undefined || to === undefined ? 0 : eased(t, { from: meets, to: met });
    const rise = progress(t, { from, to: from + rises });
    const gone = meets === undefined ? progress(t, { from: until - GOES, to: until }) : 0;
    const lifted = over.y - h / 2 - s * (ABOVE.from + rise);
    const x = between(over.x, to?.x ?? over.x, u) - (numbers.length * s) / 2;
    const y = between(lifted, to === undefined ? lifted : to.y - h / 2 - s * ABOVE.met, u);
    // on its way it goes behind calls, whose numbers stay in sight
    for (const [at, one] of numbers.entries())
      picture.rect("label", `strip${place.id}${call} ${at}`, [x + at * s, y, s, s], {
        fill: one === 0 ? "surface" : "cot",
        stroke: one === 0 ? "line-strong" : "cot",
        width: 1,
        opacity: rise * (1 - gone),
        data: { strip: call, input: at, gives: one },
      });
  }
}
