// Points in time, in words of the reader's own language.

/** A time in milliseconds since 1970 as `22 Nov 2026, 14:05`. */
export function moment(time: number): string {
  return new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}
