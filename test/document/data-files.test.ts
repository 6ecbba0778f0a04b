// Files that programs name in their headers, kept with the document.
import { describe, expect, test } from "vitest";
import { decodeDocument, encodeDocument } from "../../app/document/codec.ts";
import { dataKeyAt, MOST_DATA, readFiles, usedFiles, withFiles } from "../../app/document/data-files.ts";
import { type CellId, type DataFile, type Document, programCell } from "../../app/document/document.ts";
import { linkOf, readLink } from "../../app/document/files/link.ts";
import { beyondLimits } from "../../app/document/limits.ts";
import { withDataLine } from "../../app/notebook/data/take-files.ts";

const POINTS: DataFile = { name: "points.csv", text: "1\n2\n" };
const COSTS: DataFile = { name: "costs.csv", text: "3\n" };
const NAMES = "-- data: points = points.csv\ndef main x = x * sum points\n";

function document(texts: readonly string[], ...files: DataFile[]): Document {
  const cells = texts.map((text, index) => programCell(`cell-${index + 1}`, text));
  return withFiles({ title: "", cells }, files);
}

const key = (of: Document, id: string): string | undefined => dataKeyAt(of, id as CellId);

describe("files of a document", () => {
  test("are stored as long as a program names them", () => {
    const whole = document([NAMES], COSTS, POINTS);
    expect(usedFiles(whole)).toEqual([POINTS]);
    expect(decodeDocument(encodeDocument(whole))).toEqual({ tag: "ok", value: document([NAMES], POINTS) });
    expect(encodeDocument(document(["def main x = x\n"], POINTS))).not.toContain("files");
  });

  test("are read only where they are such", () => {
    expect(readFiles([POINTS, 1, { name: "x" }, { ...COSTS, more: 1 }, { ...POINTS, text: "9" }])).toEqual([
      { ...POINTS, text: "9" },
      COSTS,
    ]);
    expect(readFiles("x")).toEqual([]);
    const large = document([NAMES], { name: "points.csv", text: " ".repeat(MOST_DATA + 1) });
    expect(beyondLimits(large)).toBe("its data are longer than 4 million characters");
  });

  test("are not in links", () => {
    const read = readLink(linkOf({ document: document([NAMES], POINTS), view: "" }));
    expect(read.tag === "ok" && read.value.document.files).toBe(undefined);
  });

  test("have a key for each program that changes with them alone", () => {
    const texts = ["def two = 2.0\n", NAMES, "def main x = x\n"];
    const [none, one] = [document(texts), document(texts, POINTS)];
    expect(["cell-1", "cell-2", "cell-3"].map((id) => key(none, id))).toEqual([undefined, "", ""]);
    expect(key(one, "cell-1")).toBe(undefined);
    expect(key(one, "cell-2")).not.toBe("");
    expect(key(one, "cell-3")).toBe(key(one, "cell-2"));
    expect(key(document(texts, { ...POINTS }, COSTS), "cell-2")).toBe(key(one, "cell-2"));
    expect(key(document(texts, { ...POINTS, text: "1\n3\n" }), "cell-2")).not.toBe(key(one, "cell-2"));
  });
});

test("a file that is dropped on a program gets a line behind the header's others", () => {
  expect(withDataLine("def main x = x\n", "Unit costs.csv")).toBe(
    "-- data: unitCosts = Unit costs.csv\ndef main x = x\n",
  );
  expect(withDataLine("-- title: Means\n-- about: Two.\ndef main x = x\n", "2024.txt")).toBe(
    "-- title: Means\n-- data: data2024 = 2024.txt\n-- about: Two.\ndef main x = x\n",
  );
  expect(withDataLine(`${NAMES}def costs = 1.0\n`, "costs.csv")).toBe(
    `-- data: points = points.csv\n-- data: costs2 = costs.csv\n${NAMES.split("\n").slice(1).join("\n")}def costs = 1.0\n`,
  );
  expect(withDataLine("-- data: points = points.csv", "let.csv")).toBe(
    "-- data: points = points.csv\n-- data: let2 = let.csv\n",
  );
});
