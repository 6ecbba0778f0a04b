// Programs whose derivatives cannot be unfolded.
import type { Span } from "../../../source/span.ts";

/** A derivative that cannot be unfolded; the message says why, as the end of a sentence. */
export class NotUnfolded extends Error {
  readonly span: Span | undefined;

  constructor(why: string, span: Span | undefined) {
    super(why);
    this.span = span;
  }
}
