import { nth, present } from "../base/nth.ts";
// Where edges run beside one column of nodes that stand below each other: each on a side, and on a track of its own there, so that two
// edges share no line but where they meet at a node, and few cross.

/** An edge as it passes rows, from its operand down to its user. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Costs of two edges on one side that cross, that run beside each other there, and that both leave one node. */
const [CROSSING, BESIDE, BOTH] = [3, 0.4, 4];
/** How often all users are asked on which sides their edges should be. */
const PASSES = 6;
/** Over how many tracks distant edges are spread. */
const OUTERMOST = 4;

/**
 * By edge, whether it runs on the right. The edges of a user are on the left and on the right in turn at first; then each user changes
 * sides as long as fewer edges cross. Distant ones stay where they are, and no other makes way for them.
 */
export function sidesOf(edges: readonly Span[], isDistant: (edge: number) => boolean): readonly boolean[] {
  const byUser = new Map<number, number[]>();
  const isRight = edges.map(({ to }, edge) => {
    const own = byUser.get(to) ?? [];
    byUser.set(to, [...own, edge]);
    return own.length % 2 === 1;
  });
  const others = besideOf(edges, isDistant);
  const cost = (own: readonly number[]): number => {
    let sum = 0;
    for (const edge of own)
      for (const other of others.get(edge) ?? [])
        if (isRight[edge] === isRight[other]) sum += togetherCost(nth(edges, edge), nth(edges, other));
    return sum;
  };
  for (let pass = 0; pass < PASSES; pass++) {
    let hasChanged = false;
    for (const all of byUser.values()) {
      const own = all.filter((edge) => others.has(edge));
      const before = cost(own);
      for (const edge of own) isRight[edge] = !isRight[edge];
      if (cost(own) < before - 1e-9) hasChanged = true;
      else for (const edge of own) isRight[edge] = !isRight[edge];
    }
    if (!hasChanged) break;
  }
  return isRight;
}

/** By edge that is not distant, those others that pass a place between rows which it passes, too. */
function besideOf(
  edges: readonly Span[],
  isDistant: (edge: number) => boolean,
): ReadonlyMap<number, readonly number[]> {
  const near = [...edges.keys()].filter((edge) => !isDistant(edge));
  near.sort((a, b) => nth(edges, a).from - nth(edges, b).from || a - b);
  const beside = new Map(near.map((edge) => [edge, [] as number[]]));
  for (const [at, edge] of near.entries())
    for (let next = at + 1; next < near.length && nth(edges, nth(near, next)).from < nth(edges, edge).to; next++) {
      present(beside.get(edge)).push(nth(near, next));
      present(beside.get(nth(near, next))).push(edge);
    }
  return beside;
}

function togetherCost(a: Span, b: Span): number {
  if (a.to === b.to) return BOTH;
  if (a.from === b.from) return BESIDE;
  const [first, second] = a.from < b.from ? [a, b] : [b, a];
  return second.to > first.to ? CROSSING : BESIDE;
}

/** How far apart tracks are, how far an edge has to be from the column, and which edges are distant. Lengths are in pixels. */
export interface TrackLook {
  readonly pitch: number;
  needs(edge: number): number;
  isDistant(edge: number): boolean;
}

/**
 * By edge, how far beside the column it runs, in pixels: at least as far as it needs, and a pitch beyond each shorter one on its side
 * that it passes. Distant ones run outermost, the farther the longer they are, and share what room there is.
 */
export function reachesOf(edges: readonly Span[], isRight: readonly boolean[], look: TrackLook): readonly number[] {
  const reaches = edges.map((_, edge) => look.needs(edge));
  const length = (edge: number): number => nth(edges, edge).to - nth(edges, edge).from;
  const byLength = [...edges.keys()].sort((a, b) => length(a) - length(b));
  /** On the left and on the right, how far each row is taken. */
  const taken: readonly number[][] = [[], []];
  const widest = [0, 0];
  for (const edge of byLength) {
    if (look.isDistant(edge)) continue;
    const side = isRight[edge] ? 1 : 0;
    const { from, to } = nth(edges, edge);
    let reach = nth(reaches, edge);
    for (let row = from; row < to; row++) reach = Math.max(reach, (nth(taken, side)[row] ?? -look.pitch) + look.pitch);
    for (let row = from; row < to; row++) nth(taken, side)[row] = reach;
    reaches[edge] = reach;
    widest[side] = Math.max(nth(widest, side), reach);
  }
  const longest = Math.log(byLength.reduce((most, edge) => Math.max(most, length(edge)), 2));
  for (const edge of byLength)
    if (look.isDistant(edge))
      reaches[edge] =
        Math.max(nth(reaches, edge), nth(widest, isRight[edge] ? 1 : 0)) +
        (OUTERMOST * look.pitch * Math.log(length(edge))) / longest;
  return reaches;
}

/** By edge, whether others come to its user on its side. */
export function meetingOf(edges: readonly Span[], isRight: readonly boolean[]): readonly boolean[] {
  const met = new Set(edges.map(({ from }, edge) => `${from} ${isRight[edge]}`));
  return edges.map(({ to }, edge) => met.has(`${to} ${isRight[edge]}`));
}
