// The pictures of a document's prose, kept in the document: the prose refers to one by its name, `![A lens][image-1]`, and the table of
// pictures has its data. In a Markdown file the table is a list of reference definitions behind the last cell.
import { fieldsOf } from "../../base/json.ts";
import type { Document } from "../document.ts";
import { isPictureData, isPictureName, type Picture } from "./picture.ts";

const OWN_NAME = /\[image-([1-9]\d{0,5})\]/gi;

/** Pictures out of JSON that may be anyone's; anything else is left out. */
export function readPictures(json: unknown): readonly Picture[] {
  if (!Array.isArray(json)) return [];
  return withoutTwins(
    json.flatMap((item: unknown): Picture[] => {
      const { name, data } = fieldsOf(item);
      const isPicture =
        typeof name === "string" && isPictureName(name) && typeof data === "string" && isPictureData(data);
      return isPicture ? [{ name, data }] : [];
    }),
  );
}

/** Of pictures with one name the first: that is how Markdown reads definitions. */
export function withoutTwins(pictures: readonly Picture[]): readonly Picture[] {
  const seen = new Set<string>();
  return pictures.filter(({ name }) => {
    const isNew = !seen.has(name.toLowerCase());
    seen.add(name.toLowerCase());
    return isNew;
  });
}

/** A document with pictures; without any it has no table of them. */
export function withPictures(document: Document, pictures: readonly Picture[]): Document {
  const { pictures: _, ...rest } = document;
  return pictures.length === 0 ? rest : { ...rest, pictures };
}

/** The pictures that the prose refers to. Unused ones stay only as long as the page is open, for Undo. */
export function usedPictures({ cells, pictures = [] }: Document): readonly Picture[] {
  return pictures.filter(({ name }) => {
    const use = new RegExp(`\\[\\s*${name}\\s*\\]`, "i");
    return cells.some(({ tag, text }) => tag === "prose" && use.test(text));
  });
}

/** A name that no picture of the document has, and that its prose does not mention. */
export function freshPictureName({ cells, pictures = [] }: Document): string {
  const texts = [...pictures.map(({ name }) => `[${name}]`), ...cells.map(({ text }) => text)];
  const numbers = texts.flatMap((text) => [...text.matchAll(OWN_NAME)].map(([, number]) => Number(number)));
  return `image-${numbers.reduce((most, number) => Math.max(most, number), 0) + 1}`;
}
