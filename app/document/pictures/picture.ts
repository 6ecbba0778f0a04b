// A picture that is kept in a document: its data, and the limits of their bytes.

/** A picture that is kept in a document. */
export interface Picture {
  /** Unique within the document; the letters that {@link isPictureName} takes. */
  readonly name: string;
  /** A data address in base64, of one of the kinds that browsers only look at: PNG, JPEG, GIF or WebP. */
  readonly data: string;
}

/** Bytes of one picture, and of all pictures of a document together: browsers keep some five megabytes for a site. */
export const MOST_PICTURE_BYTES = 400_000;
/** The bytes of all pictures of a document at most. */
export const MOST_PICTURES_BYTES = 1_000_000;

/** Any such address, with its kind. */
export const DATA = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/;

/** Whether a text may be the name of a picture. */
export function isPictureName(text: string): boolean {
  return /^[\w-]{1,40}$/.test(text);
}

/** Whether a text is a picture as a document keeps it. */
export function isPictureData(text: string): boolean {
  return DATA.test(text);
}

/** Bytes of a picture. */
export function bytesOf({ data }: Picture): number {
  const letters = data.length - data.indexOf(",") - 1;
  return Math.floor((letters * 3) / 4) - (data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0);
}

/** Bytes of pictures together. */
export function bytesOfAll(pictures: readonly Picture[]): number {
  return pictures.reduce((sum, picture) => sum + bytesOf(picture), 0);
}
