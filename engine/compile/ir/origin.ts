// The part of the user's text that is being compiled: what is emitted comes from there.
import { isUsersText, type Span } from "../../source/span.ts";

/**
 * Where something of the compiled program comes from: the innermost part of the user's text that was being compiled. What the prelude
 * does comes from its call. No code depends on it.
 */
export interface Origin {
  at?: Span | undefined;
}

/** Which part of the user's text is being compiled, in one compilation. */
export class Origins {
  /** The innermost part that was entered and not left. */
  current: Span | undefined;

  /** A part of a text begins: gives the part around it, for {@link leave}. Parts of the prelude belong to what is around them. */
  enter(span: Span | undefined): Span | undefined {
    const around = this.current;
    if (span !== undefined && isUsersText(span.source)) this.current = span;
    return around;
  }

  /** A part of a text ends, and the one around it goes on. */
  leave(around: Span | undefined): void {
    this.current = around;
  }

  /** A place where it lies in the user's text; otherwise the part of it that is being compiled. */
  of(span: Span | undefined): Span | undefined {
    return span !== undefined && isUsersText(span.source) ? span : this.current;
  }
}
