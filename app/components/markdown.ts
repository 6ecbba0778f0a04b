// Markdown with mathematics to HTML that can be shown as it is: no HTML of the writer's gets through, nor any address but
// those of pages and places.
import katex from "katex";
import MarkdownIt from "markdown-it";
import texmath from "markdown-it-texmath";
import "katex/dist/katex.min.css";

/** What a formula may expand to, so that none runs for ever. */
const MOST_EXPANSIONS = 1000;

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: true, breaks: false });
markdown.use(texmath, {
  engine: katex,
  delimiters: ["dollars", "brackets"],
  katexOptions: { throwOnError: false, trust: false, maxExpand: MOST_EXPANSIONS, maxSize: 20, strict: "ignore" },
});
markdown.validateLink = (address) => /^(https?:|mailto:|#)/i.test(address.trim());
// pictures would have to come from elsewhere
markdown.disable("image");

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
// the title of the page is its only heading of the first rank
markdown.core.ruler.push("lower-headings", ({ tokens }) => {
  for (const token of tokens)
    if (/^heading_(open|close)$/.test(token.type)) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`;
});

/** The HTML of a text. */
export function markdownHtml(text: string): string {
  return markdown.render(text);
}
