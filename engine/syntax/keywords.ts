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
