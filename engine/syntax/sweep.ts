// The `sweep` directive: the n of a program's family of inputs.
import { nth } from "../base/nth.ts";
import { type Diagnostic, mistake } from "../source/diagnostic.ts";
import type { Span } from "../source/span.ts";

/** The family of inputs of a `sweep` directive: `n = 1 .. 24`, or `n = 10, 100, 1000`. */
export function readSweep(text: string, at: Span): readonly number[] | Diagnostic {
  const range = /^\s*n\s*=\s*(-?\d+)\s*\.\.\s*(-?\d+)\s*$/.exec(text);
  if (range !== null) {
    const [from, to] = [Number(range[1]), Number(range[2])];
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) return tooLarge(text, at);
    if (from > to)
      return mistake("sweep", at, `the sweep \`${text.trim()}\` is empty: it goes up from ${from} to ${to}`);
    if (to - from > 100_000) return mistake("sweep", at, `the sweep \`${text.trim()}\` has more than 100000 inputs`);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  }
  const values = /^\s*n\s*=\s*(-?\d+(?:\s*,\s*-?\d+)*)\s*$/.exec(text);
  if (values !== null) {
    const ns = nth(values, 1).split(",").map(Number);
    return ns.every(Number.isSafeInteger) ? ns : tooLarge(text, at);
  }
  return mistake("sweep", at, `a sweep is written \`n = 1 .. 24\` or \`n = 10, 100, 1000\`, not \`${text.trim()}\``);
}

function tooLarge(text: string, at: Span): Diagnostic {
  return mistake("sweep", at, `the numbers of the sweep \`${text.trim()}\` must be less than 2^53`);
}
