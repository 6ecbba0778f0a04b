// Pictures of prose: their table, the ways in which a document keeps them, their size, and what is drawn of them.
import { describe, expect, test } from "vitest";
import { decodeDocument, encodeDocument } from "../../../app/document/codec.ts";
import { type Document, programCell, proseCell } from "../../../app/document/document.ts";
import { notebookText, readNotebook } from "../../../app/document/files/notebook-file.ts";
import { firstWords, hasSilentPicture } from "../../../app/document/first-words.ts";
import { beyondLimits } from "../../../app/document/limits.ts";
import { bytesOf, isPictureData, MOST_PICTURES_BYTES } from "../../../app/document/pictures/picture.ts";
import { sizeOfPicture } from "../../../app/document/pictures/picture-size.ts";
import { freshPictureName, usedPictures } from "../../../app/document/pictures/pictures.ts";
import { hasPictureData } from "../../../app/document/pictures/pictures-in-markdown.ts";
import { markdownHtml } from "../../../app/prose/html.ts";
import { Browser, begin } from "../../support/stores.ts";

/** A picture of one pixel. */
const DOT =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const picture = (name: string, data = DOT) => ({ name, data });

/** A document of prose with pictures. */
function document(text: string, ...names: readonly string[]): Document {
  const pictures = names.map((name) => picture(name));
  return { title: "T", cells: [proseCell("cell-1", text), programCell("cell-2", "def main x = x")], pictures };
}

describe("the table of pictures", () => {
  test("has those that the prose refers to, however they are written", () => {
    const text = "![a][image-1] and ![b][ IMAGE-2 ], `[image-4]`";
    const names = usedPictures(document(text, "image-1", "image-2", "image-3", "image-4")).map(({ name }) => name);
    expect(names).toEqual(["image-1", "image-2", "image-4"]);
    expect(freshPictureName(document("![][image-7] [x]", "image-2"))).toBe("image-8");
    expect(freshPictureName(document(""))).toBe("image-1");
  });

  test("is in JSON, as far as the prose refers to it", () => {
    const used = document("![a][image-1]", "image-1");
    expect(decodeDocument(encodeDocument(used))).toEqual({ tag: "ok", value: used });
    const unused = document("text", "image-1");
    expect(encodeDocument(unused)).not.toContain("data:");
  });

  test("takes nothing that is no picture, whoever wrote it", () => {
    const pictures = [
      { name: "a", data: "data:image/svg+xml;base64,AAAA" },
      { name: "b", data: "https://other.example/x.png" },
      { name: "c d", data: DOT },
      { name: 7, data: DOT },
      { name: "e", data: `${DOT}"` },
      null,
      picture("f"),
      picture("F", "data:image/gif;base64,AAAA"),
    ];
    const cells = [{ tag: "prose", id: "cell-1", text: "[a] [b] [f]" }];
    const read = decodeDocument(JSON.stringify({ format: "dualscope-document", version: 3, cells, pictures }));
    expect(read.tag === "ok" && read.value.pictures).toEqual([picture("f")]);
  });

  test("has an end", () => {
    const large = picture("image-1", `data:image/png;base64,${"A".repeat(MOST_PICTURES_BYTES * 1.4)}`);
    expect(isPictureData(large.data)).toBe(true);
    expect(beyondLimits({ title: "", cells: [], pictures: [large] })).toBe("its pictures take more than 1 MB in total");
    expect(beyondLimits({ title: "", cells: [], pictures: [picture("image-1")] })).toBeUndefined();
    expect(bytesOf(picture("a"))).toBe(atob(DOT.split(",")[1]!).length);
  });
});

describe("a Markdown file", () => {
  test("has them as definitions behind the last cell, and they come back", () => {
    const whole = document("![A dot][image-1]", "image-1");
    const text = notebookText(whole);
    expect(text.endsWith(`\n\n[image-1]: ${DOT}\n`)).toBe(true);
    expect(readNotebook(text)).toEqual({ tag: "ok", value: whole });
  });

  test("leaves prose alone that shows how they are written", () => {
    for (const shown of [`[image-1]: ${DOT}`, `![a](${DOT})`]) {
      const whole: Document = { title: "", cells: [proseCell("cell-1", `text\n${shown}\n`)] };
      expect(hasPictureData(shown)).toBe(true);
      expect(readNotebook(notebookText(whole))).toEqual({ tag: "ok", value: whole });
    }
  });

  test("of another program may have them within its lines", () => {
    const read = readNotebook(
      `# T\n\n![one](${DOT}) ![two](${DOT})\n\n![three](data:image/gif;base64,R0lG) [image-1]\n`,
    );
    expect(read.tag === "ok" && read.value).toMatchObject({
      cells: [{ text: "# T\n\n![one][image-2] ![two][image-2]\n\n![three][image-3] [image-1]" }],
      pictures: [picture("image-2"), picture("image-3", "data:image/gif;base64,R0lG")],
    });
  });

  test("of a hostile one is read soon", () => {
    const began = performance.now();
    readNotebook("![".repeat(1_000_000));
    readNotebook(`${"![".repeat(500_000)}](data:image/`);
    readNotebook(`[${"a".repeat(1_000_000)}`);
    readNotebook(`![a](data:image/${"A".repeat(1_000_000)}`);
    expect(performance.now() - began).toBeLessThan(8000);
  });
});

