// Two jobs of a reverse pass that may run at the same time, and add to the same cells: their additions, interleaved by the reader
// (thesis §3.10.4). An addition is one step, or reads in one step and writes in another: then additions can be lost.
import { nth, present } from "../../../engine/base/nth.ts";
import type { Glimpse, GlimpseJob } from "../../../engine/lessons/glimpse.ts";
import { type Contribution, gradientIn, passedOn, seeded } from "./contributions.ts";

/** The first or the second job. */
export type Hand = 0 | 1;

/** An addition: a contribution, and the scalar that it comes from. */
export interface Addition extends Contribution {
  /** The scalar whose cotangent is sent. */
  readonly from: number;
}

/** The work of two jobs, and the cells before and after them. */
export interface Hands {
  readonly names: readonly [string, string];
  readonly additions: readonly [readonly Addition[], readonly Addition[]];
  /** By number, the sum before the two begin. */
  readonly cells: readonly (number | undefined)[];
  /** The cells to which both add, and those to which one of them adds. */
  readonly shared: readonly number[];
  readonly own: readonly number[];
  /** The scalars that are resolved when both are done, in order, and all scalars' contributions. */
  readonly later: readonly number[];
  readonly made: readonly (readonly Contribution[])[];
}

/** The pairs of jobs of a run that may run at the same time and add to a cell that both know, as places in its jobs. */
export function pairsOf(glimpse: Glimpse): readonly (readonly [number, number])[] {
  const { jobs } = glimpse;
  const before = jobs.map((_, job) => ancestors(jobs, job));
  return jobs.flatMap((_, a) =>
    jobs.flatMap((_, b): readonly (readonly [number, number])[] => {
      const isFree = a < b && !nth(before, a).has(b) && !nth(before, b).has(a);
      return isFree && handsOf(glimpse, [a, b]).shared.length > 0 ? [[a, b]] : [];
    }),
  );
}

/** The jobs that ended before one began. */
function ancestors(jobs: readonly GlimpseJob[], job: number): ReadonlySet<number> {
  const found = new Set<number>();
  const visit = (at: number): void => {
    for (const one of nth(jobs, at).after)
      if (!found.has(one)) {
        found.add(one);
        visit(one);
      }
  };
  visit(job);
  return found;
}

/** The work of two jobs in the reverse pass, once all that may precede them is done. */
export function handsOf(glimpse: Glimpse, [a, b]: readonly [number, number]): Hands {
  const { jobs, nodes } = glimpse;
  const made = passedOn(glimpse);
  const after = new Set([...ancestors(jobs, a), ...ancestors(jobs, b)]);
  const jobOf = new Map(jobs.flatMap(({ scalars }, job) => scalars.map((number) => [number, job] as const)));
  const highestFirst = nodes.map(({ number }) => number).reverse();
  const isLater = (number: number): boolean => after.has(jobOf.get(number) ?? 0);
  const isOurs = (number: number): boolean => jobOf.get(number) === a || jobOf.get(number) === b;
  const cells = seeded(glimpse);
  resolve(
    cells,
    made,
    highestFirst.filter((number) => !isLater(number) && !isOurs(number)),
  );
  // an unreached scalar sends nothing
  const reached = [...cells];
  const additionsOf = (job: number): readonly Addition[] =>
    highestFirst
      .filter((number) => jobOf.get(number) === job)
      .flatMap((from) => {
        const sent = reached[from] === undefined ? [] : nth(made, from).map((one): Addition => ({ from, ...one }));
        for (const { to } of sent) reached[to] ??= 0;
        return sent;
      });
  const [first, second] = [additionsOf(a), additionsOf(b)];
  const shared = [...new Set(first.map(({ to }) => to))].filter((to) => second.some((one) => one.to === to));
  return {
    names: [nth(jobs, a).name, nth(jobs, b).name],
    additions: [first, second],
    cells,
    shared: shared.sort((one, other) => one - other),
    own: [...new Set([...first, ...second].map(({ to }) => to))].filter((to) => !shared.includes(to)),
    later: highestFirst.filter(isLater),
    made,
  };
}

function resolve(
  cells: (number | undefined)[],
  made: readonly (readonly Contribution[])[],
  numbers: readonly number[],
): void {
  for (const number of numbers) {
    const cotangent = cells[number];
    if (cotangent === undefined) continue;
    for (const { to, partial } of nth(made, number)) cells[to] = (cells[to] ?? 0) + partial * cotangent;
  }
}

