// Markdown with mathematics to HTML that can be shown as it is: no HTML of the writer's gets through, nor any address but
// those of pages and places.
import katex from "katex";
import MarkdownIt from "markdown-it";
import texmath from "markdown-it-texmath";

/** How formulas are written: as MathML alone they need no style sheet and no fonts. */
export type Output = "htmlAndMathml" | "mathml";

/** What a formula may expand to, and how long it may be: macros within macros double what they expand to. */
const MOST_EXPANSIONS = 300;
const LONGEST_FORMULA = 4000;

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: true, breaks: false });
const formulas = {
  throwOnError: false,
  trust: false,
  maxExpand: MOST_EXPANSIONS,
  maxSize: 20,
  strict: "ignore",
  output: "htmlAndMathml" as Output,
};
/** What stands in the place of a formula that is too long. */
const TOO_LONG = `\\text{a formula of more than ${LONGEST_FORMULA} characters}`;

/** Formulas that were drawn: while one types, all but one are the same as before. */
const drawn = new Map<string, string>();
const MOST_DRAWN = 5000;

const engine = {
  renderToString(formula: string, options: { readonly displayMode?: boolean }): string {
    const key = `${options.displayMode === true} ${formulas.output} ${formula}`;
    let html = drawn.get(key);
    if (html === undefined) {
      html = katex.renderToString(formula.length > LONGEST_FORMULA ? TOO_LONG : formula, options);
      if (drawn.size >= MOST_DRAWN) drawn.clear();
      drawn.set(key, html);
    }
    return html;
  },
};
markdown.use(texmath, { engine, delimiters: ["dollars", "brackets"], katexOptions: formulas });
markdown.validateLink = (address) => /^(https?:|mailto:|#)/i.test(address.trim());
// pictures would have to come from elsewhere
markdown.disable("image");

/** Letters without a space after which a line may be broken, and a line of code is: browsers lay out one endless line for seconds. */
const LONGEST_WORD = 80;
const LONGEST_LINE = 400;

const { escapeHtml } = markdown.utils;

markdown.renderer.rules.text = (tokens, index) =>
  (tokens[index]?.content ?? "")
    .split(/(\S{80})(?=\S)/)
    .map((part) => (part.length === LONGEST_WORD ? `${escapeHtml(part)}<wbr>` : escapeHtml(part)))
    .join("");

/** Code with its long lines broken. */
function broken(code: string): string {
  return code.replace(/[^\n]{400}(?=[^\n])/g, "$&\n");
}

markdown.core.ruler.push("long-lines", ({ tokens }) => {
  for (const token of tokens.flatMap((one) => [one, ...(one.children ?? [])]))
    if (
      /^(?:code_block|code_inline|fence)$/.test(token.type) &&
      token.content.length > LONGEST_LINE &&
      token.info.trim() !== "notes"
    )
      token.content = broken(token.content);
});

const plainLink =
  markdown.renderer.rules.link_open ?? ((tokens, index, options, _, self) => self.renderToken(tokens, index, options));
markdown.renderer.rules.link_open = (tokens, index, options, environment, self) => {
  const address = String(tokens[index]?.attrGet("href") ?? "");
  if (!address.startsWith("#")) {
    tokens[index]?.attrSet("target", "_blank");
    tokens[index]?.attrSet("rel", "noopener noreferrer");
  }
  return plainLink(tokens, index, options, environment, self);
};
// the title of the page is its only heading of the first rank, and none below it is left out
markdown.core.ruler.push("heading-ranks", ({ tokens }) => {
  const opening = tokens.filter(({ type }) => type === "heading_open");
  const rankOf = (tag: string): number => Number(tag.slice(1));
  const least = opening.reduce((rank, { tag }) => Math.min(rank, rankOf(tag)), 6);
  let before = 1;
  for (const token of tokens) {
    // it looks as it was written, whatever stands in other cells
    if (token.type === "heading_open") token.attrSet("class", `rank-${rankOf(token.tag)}`);
    if (token.type === "heading_open") before = Math.min(before + 1, rankOf(token.tag) - least + 2, 6);
    if (token.type === "heading_open" || token.type === "heading_close") token.tag = `h${before}`;
  }
});

/** What a block of notes for the speaker is called, while a text is drawn. */
let notesWords = "";

const plainFence = markdown.renderer.rules.fence;
markdown.renderer.rules.fence = (tokens, index, options, environment, self) => {
  const { info, content } = tokens[index]!;
  if (info.trim() !== "notes") return plainFence?.(tokens, index, options, environment, self) ?? "";
  // folded: they are read by who speaks, in a window of their own
  return `<details class="speaker-notes"><summary>${escapeHtml(notesWords)}</summary>${markdown.render(content)}</details>\n`;
};

/** The HTML of a text. Takes its time for some texts, and may end in a RangeError of the stack. */
export function markdownHtml(text: string, output: Output, notes: string): string {
  formulas.output = output;
  notesWords = notes;
  return markdown.render(text);
}
