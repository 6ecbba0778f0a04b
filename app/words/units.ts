// Measured times and sizes with their units, for people.

/** Microseconds for people: `0.21 µs`, `45 µs`, `3.1 ms`. */
export function timeText(microseconds: number): string {
  const [value, unit] =
    microseconds < 1000
      ? [microseconds, "µs"]
      : microseconds < 1e6
        ? [microseconds / 1000, "ms"]
        : [microseconds / 1e6, "s"];
  return `${Number(value.toPrecision(3))}\u00a0${unit}`;
}

/** Bytes for people: `640 B`, `12 kB`. */
export function bytesText(bytes: number): string {
  const [value, unit] = bytes < 1000 ? [bytes, "B"] : bytes < 1e6 ? [bytes / 1000, "kB"] : [bytes / 1e6, "MB"];
  return `${Number(value.toPrecision(3))}\u00a0${unit}`;
}
