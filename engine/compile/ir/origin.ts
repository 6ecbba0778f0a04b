// The part of the user's text that is being compiled: what is emitted comes from there.
import { isUsersText, type Span } from "../../source/span.ts";

/**
 * Where something of the compiled program comes from: the innermost part of the user's text that was being compiled. What the prelude
 * does comes from its call. No code depends on it.
 */
export interface Origin {
  at?: Span | undefined;
}

let current: Span | undefined;

/** The part of the user's text that is being compiled now. */
export function origin(): Span | undefined {
  return current;
}

/** A part of a text begins; gives what {@link leave} is to be told at its end. Parts of the prelude belong to what is around them. */
export function enter(span: Span | undefined): Span | undefined {
  const before = current;
  if (span !== undefined && isUsersText(span.source)) current = span;
  return before;
}

/** A part of a text ends. */
export function leave(before: Span | undefined): void {
  current = before;
}

/** A place where it lies in the user's text; otherwise the part of it that is being compiled. */
export function originOf(span: Span | undefined): Span | undefined {
  return span !== undefined && isUsersText(span.source) ? span : current;
}
