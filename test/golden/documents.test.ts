// Golden text of documents: as Markdown files and as the codec writes them, and what is read of texts that the page has not written.
// That what is written is read back as it was is held on random documents (test/document/files).
import { describe, expect, test } from "vitest";
import { decodeDocument, encodeDocument } from "../../app/document/codec.ts";
import { type Document, lessonCell, NOTHING_ASKED, programCell, proseCell } from "../../app/document/document.ts";
import { notebookText, readNotebook } from "../../app/document/files/notebook-file.ts";
import { withPictures } from "../../app/document/pictures/pictures.ts";
import { goldenOf } from "../support/golden.ts";
import { ODD_LINES } from "../support/odd-lines.ts";

const texts = goldenOf("documents");

/** Compares values with the golden ones, each a line of JSON. */
function golden(name: string, found: readonly unknown[]): void {
  texts.text(`${name}.txt`, found.map((one) => `${JSON.stringify(one)}\n`).join(""));
}

const ASKED = { ...NOTHING_ASKED, at: "(1.0, 2.0)", n: "7", stage: "tape", cotangent: '"}' };

const DOCUMENTS: readonly Document[] = [
  { title: "", cells: [] },
  ...ODD_LINES.map((line) => ({
    title: line,
    cells: [
      proseCell("a", `x\n${line}\ny`),
      proseCell("b", line),
      proseCell("c", "z"),
      programCell("d", `${line}\ndef main x = x`, ASKED),
    ],
  })),
  withPictures(
    {
      title: "pictures",
      cells: [
        proseCell("a", "![A][image-1] and ![B][image-2]"),
        { ...programCell("b", "def main x = x", NOTHING_ASKED), held: true },
      ],
    },
    [
      { name: "image-1", data: "data:image/png;base64,AAAA" },
      { name: "image-2", data: "data:image/gif;base64,R0lG" },
    ],
  ),
  withPictures(
    {
      title: "A lesson",
      course: { lesson: 3, needs: 'what "two" is' },
      cells: [
        { ...programCell("a", "def main x = x"), name: "f" },
        lessonCell("predict", "b", '{"id":"q"}\nWhat?\n```\n--- because\nThat.'),
        lessonCell("view", "c", "\n"),
        proseCell("d", "after"),
      ],
    },
    [],
  ),
  { title: "", cells: [{ ...programCell("a", "def main x = x"), name: "g" }] },
  { title: "", cells: [lessonCell("break", "a", '{"by":"x"}\n')] },
];

/** Texts that were not written by the page. */
const FOREIGN = [
  "",
  "text",
  "---\n",
  "---\ndualscope: 1\n---\n",
  "---\ndualscope: 2\ntitle: x\n---\n\ntext\n",
  '---\ndualscope: 1\ntitle: "T"\n---\n\n```dual {"at":1}\ndef main x = x\n```\n\n```js\nx\n```\n',
  "# Title\n\n~~~ dual\ndef main x = x\n~~~\n![c](data:image/gif;base64,R0lG)\n",
  "```dual\nnever closed",
  '---\ndualscope: 2\ntitle: x\ncourse: 2\nneeds: "a b"\n---\n\n```predict {"id":"q"}\nWhat?\n```\n\n```dual {"id":"f"}\nx\n```\n',
  "---\ndualscope: 2\ncourse: none\n---\n\n```exercise\n```\ntext",
  '---\ndualscope: 1\ncourse: 1000\n---\n\n```predict {"id":"q"}\nWhat?\n```\n',
  "---\ndualscope: 3\n---\n",
  "---\ndualscope: 2\ncourse: 4\n---\n",
  '```dual {"id":"7"}\nx\n```\n',
  "{}",
  "[]",
  '{"version":1}',
  '{"version":99,"title":"","cells":[]}',
  '{"version":1,"title":1,"cells":{}}',
];

const CELL = { tag: "prose", id: "a", text: "x" };

/** Documents of the codec's form, some of which are none. */
const ENCODED = [
  {},
  { cells: [] },
  { version: "1", cells: [] },
  { version: 0.5, cells: [] },
  { version: 1, cells: [] },
  { version: 4, cells: [] },
  { version: 5, cells: [] },
  { version: 2, cells: [CELL, CELL] },
  { version: 2, cells: [CELL, { ...CELL, id: "b" }] },
  { version: 2, cells: [CELL, { ...CELL, id: "cell-1" }, { ...CELL, id: "c d" }] },
  { version: 2, cells: [null] },
  { version: 2, cells: [[]] },
  { version: 2, cells: [{ ...CELL, id: 1 }] },
  { version: 2, cells: [{ ...CELL, text: 1 }] },
  { version: 2, cells: [{ ...CELL, tag: "picture" }] },
  { version: 2, title: 7, cells: [{ ...CELL, tag: "program", name: "no name", ask: [], held: 1, views: 3 }] },
  { version: 4, course: { lesson: 0 }, cells: [] },
  { version: 4, course: { lesson: 1, needs: 2 }, cells: [] },
  { version: 4, course: { lesson: 999, needs: "x" }, cells: [] },
  { version: 4, course: { lesson: 1000 }, cells: [] },
];

describe("documents", () => {
  test("as Markdown files", () => {
    golden("files", DOCUMENTS.map(notebookText));
    for (const document of DOCUMENTS) expect(notebookText(read(notebookText(document)))).toBe(notebookText(document));
  });

  test("as the codec writes them", () => {
    golden("codec", DOCUMENTS.map(encodeDocument));
    golden(
      "decoded",
      DOCUMENTS.map((document) => decodeDocument(encodeDocument(document))),
    );
  });
});

describe("texts that were not written by the page", () => {
  test("as Markdown files", () => {
    golden(
      "foreign-files",
      FOREIGN.map((text) => [text, readNotebook(text)]),
    );
  });

  test("as the codec reads them", () => {
    golden(
      "foreign-codec",
      [...FOREIGN, ...ENCODED.map((json) => JSON.stringify({ format: "dualscope-document", ...json }))].map((text) => [
        text,
        decodeDocument(text),
      ]),
    );
  });
});

function read(text: string): Document {
  const found = readNotebook(text);
  if (found.tag !== "ok") throw new Error(JSON.stringify(found));
  return found.value;
}
