// The keywords of Dual.

/** The words that no name can be. The explanations of syntax mistakes name them. */
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
  // runs over texts of megabytes whenever the page is drawn: a set is faster than an expression
  if (text.includes("⋆") || text.includes("|*|")) return true;
  return text.includes("par") && /\bpar(?:Map|Build)?\b/.test(text);
}
