// Weakening of terms (§6.10.4, `sink`). A weakening is a function here: the Agda source has data for it for the sake of its proofs.
import type { Term } from "./terms.ts";

/** The place of a variable in a larger environment. */
export type Weakening = (index: number) => number;

/** One more variable, the innermost (`WSkip WEnd`). */
export const SKIP: Weakening = (index) => index + 1;

/** The weakening under one more variable that both environments have (`WCopy`). */
export function under(weakening: Weakening): Weakening {
  return (index) => (index === 0 ? 0 : weakening(index - 1) + 1);
}

/** The term in a larger environment. */
export function sink(weakening: Weakening, term: Term): Term {
  const go = (part: Term): Term => sink(weakening, part);
  const inside = (part: Term): Term => sink(under(weakening), part);
  switch (term.tag) {
    case "var":
      return { tag: "var", index: weakening(term.index) };
    case "let":
      return { tag: "let", value: go(term.value), body: inside(term.body) };
    case "lam":
      // the body knows the argument and the captured variables only
      return { ...term, captured: term.captured.map(weakening) };
    case "case":
      return { tag: "case", of: go(term.of), inl: inside(term.inl), inr: inside(term.inr) };
    case "unit":
    case "lunit":
    case "lpairzero":
    case "lsumzero":
      return term;
    case "app":
    case "pair":
    case "bindevm":
    case "runevm":
    case "scopeevm":
    case "lpair":
      return { ...term, left: go(term.left), right: go(term.right) };
    default:
      // the index of `addevm` counts cells, not variables
      return { ...term, of: go(term.of) };
  }
}
