// The ranks of the headings of a whole document. The prose of each cell is drawn alone: its ranks are only in order within the cell.

/** A heading in the HTML of prose: the rank it was written with, and its content. */
const HEADING = /<h[1-6] class="rank-([1-6])">(.*?)<\/h[1-6]>/gs;

/** Ranks of headings below the title of a document: read in order, none leaves one out. */
export class Outline {
  /** The ranks written for the last heading and those that it stands below. */
  private readonly written: number[] = [];

  /** The rank of a heading that was written with a rank. */
  of(rank: number): number {
    while ((this.written.at(-1) ?? 0) >= rank) this.written.pop();
    this.written.push(rank);
    return Math.min(this.written.length + 1, 6);
  }

  /** The rank of the title of a program: below the last heading of the prose above it. */
  ofTitle(): number {
    return Math.min(this.written.length + 2, 6);
  }

  /** The HTML of a cell's prose with the ranks of the outline. */
  ofHtml(html: string): string {
    return html.replace(HEADING, (_, written: string, content: string) => {
      const rank = this.of(Number(written));
      return `<h${rank} class="rank-${written}">${content}</h${rank}>`;
    });
  }
}

/** Gives the headings of the page the ranks of one outline, below the title of the document where paper has it above them. */
function rankPage(): void {
  const outline = new Outline();
  const above = document.querySelector("main .paper-title") === null ? 1 : 0;
  // notes for the speaker are not on paper
  for (const heading of document.querySelectorAll("main .prose > :is(h1, h2, h3, h4, h5, h6)")) {
    const [, written] = /\brank-([1-6])/.exec(heading.className) ?? [];
    const rank = written === undefined ? outline.ofTitle() : outline.of(Number(written));
    heading.setAttribute("aria-level", String(rank - above));
  }
}

/** Puts the headings in order while the page is printed, and has them on the screen as each cell wrote them. */
export function rankOnPaper(): void {
  addEventListener("beforeprint", rankPage);
  addEventListener("afterprint", () => {
    for (const heading of document.querySelectorAll("main .prose > [aria-level]"))
      heading.removeAttribute("aria-level");
  });
}
