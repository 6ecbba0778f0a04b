// Shapes of a picture: plain data with keys, so that a moved shape is recognised, and no two pictures of one moment differ. Colours are
// names of tokens (ui/styles/tokens.css).

import { nth } from "../../engine/base/nth.ts";
import { apart, type Body } from "./apart.ts";
import type { Point } from "./motion.ts";
import { isSamePath, type Path } from "./path.ts";

/** From the ground up: later ones cover earlier ones. The ground of the rows scrolls with them; heads and the map are still. */
export const LAYERS = ["ground", "still", "band", "edge", "live", "label", "node", "token", "top"] as const;
/** The layer that a shape is painted in. */
export type Layer = (typeof LAYERS)[number];
/** Layers whose shapes do not leave the rows: of a row that is partly in sight, that part is drawn. */
export const WITHIN_ROWS: ReadonlySet<Layer> = new Set(["edge", "live", "label", "node"]);

/** A colour by its token; `none`, and mixtures of two tokens by per cent of the first. */
export type Colour = string | { readonly mix: readonly [string, string]; readonly part: number };

interface Look {
  readonly fill?: Colour | undefined;
  readonly stroke?: Colour | undefined;
  readonly width?: number | undefined;
  readonly dash?: string | undefined;
  readonly opacity?: number | undefined;
  /** Data for tests and readers of the file. */
  readonly data?: Readonly<Record<string, string | number>> | undefined;
}

/** A rectangle by its upper left corner and its size; `r` rounds its corners. */
export interface RectShape extends Look {
  readonly tag: "rect";
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly r?: number | undefined;
}

/** A line or an area; `dy` is by how much it is moved down. */
export interface PathShape extends Look {
  readonly tag: "path";
  readonly path: Path;
  readonly dy?: number | undefined;
  /** How much of it is drawn, from 0 to 1. */
  readonly drawn?: number | undefined;
  /** Ends of lines are round. */
  readonly round?: boolean | undefined;
}

/** A part of a text in a colour of its own. */
export interface Part {
  readonly text: string;
  /** The number that the text is, where it is one. */
  readonly number?: number | undefined;
  readonly colour?: Colour | undefined;
  readonly bold?: boolean | undefined;
  /** It does not hold any more. */
  readonly isStruck?: boolean | undefined;
}

/** A line of text made of parts in several colours; `size` is in pixels. */
export interface TextShape extends Look {
  readonly tag: "text";
  readonly x: number;
  readonly y: number;
  readonly parts: readonly Part[];
  readonly size: number;
  readonly font: "code" | "ui" | "prose";
  readonly anchor?: "start" | "middle" | "end" | undefined;
  /** Names and code are the same in all languages. */
  readonly isName?: boolean | undefined;
}

/** A rectangle by its upper left corner and its size. */
export type Box = readonly [x: number, y: number, w: number, h: number];

/** A rectangle by its middle and its size. */
export const around = (x: number, y: number, w: number, h: number): Box => [x - w / 2, y - h / 2, w, h];

/** The look of a rectangle beside its place. */
export type BoxLook = Omit<RectShape, "tag" | "x" | "y" | "w" | "h">;

/** The look of a line beside its colour and its width. */
type LineLook = Omit<PathShape, "tag" | "path" | "fill" | "stroke" | "width">;

/** The look of a box with its ground in the faint form of the colour of its outline. */
export const soft = (colour: string, width: number) => ({ fill: `${colour}-soft`, stroke: colour, width });

/** The look of a text beside its place, its parts and its size. */
type TextLook = Partial<Omit<TextShape, "tag" | "x" | "y" | "parts" | "size">>;

/** A shape with its layer, and a key by which it is found again in the next picture. */
export type Shape = (RectShape | PathShape | TextShape) & { readonly key: string; readonly layer: Layer };

/**
 * Whether two shapes look the same but for the height at which they lie. Fields are named one by one: hundreds of shapes are compared
 * for each picture, and a loop over the names of fields takes several times as long.
 */
