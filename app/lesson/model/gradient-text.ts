// A gradient with four significant digits, as an answer to a reader's attempt.
import { nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";

/** `(37, 12)`, or `37` alone. */
export function gradientText(gradient: readonly number[]): string {
  const numbers = gradient.map((x) => shortReal(x));
  return numbers.length === 1 ? nth(numbers, 0) : `(${numbers.join(", ")})`;
}
