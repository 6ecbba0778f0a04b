// IDs of questions and exercises: no two cells of a document share one, whether they are added, copied, opened or read from a file.
import { beforeAll, expect, test, vi } from "vitest";
import { TEMPLATES } from "../../app/course/model/templates.ts";
import { decodeDocument, encodeDocument } from "../../app/document/codec.ts";
import { type Document, lessonCell, programCell } from "../../app/document/document.ts";
import { notebookText, readNotebook } from "../../app/document/files/notebook-file.ts";

vi.hoisted(() => {
  vi.stubGlobal("location", new URL("http://page/"));
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("addEventListener", () => undefined);
});

const { addCell, copyCell } = await import("../../app/document/state/changing.ts");
const { useDocument } = await import("../../app/document/state/document.ts");
const { saving } = await import("../../app/document/state/saving.ts");

beforeAll(() => {
  // nothing is kept here
  vi.spyOn(saving, "soon").mockImplementation(() => undefined);
});

const DOUBLES: Document = {
  title: "Doubles",
  cells: [
    programCell("cell-1", "def main x = x * x"),
    lessonCell("predict", "cell-2", '{"id":"q1","is":"value()"}\nFirst?'),
    lessonCell("exercise", "cell-3", '{"id":"q1"}\nWrite.\n--- start\ndef main x = x'),
    lessonCell("predict", "cell-4", '{"of":"f","id":"q2","is":"gradient()"}\nSecond?'),
    lessonCell("predict", "cell-5", '{"id":"q2"}\nThird?'),
    lessonCell("predict", "cell-6", '{"id":"q1",}\nIts first line cannot be read.'),
    lessonCell("predict", "cell-7", '{"id":"twice"}\nFourth?'),
    lessonCell("predict", "cell-8", '{"id":"twice"}\nFifth?'),
    lessonCell("view", "cell-9", '{"id":"q1","until":"q1"}\nLook.'),
  ],
};

function heads({ cells }: Document): readonly string[] {
  return cells.slice(1).map(({ text }) => text.split("\n")[0]!);
}

const REPAIRED = [
  '{"id":"q1","is":"value()"}',
  '{"id":"q3"}',
  '{"of":"f","id":"q2","is":"gradient()"}',
  '{"id":"q4"}',
  '{"id":"q1",}',
  '{"id":"twice"}',
  '{"id":"twice2"}',
  '{"id":"q1","until":"q1"}',
];

test("a document that is opened keeps the first of two, and gives the others the next number that is free", () => {
  const read = decodeDocument(encodeDocument(DOUBLES));
  expect(read.tag === "ok" && heads(read.value)).toEqual(REPAIRED);
  const file = readNotebook(notebookText(DOUBLES));
  expect(file.tag === "ok" && heads(file.value)).toEqual(REPAIRED);
});

test("a document without doubles is opened as it was written", () => {
  const document = { ...DOUBLES, cells: DOUBLES.cells.slice(0, 2) };
  const read = decodeDocument(encodeDocument(document));
  expect(read.tag === "ok" && read.value.cells[1]!.text).toBe(document.cells[1]!.text);
});

test("cells that are added or copied have IDs that no other has", () => {
  useDocument.setState({ document: { title: "", cells: DOUBLES.cells.slice(0, 1) } });
  for (const tag of ["predict", "exercise", "predict", "exercise"] as const) addCell(tag, undefined, TEMPLATES[tag]);
  copyCell(addCell("predict", undefined, TEMPLATES.predict));
  const ids = useDocument.getState().document.cells.flatMap(({ tag, text }) => {
    return tag === "program" ? [] : [JSON.parse(text.split("\n")[0]!).id];
  });
  expect([...ids].sort()).toEqual(["e1", "e2", "q1", "q2", "q3", "q4"]);
});
