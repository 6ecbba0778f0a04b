// The pictures of a document's prose, kept in the document: the prose refers to one by its name, `![A lens][image-1]`, and the table of
// pictures has what it looks like. In a Markdown file the table is a list of reference definitions behind the last cell.
import type { Document } from "./document.ts";
import { isPictureData, isPictureName, type Picture } from "./picture.ts";

/** A line of a Markdown file that is a picture. */
const DEFINITION = /^\[([\w-]{1,40})\]: (data:image\/[^\s]*)$/;

/** A picture within a line, as other programs write it. */
const INLINE = /(!\[[^[\]\n]{0,300}\])\((data:image\/[A-Za-z0-9+/;=,]+)\)/g;

const OWN_NAME = /\[image-([1-9]\d{0,5})\]/gi;

/** Pictures out of JSON that may be anyone's; what is none of them is left out. */
export function readPictures(json: unknown): readonly Picture[] {
  if (!Array.isArray(json)) return [];
  return withoutTwins(
    json.flatMap((item: unknown): Picture[] => {
      const { name, data } = (item ?? {}) as { readonly name?: unknown; readonly data?: unknown };
      const isPicture =
        typeof name === "string" && isPictureName(name) && typeof data === "string" && isPictureData(data);
      return isPicture ? [{ name, data }] : [];
    }),
  );
}

/** Of pictures with one name the first: that is how Markdown reads definitions. */
function withoutTwins(pictures: readonly Picture[]): readonly Picture[] {
  const seen = new Set<string>();
  return pictures.filter(({ name }) => {
    const isNew = !seen.has(name.toLowerCase());
    seen.add(name.toLowerCase());
    return isNew;
  });
}

/** A document with pictures; without any it has no table of them. */
export function withPictures(document: Document, pictures: readonly Picture[]): Document {
  const { title, cells } = document;
  return pictures.length === 0 ? { title, cells } : { title, cells, pictures };
}

/** The pictures that the prose refers to. What is not used stays only as long as the page is open, for Undo. */
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

/** A picture as a line of a Markdown file. */
export function definitionOf({ name, data }: Picture): string {
  return `[${name}]: ${data}`;
}

/** The picture that a line of a Markdown file is; undefined for any other line. */
export function readDefinition(line: string): Picture | undefined {
  // most lines are none, and are not looked through
  if (!line.startsWith("[")) return undefined;
  const [, name, data] = DEFINITION.exec(line) ?? [];
  return name !== undefined && data !== undefined && isPictureData(data) ? { name, data } : undefined;
}

/** Whether a text of prose has what would be taken for a picture in a Markdown file. */
export function hasPictureData(text: string): boolean {
  return text.includes("data:image/") && (text.search(INLINE) >= 0 || text.split("\n").some(readDefinition));
}

/** The table of a document that is being read from a file. */
export class PictureTable {
  private readonly found: Picture[] = [];
  private next = 1;

  add(picture: Picture): void {
    this.found.push(picture);
  }

  /** A text with the pictures that stand in it taken into the table, and referred to. `whole` is the text that they come from. */
  lift(text: string, whole: string): string {
    if (!text.includes("](data:image/")) return text;
    return text.replace(INLINE, (all: string, words: string, data: string) => {
      if (!isPictureData(data)) return all;
      const known = this.found.find((one) => one.data === data);
      if (known !== undefined) return `${words}[${known.name}]`;
      while (whole.includes(`[image-${this.next}]`)) this.next++;
      const name = `image-${this.next++}`;
      this.found.push({ name, data });
      return `${words}[${name}]`;
    });
  }

  /** All of them. */
  get pictures(): readonly Picture[] {
    return withoutTwins(this.found);
  }
}
