// The pictures of a document in a Markdown file: reference definitions, or as other programs have them, within a line.
import { isPictureData, type Picture } from "./picture.ts";
import { withoutTwins } from "./pictures.ts";

/** A line of a Markdown file that is a picture. */
const DEFINITION = /^\[([\w-]{1,40})\]: (data:image\/[^\s]*)$/;

/** A picture within a line, as other programs write it. */
const INLINE = /(!\[[^[\]\n]{0,300}\])\((data:image\/[A-Za-z0-9+/;=,]+)\)/g;

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

/** Whether a text of prose could be taken for one with a picture in a Markdown file. */
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
