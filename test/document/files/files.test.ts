// Documents as files and links: what is written is read back, old links open for ever, and hostile ones do no harm.

import fc from "fast-check";
import { zlibSync } from "fflate";
import { describe, expect, test } from "vitest";
import { decodeDocument, encodeDocument } from "../../../app/document/codec.ts";
import {
  type Cell,
  type Document,
  foreignDocument,
  LESSON_TAGS,
  lessonCell,
  NOTHING_ASKED,
  programCell,
  proseCell,
} from "../../../app/document/document.ts";
import { EXAMPLES } from "../../../app/document/examples.ts";
import { packed, unpacked } from "../../../app/document/files/compress.ts";
import { documentElementOf, readHtml } from "../../../app/document/files/html-file.ts";
import { linkOf, readLink } from "../../../app/document/files/link.ts";
import { notebookText, readNotebook } from "../../../app/document/files/notebook-file.ts";
import { beyondLimits, MOST_CELLS, MOST_CHARACTERS } from "../../../app/document/limits.ts";
import { withOwnQuestionIds } from "../../../app/document/question-ids.ts";
import { ODD_LINES } from "../../support/odd-lines.ts";
import { runs } from "../../support/runs.ts";

const line = fc.oneof(fc.string({ unit: "grapheme", maxLength: 30 }), fc.constantFrom(...ODD_LINES));
const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join("\n").replace(/\r/g, ""));
const ask = fc.record({
  entry: fc.constantFrom("", "main", "f'"),
  at: fc.oneof(fc.constant(""), fc.string({ maxLength: 20 })),
  cotangent: fc.constantFrom("", "1.0", '"}'),
  n: fc.constantFrom("", "7"),
  stage: fc.constantFrom("", "tape"),
  variations: fc.constantFrom("", "atomic schedule=3"),
});
const cells = fc.array(
  fc.oneof(
    fc.record({ tag: fc.constant("prose" as const), text }),
    fc.record({ tag: fc.constant("program" as const), text, ask, held: fc.boolean(), name: fc.constantFrom("", "f") }),
    fc.record({ tag: fc.constantFrom(...LESSON_TAGS), text, options: fc.constantFrom("", '{"id":"q1"}', "{no") }),
  ),
  { maxLength: 5 },
);
const course = fc.option(
  fc.record({ lesson: fc.integer({ min: 1, max: 999 }), needs: fc.string({ unit: "grapheme", maxLength: 20 }) }),
  { nil: undefined },
);
const documents = fc
  .record({ title: fc.string({ unit: "grapheme", maxLength: 20 }), course, cells })
  .map(({ title, course: said, cells: made }): Document => {
    const cells = made.map((cell, index): Cell => {
      const id = `cell-${index + 1}`;
      if (cell.tag === "prose") return proseCell(id, cell.text);
      if (cell.tag !== "program") return lessonCell(cell.tag, id, `${cell.options}\n${cell.text}`);
      return { ...programCell(id, cell.text, cell.ask), held: cell.held, name: cell.name };
    });
    // no two questions of an open document share an ID
    return withOwnQuestionIds({ title, ...(said && { course: said }), cells });
  });

test("any document is the same after it was a Markdown file", () => {
  fc.assert(
    fc.property(documents, (document) => {
      const read = readNotebook(notebookText(document));
      expect(read).toEqual({ tag: "ok", value: document });
    }),
    { numRuns: runs(500), seed: 5 },
  );
});

test("any document is the same after it was JSON, or a link", () => {
  fc.assert(
    fc.property(documents, (document) => {
      expect(decodeDocument(encodeDocument(document))).toEqual({ tag: "ok", value: document });
      expect(readLink(linkOf({ document, view: "graph/cell-1" }))).toEqual({
        tag: "ok",
        // what it says of its own state is not believed
        value: { document: foreignDocument(document), view: "graph/cell-1" },
      });
    }),
    { numRuns: runs(200), seed: 6 },
  );
});

test("any document is the same after it was a page of HTML, and is no part of its markup", () => {
  fc.assert(
    fc.property(documents, (document) => {
      const element = documentElementOf(document);
      // what stands between the two tags is text for every browser
      expect(element.slice(1, -1).replace("</script", "")).not.toMatch(/<[/!s]/);
      expect(readHtml(`<!doctype html><p>a</p>${element}</html>`)).toEqual({ tag: "ok", value: document });
    }),
    { numRuns: runs(200), seed: 7 },
  );
  const title = "</script><script>alert(1)</script><!-- \u2028 &lt;";
  const document: Document = { title, cells: [] };
  expect(documentElementOf(document)).not.toContain("</script><script>");
  expect(readHtml(documentElementOf(document))).toEqual({ tag: "ok", value: document });
  expect(readHtml("<p>some page</p>")).toMatchObject({ tag: "error" });
  expect(readHtml(documentElementOf(document).replace(/.(?=<)/, "!"))).toMatchObject({ tag: "error" });
});

