// A film as files: a picture at a time as SVG, the whole run as SVG that moves by itself, and a picture as TikZ.

import { latex } from "../../../engine/base/latex.ts";
import { lastOf, nth, present } from "../../../engine/base/nth.ts";
import { escaped } from "../../words/escaped.ts";
import { formOf, hundredths, lowered, type Path } from "../path.ts";
import { type Colour, LAYERS, type Shape, WITHIN_ROWS } from "../shape.ts";
import { type Attributes, attributesOf, type Colouring, elementText, FILE_FONTS, shapeText } from "../svg.ts";

/** Points of TeX in a pixel, and the way of a cubic curve's handles to the handle of a quadratic one. */
const POINTS = 0.75;
const QUADRATIC = 2 / 3;

/** Data of a file besides the shapes: the size in pixels, the ground, fonts, a title and colours. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** The heights between which the rows are, where there are rows: shapes in them are clipped there. */
  readonly rows?: { readonly from: number; readonly to: number } | undefined;
  /** The ground of the picture, and its fonts as style. */
  readonly ground: string;
  readonly fonts: string;
  readonly title: string;
  /** Colours as numbers: a moving picture has none that its player would have to mix. */
  readonly paint: Colouring;
}

function head({ width, height, ground, fonts, title }: Sheet): string {
  const [w, h] = [Math.ceil(width), Math.ceil(height)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" text-rendering="geometricPrecision"><title>${escaped(title)}</title><style>${fonts}</style><rect width="${w}" height="${h}" fill="${ground}"/>`;
}

function inOrder(shapes: readonly Shape[]): readonly Shape[] {
  return LAYERS.flatMap((layer) => shapes.filter((shape) => shape.layer === layer));
}

/** An ordered list in three parts: below the rows, within them, above them. */
function aroundRows<T>(
  ordered: readonly T[],
  shapeOf: (one: T) => Shape,
): readonly [readonly T[], readonly T[], readonly T[]] {
  const isWithin = (one: T): boolean => WITHIN_ROWS.has(shapeOf(one).layer);
  const from = ordered.findIndex(isWithin);
  const to = ordered.findLastIndex(isWithin) + 1;
  return from < 0 ? [ordered, [], []] : [ordered.slice(0, from), ordered.slice(from, to), ordered.slice(to)];
}

/** Elements of an SVG file; those within the rows are cut where the rows begin and end. */
function svgBody(ordered: readonly Shape[], elements: readonly string[], { width, rows }: Sheet): string {
  const pairs = ordered.map((shape, at) => ({ shape, element: nth(elements, at) }));
  const [below, within, above] = aroundRows(pairs, ({ shape }) => shape).map((part) =>
    part.map(({ element }) => element).join("\n"),
  ) as [string, string, string];
  if (rows === undefined || within === "") return [below, within, above].filter((part) => part !== "").join("\n");
  const { from, to } = rows;
  const clip = `<clipPath id="rows"><rect x="0" y="${hundredths(from)}" width="${Math.ceil(width)}" height="${hundredths(to - from)}"/></clipPath>`;
  return [clip, below, `<g clip-path="url(#rows)">`, within, "</g>", above].filter((part) => part !== "").join("\n");
}

/** A picture as an SVG file. */
export function pictureSvg(shapes: readonly Shape[], sheet: Sheet): string {
  const ordered = inOrder(shapes);
  const elements = ordered.map((shape) => shapeText(shape, sheet.paint));
  return `${head(sheet)}${svgBody(ordered, elements, sheet)}</svg>\n`;
}

/**
 * Pictures that follow each other, as one SVG file that plays them: each shape is there once for each text and each set of colours and
 * dashes that it has, and its numbers change with the time (SMIL). `seconds` is the length of the whole.
 */
export function movingSvg(pictures: readonly (readonly Shape[])[], seconds: number, sheet: Sheet): string {
  const tracks = new Map<string, Track>();
  const order: string[] = [];
  for (const [index, shapes] of pictures.entries()) {
    let place = 0;
    for (const shape of inOrder(shapes)) {
      const attributes = drawnByOffset(attributesOf(shape, sheet.paint, FILE_FONTS));
      // changed text or colours make another shape: not all players animate colours that are no numbers
      const text = shape.tag === "text" ? JSON.stringify(shape.parts) : "";
      const looks = LOOKS.map((name) => attributes[name] ?? "").join(" ");
      const key = `${shape.layer} ${shape.key} ${shape.tag} ${text} ${looks}`;
      const track = tracks.get(key) ?? { first: shape, at: new Map(), forms: new Set() };
      track.at.set(index, attributes);
      if (shape.tag === "path") track.forms.add(formOf(shape.path));
      // insert a new track just above its z-order predecessor
      if (tracks.has(key)) place = Math.max(place, order.indexOf(key) + 1);
      else order.splice(place++, 0, key);
      tracks.set(key, track);
    }
  }
  const ordered = LAYERS.flatMap((layer) =>
    order.map((key) => present(tracks.get(key))).filter(({ first }) => first.layer === layer),
  );
  const elements = ordered.map((track) => moving(track, pictures.length, seconds, sheet));
  const shapes = ordered.map(({ first }) => first);
  return `${head(sheet)}${svgBody(shapes, elements, sheet)}</svg>\n`;
}

/** Attributes that are not numbers, which distinguish shapes. */
const LOOKS = ["fill", "stroke", "stroke-dasharray", "stroke-linecap", "font-family", "text-anchor"];

/** A line that is drawn bit by bit: one dash as long as all of it, which is shifted, for a number moves and a list of dashes does not. */
function drawnByOffset(attributes: Attributes): Attributes {
  const dashes = attributes["stroke-dasharray"];
  if (attributes.pathLength === undefined || dashes === undefined) return attributes;
  const offset = Math.round((1 - Number.parseFloat(dashes)) * 1000) / 1000;
  return { ...attributes, "stroke-dasharray": "1 1", "stroke-dashoffset": String(offset) };
}

/** A shape that several pictures have: its attributes by picture; it is not there in the others. */
interface Track {
  readonly first: Shape;
  readonly at: Map<number, Attributes>;
  /** The forms of its path: it moves in steps where there are several, for players have none between them. */
  readonly forms: Set<string>;
}

/** Attributes that change in steps, and have no values between two others. */
const STEPPED = /^(?:font|text|dominant|display)/;

/** A value of an attribute from a time on, in parts of the whole. */
interface Key {
  readonly key: number;
  readonly value: string;
}

function moving({ first, at, forms }: Track, count: number, seconds: number, { paint }: Sheet): string {
  const last = count - 1;
  const isData = (name: string): boolean => name.startsWith("data-");
  const names = new Set([...at.values()].flatMap((attributes) => Object.keys(attributes)));
  const isStepped = (name: string): boolean => (name === "d" ? forms.size > 1 : STEPPED.test(name));
  const animations = [...names].flatMap((name) => {
    if (isData(name)) return [];
    const none = name.endsWith("opacity") ? "1" : "none";
    const values: Key[] = [];
    for (const [index, attributes] of [...at].sort(([a], [b]) => a - b)) {
      const value = attributes[name] ?? none;
      const next = at.get(index + 1)?.[name] ?? none;
      if (values.at(-1)?.value !== value || next !== value) values.push({ key: index / last, value });
    }
    const isMoved = new Set(values.map(({ value }) => value)).size > 1;
    return isMoved ? [animation(name, values, seconds, isStepped(name))] : [];
  });
  if (at.size < count) {
    const seen: Key[] = [];
    for (let index = 0; index < count; index++) {
      const value = at.has(index) ? "inline" : "none";
      if (seen.at(-1)?.value !== value) seen.push({ key: index / last, value });
    }
    animations.push(animation("display", seen, seconds, true));
  }
  const base = Object.entries(nth([...at.values()], 0)).filter(([name]) => !isData(name));
  return elementText(first, Object.fromEntries(base), paint, animations.join(""));
}

function animation(name: string, keys: readonly Key[], seconds: number, isStepped: boolean): string {
  const all = nth(keys, 0).key === 0 ? keys : [{ key: 0, value: nth(keys, 0).value }, ...keys];
  const ended = isStepped || lastOf(all).key === 1 ? all : [...all, { key: 1, value: lastOf(all).value }];
  const times = ended.map(({ key }) => Math.round(key * 10_000) / 10_000).join(";");
  const values = escaped(ended.map(({ value }) => value).join(";"));
  const mode = isStepped ? ' calcMode="discrete"' : "";
  return `<animate attributeName="${name}" dur="${seconds}s" repeatCount="indefinite" keyTimes="${times}" values="${values}"${mode}/>`;
}

/** Whether a colour as `#rrggbb` is dark, by its share of green, which the eye sees most. */
function isDark(colour: string): boolean {
  return Number.parseInt(colour.slice(3, 5), 16) < 0x80;
}

/**
 * A picture as TikZ, as wide as a line: a `tikzpicture` with its colours, for pdfLaTeX, LuaLaTeX and XeLaTeX. It has its ground where that
 * is dark: light words cannot be read on white paper.
 */
export function pictureTikz(shapes: readonly Shape[], { width, height, rows, ground, paint, title }: Sheet): string {
  const tokens = new Map<string, string>();
  const name = (colour: Colour): string => {
    const token = typeof colour === "string" ? colour : colour.mix[0];
    tokens.set(token, paint(token));
    return `dual${token.replaceAll("-", "")}`;
  };
  const [below, within, above] = aroundRows(inOrder(shapes), (shape) => shape).map((part) =>
    part.flatMap((shape) => tikz(shape, name, height)),
  ) as [string[], string[], string[]];
  const cut =
    rows === undefined || within.length === 0
      ? within
      : [
          "\\begin{scope}",
          `\\clip (0, ${hundredths(height - rows.to)}) rectangle (${hundredths(width)}, ${hundredths(height - rows.from)});`,
          ...within,
          "\\end{scope}",
        ];
  const under = isDark(ground)
    ? [`\\path[fill=${name("paper")}] (0, 0) rectangle (${hundredths(width)}, ${hundredths(height)});`]
    : [];
  const lines = [...under, ...below, ...cut, ...above];
  const colours = [...tokens].flatMap(([token, value]) => {
    const hex = /^#([\da-f]{6})$/i.exec(value)?.[1];
    return hex === undefined ? [] : [`\\definecolor{dual${token.replaceAll("-", "")}}{HTML}{${hex.toUpperCase()}}`];
  });
  return [
    `% ${title}`,
    ...colours,
    // the mark of amssymb, where that is loaded
    "\\providecommand{\\checkmark}{\\surd}",
    "\\resizebox{\\linewidth}{!}{%",
    "\\begin{tikzpicture}[x=0.75pt, y=0.75pt]",
    ...lines.map((line) => `  ${line}`),
    "\\end{tikzpicture}}",
    "",
  ].join("\n");
}

function tikz(shape: Shape, name: (colour: Colour) => string, height: number): readonly string[] {
  const point = (x: number, y: number): string => `(${hundredths(x)}, ${hundredths(height - y)})`;
  const options = [
    ...(shape.fill !== undefined && shape.fill !== "none" && shape.tag !== "text" ? [`fill=${name(shape.fill)}`] : []),
    ...(shape.stroke !== undefined && shape.stroke !== "none"
      ? [`draw=${name(shape.stroke)}`, `line width=${hundredths((shape.width ?? 1) * POINTS)}pt`]
      : []),
    ...(shape.dash === undefined ? [] : ["dashed"]),
    ...(shape.opacity !== undefined && shape.opacity < 1 ? [`opacity=${hundredths(shape.opacity)}`] : []),
  ];
  switch (shape.tag) {
    case "rect": {
      const corners = shape.r === undefined ? [] : [`rounded corners=${hundredths(shape.r * POINTS)}pt`];
      return [
        `\\path[${[...options, ...corners].join(", ")}] ${point(shape.x, shape.y + shape.h)} rectangle ${point(shape.x + shape.w, shape.y)};`,
      ];
    }
    case "text": {
      const anchor = shape.anchor === "middle" ? "center" : shape.anchor === "end" ? "east" : "west";
      const parts = shape.parts.map((part) => {
        const words = latex(part.text);
        return `\\textcolor{${name(part.colour ?? "ink")}}{${part.bold === true ? `\\textbf{${words}}` : words}}`;
      });
      const family = shape.font === "code" ? "\\ttfamily" : shape.font === "ui" ? "\\sffamily" : "\\rmfamily";
      const size = hundredths(shape.size * POINTS);
      const seen = shape.opacity === undefined || shape.opacity >= 1 ? "" : `, opacity=${hundredths(shape.opacity)}`;
      return [
        `\\node[anchor=${anchor}, inner sep=0pt${seen}] at ${point(shape.x, shape.y)} {\\fontsize{${size}}{${size}}\\selectfont${family} ${parts.join("")}};`,
      ];
    }
    case "path": {
      const path = tikzPath(lowered(shape.path, shape.dy), point);
      return path === "" ? [] : [`\\path[${options.join(", ")}] ${path};`];
    }
  }
}

/** A path as TikZ. */
function tikzPath(path: Path, point: (x: number, y: number) => string): string {
  let [x, y] = [0, 0];
  const at = (toX: number, toY: number): string => {
    [x, y] = [toX, toY];
    return point(x, y);
  };
  const curve = (v: readonly number[]): string =>
    `.. controls ${point(nth(v, 0), nth(v, 1))} and ${point(nth(v, 2), nth(v, 3))} .. ${at(nth(v, 4), nth(v, 5))}`;
  return path
    .map((command) => {
      switch (command[0]) {
        case "M":
          return at(command[1], command[2]);
        case "m":
          return at(x + command[1], y + command[2]);
        case "L":
          return `-- ${at(command[1], command[2])}`;
        case "l":
          return `-- ${at(x + command[1], y + command[2])}`;
        case "H":
        case "h":
          return `-- ${at(command[0] === "H" ? command[1] : x + command[1], y)}`;
        case "V":
        case "v":
          return `-- ${at(x, command[0] === "V" ? command[1] : y + command[1])}`;
        case "C": {
          const [, ...numbers] = command;
          return Array.from({ length: numbers.length / 6 }, (_, part) => curve(numbers.slice(6 * part))).join(" ");
        }
        case "q": {
          // a quadratic curve has its one handle two thirds of the way to those of a cubic one
          const [, hx, hy, dx, dy] = command;
          const handles = [
            x + QUADRATIC * hx,
            y + QUADRATIC * hy,
            x + dx + QUADRATIC * (hx - dx),
            y + dy + QUADRATIC * (hy - dy),
          ];
          return curve([...handles, x + dx, y + dy]);
        }
        case "z":
          return "-- cycle";
      }
    })
    .join(" ");
}
