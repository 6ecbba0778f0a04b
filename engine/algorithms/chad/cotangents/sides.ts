// The names of constructors of cotangents, after those of the values that they belong to.
import { OWN_MARK } from "../../../core/terms/term.ts";
import { CONS, NIL } from "../../../types/type.ts";

/** Ends the name of a constructor of cotangents, before its subscript. */
export const SIDE = "ᶜ";

/** A constructor's name as a word. */
export function wordOf(con: string): string {
  if (con === CONS) return "Cons";
  return con === NIL ? "Nil" : con.replace(OWN_MARK, "");
}

/** The constructor, as a word, that a cotangent of a constructor belongs to; undefined for 0 and for tuples. */
export function sideOf(con: string): string | undefined {
  const at = con.indexOf(SIDE);
  return at < 0 ? undefined : con.slice(0, at);
}
