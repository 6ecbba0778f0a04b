// Regions of a text: from the beginning of one declaration to the next. One mistake of syntax is reported in each.
import { nth } from "../base/nth.ts";
import { DECLARATION } from "./keywords.ts";

/** The part of a text in which one mistake is reported, in UTF-16 units. */
export interface Extent {
  readonly from: number;
  readonly to: number;
}

/** Longer regions get no advice: what one mistake costs is bounded. */
export const LONGEST_REGION = 20_000;

/** The region around an offset of a text: from the declaration around it to the next one. */
export function regionAround(text: string, offset: number): Extent {
  const after = BELOW.exec(text.slice(offset, offset + LONGEST_REGION));
  const to = after === null ? Math.min(text.length, offset + LONGEST_REGION) : offset + after.index + 1;
  return { from: declarationBefore(text, offset) ?? Math.max(0, offset - LONGEST_REGION), to };
}
const HERE = new RegExp(DECLARATION, "y");
const BELOW = new RegExp(`\\n${DECLARATION}`);

/** The beginning of the declaration around an offset, searched line by line upwards, as far as a region goes. */
function declarationBefore(text: string, offset: number): number | undefined {
  for (let end = offset; end >= 0; ) {
    const line = end === 0 ? 0 : text.lastIndexOf("\n", end - 1) + 1;
    if (line < offset - LONGEST_REGION) return undefined;
    HERE.lastIndex = line;
    if (HERE.test(text) && HERE.lastIndex <= offset + 1) return line;
    end = line - 1;
  }
  return undefined;
}

/** The regions of a text, from one declaration to the next. Recovery in the rest of a declaration after a mistake is part of that mistake: one is reported in each region. */
export class Regions {
  private readonly text: string;
  private readonly starts: readonly number[];
  private readonly reported = new Set<number>();

  constructor(text: string) {
    this.text = text;
    this.starts = [...text.matchAll(new RegExp(`^${DECLARATION}`, "gm"))].map((match) => match.index);
  }

  /** Whether a mistake at an offset is the first of its region; notes it. */
  isNew(offset: number): boolean {
    const region = this.regionOf(offset);
    const isStart = this.starts[region] === offset;
    if (this.reported.has(region) || (isStart && this.reported.has(region - 1))) return false;
    this.reported.add(region);
    return true;
  }

  /** The region around an offset; a mistake at its very beginning may come from the region before, which is added. */
  extentOf(offset: number): Extent {
    const region = this.regionOf(offset);
    const first = this.starts[region] === offset && region >= 0 ? region - 1 : region;
    return { from: this.starts[first] ?? 0, to: this.starts[region + 1] ?? this.text.length };
  }

  /** The last region that begins at an offset or before it; -1 for none. */
  private regionOf(offset: number): number {
    let [low, high] = [-1, this.starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (nth(this.starts, middle) <= offset) low = middle;
      else high = middle;
    }
    return low;
  }
}
