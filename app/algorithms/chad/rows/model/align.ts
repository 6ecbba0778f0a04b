// The calls of several stages side by side: calls that match have the same turn.
import { nth } from "../../../../../engine/base/nth.ts";

/** Pairs of calls up to which the best match of two stages is looked for; beyond it, the calls are matched in their order. */
const MOST_PAIRS = 4_000_000;

/** By stage, the turn of each of its calls; one call of a stage at most has a turn. `lines` are those of the calls, by stage. */
export function turnsOf(lines: readonly (readonly number[])[]): {
  readonly turns: readonly (readonly number[])[];
  readonly count: number;
} {
  let all: readonly number[] = [];
  let turns: readonly (readonly number[])[] = [];
  for (const own of lines) {
    const matched = matches(all, own);
    const next: number[] = [];
    const moved: number[] = [];
    const placed: number[] = [];
    let at = 0;
    const passOver = (until: number): void => {
      for (; at < until; at++) {
        moved[at] = next.length;
        next.push(nth(all, at));
      }
    };
    for (const [index, line] of own.entries()) {
      const other = matched[index];
      if (other !== undefined) {
        passOver(other);
        moved[at++] = next.length;
      }
      placed.push(next.length);
      next.push(line);
    }
    passOver(all.length);
    turns = [...turns.map((one) => one.map((turn) => nth(moved, turn))), placed];
    all = next;
  }
  return { turns, count: all.length };
}

/** By element of the second list, the element of the first that it is matched with: a longest common subsequence. */
function matches(first: readonly number[], second: readonly number[]): readonly (number | undefined)[] {
  if (first.length * second.length > MOST_PAIRS)
    return second.map((_, index) => (index < first.length ? index : undefined));
  const wide = second.length + 1;
  const best = new Uint16Array((first.length + 1) * wide);
  for (let i = first.length - 1; i >= 0; i--)
    for (let j = second.length - 1; j >= 0; j--) {
      const skipped = Math.max(nth(best, (i + 1) * wide + j), nth(best, i * wide + j + 1));
      best[i * wide + j] = first[i] === second[j] ? Math.max(skipped, nth(best, (i + 1) * wide + j + 1) + 1) : skipped;
    }
  const found: (number | undefined)[] = second.map(() => undefined);
  let [i, j] = [0, 0];
  while (i < first.length && j < second.length) {
    const here = nth(best, i * wide + j);
    if (first[i] === second[j] && here === nth(best, (i + 1) * wide + j + 1) + 1) {
      found[j] = i;
      i++;
      j++;
    } else if (here === nth(best, (i + 1) * wide + j)) i++;
    else j++;
  }
  return found;
}
