// The texts in the boxes of a graph in a lesson: numbers that are rounded to the room of a box.

import { shorterReal } from "../../../engine/core/values/show-value.ts";
import { BOX_LETTERS } from "../../../engine/lessons/box-letters.ts";

/** A number with at most four digits, and with fewer where a box has no room for them. */
export function fitted(x: number): string {
  for (let digits = 4; digits > 1; digits--) {
    const text = shorterReal(x, digits);
    if (text.length <= BOX_LETTERS.number) return text;
    const power = Number.isFinite(x)
      ? x
          .toExponential(digits - 1)
          .replace("e+", "e")
          .replaceAll("-", "−")
      : text;
    if (power.length <= BOX_LETTERS.number) return power;
  }
  return Number(x.toPrecision(1)).toExponential().replace("e+", "e").replaceAll("-", "−");
}

/** The place of a number that a step has not reached: a `?` while open questions ask for it, nothing once it only comes later. */
export function missingText(isMasked: boolean): "?" | "" {
  return isMasked ? "?" : "";
}
