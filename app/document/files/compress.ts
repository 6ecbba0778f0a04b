// Texts made small as letters that an address may hold: deflate.
import { Deflate, Inflate, strFromU8, strToU8 } from "fflate";

/** Most bytes of an unpacked text: a link of a few kilobytes could hold gigabytes of nothing. */
const MOST_BYTES = 24_000_000;

/** Characters beyond which speed counts more than length. */
const LONG = 300_000;

/** A text as letters, digits, `-` and `_`. */
export function packed(text: string): string {
  const parts: Uint8Array[] = [];
  // of a long text the page's thread has no time to find the shortest form
  const deflate = new Deflate({ level: text.length > LONG ? 1 : 9 }, (part) => void parts.push(part));
  deflate.push(strToU8(text), true);
  return base64url(joined(parts));
}

/** The text again; undefined where it is none, or too long. */
export function unpacked(letters: string): string | undefined {
  const bytes = bytesOf(letters);
  if (bytes === undefined) return undefined;
  const parts: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  const inflate = new Inflate((part, isLast) => {
    size += part.length;
    if (size > MOST_BYTES) throw new RangeError("too long");
    parts.push(part);
    isWhole = isLast;
  });
  try {
    // in pieces, so that a text that grows without end is noticed early
    for (let from = 0; from < bytes.length; from += 4096)
      inflate.push(bytes.subarray(from, from + 4096), from + 4096 >= bytes.length);
    return isWhole ? strFromU8(joined(parts)) : undefined;
  } catch {
    // damaged or too long: callers say that it cannot be read
    return undefined;
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function base64url(bytes: Uint8Array): string {
  let text = "";
  for (let from = 0; from < bytes.length; from += 8192)
    text += String.fromCharCode(...bytes.subarray(from, from + 8192));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytesOf(letters: string): Uint8Array | undefined {
  if (!/^[\w-]*$/.test(letters)) return undefined;
  try {
    const text = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  } catch {
    // no base64, so no bytes
    return undefined;
  }
}
