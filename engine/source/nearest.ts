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
    const distance = sameButCase ? 0.5 : editDistance(name, candidate);
    if (distance < bestDistance && distance < Math.max(name.length, candidate.length)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Optimal string alignment distance. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        value = Math.min(value, rows[i - 2]![j - 2]! + 1);
      row.push(value);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
