// Nearest names: what the user may have meant.
import { nth } from "../base/nth.ts";
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

/** Up to this length one letter for another makes another word: `cot` is no `cos`. */
const SHORT_NAME = 4;

/**
 * The only candidate of which a name can be a slip of the fingers. It is stricter than {@link nearest}: the shorter the name, the fewer
 * edits; digits and primes are no slips (`x1`, `log2`), nor is one letter for another in a short name; and where several candidates
 * are as near, it is none of them.
 */
export function slipOf(name: string, candidates: Iterable<string>, comparisons: Comparisons): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const limit = name.length <= 5 ? 1 : name.length <= 8 ? 2 : 3;
  const marks = marksOf(name);
  let best: string | undefined;
  let bestDistance = limit + 1;
  let isOnly = true;
  for (const candidate of candidates) {
    if (!comparisons.take()) break;
    if (candidate === name || candidate === best || Math.abs(candidate.length - name.length) > limit) continue;
    if (marksOf(candidate) !== marks) continue;
    const sameButCase = candidate.toLowerCase() === name.toLowerCase();
    if (!sameButCase && (name.length <= 2 ? !isLonger(candidate, name) : isOtherWord(name, candidate))) continue;
    const distance = sameButCase ? 0.5 : editDistance(name, candidate, limit);
    if (distance > limit || distance > bestDistance) continue;
    isOnly = distance < bestDistance;
    best = candidate;
    bestDistance = distance;
  }
  return isOnly ? best : undefined;
}

function marksOf(name: string): string {
  return name.replace(/[^\d']/g, "");
}

/** Whether a short name has one letter where the other has another. */
function isOtherWord(name: string, other: string): boolean {
  if (name.length > SHORT_NAME || name.length !== other.length) return false;
  return [...name].filter((letter, index) => letter !== other[index]).length === 1;
}

/** Whether a name is another with one more letter within: `max` for `mx`, but no `xs` for `x`. */
function isLonger(name: string, other: string): boolean {
  return other.length === 2 && name.length === 3 && name[0] === other[0] && name[2] === other[1];
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
      let value = Math.min(nth(up, j) + 1, nth(row, j - 1) + 1, nth(up, j - 1) + (letter === other ? 0 : 1));
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && other === a.charCodeAt(i - 2))
        value = Math.min(value, nth(twoUp, j - 2) + 1);
      row[j] = value;
      if (value < least) least = value;
    }
    // what follows comes from the last two rows
    if (least > limit && leastUp > limit) return limit + 1;
    leastUp = least;
    [twoUp, up, row] = [up, row, twoUp];
  }
  return nth(up, b.length);
}
