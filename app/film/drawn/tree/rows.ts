// The rows of a tree of calls: what stands in them, and how much room each has there.

/** What stands in each row. */
export function byRow<G extends { readonly number: number }>(groups: readonly G[]): ReadonlyMap<number, readonly G[]> {
  const rows = new Map<number, G[]>();
  for (const group of groups) {
    const row = rows.get(group.number);
    if (row === undefined) rows.set(group.number, [group]);
    else row.push(group);
  }
  return rows;
}

/** What stands in the rows between two. */
export function inBetween<G>(rows: ReadonlyMap<number, readonly G[]>, above: number, below: number): readonly G[] {
  const found: G[] = [];
  for (let number = above + 1; number < below; number++) found.push(...(rows.get(number) ?? []));
  return found;
}

/** By scalar, how wide a call of it may be drawn. */
export function roomInRows(
  groups: readonly { readonly number: number; readonly x: number }[],
  most: number,
): ReadonlyMap<number, number> {
  const rows = new Map<number, number[]>();
  for (const { number, x } of groups) {
    const row = rows.get(number);
    if (row === undefined) rows.set(number, [x]);
    else row.push(x);
  }
  const room = new Map<number, number>();
  for (const [number, row] of rows) {
    const xs = row.sort((a, b) => a - b);
    const gaps = xs.slice(1).map((x, index) => x - xs[index]!);
    room.set(number, Math.max(0, Math.min(most, ...gaps.filter((gap) => gap > 1)) - 4));
  }
  return room;
}
