// The papers' notation as text.
import { keyed } from "./keyed.ts";

/** Some notation: the combining underline of ℝ̲ and λ̲, which many fonts misplace, is drawn as an underline. */
export function Notation({ text }: { readonly text: string }) {
  // the odd parts are the underlined letters
  return keyed(text.split(/(\S)\u0332/u)).map(({ key, item }) => (key % 2 === 1 ? <u key={key}>{item}</u> : item));
}