test("a link opens a scene, and nothing that is no view", () => {
  const document: Document = { title: "t", cells: [] };
  const opened = (view: string) => {
    const read = readLink(linkOf({ document, view }));
    return read.tag === "ok" ? read.value.view : undefined;
  };
  const scene = "explorer/cell-2?stages=naive,one-array&lead=one-array&step=end&pick=5";
  expect(opened(scene)).toBe(scene);
  expect(opened("present/3?step=2")).toBe("present/3?step=2");
  expect(opened("explorer?step=<b>")).toBe("");
  expect(opened("explorer?step=1#/open")).toBe("");
});

describe("a Markdown file", () => {
  test("keeps a field with a sign that ends lines elsewhere", () => {
    const document: Document = {
      title: "",
      cells: [programCell("cell-1", "def main x = x", { ...NOTHING_ASKED, cotangent: "\u2028", at: "\u0085" })],
    };
    expect(readNotebook(notebookText(document))).toEqual({ tag: "ok", value: document });
  });

  test("reads well", () => {
    const document: Document = {
      title: "One lecture",
      cells: [
        proseCell("cell-1", "# Sharing\n\nWhy $2^n$ calls?"),
        { ...programCell("cell-2", "-- at: 2.0\ndef main x = x * x\n", { ...NOTHING_ASKED, at: "3.0" }), held: true },
        proseCell("cell-3", "Look at the graph."),
        proseCell("cell-4", "And now the tape."),
      ],
    };
    expect(notebookText(document)).toBe(`---
dualscope: 1
title: "One lecture"
---

# Sharing

Why $2^n$ calls?

\`\`\`dual {"at":"3.0","held":true}
-- at: 2.0
def main x = x * x

\`\`\`

Look at the graph.

<!-- cell -->

And now the tape.
`);
  });

  test("of another origin is prose and programs", () => {
    const read = readNotebook("Hello\r\n\r\n```js\nlet x\n```\n\n```dual\ndef main x = x\n```\nBye");
    expect(read.tag === "ok" && read.value.cells.map(({ tag, text: one }) => [tag, one])).toEqual([
      ["prose", "Hello\n\n```js\nlet x\n```"],
      ["program", "def main x = x"],
      ["prose", "Bye"],
    ]);
  });

  test("of a newer version is refused; nonsense is prose", () => {
    expect(readNotebook("---\ndualscope: 9\n---\n")).toMatchObject({ tag: "error" });
    expect(readNotebook("---\ntitle: [\n---\n```dual {\ndef main x = x")).toMatchObject({ tag: "ok" });
    expect(readNotebook("")).toEqual({ tag: "ok", value: { title: "", cells: [] } });
    expect(readNotebook('```dual {"__proto__":{"at":"1"},"at":3}\nx\n```')).toMatchObject({ tag: "ok" });
  });
});

/** Links that were made in earlier versions: they open for ever. */
const OLD_LINKS = [
  {
    link: "#/open/1/ZVDBrsIgEPwVsvH0Ul_yPJq8b9C7eCDtthJpaWBVjOm_O4AejAcSdmYYZvZBV8s32hKn2fnAgRrqfHsZeRKgD029D6MRTVtN3cW42PqZ12-JpkbTlUO0foJkg0msOC7ynesK37JzEcgBbmKGws3BR6jAWogAZNH6ryDCqf63zyJ1s3JSq7T61bQ0nxZDMOOXyebTpONejcZOKql_nB-VCm_iGTTs0CLci7Li9VUN7sVMQ6n5hnLL1zUiSC2ag2FmQfMcpMeaGMiJ8wbquBwXWp4",
    title: "Old",
    texts: ["Prose with $x$.", "def main x = x * x"],
  },
];