test("what is kept, and its versions, have their pictures", async () => {
  const shelf = new Browser().tab();
  const other = `${DOT.slice(0, -8)}AAAAAAA=`;
  await begin(shelf, document("![one][image-1]", "image-1"));
  await shelf.keepVersion(document("![two][image-1]", "image-1"));
  await shelf.save({ ...document("![three][image-1]"), pictures: [picture("image-1", other)] });
  await shelf.keepVersion({ ...document("![three][image-1]"), pictures: [picture("image-1", other)] });
  const versions = await Promise.all((await shelf.versions()).map((key) => shelf.version(key)));
  const found = versions.map((version) => [version!.cells[0]!.text, version!.pictures?.[0]?.data]);
  expect(found).toContainEqual(["![three][image-1]", other]);
  expect(found).toContainEqual(["![two][image-1]", DOT]);
});

test("a picture's size is read from its first bytes", () => {
  const bytes = (...parts: readonly (string | readonly number[])[]): string =>
    btoa(parts.map((part) => (typeof part === "string" ? part : String.fromCharCode(...part))).join(""));
  const of = (kind: string, base64: string) => sizeOfPicture(picture("a", `data:image/${kind};base64,${base64}`));
  expect(sizeOfPicture(picture("a"))).toEqual({ width: 1, height: 1 });
  expect(of("gif", bytes("GIF89a", [44, 1, 200, 0], "rest"))).toEqual({ width: 300, height: 200 });
  const riff = ["RIFF", [0, 0, 0, 0], "WEBP"] as const;
  const extended = bytes(...riff, "VP8X", [10, 0, 0, 0, 0, 0, 0, 0, 43, 1, 0, 199, 0, 0]);
  expect(of("webp", extended)).toEqual({ width: 300, height: 200 });
  const lossless = bytes(...riff, "VP8L", [0, 0, 0, 0, 0x2f, 43 & 255, (199 << 6) & 255, 199 >> 2, 0, 0, 0, 0, 0, 0]);
  expect(of("webp", lossless)).toEqual({ width: 44, height: 200 });
  const lossy = bytes(...riff, "VP8 ", [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 44, 1, 200, 0]);
  expect(of("webp", lossy)).toEqual({ width: 300, height: 200 });
  const jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 9, 9, 0xff, 0xff, 0xc2, 0, 17, 8, 0, 200, 1, 44, 3, 0, 0, 0];
  expect(of("jpeg", bytes(jpeg))).toEqual({ width: 300, height: 200 });
  expect(of("jpeg", bytes(jpeg.slice(0, 12)))).toBeUndefined();
  expect(of("png", bytes("no picture at all, but long enough to be one"))).toBeUndefined();
});

describe("what is drawn of prose", () => {
  const words = { notes: "Notes", elsewhere: "(elsewhere)" };
  const html = (text: string): string => markdownHtml({ text, output: "mathml", pictures: ["image-1"], words });

  test("names the pictures of the document, and no picture that it does not have", () => {
    expect(html('![A "dot" <b>][image-1]')).toBe(
      '<p><img class="picture" data-picture="image-1" alt="A &quot;dot&quot; &lt;b&gt;"></p>\n',
    );
    expect(html("![a][image-2]")).toBe("<p>![a][image-2]</p>\n");
    expect(html("![a](picture:image-1)")).not.toContain("<img");
    expect(html("[link][image-1]")).toBe("<p><a>link</a></p>\n");
    expect(html("[image-1]: https://other.example/x.png\n\n![a][image-1]")).toContain('data-picture="image-1"');
    expect(html("```notes\n![a][image-1]\n```")).toContain('data-picture="image-1"');
  });

  test("loads nothing of other sites", () => {
    expect(html("![A wave](https://other.example/x.png)")).toBe(
      '<p><span class="picture-elsewhere"><a href="https://other.example/x.png" target="_blank" rel="noopener noreferrer">A wave</a> <small>(elsewhere)</small></span></p>\n',
    );
    expect(html("![a](pictures/a.png)")).toContain('<img class="picture" data-address="pictures/a.png" alt="a">');
    for (const address of ["//other.example/x", "/x", "data:image/png;base64,AAAA", "javascript:x"])
      expect(html(`![a](${address})`), address).not.toMatch(/<img|href/);
    expect(html("![a](x.png?y)")).not.toContain("<img");
  });
});

test("a picture without words is noticed, and its words stand for it in the outline", () => {
  expect(hasSilentPicture("![][image-1]")).toBe(true);
  expect(hasSilentPicture("![ ](a.png)")).toBe(true);
  expect(hasSilentPicture("![A lens][image-1] []")).toBe(false);
  expect(firstWords("![A lens][image-1] and so on")).toBe("A lens and so on");
});
