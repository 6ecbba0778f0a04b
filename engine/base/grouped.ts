// Whole numbers as people read them.

/** A whole number with a blank between each three of its digits: `1 000 000`. */
export function grouped(count: number | bigint | string, blank = " "): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, blank);
}