/** Progress of both. */
export interface Standing {
  readonly cells: readonly (number | undefined)[];
  /** Additions that are done, of each. */
  readonly done: readonly [number, number];
  /** The value read by each for its present addition. */
  readonly held: readonly [number | undefined, number | undefined];
}

/** One step's effect. */
export interface Step {
  readonly hand: Hand;
  readonly addition: Addition;
  readonly tag: "read" | "written" | "added";
  /** The value read, and the cell's value now. */
  readonly read: number;
  readonly now: number;
  /** The other job's additions since the cell was read, which this write loses. */
  readonly lost: number;
}

/** The standing before the first step. */
export function begin({ cells }: Hands): Standing {
  return { cells, done: [0, 0], held: [undefined, undefined] };
}

/** The addition that is next for one of both, if it has one. */
export function nextOf({ additions }: Hands, { done }: Standing, hand: Hand): Addition | undefined {
  return additions[hand][done[hand]];
}

/** One of both does its next step: a whole addition, or a half of it. Nothing where it is done. */
export function stepped(
  hands: Hands,
  at: Standing,
  hand: Hand,
  isAtomic: boolean,
): { readonly standing: Standing; readonly step: Step } | undefined {
  const addition = nextOf(hands, at, hand);
  if (addition === undefined) return undefined;
  const { from, to, partial } = addition;
  const cell = at.cells[to] ?? 0;
  const held = at.held[hand];
  if (!isAtomic && held === undefined) {
    const standing = { ...at, held: withHand(at.held, hand, cell) };
    return { standing, step: { hand, addition, tag: "read", read: cell, now: cell, lost: 0 } };
  }
  const read = isAtomic ? cell : present(held);
  const now = read + partial * (at.cells[from] ?? 0);
  const standing: Standing = {
    cells: at.cells.with(to, now),
    done: withHand(at.done, hand, at.done[hand] + 1),
    held: withHand(at.held, hand, undefined),
  };
  return { standing, step: { hand, addition, tag: isAtomic ? "added" : "written", read, now, lost: cell - read } };
}

function withHand<T>([first, second]: readonly [T, T], hand: Hand, value: T): readonly [T, T] {
  return hand === 0 ? [value, second] : [first, value];
}

/** Whether both jobs have done all their steps. */
export function isDone(hands: Hands, at: Standing): boolean {
  return ([0, 1] as const).every((hand) => nextOf(hands, at, hand) === undefined);
}

/** The resulting gradient, once both are done. */
export function gradientAfter(glimpse: Glimpse, { made, later }: Hands, { cells }: Standing): readonly number[] {
  const all = [...cells];
  resolve(all, made, later);
  return gradientIn(glimpse, (number) => all[number]);
}

/** Most standings, while all orders are tried. */
const MOST_STANDINGS = 20_000;

/**
 * How many of all orders of the steps of both end in which gradient, by its name from `name`, the most frequent first. Undefined where
 * there are too many to try them all.
 */
export function outcomes(
  glimpse: Glimpse,
  hands: Hands,
  isAtomic: boolean,
  name: (gradient: readonly number[]) => string,
): readonly { readonly gradient: string; readonly orders: bigint }[] | undefined {
  // orders with equal standings continue alike: they are counted, and followed once
  let layer = new Map([[keyOf(begin(hands)), { standing: begin(hands), orders: 1n }]]);
  const found = new Map<string, bigint>();
  let tried = 0;
  while (layer.size > 0) {
    tried += layer.size;
    if (tried > MOST_STANDINGS) return undefined;
    const next = new Map<string, { readonly standing: Standing; readonly orders: bigint }>();
    for (const { standing, orders } of layer.values()) {
      if (isDone(hands, standing)) {
        const gradient = name(gradientAfter(glimpse, hands, standing));
        found.set(gradient, (found.get(gradient) ?? 0n) + orders);
      }
      for (const hand of [0, 1] as const) {
        const then = stepped(hands, standing, hand, isAtomic)?.standing;
        if (then === undefined) continue;
        const key = keyOf(then);
        next.set(key, { standing: then, orders: orders + (next.get(key)?.orders ?? 0n) });
      }
    }
    layer = next;
  }
  return [...found]
    .map(([gradient, orders]) => ({ gradient, orders }))
    .sort((a, b) => (a.orders === b.orders ? 0 : a.orders < b.orders ? 1 : -1));
}

function keyOf({ cells, done, held }: Standing): string {
  return [...done, ...held, ...cells].join();
}
