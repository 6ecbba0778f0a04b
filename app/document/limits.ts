// How large a document from elsewhere may be, whichever way it comes: by a link, as JSON or as Markdown.
import { plural, t } from "@lingui/core/macro";
import { lengthOfFiles, MOST_DATA } from "./data-files.ts";
import type { Document } from "./document.ts";
import { bytesOfAll, MOST_PICTURES_BYTES } from "./pictures/picture.ts";

/** More cells than this are no document. */
export const MOST_CELLS = 2000;

/** Characters of all texts together, and of a program, of which the checker reads no more. */
export const MOST_CHARACTERS = 10_000_000;
const LONGEST_PROGRAM = 4_000_000;

/** Characters of a title, and of a field beside a program. */
export const LONGEST_TITLE = 1000;
const LONGEST_FIELD = 100_000;

/** Why a document is too large to be opened, in a clause; undefined where it is not. */
export function beyondLimits({ title, cells, pictures = [], files = [] }: Document): string | undefined {
  if (cells.length > MOST_CELLS) return tooManyCells();
  if (title.length > LONGEST_TITLE)
    return plural(LONGEST_TITLE, {
      one: `its title is longer than ${LONGEST_TITLE} character`,
      other: `its title is longer than ${LONGEST_TITLE} characters`,
    });
  if (cells.reduce((sum, { text }) => sum + text.length, 0) > MOST_CHARACTERS) {
    const millions = MOST_CHARACTERS / 1e6;
    return t`its text is longer than ${millions} million characters`;
  }
  if (cells.some(({ tag, text }) => tag === "program" && text.length > LONGEST_PROGRAM)) {
    const millions = LONGEST_PROGRAM / 1e6;
    return t`one of its programs is longer than ${millions} million characters`;
  }
  if (bytesOfAll(pictures) > MOST_PICTURES_BYTES) {
    const megabytes = MOST_PICTURES_BYTES / 1e6;
    return t`its pictures take more than ${megabytes} MB in total`;
  }
  if (lengthOfFiles(files) > MOST_DATA) {
    const millions = MOST_DATA / 1e6;
    return t`its data are longer than ${millions} million characters`;
  }
  const fields = cells.flatMap((cell) => (cell.tag === "program" ? Object.values(cell.ask) : []));
  if (fields.some((field) => field.length > LONGEST_FIELD)) return t`one of its inputs is too long`;
  return undefined;
}

/** Said where the cells are counted before they are read. */
export function tooManyCells(): string {
  return plural(MOST_CELLS, {
    one: `it has more than ${MOST_CELLS} cell`,
    other: `it has more than ${MOST_CELLS} cells`,
  });
}