describe("a document from elsewhere", () => {
  const hostile = [
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "",
    "a b",
    "cell-0",
    "cell-1e9",
    "cell-99999999999",
  ];
  const withIds = (ids: readonly string[]): Document => ({
    title: "",
    cells: ids.map((id) => programCell(id, "def main x = x")),
  });

  test("keeps the names of its cells only where they have our form", () => {
    const read = decodeDocument(encodeDocument(withIds([...hostile, "cell-2", "cell-7"])));
    expect(read.tag).toBe("ok");
    if (read.tag !== "ok") return;
    const ids = read.value.cells.map(({ id }) => id as string);
    expect(ids.every((id) => /^cell-[1-9]\d{0,8}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.slice(-2)).toEqual(["cell-2", "cell-7"]);
  });

  test("does not run, and has not run, whatever it says", () => {
    const said = { title: "", cells: [{ ...programCell("cell-1", "def main x = x"), settled: true, foreign: false }] };
    const packedUp = `#/open/1/${packed(JSON.stringify({ view: "", document: encodeDocument(said) }))}`;
    const read = readLink(packedUp);
    expect(read.tag === "ok" && read.value.document.cells).toMatchObject([{ settled: false, foreign: true }]);
  });

  test.each([
    ["too many cells", withIds(Array.from({ length: MOST_CELLS + 1 }, (_, index) => `cell-${index + 1}`)), "cells"],
    [
      "too long a text",
      { title: "", cells: [proseCell("cell-1", "a".repeat(MOST_CHARACTERS + 1))] },
      "million characters",
    ],
    ["too long a title", { title: "a".repeat(1001), cells: [] }, "title"],
    [
      "too long an input",
      { title: "", cells: [programCell("cell-1", "", { ...NOTHING_ASKED, at: "1".repeat(100_001) })] },
      "input",
    ],
  ])("with %s is refused whichever way it comes", (_, document, words) => {
    expect(beyondLimits(document)).toContain(words);
    const link = readLink(linkOf({ document, view: "" }));
    expect(link.tag === "error" && link.error).toContain(words);
    const file = readNotebook(notebookText(document));
    expect(file.tag === "error" && file.error).toContain(words);
  });
});

describe("links", () => {
  test("that are old still open", () => {
    for (const { link, title, texts } of OLD_LINKS) {
      const read = readLink(link);
      expect(read.tag).toBe("ok");
      if (read.tag !== "ok") continue;
      expect(read.value.document.title).toBe(title);
      expect(read.value.document.cells.map((cell) => cell.text)).toEqual(texts);
    }
  });

  test("of an example are short", () => {
    for (const { text: one } of EXAMPLES) {
      const document = { title: "", cells: [programCell("cell-1", one)] };
      expect(linkOf({ document, view: "" }).length).toBeLessThan(3000);
    }
  });

  test.each([
    ["#/open/", "incomplete"],
    ["#/open/1", "incomplete"],
    ["#/open/1/", "damaged"],
    ["#/open/1/%%%", "damaged"],
    ["#/open/2/abc", "newer"],
    [`#/open/1/${packed("null")}`, "no document"],
    [`#/open/1/${packed('{"document":"{}"}')}`, "not a Dualscope document"],
    [
      `#/open/1/${packed(JSON.stringify({ document: encodeDocument({ title: "", cells: [] }).replace('"version":4', '"version":99') }))}`,
      "newer",
    ],
  ])("that cannot be read say so: %s", (link, words) => {
    const read = readLink(link);
    expect(read.tag === "error" && read.error).toContain(words);
  });

  test("cut off anywhere, or with a letter changed, are refused or read, but never throw", () => {
    const link = linkOf({ document: { title: "t", cells: [proseCell("cell-1", "some prose")] }, view: "" });
    for (let length = 0; length < link.length; length++)
      expect(["ok", "error"]).toContain(readLink(link.slice(0, length)).tag);
    fc.assert(
      fc.property(fc.nat(link.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, letter) => {
        expect(["ok", "error"]).toContain(readLink(link.slice(0, at) + letter + link.slice(at + 1)).tag);
      }),
      { seed: 8 },
    );
  });

  test("that unpack to more than anyone writes are refused soon", () => {
    const bomb = packed("a".repeat(30_000_000));
    expect(bomb.length).toBeLessThan(60_000);
    expect(unpacked(bomb)).toBeUndefined();
    // another packing is no text either
    expect(unpacked(Buffer.from(zlibSync(new Uint8Array(10))).toString("base64url"))).toBeUndefined();
  });

  test("a view that is none is no view", () => {
    const evil = packed(
      JSON.stringify({ view: "javascript:alert(1)", document: encodeDocument({ title: "", cells: [] }) }),
    );
    expect(readLink(`#/open/1/${evil}`)).toMatchObject({ tag: "ok", value: { view: "" } });
  });
});
