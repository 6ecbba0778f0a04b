// What stands in the boxes of a graph in a lesson: names that are cut, and numbers that are rounded, to the room of a box.
import { BOX_LETTERS } from "../../../engine/session/lessons/box-letters.ts";
import type { GlimpseNode } from "../../../engine/session/lessons/glimpse.ts";
import { withDigits } from "../../words/numbers.ts";

/** The upper line of a box; what the step has not reached is `?`. */
export function nodeLine({ name, kind, op = "", value }: Pick<GlimpseNode, "name" | "kind" | "op" | "value">): {
  readonly title: string;
  readonly op: string;
  readonly value: string;
} {
  return {
    title: kind === "constant" ? "" : name.length > BOX_LETTERS.name ? `…${name.slice(1 - BOX_LETTERS.name)}` : name,
    op: op.length > BOX_LETTERS.op ? `${op.slice(0, BOX_LETTERS.op - 1)}…` : op,
    value: value === undefined ? "?" : fitted(value),
  };
}

/** A number with at most four digits, and with fewer where a box has no room for them. */
export function fitted(x: number): string {
  for (let digits = 4; digits > 1; digits--) {
    const text = withDigits(x, digits).replace("e+", "e");
    if (text.length <= BOX_LETTERS.number) return text;
    const power = Number.isFinite(x) ? x.toExponential(digits - 1).replace("e+", "e") : text;
    if (power.length <= BOX_LETTERS.number) return power;
  }
  return Number(x.toPrecision(1)).toExponential().replace("e+", "e");
}
