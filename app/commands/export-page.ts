// A document as one HTML page that needs no network: prose, programs, results of the last runs, and pictures of open panels below them. The
// page holds the document, too, and can be opened as a file.
import { t } from "@lingui/core/macro";
import { i18n } from "../base/locale.ts";
import { type HandedOut, handedOut } from "../course/model/handed-out.ts";
import { filledText } from "../course/state/filled-text.ts";
import { hiddenNow, isFoldedNow } from "../course/state/hidden.ts";
import { drawnForFile } from "../course/state/progress.ts";
import { worksheetText } from "../course/state/worksheet.ts";
import { type CellId, type Document, type ProgramCell, repeatsTitle } from "../document/document.ts";
import { documentElementOf } from "../document/files/html-file.ts";
import { isBeyondLinks, LONGEST_ADDRESS, linkOf } from "../document/files/link.ts";
import { titleOf, withoutResults } from "../document/header.ts";
import type { Picture } from "../document/pictures/picture.ts";
import { sizeOfPicture } from "../document/pictures/picture-size.ts";
import { useDocument } from "../document/state/document.ts";
import { EMBEDDED_PANELS } from "../document/views.ts";
import { EMBEDDED_PANEL_WORDS } from "../panels/state.ts";
import { isUpToDate, useRunning } from "../program/state/running.ts";
import { prose } from "../prose/client.ts";
import { Outline } from "../prose/outline.ts";
import { drawAllParts } from "../ui/late.tsx";
import { stillOf } from "../ui/still.ts";
import { escaped } from "../words/escaped.ts";

/** The page's text, with or without notes for the speaker and the reader's answers. */
export function pageText(options: HandedOut): Promise<string> {
  return drawnForFile(options.withAnswers, () => drawnText(options));
}

/**
 * The text of the page as it is drawn. Formulas are MathML, which browsers draw by themselves; prose that cannot be
 * drawn is text.
 */
async function drawnText(options: HandedOut): Promise<string> {
  await drawnParts();
  const document = handedOut(useDocument.getState().document, options);
  const hidden = hiddenNow(document);
  const pictures = new PicturesInHtml(document.pictures ?? []);
  const drawn = await Promise.all(
    document.cells.map(async (cell) => {
      if (cell.tag === "program")
        return isFoldedNow(document, cell)
          ? foldedHtml()
          : (rank: number) => programHtml(cell, hidden.has(cell.id), rank);
      const isLesson = cell.tag !== "prose";
      const text = isLesson ? await worksheetText(cell) : await filledText(cell.id, cell.text);
      const drawn = await prose.draw(text, "mathml", pictures.names);
      const html = drawn.tag === "html" ? pictures.fill(withoutScenes(drawn.html)) : `<pre>${escaped(text)}</pre>`;
      return isLesson
        ? `<section class="lesson">${html}${pictureHtml(cell.id)}</section>`
        : `<section>${html}</section>`;
    }),
  );
  const cells = inOrder(drawn);
  const { FACES } = await import("../fonts/faces.ts");
  const title = escaped(document.title || t`A Dualscope document`);
  return `<!doctype html>
<html lang="${i18n.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:">
<title>${title}</title>
<style>${FACES}${tokens()}${partRules()}${STYLE}</style>
</head>
<body>
<main>
<h1${repeatsTitle(document) ? ' class="said"' : ""}>${title}</h1>
${cells.join("\n")}
<footer>${continueHtml(document)}</footer>
</main>
${documentElementOf(document)}
</body>
</html>
`;
}

/** A cell's HTML, or that of a program below a heading of a rank. */
type Drawn = string | ((rank: number) => string);

/** The cells, with the headings of all of them in one order. */
function inOrder(cells: readonly Drawn[]): readonly string[] {
  const outline = new Outline();
  return cells.map((cell) => (typeof cell === "string" ? outline.ofHtml(cell) : cell(outline.ofTitle())));
}

/** Prose with its links to scenes as text: a page on its own has no views. */
function withoutScenes(html: string): string {
  return html.replace(/<a href="#\/[^"]*"[^>]*>(.*?)<\/a>/gs, "$1");
}

/** Characters of all pictures together, each counted where it stands. */
const MOST_PICTURE_TEXT = 6_000_000;

/** The pictures of a document, for HTML that needs nothing beside it. */
class PicturesInHtml {
  private readonly named: ReadonlyMap<string, Picture>;
  private room = MOST_PICTURE_TEXT;

