// The keywords of Dual.

/** The words that declarations begin with. */
export const DECLARATION_WORDS: readonly string[] = ["def", "data", "type", "op"];

/** The beginning of a declaration, as the source of a regular expression. */
export const DECLARATION = `(?:${DECLARATION_WORDS.join("|")})\\b`;

/** The words that no name can be. The explanations of syntax mistakes name them. */
export const KEYWORDS: readonly string[] = [
  ...DECLARATION_WORDS,
  ..."by pullback let rec and in if then else case of par".split(" "),
];

/** Whether a text may have jobs that run side by side: whether it has a word or a sign for that anywhere. */
export function mayFork(text: string): boolean {
  // runs over texts of megabytes whenever the page is drawn: a set is faster than an expression
  if (text.includes("⋆") || text.includes("|*|")) return true;
  return text.includes("par") && /\bpar(?:Map|Build)?\b/.test(text);
}
