// Letters with the combining underline of the papers' notation, as in ℝ̲ and λ̲: many fonts misplace it, so it is drawn.

/** Parts of a text by turns: plain text, and an underlined letter without its line. */
export function underlinedParts(text: string): readonly string[] {
  return text.split(/(\p{L})\u0332/u);
}
