// A drawing as an SVG file: text as text, in the colours of a theme.

import { lastOf, nth } from "../../../engine/base/nth.ts";
import { placeAlong } from "../../../engine/graphs/edge-labels.ts";
import { escaped } from "../../words/escaped.ts";
import { type Drawing, type DrawnEdge, type DrawnNode, headOf } from "./drawing.ts";
import { wayOf } from "./travel.ts";

/** The colours of a drawing, in CSS. */
export interface Palette {
  readonly ink: string;
  readonly ink2: string;
  readonly paper: string;
  readonly surface: string;
  readonly line: string;
  readonly primal: string;
  readonly primalSoft: string;
  readonly cot: string;
  readonly cotSoft: string;
  readonly staged: string;
  readonly bp: string;
  readonly job: string;
  /** Of numbers that are none. */
  readonly err: string;
  readonly errSoft: string;
  /** Of the selection. */
  readonly lit: string;
  readonly litLine: string;
}

/** The colours of the page, for a drawing that is part of it. */
export const OF_PAGE: Palette = {
  ink: "var(--ink)",
  ink2: "var(--ink-2)",
  paper: "var(--paper)",
  surface: "var(--surface)",
  line: "var(--line-strong)",
  primal: "var(--primal)",
  primalSoft: "var(--primal-soft)",
  cot: "var(--cot)",
  cotSoft: "var(--cot-soft)",
  staged: "var(--staged)",
  bp: "var(--bp)",
  job: "var(--job)",
  err: "var(--err)",
  errSoft: "var(--err-soft)",
  lit: "var(--lit)",
  litLine: "var(--lit-line)",
};

const MARGIN = 28;

/** The part of the plane that a drawing takes, with a margin around it. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The frame of a drawing: its nodes with their flags, and its edges. */
export function frameOf({ nodes, edges, isDownward = false }: Drawing): Frame {
  const least = (of: (node: DrawnNode) => number): number =>
    nodes.reduce((found, node) => Math.min(found, of(node)), 0);
  const most = (of: (node: DrawnNode) => number): number => nodes.reduce((found, node) => Math.max(found, of(node)), 0);
  const bends = edges.flatMap((edge) => edge.bends);
  const [xs, ys] = [bends.map(([x]) => x), bends.map(([, y]) => y)];
  const left =
    Math.min(
      least(({ x, width }) => x - width / 2),
      ...xs,
    ) - MARGIN;
  const above = least(({ y, height, tangent }) => y - height / 2 - (tangent === undefined ? 0 : 28));
  const top = Math.min(above, ...ys) - MARGIN;
  const beside = most(({ x, width, flag }) => x + width / 2 + (isDownward ? flagRoom(flag) : 0));
  const right = Math.max(beside, ...xs) + MARGIN;
  const bottom =
    Math.max(
      most(({ y, height, flag }) => y + height / 2 + (flag === undefined ? 0 : 28)),
      ...ys,
    ) + MARGIN;
  return {
    left: Math.floor(left),
    top: Math.floor(top),
    width: Math.ceil(right - left),
    height: Math.ceil(bottom - top),
  };
}

/** A whole drawing as the text of an SVG file; `name` keeps several of them on a page apart, `fonts` are its style rules. */
export function drawingSvg(drawing: Drawing, palette: Palette, title: string, name = "", fonts = ""): string {
  const { nodes, edges } = drawing;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const { left, top, width, height } = frameOf(drawing);
  const turns = new Map<string, number>();
  const drawn = edges.map((edge) => {
    const key = `${edge.from} ${edge.to}`;
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    return edgeSvg(edge, byId.get(edge.from), byId.get(edge.to), turn, drawing, palette, name);
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}" font-family="'JetBrains Mono', 'Dualscope Symbols', ui-monospace, monospace" font-size="14">`,
    `<title>${escaped(title)}</title>`,
    ...(fonts === "" ? [] : [`<style>${fonts}</style>`]),
    `<defs>${arrow(`arrow${name}`, palette.line)}${arrow(`arrow-cot${name}`, palette.cot)}</defs>`,
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${palette.paper}"/>`,
    ...drawn,
    ...nodes.map((node) => nodeSvg(node, drawing, palette)),
    "</svg>",
    "",
  ].join("\n");
}

