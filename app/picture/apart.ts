// Keeps flying flags clear of others: around waiting ones, and beside other flying ones.

import { progress } from "../../engine/animation/intervals.ts";
import { nth, present } from "../../engine/base/nth.ts";
import type { Point } from "./motion.ts";

/** A box or flag where it would be: its left edge and its middle, in pixels. */
export interface Body {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  /** Where it comes from, from left to right; the same all the way, so that nothing changes sides. Undefined if waiting. */
  readonly from: number | undefined;
  /** Where it leaves its row, if that is on another side: what waits in that row is passed there. */
  readonly leaves?: Point;
}

/** Pixels between two of them. */
const GAP = 4;
/** Rounds in which one is pushed by all others. */
const ROUNDS = 3;

/** How far each body is pushed to the side, in pixels, within the edges of its column. None if waiting. */
export function apart(bodies: readonly Body[], left: number, right: number): readonly number[] {
  const pushed = bodies.map(() => 0);
  const placed = bodies.map(({ from }) => from === undefined);
  // from left to right, so that none is pushed back into one it has passed
  const flying = [...bodies.keys()]
    .filter((at) => !placed[at])
    .sort((a, b) => present(nth(bodies, a).from) - present(nth(bodies, b).from));
  for (const at of flying) {
    const body = nth(bodies, at);
    const [least, most] = [Math.min(0, left - body.x), Math.max(0, right - body.w - body.x)];
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, other] of bodies.entries()) {
        const near = placed[index] ? nearness(body, other) : 0;
        if (near === 0) continue;
        const x = other.x + nth(pushed, index);
        const side = body.leaves !== undefined && other.y === body.leaves[1] ? body.leaves[0] : present(body.from);
        const wantsRight = side >= (other.from ?? other.x);
        const fits = wantsRight ? x + other.w + GAP + body.w <= right : x - GAP - body.w >= left;
        const isRight = wantsRight === fits;
        const needed = isRight ? x + other.w + GAP - body.x : x - GAP - body.w - body.x;
        const push = isRight ? Math.max(nth(pushed, at), near * needed) : Math.min(nth(pushed, at), near * needed);
        pushed[at] = Math.max(least, Math.min(most, push));
      }
    placed[at] = true;
  }
  return pushed;
}

/** How far to the side, in its own widths, one that flies keeps clear of another. */
const BESIDE = 0.5;
/** The part of the lower one's height at which they are as near as can be. */
const NEAREST = 0.6;

/** How much of their height two have in common: from 0, where they are in other rows or far to the side, to 1. */
function nearness(one: Body, other: Body): number {
  const common = (one.h + other.h) / 2 + GAP - Math.abs(one.y - other.y);
  // a flag that rises beyond a column meets nothing there
  const between = Math.max(one.x - other.x - other.w, other.x - one.x - one.w);
  const isBeside = 1 - progress(between, { from: one.w * BESIDE, to: 2 * one.w * BESIDE });
  return common <= 0 ? 0 : isBeside * progress(common, { from: 0, to: Math.min(one.h, other.h) * NEAREST });
}
