// How large a picture is, as its first bytes say it.
import { DATA, type Picture } from "./picture.ts";

/** Pixels of a picture: a browser takes four bytes for each when it draws it. */
export const MOST_PIXELS = 25_000_000;

/** Letters of base64 that the first thirty bytes are. */
const HEAD = 40;

/** The bytes of a data address, or of its first letters; undefined where they are none. */
export function contentOf(data: string, letters?: number): Uint8Array<ArrayBuffer> | undefined {
  const from = data.indexOf(",") + 1;
  try {
    const text = atob(data.slice(from, letters && from + letters));
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
    return bytes;
  } catch {
    // no base64, so no bytes
    return undefined;
  }
}

/** Pixels of a picture. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** How large a picture is, as its first bytes say, without drawing it; undefined where they do not say it. */
export function sizeOfPicture({ data }: Picture): PictureSize | undefined {
  const kind = DATA.exec(data)?.[1] as keyof typeof SIZES | undefined;
  // only a JPEG may have much before its size
  const bytes = kind && contentOf(data, kind === "jpeg" ? undefined : HEAD);
  if (kind === undefined || bytes === undefined) return undefined;
  const size = SIZES[kind](new DataView(bytes.buffer));
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

const SIZES = { png: sizeOfPng, gif: sizeOfGif, webp: sizeOfWebp, jpeg: sizeOfJpeg } as const;

function sizeOfPng(view: DataView): PictureSize | undefined {
  if (view.byteLength < 24 || view.getUint32(0) !== 0x89504e47) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function sizeOfGif(view: DataView): PictureSize | undefined {
  if (view.byteLength < 10 || view.getUint32(0) !== 0x47494638) return undefined;
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

function sizeOfWebp(view: DataView): PictureSize | undefined {
  if (view.byteLength < 30 || view.getUint32(0) !== 0x52494646 || view.getUint32(8) !== 0x57454250) return undefined;
  const kind = view.getUint32(12);
  // "VP8X", "VP8L" and "VP8 ": with more than a picture, without loss, and with
  if (kind === 0x56503858) {
    const at = (offset: number): number => view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16);
    return { width: at(24) + 1, height: at(27) + 1 };
  }
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind !== 0x56503820) return undefined;
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

/** Goes from segment to segment up to that of the frame. */
function sizeOfJpeg(view: DataView): PictureSize | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // SOF0 to SOF15, but DHT, JPG and DAC
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}