function arrow(id: string, colour: string): string {
  return `<marker id="${id}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 .5 7.5 4 0 7.5Z" fill="${colour}"/></marker>`;
}

/** The attribute that gives a path its head at an end. */
const MARKERS = { use: "marker-end", operand: "marker-start" } as const;

function edgeSvg(
  edge: DrawnEdge,
  from: DrawnNode | undefined,
  to: DrawnNode | undefined,
  turn: number,
  { isReversed, isDownward = false }: Drawing,
  palette: Palette,
  name: string,
): string {
  const { label, marks, bends, beside: column, labelAt } = edge;
  if (from === undefined || to === undefined) return "";
  const isLit = marks.includes("lit");
  const isCot = marks.includes("live") || marks.includes("done") || isLit;
  const isTangent = marks.includes("moving");
  const isOdd = marks.includes("odd");
  const colour = isOdd ? palette.err : isCot ? palette.cot : isTangent ? palette.primal : palette.line;
  const ends: (readonly [number, number])[] = [
    isDownward ? [from.x, from.y + from.height / 2] : [from.x + from.width / 2, from.y],
    ...bends,
    isDownward ? [to.x, to.y - to.height / 2] : [to.x - to.width / 2, to.y],
  ];
  if (column !== undefined) {
    const side = column.isRight ? 0.5 : -0.5;
    // beyond the flag there
    const gap = column.isRight ? Math.max(0, flagRoom(from.flag) - 4) : 0;
    ends[0] = [from.x + side * from.width + gap, from.y + from.height * 0.2];
    ends[ends.length - 1] = [to.x + side * to.width, to.y - to.height * 0.2];
  }
  // edges between the same nodes bend aside
  if (turn > 0 && ends.length === 2) {
    const bulge = (turn % 2 === 1 ? 1 : -1) * (33 + 18 * Math.floor((turn - 1) / 2));
    const [x, y] = [(nth(ends, 0)[0] + nth(ends, 1)[0]) / 2, (nth(ends, 0)[1] + nth(ends, 1)[1]) / 2];
    ends.splice(1, 0, isDownward ? [x + bulge, y] : [x, y + bulge]);
  }
  const spots = ends.map(([x, y]) => ({ x, y }));
  const path = wayOf(nth(spots, 0), spots.slice(1, -1), lastOf(spots));
  const end = headOf(edge, isReversed);
  const head = end === "none" ? "" : ` ${MARKERS[end]}="url(#${isCot ? "arrow-cot" : "arrow"}${name})"`;
  const dash = marks.includes("waiting") || marks.includes("discrete") ? ' stroke-dasharray="4 4"' : "";
  const weight = isTangent || isLit || marks.includes("live") || marks.includes("critical") ? 3 : 1.5;
  const line = `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${weight}"${dash}${head}/>`;
  if (label === "") return line;
  const [x, y] =
    column === undefined
      ? placeAlong(ends.toReversed(), labelAt)
      : ([lastOf(ends)[0] + (column.isRight ? column.label : -column.label), lastOf(ends)[1]] as const);
  const room = 6 + label.length * 7.3;
  return `${line}<rect x="${round(x - room / 2)}" y="${round(y - 9)}" width="${round(room)}" height="18" rx="5" fill="${palette.paper}"/><text x="${round(x)}" y="${round(y + 4)}" text-anchor="middle" font-size="12" fill="${isOdd ? palette.err : isCot ? palette.cot : isTangent ? palette.primal : palette.ink2}">${escaped(label)}</text>`;
}