export function isAlike(a: Shape, b: Shape): boolean {
  return (
    a.width === b.width &&
    a.dash === b.dash &&
    a.opacity === b.opacity &&
    isSameColour(a.fill, b.fill) &&
    isSameColour(a.stroke, b.stroke) &&
    isSameData(a.data, b.data) &&
    isSameForm(a, b)
  );
}

function isSameForm(a: Shape, b: Shape): boolean {
  if (a.tag === "rect") return b.tag === "rect" && a.x === b.x && a.w === b.w && a.h === b.h && a.r === b.r;
  if (a.tag === "path")
    return b.tag === "path" && isSamePath(a.path, b.path) && a.drawn === b.drawn && a.round === b.round;
  if (b.tag !== "text" || a.x !== b.x || a.size !== b.size || a.font !== b.font) return false;
  if (a.anchor !== b.anchor || a.isName !== b.isName || a.parts.length !== b.parts.length) return false;
  return a.parts.every((part, at) => isSamePart(part, nth(b.parts, at)));
}

/** Whether two parts of texts look the same. */
export function isSamePart(a: Part, b: Part): boolean {
  return a.text === b.text && a.bold === b.bold && a.isStruck === b.isStruck && isSameColour(a.colour, b.colour);
}

/** The parts of a text; neighbours that look alike become one part. */
export function joined(parts: readonly Part[]): readonly Part[] {
  const found: Part[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (last !== undefined && isSamePart({ ...part, text: last.text }, last))
      found[found.length - 1] = { ...last, text: last.text + part.text };
    else found.push(part);
  }
  return found;
}

function isSameColour(a: Colour | undefined, b: Colour | undefined): boolean {
  if (typeof a !== "object" || typeof b !== "object") return a === b;
  return a.part === b.part && a.mix[0] === b.mix[0] && a.mix[1] === b.mix[1];
}

function isSameData(a: Look["data"], b: Look["data"]): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  let more = 0;
  for (const name in a) {
    if (a[name] !== b[name]) return false;
    more++;
  }
  for (const _ in b) more--;
  return more === 0;
}

/** A contribution, or a cotangent, as a flag that points back. */
export interface FlagAt {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly opacity?: number | undefined;
  readonly isLit?: boolean | undefined;
  /** Whether its number is another one since an edge was cut, or missing. */
  readonly mark?: "changed" | "missing" | undefined;
  readonly data?: Readonly<Record<string, string | number>> | undefined;
}

/** A flag that flies; `from` is the side on which it passes others, by a place there, but for those of the row that it `leaves`. */
export interface Flight {
  readonly key: string;
  readonly text: string | readonly Part[];
  readonly at: FlagAt;
  readonly from: number;
  readonly leaves?: Point;
}

/** Letters of the code font are this wide, in letters of height. */
export const LETTER = 0.6;
/** Letters of the font of the page are about this wide, in letters of height. */
export const UI_LETTER = 0.56;
/** The same of a line of words and numbers. */
export const UI_LINE = 0.54;
/** The tip of a flag, in letters, and its height, in letters and in rows. */
const TIP = 0.55;
const HIGH = { letters: 1.5, row: 0.66 };
/** The room beside the text of a flag, in letters. */
export const FLAG_ENDS = 1.15;

/** Gathers the shapes of one picture. */
export class Picture {
  readonly shapes: Shape[] = [];
  /** The standing flags, which flying ones keep clear of. */
  readonly standing: Body[] = [];
  private readonly row: number;

  /** Flags are lower than a row, so that those of two rows do not touch. */
  constructor(row = Number.POSITIVE_INFINITY) {
    this.row = row;
  }

  rect(layer: Layer, key: string, [x, y, w, h]: Box, look: BoxLook): void {
    if (look.opacity !== 0) this.shapes.push({ x, y, w, h, ...look, tag: "rect", layer, key });
  }

  path(layer: Layer, key: string, shape: Omit<PathShape, "tag">): void {
    if (shape.opacity !== 0) this.shapes.push({ ...shape, tag: "path", layer, key });
  }

