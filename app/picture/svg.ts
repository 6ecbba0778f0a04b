// Shapes as SVG: the attributes of each, as the page sets them and as a file has them.

import { present } from "../../engine/base/nth.ts";
import { escaped } from "../words/escaped.ts";
import { hundredths, pathText } from "./path.ts";
import type { Colour, Part, Shape } from "./shape.ts";

/** A colour as CSS has it; in a file, its value. */
export type Colouring = (colour: Colour) => string;

/** Colours on the page: CSS variables, so that shapes follow the theme. */
export const onPage: Colouring = (colour) => mixed(colour, (token) => `var(--${token})`);

/** A colour, or two that are mixed, in CSS. */
export function mixed(colour: Colour, token: (name: string) => string): string {
  if (typeof colour === "string") return token(colour);
  const [a, b] = colour.mix;
  return `color-mix(in oklab, ${token(a)} ${colour.part}%, ${token(b)})`;
}

const FONTS = { code: "var(--font-code)", ui: "var(--font-ui)", prose: "var(--font-prose)" } as const;

/** The font of a text, as a file has it. */
export const FILE_FONTS = {
  code: '"JetBrains Mono", "Dualscope Symbols", ui-monospace, monospace',
  ui: 'Inter, "Dualscope Symbols", system-ui, sans-serif',
  prose: '"Source Serif 4", "Dualscope Symbols", Georgia, serif',
} as const;

function colour(value: Colour, paint: Colouring): string {
  return value === "none" ? "none" : paint(value);
}

/** More than the rounding errors of a sum, in pixels: without it, halves are rounded up at one time and down at another. */
const ERRORS = 1e-8;

/** How far down a shape lies in its layer, which is scrolled by some pixels: in pixels, rounded to hundredths. */
export function scrolledHeight(shape: Shape, scrolled: number): number {
  return hundredths((shape.tag === "path" ? (shape.dy ?? 0) : shape.y) + scrolled + ERRORS);
}

/**
 * The attributes of a shape in a layer that is scrolled by some pixels: a shape that scrolls along keeps its own. A path is written with
 * its offset: an element with a transform of its own costs the browser a layer.
 */
export function scrolledAttributes(shape: Shape, scrolled: number): Record<string, string> {
  const height = scrolledHeight(shape, scrolled);
  return attributesOf(shape.tag === "path" ? { ...shape, dy: height } : { ...shape, y: height }, onPage);
}

/** The attributes of a shape, by their names; on a page, without those that painter.css gives to all texts. */
export function attributesOf(
  shape: Shape,
  paint: Colouring,
  fonts: Readonly<Record<string, string>> = FONTS,
): Record<string, string> {
  const set: Record<string, string> = {};
  const number = (name: string, value: number): void => {
    set[name] = String(hundredths(value));
  };
  if (shape.opacity !== undefined && shape.opacity < 1) {
    // a group's opacity would be painted by itself, shape by shape
    const opacity = Math.max(0, shape.opacity);
    const hasFill = shape.tag === "text" || (shape.fill !== undefined && shape.fill !== "none");
    if (hasFill) number("fill-opacity", opacity);
    if (shape.stroke !== undefined) number("stroke-opacity", opacity);
  }
  if (shape.fill !== undefined) set.fill = colour(shape.fill, paint);
  if (shape.stroke !== undefined) set.stroke = colour(shape.stroke, paint);
  if (shape.width !== undefined) number("stroke-width", shape.width);
  if (shape.dash !== undefined) set["stroke-dasharray"] = shape.dash;
  for (const [name, value] of Object.entries(shape.data ?? {})) set[`data-${name}`] = String(value);
  switch (shape.tag) {
    case "rect":
      number("x", shape.x);
      number("y", shape.y);
      number("width", Math.max(0, shape.w));
      number("height", Math.max(0, shape.h));
      if (shape.r !== undefined) number("rx", shape.r);
      break;
    case "path":
      set.d = pathText(shape.path, shape.dy);
      set.fill ??= "none";
      if (shape.round === true) set["stroke-linecap"] = "round";
      if (shape.drawn !== undefined) {
        set.pathLength = "1";
        set["stroke-dasharray"] = `${Math.round(shape.drawn * 1000) / 1000} 1`;
      }
      break;
    case "text":
      number("x", shape.x);
      number("y", shape.y);
      number("font-size", shape.size);
      if (paint !== onPage || shape.font !== "code") set["font-family"] = present(fonts[shape.font]);
      if (paint !== onPage) set["dominant-baseline"] = "central";
      if (shape.font === "code" || shape.isName === true) set.translate = "no";
      if (shape.anchor !== undefined) set["text-anchor"] = shape.anchor;
      break;
  }
  return set;
}

/** A part of a text: the attributes of its span; on a page, without those that painter.css gives to all texts. */
export function partAttributes({ colour: token, bold, isStruck }: Part, paint: Colouring): Record<string, string> {
  return {
    ...((paint !== onPage || token !== undefined) && { fill: colour(token ?? "ink", paint) }),
    // WebKit takes it from the text for its own letters alone
    ...(paint !== onPage && { "dominant-baseline": "central" }),
    ...(bold === true && { "font-weight": "600" }),
    ...(isStruck === true && { "text-decoration": "line-through" }),
  };
}

/** A shape as an element of a file. */
export function shapeText(shape: Shape, paint: Colouring): string {
  return elementText(shape, attributesOf(shape, paint, FILE_FONTS), paint);
}

/** An element of a file for a shape: its attributes, and what stands in it before the parts of a text. */
export function elementText(shape: Shape, attributes: Attributes, paint: Colouring, inside = ""): string {
  const open = `<${shape.tag}${written(attributes)}`;
  if (shape.tag !== "text") return inside === "" ? `${open}/>` : `${open}>${inside}</${shape.tag}>`;
  const parts = shape.parts.map(
    (part) => `<tspan${written(partAttributes(part, paint))}>${escaped(part.text)}</tspan>`,
  );
  return `${open} xml:space="preserve">${inside}${parts.join("")}</text>`;
}

/** Attributes of an element by their names. */
export type Attributes = Readonly<Record<string, string>>;

function written(attributes: Attributes): string {
  return Object.entries(attributes).reduce((text, [name, value]) => `${text} ${name}="${escaped(value)}"`, "");
}
