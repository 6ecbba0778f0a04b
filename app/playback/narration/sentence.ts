// A sentence of the narration of a film.

import { textOf } from "../../picture/parts.ts";
import type { Part } from "../../picture/shape.ts";

/** A sentence from the time `at` on, in milliseconds, until the next one begins. */
export interface Sentence {
  readonly at: number;
  /** With backquotes around code. */
  readonly text: string;
}

/** How long before its end the last sentence of a film is said, in milliseconds: nothing moves any more. */
export const LAST = 600;

/** Letters of code that a sentence holds. */
const LONGEST = 70;

/** Parts as a text of a sentence, cut where they are long. */
export function text(parts: readonly Part[]): string {
  const whole = textOf(parts);
  return whole.length <= LONGEST ? whole : `${whole.slice(0, LONGEST - 1)}…`;
}