  /** A line along a path. */
  line(layer: Layer, key: string, path: Path, stroke: Colour, width: number, look: LineLook = {}): void {
    this.path(layer, key, { path, stroke, width, ...look });
  }

  /** A text from a place on, in the font of code, unless its look says otherwise. */
  text(layer: Layer, key: string, [x, y]: Point, parts: readonly Part[], size: number, look: TextLook = {}): void {
    if (look.opacity !== 0) this.shapes.push({ x, y, parts, size, font: "code", ...look, tag: "text", layer, key });
  }

  /** The same with its middle at a place. */
  write(layer: Layer, key: string, at: Point, parts: readonly Part[], size: number, look: TextLook = {}): void {
    this.text(layer, key, at, parts, size, { anchor: "middle", ...look });
  }

  /** Words of the page in one colour, from a place on. */
  say(layer: Layer, key: string, at: Point, words: string, colour: Colour, size: number, look: TextLook = {}): void {
    this.text(layer, key, at, [{ text: words, colour }], size, { font: "ui", ...look });
  }

  /** A box with a text in its middle; the keys of both are made of its name and of what it is for. */
  box(
    layer: Layer,
    name: string,
    of: string | number,
    box: Box,
    look: BoxLook,
    parts: readonly Part[],
    size: number,
  ): void {
    const [x, y, w, h] = box;
    this.rect(layer, `${name}${of}`, box, look);
    this.write(layer, `${name}t${of}`, [x + w / 2, y + h / 2], parts, size, { opacity: look.opacity });
  }

  /** A flag whose point is at x: a cotangent goes against the order of evaluation. */
  flag(layer: Layer, key: string, text: string | readonly Part[], at: FlagAt): void {
    const { x, y, size, opacity, isLit = false, mark, data } = at;
    const parts = typeof text === "string" ? [{ text, colour: mark === undefined ? "cot" : "err", bold: true }] : text;
    const body = this.flagBody(text, at);
    const { w, h } = body;
    const tip = size * TIP;
    if (layer !== "token") this.standing.push(body);
    const outline: Path = [["M", x, 0], ["l", tip, -h / 2], ["h", w - tip], ["v", h], ["h", tip - w], ["z"]];
    const stroke = mark !== undefined ? "err" : isLit ? "cot" : "cot-soft";
    const fill = mark === undefined ? "cot-soft" : "paper";
    const dash = mark === "missing" ? "4 3" : undefined;
    const width = isLit || mark !== undefined ? 2 : 1;
    this.path(layer, key, { path: outline, dy: y, fill, stroke, width, dash, opacity, data });
    this.write(layer, `${key}t`, [x + tip + (w - tip) / 2, y], parts, size, { opacity });
  }

  /** Flags that fly in a column, each clear of standing ones and of the others. */
  flights(all: readonly Flight[], left: number, right: number): void {
    const standing = this.standing.filter(({ x }) => x >= left && x < right);
    const bodies = all.map(({ text, at, ...flight }) => ({ ...this.flagBody(text, at), ...flight }));
    const pushed = apart([...standing, ...bodies], left, right).slice(standing.length);
    for (const [index, { key, text, at }] of all.entries())
      this.flag("token", key, text, {
        ...at,
        x: at.x + nth(pushed, index),
        isLit: true,
        data: { ...at.data, flying: 1 },
      });
  }

  private flagBody(text: string | readonly Part[], { x, y, size }: FlagAt): Body {
    return { x, y, w: flagWidth(text, size), h: flagHeight(size, this.row), from: undefined };
  }
}

/** The height of a flag in a row: between those of two low rows there is room for a number. */
export function flagHeight(size: number, row: number): number {
  return Math.min(size * HIGH.letters, row * HIGH.row);
}

/** The width of a flag with a text. */
export function flagWidth(text: string | readonly Part[], size: number): number {
  const letters = typeof text === "string" ? text.length : text.reduce((sum, part) => sum + part.text.length, 0);
  return letters * size * LETTER + size * FLAG_ENDS;
}
