// A box of an environment: a cotangent of a variable; a log or the captures of a function; below some pixels, ink.

import type { Content } from "../../../../../engine/core/events/events.ts";
import { shortReal } from "../../../../../engine/core/values/show-value.ts";
import { lengthOf, withFewerDigits } from "../../../../picture/parts.ts";
import { type Layer, LETTER, type Part, type Picture } from "../../../../picture/shape.ts";
import { boxText, heldIn, isNothing, textOf } from "../model/contents.ts";
import type { Place } from "./shares.ts";

/** Narrower boxes, in pixels, have no text; still narrower ones are ink. */
const [TEXT, INK] = [12, 5];
/** In lower boxes an entry of a log has no card. */
const CARDS = 22;
/** Letters in boxes: at most this high, and this part of the box. */
const LETTERS = { most: 16, part: 0.74, least: 7 };

/** Whether boxes of a width are ink. */
export const isInk = (w: number): boolean => w < INK;

/** A box at a place. */
export interface BoxAt extends Place {
  /** Its middle, and its height. */
  readonly y: number;
  readonly h: number;
  readonly opacity?: number;
  /** How much it stands out, from 0 to 1. */
  readonly hot?: number;
  readonly scale: number;
  readonly data?: Readonly<Record<string, string | number>>;
}

/** The parts of an entry of a log: the argument and the cotangent. */
function entryParts(entry: Content): readonly Part[] {
  const [argument, cotangent] = typeof entry === "object" && "tuple" in entry ? entry.tuple : [];
  const text = (content: Content | undefined): string => (content === undefined ? ".." : valueText(content));
  return [
    { text: "(", colour: "ink-2" },
    { text: text(argument), colour: "primal" },
    { text: ",", colour: "ink-2" },
    { text: text(cotangent), colour: "cot", bold: true },
    { text: ")", colour: "ink-2" },
  ];
}

const valueText = (content: Content): string => (typeof content === "number" ? shortReal(content) : textOf(content));

/** A card with an entry of a log. */
export function drawCard(picture: Picture, layer: Layer, key: string, entry: Content, at: BoxAt): void {
  const { x, y, w, h, opacity, scale } = at;
  picture.rect(layer, `${key}c`, [x, y - h / 2, w, h], {
    r: 3,
    fill: "surface",
    stroke: "staged",
    width: 1.5,
    opacity,
    data: at.data,
  });
  write(picture, layer, key, entryParts(entry), { ...at, w: w - 3 * scale });
}

function write(
  picture: Picture,
  layer: Layer,
  key: string,
  parts: readonly Part[],
  { x, y, w, h, opacity, scale }: BoxAt,
): void {
  // with fewer digits, where there is no room for all
  const fits = Math.floor((w - 2) / (LETTERS.least * scale * LETTER));
  const shown = withFewerDigits(parts, fits);
  const size = Math.min(LETTERS.most * scale, h * LETTERS.part, (w - 2) / lengthOf(shown) / LETTER);
  if (size >= LETTERS.least) return picture.write(layer, `${key}t`, [x + w / 2, y], shown, size, { opacity });
  if (h >= CARDS * scale)
    picture.write(layer, `${key}t`, [x + w / 2, y], [{ text: "…", colour: "ink-2" }], LETTERS.most);
}

/** A box with a cotangent. */
export function drawBox(picture: Picture, layer: Layer, key: string, content: Content | undefined, at: BoxAt): void {
  const { x, y, w, h, opacity, hot = 0, scale, data } = at;
  const held = heldIn(content);
  const isZero = isNothing(content);
  const colour = isZero ? "line-strong" : held === undefined ? "cot" : held.tag === "log" ? "staged" : "bp";
  const gap = w < TEXT ? 0.25 : 0.75;
  picture.rect(layer, `${key}b`, [x + gap, y - h / 2, Math.max(0.5, w - 2 * gap), h], {
    r: Math.min(4 * scale, w / 4, h / 4),
    fill: isZero ? "sunken" : `${colour}-soft`,
    stroke: colour,
    width: (w < TEXT ? 0.75 : 1.25) + 1.75 * hot,
    opacity,
    data,
  });
  if (w < TEXT) return;
  if (held?.tag === "log" && !isZero && h < CARDS * scale)
    return write(picture, layer, key, held.entries.flatMap(entryParts), at);
  if (held?.tag === "log" && !isZero) {
    const inner = w - 6 * scale;
    const card = Math.min(60 * scale, inner / held.entries.length);
    for (const [index, entry] of held.entries.entries())
      drawCard(picture, layer, `${key}k${index}`, entry, {
        ...at,
        x: x + 3 * scale + index * card,
        w: card - 2,
        h: h - 6 * scale,
        data: {},
      });
    return;
  }
  const text = boxText(content);
  const number = text === "" || Number.isNaN(Number(text)) ? undefined : Number(text);
  write(picture, layer, key, [{ text, number, colour: isZero ? "ink-2" : colour, bold: !isZero }], at);
}