function nodeSvg(node: DrawnNode, { isDownward = false }: Drawing, palette: Palette): string {
  const { kind, x, y, width, height, title, detail, flag, tangent, marks } = node;
  const isShared = marks.includes("shared");
  const isOdd = marks.includes("odd");
  const isLit = marks.includes("lit");
  const stroke =
    isOdd || marks.includes("began")
      ? palette.err
      : isLit
        ? palette.litLine
        : marks.includes("inner")
          ? palette.bp
          : kind === "group" || isShared
            ? palette.staged
            : kind === "job"
              ? palette.job
              : kind === "constant" || marks.includes("result")
                ? palette.line
                : palette.primal;
  const radius = kind === "constant" || kind === "box" ? 5 : kind === "group" || kind === "job" ? 8 : height / 2;
  const dash = marks.includes("coming") ? ' stroke-dasharray="4 4"' : "";
  const weight =
    marks.includes("now") || marks.includes("critical") || marks.includes("began") || isShared || isLit ? 3.5 : 1.75;
  const box = `<rect x="${round(x - width / 2)}" y="${round(y - height / 2)}" width="${round(width)}" height="${height}" rx="${radius}" fill="${isLit ? palette.lit : palette.surface}" stroke="${stroke}" stroke-width="${weight}"${dash}/>`;
  const isStacked = kind === "group" || kind === "job";
  const text =
    kind === "box"
      ? linesSvg(node, palette)
      : isStacked
        ? `<text x="${round(x)}" y="${round(y - 4)}" text-anchor="middle" fill="${palette.ink}">${escaped(title)}</text><text x="${round(x)}" y="${round(y + 16)}" text-anchor="middle" font-weight="700" fill="${palette.ink}">${escaped(detail)}</text>`
        : `<text x="${round(x)}" y="${round(y + 5)}" text-anchor="middle" fill="${palette.ink}">${escaped(title)}${detail === "" ? "" : ` <tspan font-weight="600" fill="${isOdd ? palette.err : palette.primal}">${escaped(detail)}</tspan>`}</text>`;
  const below =
    flag === undefined
      ? ""
      : flagSvg(
          isDownward ? x + width / 2 - 2 : x - flagRoom(flag) / 2 + 3,
          isDownward ? y : y + height / 2 + 15,
          flag,
          palette,
          marks.includes("odd-cotangent"),
        );
  const above = tangent === undefined ? "" : tangentSvg(x - width / 2 - 10, y - height / 2 - 9, tangent, palette);
  return `<g>${box}${text}${below}${above}</g>`;
}

/** A title with lines of details below it, from the left edge. */
function linesSvg({ x, y, width, height, title, detail }: DrawnNode, palette: Palette): string {
  const left = round(x - width / 2 + 10);
  const top = y - height / 2 + 22;
  const lines = detail
    .split("\n")
    .map(
      (line, index) =>
        `<text x="${left}" y="${round(top + 20 + 19 * index)}" fill="${palette.ink2}" xml:space="preserve">${escaped(line)}</text>`,
    );
  return `<text x="${left}" y="${round(top)}" font-weight="600" fill="${palette.ink}">${escaped(title)}</text>${lines.join("")}`;
}

/** A flag that points on, as tangents do; the middle of its left edge is given. */
function tangentSvg(x: number, y: number, text: string, palette: Palette): string {
  const width = flagRoom(text) - 6;
  const left = round(x);
  return `<path d="M${left} ${round(y - 11)}h${round(width - 8)}l8 11l-8 11h-${round(width - 8)}z" fill="${palette.primalSoft}"/><text x="${round(left + 6)}" y="${round(y + 5)}" font-weight="600" fill="${palette.primal}">${escaped(text)}</text>`;
}

function flagSvg(x: number, y: number, text: string, palette: Palette, isOdd: boolean): string {
  const [ground, colour] = isOdd ? [palette.errSoft, palette.err] : [palette.cotSoft, palette.cot];
  const width = flagRoom(text) - 6;
  return `<path d="M${round(x)} ${round(y)}l8-11h${round(width - 8)}v22h-${round(width - 8)}z" fill="${ground}"/><text x="${round(x + 11)}" y="${round(y + 5)}" font-weight="600" fill="${colour}">${escaped(text)}</text>`;
}

function flagRoom(flag: string | undefined): number {
  return flag === undefined ? 0 : 26 + flag.length * 8.4;
}

function round(x: number): number {
  return Math.round(x * 10) / 10;
}
