// Lines of texts that files of documents could take for their own marks.

/** Lines that mean something in the form of a file or in Markdown, and such that nearly do. */
export const ODD_LINES: readonly string[] = [
  "",
  "# Title",
  "```",
  "```dual",
  "~~~ dual {}",
  "---",
  "<!-- cell -->",
  "<!-- prose -->",
  "<!-- /prose -->",
  "  text",
  "\ttab",
  "$x^2$",
  "`````",
];
