// A gradient with at most six significant digits, as an answer to what a reader tried.
import { withDigits } from "../../words/numbers.ts";

/** `(37, 12)`, or `37` alone. */
export function gradientText(gradient: readonly number[]): string {
  const numbers = gradient.map((x) => withDigits(x, 6));
  return numbers.length === 1 ? numbers[0]! : `(${numbers.join(", ")})`;
}
