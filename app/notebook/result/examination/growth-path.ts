// A curve of positive numbers in a small box, on a logarithmic scale.

/** The path of a curve in a box of a width and a height; zeros stand at the bottom. */
export function growthPath(curve: readonly number[], width: number, height: number): string {
  const logs = curve.map((x) => (x > 0 ? Math.log10(x) : Number.NaN));
  const known = logs.filter(Number.isFinite);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const points = logs.map((log, index) => {
    const x = curve.length < 2 ? 0 : (index / (curve.length - 1)) * width;
    const part = Number.isFinite(log) && most > least ? (log - least) / (most - least) : 0;
    return `${x.toFixed(1)} ${((1 - part) * (height - 2) + 1).toFixed(1)}`;
  });
  return points.length === 0 ? "" : `M${points.join("L")}`;
}
