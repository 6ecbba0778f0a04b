// How the views of a program stand, kept in documents, files and links; and what of that is not believed.
import { expect, test } from "vitest";
import { decodeDocument, encodeDocument } from "../../app/document/codec.ts";
import { type Document, programCell } from "../../app/document/document.ts";
import { linkOf, readLink } from "../../app/document/files/link.ts";
import { notebookText, readNotebook } from "../../app/document/files/notebook-file.ts";
import { readViews, type Views } from "../../app/document/views.ts";

function kept(views: Views): readonly (Views | undefined)[] {
  const document: Document = { title: "", cells: [{ ...programCell("cell-1", "def main x = x"), views }] };
  const shared = readLink(linkOf({ document, view: "linear" }));
  const back = [
    decodeDocument(encodeDocument(document)),
    readNotebook(notebookText(document)),
    shared.tag === "ok" ? { tag: "ok" as const, value: shared.value.document } : shared,
  ];
  return back.map((one) => {
    const [cell] = one.tag === "ok" ? one.value.cells : [];
    return cell?.tag === "program" ? cell.views : undefined;
  });
}

test("what is computed again comes back from storage, a file and a link", () => {
  // names of Linear A have subscripts and primes, and a program may well call something constructor
  const recomputed = JSON.parse('{"main":["dx","s₁","`t\'"],"constructor":["de"],"__proto__":["x"]}');
  const views: Views = { inside: [], study: { recomputed } };
  const texts = kept(views).map((one) => JSON.stringify(one));
  expect(texts).toEqual(Array(3).fill(JSON.stringify(views)));
});

test("where nothing is computed again, nothing is written beside the program", () => {
  expect(kept({ inside: [], study: { recomputed: {} } })).toEqual(Array(3).fill({ inside: [] }));
  const cell = { ...programCell("cell-1", "def main x = x"), views: { inside: [], study: { recomputed: {} } } };
  expect(notebookText({ title: "", cells: [cell] })).toContain("```dual\n");
});

test("of what anyone wrote, names are taken that are texts, each once, few and short", () => {
  const read = (recomputed: unknown) => readViews({ study: { recomputed } }).study?.recomputed;
  for (const odd of [
    undefined,
    null,
    7,
    "main",
    ["main"],
    [],
    {},
    { main: "dx" },
    { main: [] },
    { main: [1, null, {}] },
  ])
    expect(read(odd), JSON.stringify(odd)).toBeUndefined();
  expect(readViews({ study: "x" })).toEqual({ inside: [] });
  expect(readViews({ study: { of: "gradient" } }).study).toEqual({ recomputed: {}, of: "gradient" });
  for (const of of ["program", "third", 1]) expect(readViews({ study: { of } })).toEqual({ inside: [] });
  expect(read({ main: ["dx", 7, "dx", "", ["s"]], other: { length: 3 } })).toEqual({ main: ["dx"] });
  const long = "x".repeat(201);
  expect(read({ main: [long, "x".repeat(200)], [long]: ["s"], "": ["s"] })).toEqual({ main: ["x".repeat(200)] });
  const many = (of: string) => Array.from({ length: 250 }, (_, index) => `${of}${index}`);
  expect(read({ f: many("a"), g: many("b"), h: ["c"] })).toEqual({ f: many("a"), g: many("b").slice(0, 50) });
});
