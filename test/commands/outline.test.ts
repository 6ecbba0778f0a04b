// The headings of an exported document are one outline, although each of its cells is drawn alone.
import { beforeAll, expect, test, vi } from "vitest";
import { pageText } from "../../app/commands/export-page.ts";
import { lessonCell, programCell, proseCell } from "../../app/document/document.ts";
import { useDocument } from "../../app/document/state/document.ts";
import { prose } from "../../app/prose/client.ts";
import { markdownHtml } from "../../app/prose/html.ts";
import { restoreAfterwards } from "../support/restored.ts";

vi.hoisted(() => {
  vi.stubGlobal("location", new URL("http://page/"));
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("addEventListener", () => undefined);
});

restoreAfterwards(useDocument);

beforeAll(() => {
  // prose without its worker
  const draw = vi.spyOn(prose, "draw").mockImplementation((text) => {
    const words = { notes: "Notes", elsewhere: "elsewhere" };
    return Promise.resolve({ tag: "html", html: markdownHtml({ text, output: "mathml", pictures: [], words }) });
  });
  vi.stubGlobal("document", { styleSheets: [], querySelector: () => null, querySelectorAll: () => [] });
  vi.stubGlobal("dispatchEvent", () => true);
  vi.stubGlobal("CSS", { escape: (text: string) => text });
  return () => {
    draw.mockRestore();
    vi.unstubAllGlobals();
  };
});

/** The headings of the exported page: the rank and the text of each. */
async function headingsOf(texts: readonly string[]): Promise<readonly string[]> {
  const cells = texts.map((text, place) => {
    if (text.startsWith("def ") || text.startsWith("-- ")) return programCell(`cell-${place}`, text);
    return text.startsWith("{") ? lessonCell("exercise", `cell-${place}`, text) : proseCell(`cell-${place}`, text);
  });
  useDocument.setState({ document: { title: "A lecture", cells }, key: texts.join(), turn: 1 });
  const page = await pageText({ withNotes: false, withAnswers: false });
  return [...page.matchAll(/<h([1-6])[^>]*>(.*?)<\/h\1>/gs)].map(([, rank, text]) => `${rank} ${text}`);
}

const PROGRAM = "-- title: A program\ndef main (x : Real) = x";

test("headings keep their ranks from cell to cell, and titles of programs stand below the heading above them", async () => {
  const cells = [
    "# Part\n\n## First\n\nWords.",
    PROGRAM,
    PROGRAM,
    "## Second\n\nIts sibling is in another cell.",
    "### Detail\n\nStands below a heading of another cell.",
    PROGRAM,
    '{"id":"e"}\n#### Task\n\nSquare it.\n--- start\ndef main (x : Real) = x',
    "# Another part",
    PROGRAM,
  ];
  expect(await headingsOf(cells)).toEqual([
    "1 A lecture",
    "2 Part",
    "3 First",
    "4 A program",
    "4 A program",
    "3 Second",
    "4 Detail",
    "5 A program",
    "5 Task",
    "2 Another part",
    "3 A program",
  ]);
});

test("no rank is left out, whatever was written", async () => {
  const cells = [
    PROGRAM,
    "#### Deep",
    "## Less deep\n\n###### Deepest",
    "### Between",
    ...[1, 2, 3, 4, 5, 6].map((rank) => `${"#".repeat(rank)} Rank *${rank}*`),
    PROGRAM,
  ];
  const headings = await headingsOf(cells);
  const ranks = headings.map((heading) => Number(heading[0]));
  for (const [place, rank] of ranks.entries()) expect(rank).toBeLessThanOrEqual((ranks[place - 1] ?? 0) + 1);
  expect(headings).toEqual([
    "1 A lecture",
    "2 A program",
    "2 Deep",
    "2 Less deep",
    "3 Deepest",
    "3 Between",
    "2 Rank <em>1</em>",
    "3 Rank <em>2</em>",
    "4 Rank <em>3</em>",
    "5 Rank <em>4</em>",
    "6 Rank <em>5</em>",
    "6 Rank <em>6</em>",
    "6 A program",
  ]);
});
