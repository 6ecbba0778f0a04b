// The keywords of Dual (language.md, "Lexical").

export const KEYWORDS: readonly string[] = [
  "data",
  "type",
  "def",
  "op",
  "by",
  "let",
  "rec",
  "and",
  "in",
  "if",
  "then",
  "else",
  "case",
  "of",
  "par",
];

/** Whether a text may have jobs that run side by side: whether it has a word or a sign for that anywhere. */
export function mayFork(text: string): boolean {
  return /\bpar(?:Map|Build)?\b|⋆|\|\*\|/.test(text);
}
