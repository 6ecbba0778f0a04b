// Functions that need little of JavaScript's stack, whatever they are called with: they need no second form for deep recursion.
import { present } from "../../base/nth.ts";
import { type Block, blocksOf, type Fn } from "../ir/ir.ts";

/**
 * Calls of one another that are within reach of any function: some 4 kB of the 200 kB of JavaScript's stack that recursion may take.
 * Without it, every function has a second form: the code of `dot` and `neural` is 1.2 and 1.3 times as long; its speed is the same.
 */
const HIGHEST = 20;

/** The functions that do not recur, whose calls nest a few deep only, and that are no objects and call none. */
export function shallowFns(fns: readonly Fn[]): ReadonlySet<Fn> {
  const calls = new Map(fns.map((fn) => [fn, callsIn(fn.body)]));
  const objects = new Set([...calls.values()].flatMap(({ made }) => made));
  const heights = new Map<Fn, number>();
  // a function met again while open is recursive
  const heightOf = (fn: Fn): number => {
    const known = heights.get(fn);
    if (known !== undefined) return known;
    heights.set(fn, Number.POSITIVE_INFINITY);
    const { called, applies } = present(calls.get(fn));
    const height = applies || objects.has(fn) ? Number.POSITIVE_INFINITY : 1 + Math.max(0, ...called.map(heightOf));
    heights.set(fn, height);
    return height;
  };
  // the function of a pass calls others that count for themselves how deep they are
  return new Set(fns.filter((fn) => fn.pass !== undefined || heightOf(fn) <= HIGHEST));
}

interface Calls {
  readonly called: Fn[];
  /** Functions that become objects. */
  readonly made: Fn[];
  applies: boolean;
}

function callsIn(block: Block, found: Calls = { called: [], made: [], applies: false }): Calls {
  for (const stmt of block.stmts) {
    if (stmt.tag === "call") found.called.push(stmt.fn);
    if (stmt.tag === "global") found.called.push(stmt.global.fn);
    if (stmt.tag === "apply") found.applies = true;
    if (stmt.tag === "sweep")
      for (const fn of [stmt.pass.primal, stmt.pass.tangent]) if (fn !== undefined) found.called.push(fn);
    if (stmt.tag === "closure") for (const fn of [stmt.active, stmt.plain]) if (fn !== undefined) found.made.push(fn);
    for (const inner of blocksOf(stmt)) callsIn(inner, found);
  }
  return found;
}