  constructor(pictures: readonly Picture[]) {
    this.named = new Map(pictures.map((picture) => [picture.name, picture]));
  }

  get names(): readonly string[] {
    return [...this.named.keys()];
  }

  /** HTML of prose with its pictures; those that are files elsewhere are their words. */
  fill(html: string): string {
    return html.replace(
      /<img class="picture" data-(?:picture|address)="([^"]*)" alt="([^"]*)">/g,
      (_, name: string, alt: string) => {
        const picture = this.named.get(name);
        const size = picture && sizeOfPicture(picture);
        if (picture === undefined || size === undefined || picture.data.length > this.room)
          return `${alt} <small>(${name})</small>`;
        this.room -= picture.data.length;
        return `<img class="picture" src="${picture.data}" alt="${alt}" width="${size.width}" height="${size.height}">`;
      },
    );
  }
}

/** The way back to the app, with the document where an address can hold it. */
function continueHtml(document: Document): string {
  const page = location.href.replace(/[?#].*$/, "");
  const link = isBeyondLinks(document) ? undefined : page + linkOf({ document, view: "" });
  if (link !== undefined && link.length <= LONGEST_ADDRESS)
    return `<a href="${escaped(link)}">${escaped(t`Continue in Dualscope`)}</a>`;
  const words = t`Continue in Dualscope: open this file there.`;
  return `<a href="${escaped(page)}">${escaped(words)}</a>`;
}

/** The picture of a view in a lesson, and the results of what is broken in it. */
const DRAWN = [
  ":is(.glimpse-trees, .glimpse-scroll, .glimpse-columns)",
  ".break > .verdict-room > :is(.break-lines, .verdict, .note, ul)",
];

/** Drawn parts of a lesson's cell, as they are on the page: without hidden parts, and without those that are folded. */
function pictureHtml(id: CellId): string {
  const all = [...document.querySelectorAll(DRAWN.map((one) => `#${CSS.escape(id)} ${one}`).join(", "))];
  const drawn = all.filter((one) => one.closest("details") === null && !all.some((other) => isWithin(one, other)));
  return drawn.length === 0 ? "" : `<figure>${drawn.map(stillOf).join("")}</figure>`;
}

function isWithin(one: Element, other: Element): boolean {
  return one !== other && other.contains(one);
}

/** In the place of the solution of an exercise that is not solved. */
function foldedHtml(): string {
  return `<section class="program"><p><em>${escaped(t`A solution stands here once you have solved the exercise.`)}</em></p></section>`;
}

/** A program below a heading of a rank. Results that answer an open question are left out. */
function programHtml(cell: ProgramCell, isHidden: boolean, rank: number): string {
  const { result } = useRunning.getState().runs.get(cell.id) ?? {};
  const run = result?.end.tag === "answered" && !isHidden ? result.end.answer : undefined;
  const values = [
    { name: t`value`, shown: run?.value },
    { name: t`input`, shown: run?.at },
    { name: t`gradient`, shown: run?.gradient },
  ];
  const rows = values.flatMap(({ name, shown }) =>
    shown === undefined
      ? []
      : [`<dt>${escaped(name)}</dt><dd>${escaped(shown.isWhole ? shown.text : `${shown.text} …`)}</dd>`],
  );
  const stale =
    result !== undefined && !isUpToDate(result, cell)
      ? `<p><em>${escaped(t`This result is older than the last change to the program or to one above it.`)}</em></p>`
      : "";
  const results = rows.length === 0 ? "" : `${stale}<dl>${rows.join("")}</dl>`;
  const title = titleOf(cell.text);
  const heading = title === undefined ? "" : `<h${rank} class="rank-3">${escaped(title)}</h${rank}>`;
  return `<section class="program">${heading}<pre><code>${escaped(isHidden ? withoutResults(cell.text) : cell.text)}</code></pre>${results}${isHidden ? "" : partsHtml(cell)}</section>`;
}

/** Open panels below a program, as drawn on the page. */
function partsHtml(cell: ProgramCell): string {
  const parts = EMBEDDED_PANELS.filter((part) => cell.views.inside.includes(part)).flatMap((part) => {
    const drawn = partOf(cell, part)?.querySelector(".inside-body, .play-body");
    return drawn == null
      ? []
      : [`<figure><figcaption>${escaped(EMBEDDED_PANEL_WORDS[part])}</figcaption>${stillOf(drawn)}</figure>`];
  });
  return parts.join("");
}

function partOf(cell: ProgramCell, part: string): Element | null {
  return document.querySelector(`#${CSS.escape(cell.id)} [data-part="${part}"]`);
}

/** Milliseconds between two checks of the drawing, and for which it is waited for. */
const LOOK = 100;
const PATIENCE = 10_000;

/** Draws open panels below all programs, and cells of lessons, as far as that takes no longer than one waits. */
async function drawnParts(): Promise<void> {
  const { cells } = useDocument.getState().document;
  if (!cells.some((cell) => (cell.tag === "program" ? cell.views.inside.length > 0 : cell.tag !== "prose"))) return;
  drawAllParts();
  const until = performance.now() + PATIENCE;
  do await new Promise((done) => setTimeout(done, LOOK));
  while (performance.now() < until && document.querySelector(':is(.inside, .lesson-cell) [aria-busy="true"]') !== null);
}

/** The page's own colours and sizes, for light and dark. */
function tokens(): string {
  const [light, dark] = [tokensOf(":root"), tokensOf(':root[data-theme="dark"]')];
  return `:root { ${light} }\n@media (prefers-color-scheme: dark) { :root { ${dark} } }\n`;
}

function tokensOf(selector: string): string {
  return rules()
    .filter(({ selectorText }) => selectorText === selector)
    .flatMap(({ style }) =>
      [...style].filter((name) => name.startsWith("--")).map((name) => `${name}: ${style.getPropertyValue(name)};`),
    )
    .join(" ");
}

/** The page's rules for the panels of a cell. */
function partRules(): string {
  const kept =
    /\.(?:plot|program-lines|columns-inside|gauges?|since|sliders|play-table|drawing|painted|play-body|note|(?:glimpse|break)(?:-\w+)*)\b/;
  return rules()
    .filter(({ selectorText }) => kept.test(selectorText) && !selectorText.includes(".slide"))
    .map(({ cssText }) => cssText)
    .join("\n");
}

function rules(): readonly CSSStyleRule[] {
  return [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].filter((rule) => rule instanceof CSSStyleRule),
  );
}

const STYLE = `
:root { color-scheme: light dark; background: var(--paper); color: var(--ink); }
body { margin: 0; font: 1.125rem/1.55 var(--font-prose); }
main { max-width: 48rem; margin: 3rem auto; padding: 0 1.5rem; }
h1, h2, h3, h4, figcaption { line-height: 1.2; text-wrap: balance; break-after: avoid; }
h1 { font-size: 2.75rem; letter-spacing: -.02em; }
.rank-1 { font-size: 2rem; }
.rank-2 { font-size: 1.5rem; }
:is(.rank-3, .rank-4, .rank-5, .rank-6) { font-size: 1.25rem; }
.said { position: absolute; clip-path: inset(50%); }
a { color: var(--primal); }
pre { padding: 1rem; border: 1px solid var(--line-strong); border-radius: 8px; overflow-x: auto; font: .875rem/1.6 var(--font-code); }
code { font-family: var(--font-code); font-size: .9em; }
pre code { font-size: inherit; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem; font: .9375rem/1.5 var(--font-code); }
dt { color: var(--ink-2); }
dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; }
section:not(.program) :is(th, td) { padding: .25rem .75rem; border: 1px solid var(--line-strong); text-align: start; }
.speaker-notes { margin: 1rem 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line-strong); color: var(--ink-2); }
.speaker-notes summary { font: 600 .9375rem/1.5 var(--font-ui); cursor: pointer; }
figure { margin: 1.5rem 0; break-inside: avoid; }
figcaption { margin-bottom: .5rem; font: 600 1rem/1.4 var(--font-ui); }
figure pre { padding: 0; border: 0; }
img.picture { max-width: 100%; height: auto; }
figure svg { max-width: 100%; height: auto; }
figure .plot { width: auto; cursor: auto; }
figure .sliders :is(th, td) { padding-inline-end: 1.5rem; text-align: start; }
figure .gauge dd { font-size: inherit; }
figure .columns-inside-now { position: static; background: none; }
figure .columns-inside-program { max-height: none; }
.slider-track { stroke: var(--line-strong); stroke-width: 4; stroke-linecap: round; }
.slider-thumb { fill: var(--primal); }
.lesson { margin: 1.5rem 0; padding: 1rem; border: 1px solid var(--line-strong); border-radius: 8px; break-inside: avoid; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line-strong); }
@media print { pre { white-space: pre-wrap; } footer, .speaker-notes { display: none; } }
`;
