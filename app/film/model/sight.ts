// The rows of a long run in sight over time: they rest while the sweep passes through them, and then scroll by a good part of the height. A
// reader sees the sweep move through rows; if they followed it, rows would move past the sweep.

import type { Animation } from "../../../engine/animation/animation.ts";
import type { Interval } from "../../../engine/animation/intervals.ts";
import { groupedBy } from "../../../engine/base/grouped-by.ts";
import { nth, present } from "../../../engine/base/nth.ts";
import { kept, keptByKey } from "../../base/kept.ts";
import { between, eased } from "../../picture/motion.ts";
import type { Paper } from "./paper.ts";

/** How near the row at work comes to the end ahead of the sweep, and how far it is from there after a scroll; in heights of the view. */
const [NEAREST, FARTHEST] = [0.25, 0.9];
/** How long a scroll takes, and how long at least where much happens in it; in milliseconds. */
const [GLIDE, LEAST] = [400, 120];

/** A scroll of the rows: from one first row to another. */
interface Glide extends Interval {
  readonly before: number;
  readonly after: number;
}

/** The first row that is in sight: with room for all the first of all, else the reader's choice, or that of the time. */
export function firstRow(paper: Paper, animation: Animation, t: number, looked?: number): number {
  const most = paper.rows - paper.shown;
  if (most <= 0) return 0;
  const first = looked ?? firstAt(glidesIn(animation, paper.shown), t);
  // rows move by whole pixels, so that lines and letters stay as sharp as they are
  return Math.max(0, Math.min(most, Math.round(first * paper.rowHeight) / paper.rowHeight));
}

function firstAt(glides: readonly Glide[], t: number): number {
  const glide = glides.findLast(({ from }) => from <= t);
  return glide === undefined ? 0 : between(glide.before, glide.after, eased(t, glide));
}

const bySize = kept((_: Animation) => keptByKey<number, readonly Glide[]>());

function glidesIn(animation: Animation, shown: number): readonly Glide[] {
  return bySize(animation)(shown, () => new Following(animation, shown).glides);
}

/** Follows a run from its beginning to its end, and sets when and how far rows scroll. */
class Following {
  readonly glides: Glide[] = [];
  readonly #shown: number;
  readonly #most: number;

  constructor(animation: Animation, shown: number) {
    this.#shown = shown;
    this.#most = animation.graph.size - shown;
    this.#forward(animation);
    this.#goTo(this.#most, animation.forwardEnd);
    this.#reverse(animation);
    // alone, trees grow at the inputs
    const [alone] = animation.batches;
    if (alone !== undefined) this.#goTo(0, alone.from);
    for (const fold of animation.folds) this.#up(fold, fold.number, []);
  }

  get #first(): number {
    return this.glides.at(-1)?.after ?? 0;
  }

  /** Scrolls between two times, until a row is the first: a whole number of rows. */
  #goTo(row: number, from: number, to = from + GLIDE): void {
    const after = Math.max(0, Math.min(this.#most, Math.round(row)));
    if (after === this.#first) return;
    this.glides.push({ from, to, before: firstAt(this.glides, from), after });
  }

  /** As many rows as there are scalars; inputs are there at once, and are seen from the first on. */
  #forward({ scalars }: Animation): void {
    const [start] = scalars;
    const [times, ends] = [scalars.map(({ from }) => from), scalars.map(({ to }) => to)].map((all) =>
      all.sort((a, b) => a - b),
    ) as [number[], number[]];
    const ahead = Math.floor(NEAREST * this.#shown);
    for (const [row, t] of times.entries()) {
      if (t <= present(start).from || row <= this.#first + FARTHEST * this.#shown) continue;
      // the scroll is over when the row is made, and rows made until then stay in sight
      const from = Math.min(t, Math.max(this.glides.at(-1)?.to ?? 0, t - GLIDE, nth(ends, row - ahead)));
      this.#goTo(row - ahead, from, Math.max(t, from + LEAST));
    }
  }

  #reverse({ beats, columns }: Animation): void {
    const leader = columns.find(({ tag }) => tag === "waiting") ?? nth(columns, 0);
    const numbers = leader.replayOrder.calls.number;
    const targets = groupedBy(leader.tag === "waiting" ? leader.merges : [], ({ call }) => call);
    for (const [place, beat] of beats.entries()) {
      const number = numbers[place];
      if (number !== undefined) this.#up(beat, number, targets.get(place)?.map(({ to }) => to) ?? []);
    }
  }

  /** Follows the sweep to a row. Rows above that receive numbers are in sight, too, if both find room. */
  #up({ from, to }: Interval, row: number, targets: readonly number[]): void {
    const [shown, first] = [this.#shown, this.#first];
    const least = row - shown + 1.5;
    const highest = Math.min(...targets.map((target) => target - 0.5).filter((target) => target >= least), first);
    const isSeen = row >= first && row <= first + shown - 1;
    if (isSeen && row >= first + NEAREST * shown && highest === first) return;
    // rows out of sight are shown before much happens there
    const lasts = isSeen ? GLIDE : Math.max(LEAST, Math.min(GLIDE, (to - from) / 2));
    this.#goTo(Math.max(least, Math.min(row - FARTHEST * shown, highest)), from, from + lasts);
  }
}
