// Differences of two documents: every line of both is accounted for, in order, and unchanged parts are left out.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CellDifference, type Difference, differenceOf } from "../../../app/dialogs/versions/model.ts";
import { type Cell, type Document, NOTHING_ASKED, programCell, proseCell } from "../../../app/document/document.ts";

const document = (...cells: readonly Cell[]): Document => ({ title: "", cells });
const prose = (text: string, id = "cell-1"): Cell => proseCell(id, text);

/** The rows of a cell as a printed comparison has them. */
function printed({ rows }: CellDifference): readonly string[] {
  return rows.map((row) => {
    if (row.tag === "gap") return `… ${row.count}`;
    const text =
      "parts" in row ? row.parts.map((part) => (part.isOther ? `[${part.text}]` : part.text)).join("") : row.text;
    return { same: "  ", added: "+ ", removed: "- ", was: "< ", now: "> " }[row.tag] + text;
  });
}

const counts = ({ changed, added, removed }: Difference) => ({ changed, added, removed });

describe("a difference", () => {
  test("has changed lines with their words, added and removed ones, and three lines around them", () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`);
    const found = differenceOf(
      document(prose(lines.join("\n"))),
      document(prose(["first", ...lines.with(10, "line ten").slice(0, 19)].join("\n"))),
    );
    expect(counts(found)).toEqual({ changed: 1, added: 1, removed: 1 });
    expect(found.cells.map(({ change }) => change)).toEqual(["changed"]);
    expect(printed(found.cells[0]!)).toEqual([
      "+ first",
      ...["  line 0", "  line 1", "  line 2"],
      "… 4",
      ...["  line 7", "  line 8", "  line 9"],
      "< line [10]",
      "> line [ten]",
      ...["  line 11", "  line 12", "  line 13"],
      "… 2",
      ...["  line 16", "  line 17", "  line 18"],
      "- line 19",
    ]);
  });

  test("has cells that came, went and moved, and what is asked beside a program", () => {
    const asked = programCell("cell-2", "def main x = x", { ...NOTHING_ASKED, at: "2.0" });
    const found = differenceOf(
      {
        title: "Before",
        cells: [
          prose("# One"),
          programCell("cell-2", "def main x = x"),
          prose("gone", "cell-3"),
          prose("four", "cell-4"),
        ],
      },
      { title: "After", cells: [prose("four", "cell-4"), prose("# One"), asked, prose("new", "cell-5")] },
    );
    expect(found.cells.map(({ id, change }) => [id, change])).toEqual([
      ["", "changed"],
      ["cell-4", "moved"],
      ["cell-2", "changed"],
      ["cell-3", "removed"],
      ["cell-5", "added"],
    ]);
    expect(printed(found.cells[2]!)).toEqual(["+ Input: 2.0", "  def main x = x"]);
  });

  test("of a document with itself is nothing, however its views stand", () => {
    const cell = programCell("cell-1", "def main x = x");
    const other: Cell = {
      ...cell,
      tag: "program",
      settled: true,
      held: true,
      foreign: false,
      views: { inside: ["graph"] },
    } as Cell;
    expect(differenceOf(document(cell), document(other))).toEqual({ cells: [], changed: 0, added: 0, removed: 0 });
  });

  test("shows the first rows of a text that is another one, and takes no longer for it", () => {
    const text = (word: string) => Array.from({ length: 200_000 }, (_, index) => `${word} ${index}`).join("\n");
    const found = differenceOf(document(prose(text("one"))), document(prose(text("two"))));
    expect(found.changed).toBe(200_000);
    expect(found.cells[0]!.rows.length).toBe(400);
    expect(found.cells[0]!.more).toBe(399_600);
  });

  test("has every line of both, in order", () => {
    const word = fc.constantFrom("a", "b", "c", "d e", "d f", "");
    const text = fc.array(word, { maxLength: 30 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (before, now) => {
        const found = differenceOf(document(prose(before)), document(prose(now)));
        const rows = found.cells.flatMap(({ rows }) => rows);
        const words = (row: (typeof rows)[number]): string =>
          "parts" in row ? row.parts.map((part) => part.text).join("") : "text" in row ? row.text : "";
        const side = (tags: readonly string[]): string[] => rows.filter(({ tag }) => tags.includes(tag)).map(words);
        const isPartOf = (some: readonly string[], all: readonly string[]): boolean => {
          let at = 0;
          for (const one of all) if (at < some.length && some[at] === one) at++;
          return at === some.length;
        };
        const hidden = rows.reduce((sum, row) => sum + (row.tag === "gap" ? row.count : 0), 0);
        const isSame = before === now;
        for (const [all, tags] of [
          [before.split("\n"), ["same", "removed", "was"]],
          [now.split("\n"), ["same", "added", "now"]],
        ] as const) {
          expect(isPartOf(side(tags), all)).toBe(true);
          if (!isSame) expect(side(tags).length + hidden).toBe(all.length);
        }
        expect(found.cells.length).toBe(isSame ? 0 : 1);
        expect(found.added - found.removed).toBe(isSame ? 0 : now.split("\n").length - before.split("\n").length);
      }),
      { seed: 20_261_122, numRuns: 500 },
    );
  });
});
