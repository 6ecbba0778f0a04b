// How benchmarks tell what they measured: a table to read, and the same as one line of JSON.

/** One measured figure: its median beside that of what it is compared with, in one run. */
export interface Row {
  readonly what: string;
  readonly unit: string;
  /** The median, and the spread from the first to the ninth decile. */
  readonly median: number;
  readonly spread: readonly [number, number];
  /** The reference, and how many times that it is. */
  readonly against?: { readonly what: string; readonly ratio: number };
  readonly target?: string;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function row(what: string, unit: string, values: readonly number[], more: Partial<Row> = {}): Row {
  return {
    what,
    unit,
    median: quantile(values, 0.5),
    spread: [quantile(values, 0.1), quantile(values, 0.9)],
    ...more,
  };
}

/** Prints a table; a machine whose figures spread widely is said to be noisy. */
export function report(title: string, rows: readonly Row[]): void {
  const lines = rows.map(({ what, unit, median, spread, against, target }) => {
    const [low, high] = spread;
    const isNoisy = high > 2 * low ? "  (noisy)" : "";
    const ratio = against === undefined ? "" : `; ${against.ratio.toPrecision(3)} × ${against.what}`;
    const wanted = target === undefined ? "" : `; target: ${target}`;
    return `  ${what}: ${median.toPrecision(3)} ${unit} (${low.toPrecision(3)} .. ${high.toPrecision(3)})${ratio}${wanted}${isNoisy}`;
  });
  process.stdout.write(`\n${title}\n${lines.join("\n")}\n${JSON.stringify({ title, rows })}\n`);
}
