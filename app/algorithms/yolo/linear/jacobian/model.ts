// A Jacobian twice, as a table: each entry by its column and by its row, and how far the two are apart.
import { nth } from "../../../../../engine/base/nth.ts";
import type { BothWays } from "../../../../../engine/derive/both-ways.ts";

/** A line of the table that is looked at: a run of the linear half, or of its transpose. */
export interface Line {
  readonly by: "column" | "row";
  readonly place: number;
}

/** The largest difference between both, by the larger of 1 and the entries; NaN on both sides is none. */
export function largestDifference({ byColumns, byRows }: Pick<BothWays, "byColumns" | "byRows">): number {
  let most = 0;
  byColumns.forEach((row, i) =>
    row.forEach((entry, j) => {
      const other = nth(nth(byRows, i), j);
      if (Object.is(entry, other) || entry === other) return;
      const scale = Math.max(1, Math.abs(entry), Math.abs(other));
      const difference = Math.abs(entry - other) / scale;
      most = Number.isNaN(difference) ? Number.POSITIVE_INFINITY : Math.max(most, difference);
    }),
  );
  return most;
}

/** The entry of a place: as its row gave it while rows are looked at, else as its column did. A zero has no sign here. */
export function entryAt({ byColumns, byRows }: BothWays, row: number, column: number, line: Line | undefined): number {
  return nth(nth(line?.by === "row" ? byRows : byColumns, row), column) + 0;
}
