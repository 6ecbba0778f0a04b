// Markdown with mathematics to HTML that can be shown as it is: no HTML of the writer's gets through, nor any address but those of pages
// and places. Of a picture there is its name or its relative address: the page that shows it decides on loading.

import katex from "katex";
import MarkdownIt from "markdown-it";
import texmath from "markdown-it-texmath";
import { nth, present } from "../../engine/base/nth.ts";
import { underlinedParts } from "../words/underlined.ts";

/** How formulas are written: as MathML alone they need no style sheet and no fonts. */
export type Output = "htmlAndMathml" | "mathml";

/** Most expansions of a formula, and its greatest length: macros within macros double their expansion. */
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
/** The replacement of a formula that is too long. */
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
markdown.validateLink = (address) => isOfLink(address) || isRelative(address);

/** Before the name of a picture of the document; no address that anyone writes begins so. */
const KEPT = "picture:";

function isOfLink(address: string): boolean {
  return /^(https?:|mailto:|#)/i.test(address.trim());
}

/** Whether an address is of a file beside the page, or below it. */
function isRelative(address: string): boolean {
  return /^[^\s:/\\?#][^\s:\\?#]*$/.test(address);
}

/** Letters without a space after which a line may be broken, and a line of code is: browsers lay out one endless line for seconds. */
const LONGEST_WORD = 80;
const LONGEST_LINE = 400;

const { escapeHtml, normalizeReference } = markdown.utils;

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

/** HTML whose underlined letters have their line drawn. */
function withUnderlines(html: string): string {
  return underlinedParts(html)
    .map((part, index) => (index % 2 === 1 ? `<u>${part}</u>` : part))
    .join("");
}

for (const name of ["text", "code_inline", "code_block", "fence"] as const) {
  const plain = present(markdown.renderer.rules[name]);
  markdown.renderer.rules[name] = (...given) => withUnderlines(plain(...given));
}

const plainLink =
  markdown.renderer.rules.link_open ?? ((tokens, index, options, _, self) => self.renderToken(tokens, index, options));
markdown.renderer.rules.link_open = (tokens, index, options, environment, self) => {
  const address = String(tokens[index]?.attrGet("href") ?? "");
  // picture addresses are no pages
  if (!isOfLink(address)) return "<a>";
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
    // it looks as it was written, whatever is in other cells
    if (token.type === "heading_open") token.attrSet("class", `rank-${rankOf(token.tag)}`);
    if (token.type === "heading_open") before = Math.min(before + 1, rankOf(token.tag) - least + 2, 6);
    if (token.type === "heading_open" || token.type === "heading_close") token.tag = `h${before}`;
  }
});

/** Words in prose in the language of its reader. */
export interface ProseWords {
  /** The name of a block of notes for the speaker. */
  readonly notes: string;
  /** The remark beside the words for a picture of another site, which is not loaded. */
  readonly elsewhere: string;
}

markdown.renderer.rules.image = (tokens, index, options, environment, self) => {
  const token = nth(tokens, index);
  const address = String(token.attrGet("src") ?? "");
  const alt = escapeHtml(self.renderInlineAsText(token.children ?? [], options, environment));
  if (address.startsWith(KEPT)) {
    const name = escapeHtml(address.slice(KEPT.length));
    return `<img class="picture" data-picture="${name}" alt="${alt}">`;
  }
  if (!isOfLink(address)) return `<img class="picture" data-address="${escapeHtml(address)}" alt="${alt}">`;
  // loading it would tell its host who reads
  const href = escapeHtml(address);
  const link = `<a href="${href}" target="_blank" rel="noopener noreferrer">${alt || href}</a>`;
  return `<span class="picture-elsewhere">${link} <small>${escapeHtml(environmentIn(environment).words.elsewhere)}</small></span>`;
};

const plainFence = markdown.renderer.rules.fence;
markdown.renderer.rules.fence = (tokens, index, options, environment, self) => {
  const { info, content } = nth(tokens, index);
  if (info.trim() !== "notes") return plainFence?.(tokens, index, options, environment, self) ?? "";
  const { words, pictures } = environmentIn(environment);
  const notes = markdown.render(content, environmentOf(pictures, words));
  // folded: the speaker reads them in a window of their own
  return `<details class="speaker-notes"><summary>${escapeHtml(words.notes)}</summary>${notes}</details>\n`;
};

/** The environment of a text: its possible references, the names of the document's pictures, and words. */
type ProseEnvironment = {
  readonly references: Record<string, { readonly title: string; readonly href: string }>;
  readonly pictures: readonly string[];
  readonly words: ProseWords;
};

/** The environment that a text is drawn in: every call of the renderer passes it on. */
function environmentIn(environment: unknown): ProseEnvironment {
  return environment as ProseEnvironment;
}

/** A new environment: definitions of the text are added to it, and do not replace the pictures. */
function environmentOf(pictures: readonly string[], words: ProseWords): ProseEnvironment {
  const references = pictures.map((name) => [normalizeReference(name), { title: "", href: KEPT + name }] as const);
  return { references: Object.fromEntries(references), pictures, words };
}

/** A text of prose that is to be drawn. */
export interface ProseText {
  readonly text: string;
  readonly output: Output;
  /** The names of the pictures that the document has. */
  readonly pictures: readonly string[];
  readonly words: ProseWords;
}

/** The HTML of a text. Takes its time for some texts, and may end in a RangeError of the stack. */
export function markdownHtml(asked: ProseText): string {
  formulas.output = asked.output;
  return markdown.render(asked.text, environmentOf(asked.pictures, asked.words));
}
