// Nearest names: what the user may have meant.
import { Work } from "../base/work.ts";

/** Longer names are not compared. */
const LONGEST_NAME = 60;

/** How many more names may be compared in one text: what is beyond has no "did you mean". */
export class Comparisons {
  private left = 300_000;
  private readonly work: Work;

  constructor(work: Work) {
    this.work = work;
  }

  /** Takes one more; false where none is left. */
  take(): boolean {
    if (this.left <= 0) return false;
    this.left--;
    this.work.add(1);
    return true;
  }
}

/**
 * The candidate nearest to a name by edits (insert, delete, replace, swap), if it is near enough to be a slip. As many candidates are
 * looked at as there are comparisons left.
 */
export function nearest(
  name: string,
  candidates: Iterable<string>,
  comparisons: Comparisons = new Comparisons(new Work()),
): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const limit = name.length <= 2 ? 1 : name.length <= 5 ? 2 : 3;
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (!comparisons.take()) break;
    if (candidate === name || Math.abs(candidate.length - name.length) > limit) continue;
    const sameButCase = candidate.toLowerCase() === name.toLowerCase();
    const distance = sameButCase ? 0.5 : editDistance(name, candidate, limit);
    if (distance < bestDistance && distance < Math.max(name.length, candidate.length)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Optimal string alignment distance; a number beyond the limit where it is beyond that. */
function editDistance(a: string, b: string, limit: number): number {
  const width = b.length + 1;
  let [twoUp, up, row] = [new Uint8Array(width), new Uint8Array(width), new Uint8Array(width)];
  for (let j = 0; j < width; j++) up[j] = j;
  let leastUp = 0;
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    let least = i;
    const letter = a.charCodeAt(i - 1);
    for (let j = 1; j < width; j++) {
      const other = b.charCodeAt(j - 1);
      let value = Math.min(up[j]! + 1, row[j - 1]! + 1, up[j - 1]! + (letter === other ? 0 : 1));
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && other === a.charCodeAt(i - 2))
        value = Math.min(value, twoUp[j - 2]! + 1);
      row[j] = value;
      if (value < least) least = value;
    }
    // what follows comes from the last two rows
    if (least > limit && leastUp > limit) return limit + 1;
    leastUp = least;
    [twoUp, up, row] = [up, row, twoUp];
  }
  return up[b.length]!;
}
