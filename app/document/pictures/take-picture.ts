// Picture files as a document keeps them: as they are where they are small enough, else drawn smaller when the author wants it.
import { isPictureData, MOST_PICTURE_BYTES } from "./picture.ts";
import { MOST_PIXELS, sizeOfPicture } from "./picture-size.ts";

/** The result for a file. */
export type Taken =
  /** A data address that a document keeps. */
  | { readonly tag: "picture"; readonly data: string }
  /** Too many bytes; `smaller` draws it with fewer, and gives undefined where that fails. */
  | { readonly tag: "large"; smaller(): Promise<string | undefined> }
  /** No picture that this browser can draw. */
  | { readonly tag: "unreadable" };

/** The first bytes of the kinds that are kept as they are. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  ["image/png", /^\x89PNG\r\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8/],
  ["image/webp", /^RIFF[\s\S]{4}WEBP/],
];

/** Takes a picture file of any name; `room` is how many bytes there are for it. */
export async function takePicture(file: Blob, room: number): Promise<Taken> {
  const most = Math.min(room, MOST_PICTURE_BYTES);
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  const kind = KINDS.find(([, beginning]) => beginning.test(head))?.[0];
  // any other kind becomes one of these: an SVG could be made to draw for ever, and some browsers cannot draw others
  if (kind === undefined) return madeOf(await smallerOf(file, most));
  if (file.size > most) return { tag: "large", smaller: () => smallerOf(file, most) };
  const data = await addressOf(new Blob([file], { type: kind }));
  const size = sizeOfPicture({ name: "", data });
  if (size === undefined) return madeOf(await smallerOf(file, most));
  if (size.width * size.height > MOST_PIXELS) return { tag: "large", smaller: () => smallerOf(file, most) };
  return { tag: "picture", data };
}

function madeOf(data: string | undefined): Taken {
  return data === undefined ? { tag: "unreadable" } : { tag: "picture", data };
}

/** Pixels of the longer side of a picture that was drawn smaller: twice as wide as a column of text, for dense screens. */
const LONGEST_SIDE = 1600;
/** How much of its side a picture loses that has still too many bytes, and how often. */
const LESS = 0.75;
const MOST_TRIES = 8;
const QUALITY = 0.85;

/** A picture of at most `most` bytes; undefined where the browser cannot draw it. Of one that moves, its first image. */
async function smallerOf(file: Blob, most: number): Promise<string | undefined> {
  const drawn = await drawable(file);
  if (drawn === undefined) return undefined;
  let scale = Math.min(1, LONGEST_SIDE / Math.max(drawn.width, drawn.height));
  for (let tries = 0; tries < MOST_TRIES; tries++, scale *= LESS) {
    const blob = await encoded(drawn, scale);
    if (blob === undefined) return undefined;
    if (blob.size > most) continue;
    const data = await addressOf(blob);
    return isPictureData(data) ? data : undefined;
  }
  return undefined;
}

interface Drawable {
  readonly source: CanvasImageSource;
  readonly width: number;
  readonly height: number;
}

async function drawable(file: Blob): Promise<Drawable | undefined> {
  const text = file.size < MOST_SVG && /^\s*<(?:\?xml|!--|!DOCTYPE|svg)/i.test(await file.slice(0, 100).text());
  try {
    if (text) return await drawableSvg(file);
    const source = await createImageBitmap(file);
    return { source, width: source.width, height: source.height };
  } catch {
    // the reader is told that it is no picture
    return undefined;
  }
}

/** Bytes of an SVG that is drawn. */
const MOST_SVG = 2_000_000;

/** An SVG as an image: so it runs nothing and loads nothing. It is drawn as large as there is use for. */
async function drawableSvg(file: Blob): Promise<Drawable> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([file], { type: "image/svg+xml" }));
  try {
    image.src = address;
    await image.decode();
  } finally {
    URL.revokeObjectURL(address);
  }
  const { naturalWidth, naturalHeight } = image;
  const enlarged = LONGEST_SIDE / Math.max(1, naturalWidth, naturalHeight);
  return {
    source: image,
    width: Math.round((naturalWidth || 2) * enlarged),
    height: Math.round((naturalHeight || 1) * enlarged),
  };
}

async function encoded({ source, width, height }: Drawable, scale: number): Promise<Blob | undefined> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d");
  if (context === null) return undefined;
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  const webp = await blobOf(canvas, "image/webp");
  if (webp?.type === "image/webp") return webp;
  // a browser that writes no WebP: JPEG has no transparency
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  return blobOf(canvas, "image/jpeg");
}

function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob | undefined> {
  return new Promise((done) => canvas.toBlob((blob) => done(blob ?? undefined), type, QUALITY));
}

function addressOf(blob: Blob): Promise<string> {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(blob);
  });
}
