// The pictures of prose in the page: those of the document, and files beside the page. Nothing is asked of any other site.
import { t } from "@lingui/core/macro";
import type { Picture } from "./picture.ts";
import { contentOf, MOST_PIXELS, type PictureSize, sizeOfPicture } from "./picture-size.ts";

/** A picture as the page shows it: an address of its own, and its pixels, so that its place is known before it is drawn. */
interface Shown extends PictureSize {
  readonly address: string;
}

/** Made once for each picture; undefined where it is none, or too large to be drawn. */
const known = new WeakMap<Picture, Shown | undefined>();
const unused = new FinalizationRegistry<string>((address) => URL.revokeObjectURL(address));

function shownOf(picture: Picture): Shown | undefined {
  if (known.has(picture)) return known.get(picture);
  const size = sizeOfPicture(picture);
  const isDrawn = size !== undefined && size.width * size.height <= MOST_PIXELS;
  const content = isDrawn ? contentOf(picture.data) : undefined;
  const shown = size && content && { ...size, address: addressOf(picture, content) };
  known.set(picture, shown);
  return shown;
}

function addressOf(picture: Picture, content: Uint8Array<ArrayBuffer>): string {
  const type = picture.data.slice("data:".length, picture.data.indexOf(";"));
  const address = URL.createObjectURL(new Blob([content], { type }));
  unused.register(picture, address);
  return address;
}

/** Fills in the pictures of a part of prose that is not in the page yet. */
export function fillPictures(part: ParentNode, pictures: readonly Picture[]): void {
  const named = new Map(pictures.map((picture) => [picture.name, picture]));
  for (const image of part.querySelectorAll<HTMLImageElement>("img.picture")) {
    const picture = named.get(image.dataset.picture ?? "");
    if (picture !== undefined) fillKept(image, picture);
    else fillBeside(image);
  }
}

function fillKept(image: HTMLImageElement, picture: Picture): void {
  const shown = shownOf(picture);
  if (shown === undefined) return replaceByWords(image, t`this picture cannot be shown`);
  image.width = shown.width;
  image.height = shown.height;
  image.decoding = "async";
  image.src = shown.address;
}

/** A picture in a file below the page, if that is where it is. */
function fillBeside(image: HTMLImageElement): void {
  const address = image.dataset.address ?? "";
  const file = fileBeside(address);
  if (file === undefined) return replaceByWords(image, address);
  image.decoding = "async";
  image.addEventListener("error", () => replaceByWords(image, address), { once: true });
  image.src = file;
}

/** The address of a file in the page's folder or below it; undefined for any other. */
function fileBeside(address: string): string | undefined {
  const folder = new URL("./", document.baseURI);
  if (!URL.canParse(address, folder)) return undefined;
  const file = new URL(address, folder);
  return file.origin === folder.origin && file.pathname.startsWith(folder.pathname) ? file.href : undefined;
}

/** Its own words in the place of a picture, and why it is not there. */
function replaceByWords(image: HTMLImageElement, why: string): void {
  const words = document.createElement("span");
  words.className = "picture-elsewhere";
  const reason = document.createElement("small");
  reason.textContent = `(${why})`;
  words.append(image.alt === "" ? t`Picture` : image.alt, " ", reason);
  image.replaceWith(words);
}
