// The papers' notation as text.
import { underlinedParts } from "../words/underlined.ts";
import { keyed } from "./keyed.ts";

/** Some notation: the combining underline of ℝ̲ and λ̲ is drawn as an underline. */
export function Notation({ text }: { readonly text: string }) {
  // the odd parts are the underlined letters
  return keyed(underlinedParts(text)).map(({ key, item }) => (key % 2 === 1 ? <u key={key}>{item}</u> : item));
}
