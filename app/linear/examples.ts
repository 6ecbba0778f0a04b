// What a reader can begin with in Linear A.

/** g of the paper's reasoning about types: linear in ẏ, and not in x. */
export const SQUARE = `def g(x; ẏ) =
  let (s;) = x * x in
  let (; ż) = s * ẏ in
  (s; ż)
`;

/** The derivative of a definition, as J makes it, to be changed. */
export function derivativeOf(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}
