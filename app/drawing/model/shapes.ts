// A drawing as shapes, on the page and in files. Of a large one the part in sight is drawn; from afar, neighbours that look alike are one shape,
// without letters.
import { nth } from "../../../engine/base/nth.ts";
import { type Point, wayPath } from "../../picture/motion.ts";
import { lengthOf as lettersOf, plain } from "../../picture/parts.ts";
import { type Path, rectPath } from "../../picture/path.ts";
import {
  around,
  type Colour,
  flagWidth,
  type Layer,
  LETTER,
  type Part,
  Picture,
  type Shape,
} from "../../picture/shape.ts";
import { type Drawing, type DrawnNode, headOf, type Viewport } from "./drawing.ts";
import { type WayOfEdge, waysIn } from "./edges.ts";
import { edgeLook, GRAPH, type NodeLook, nodeLook } from "./looks.ts";

/** Layers that no clip of rows cuts: a drawing has no rows. */
const [EDGES, LABELS, NODES] = ["still", "band", "token"] as const;

/** Drawings of more nodes and edges are drawn in part. */
const MANY = 600;
/** In pixels, the size below which letters are left out of a large drawing, and nodes are specks. */
const [LEAST_LETTERS, SPECKS] = [6, 3];

/** The part of a drawing that is seen, and how large. */
export interface Sight {
  readonly seen: Viewport;
  readonly zoom: number;
}

/** Whether a drawing is too large to be drawn whole. */
export function isLarge({ nodes, edges }: Drawing): boolean {
  return nodes.length + edges.length > MANY;
}

/** The part of the plane that nodes with their flags and edges take. */
export function boundsOf({ nodes, edges, isDownward = false }: Drawing): Viewport {
  const bounds = { x1: Infinity, y1: Infinity, x2: -Infinity, y2: -Infinity };
  const add = ({ x1, y1, x2, y2 }: Viewport): void => {
    bounds.x1 = Math.min(bounds.x1, x1);
    bounds.y1 = Math.min(bounds.y1, y1);
    bounds.x2 = Math.max(bounds.x2, x2);
    bounds.y2 = Math.max(bounds.y2, y2);
  };
  for (const node of nodes) add(roomOf(node, isDownward));
  for (const { bends } of edges) for (const [x, y] of bends) add({ x1: x, y1: y, x2: x, y2: y });
  return nodes.length === 0 ? { x1: 0, y1: 0, x2: 0, y2: 0 } : bounds;
}

/** The part of the plane that a node takes, with its flags. */
export function roomOf({ x, y, width, height, flag, tangent }: DrawnNode, isDownward: boolean): Viewport {
  const room = { x1: x - width / 2, y1: y - height / 2, x2: x + width / 2, y2: y + height / 2 };
  const below = flag !== undefined && !isDownward ? GRAPH.flagBelow + GRAPH.flag / 2 : 0;
  const beside = flag !== undefined && isDownward ? flagWidth(flag, GRAPH.letters) : 0;
  const above = tangent === undefined ? 0 : GRAPH.flagAbove + GRAPH.flag / 2;
  return { x1: room.x1, y1: room.y1 - above, x2: room.x2 + beside, y2: room.y2 + below };
}

/** A drawing on a sheet of its own, and the place of the sheet's upper left corner in the drawing; in pixels. */
export interface GraphSheet {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The part of the plane that a drawing takes on a sheet, with a margin around it. */
export function frameOf(drawing: Drawing): GraphSheet {
  const { x1, y1, x2, y2 } = boundsOf(drawing);
  const [left, top] = [Math.floor(x1 - GRAPH.margin), Math.floor(y1 - GRAPH.margin)];
  return { left, top, width: Math.ceil(x2 + GRAPH.margin - left), height: Math.ceil(y2 + GRAPH.margin - top) };
}

/** The shapes of a drawing whose sheet begins at (0, 0). */
export function sheetShapes(drawing: Drawing): readonly Shape[] {
  const { left, top } = frameOf(drawing);
  const moved = <T extends { readonly x: number; readonly y: number }>(one: T): T => ({
    ...one,
    x: one.x - left,
    y: one.y - top,
  });
  const bent = (bends: readonly Point[]): readonly Point[] => bends.map(([x, y]) => [x - left, y - top]);
  const edges = drawing.edges.map((edge) => ({ ...edge, bends: bent(edge.bends) }));
  return graphShapes({ ...drawing, nodes: drawing.nodes.map(moved), edges });
}

/** The shapes of a drawing, in its own coordinates; of a large one those in sight, all of them where that is not given. */
export function graphShapes(drawing: Drawing, ways = waysIn(drawing), sight?: Sight): readonly Shape[] {
  const picture = new Picture();
  const { isDownward = false, isReversed } = drawing;
  const letters = sight === undefined || !isLarge(drawing) ? Infinity : GRAPH.letters * sight.zoom;
  const isSeen = (room: Viewport): boolean => letters === Infinity || sight === undefined || touches(room, sight.seen);
  const edges = ways.filter(({ way }) => isSeen(spanOf(way)));
  const nodes = drawing.nodes.filter((node) => isSeen(roomOf(node, isDownward)));
  if (letters < SPECKS) drawSpecks(picture, nodes, edges);
  else {
    for (const edge of edges) drawEdge(picture, edge, isReversed, letters >= LEAST_LETTERS);
    for (const node of nodes) drawNode(picture, node, isDownward, letters >= LEAST_LETTERS);
  }
  return picture.shapes;
}

function touches(a: Viewport, b: Viewport): boolean {
  return a.x1 <= b.x2 && a.x2 >= b.x1 && a.y1 <= b.y2 && a.y2 >= b.y1;
}

function spanOf(points: readonly Point[]): Viewport {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { x1: Math.min(...xs), y1: Math.min(...ys), x2: Math.max(...xs), y2: Math.max(...ys) };
}

/** The look of something too small for letters. */
interface Speck {
  readonly stroke: Colour;
  readonly fill?: Colour | undefined;
  readonly width: number;
}

const specked = ({ stroke, fill }: Omit<Speck, "width">): Speck => ({ stroke, fill, width: GRAPH.speck });

/** Nodes that look alike as one shape, and edges as well. */
function drawSpecks(picture: Picture, nodes: readonly DrawnNode[], edges: readonly WayOfEdge[]): void {
  const add = <T>(layer: Layer, all: readonly T[], lookOf: (one: T) => Speck, pathOf: (one: T) => Path): void => {
    const alike = new Map<string, { readonly look: Speck; readonly paths: Path[] }>();
    for (const one of all) {
      const look = lookOf(one);
      const key = JSON.stringify(look);
      const known = alike.get(key) ?? { look, paths: [] };
      known.paths.push(pathOf(one));
      alike.set(key, known);
    }
    for (const [key, { look, paths }] of alike) picture.path(layer, key, { path: paths.flat(), ...look });
  };
  add(
    EDGES,
    edges,
    ({ edge: { marks } }) => specked(edgeLook(marks)),
    ({ way }) => wayPath(way),
  );
  add(
    NODES,
    nodes,
    (node) => specked(nodeLook(node)),
    ({ x, y, width: w, height: h }) => rectPath(x - w / 2, y - h / 2, w, h),
  );
}

function drawEdge(picture: Picture, one: WayOfEdge, isReversed: boolean, hasLetters: boolean): void {
  const { edge, way } = one;
  const { id, label } = edge;
  const { stroke, width, dash, ink, isBold = false } = edgeLook(edge.marks);
  const head = headOf(edge, isReversed);
  picture.line(EDGES, id, wayPath(way), stroke, width, { dash, data: { edge: id, head } });
  if (head !== "none")
    picture.path(EDGES, `${id} head`, { path: headPath(head === "use" ? way : way.toReversed(), width), fill: stroke });
  if (label === "" || !hasLetters) return;
  const [x, y] = one.labelAt();
  const w = GRAPH.labelRoom + label.length * GRAPH.labelLetters * LETTER;
  const ground = { r: GRAPH.labelRound, fill: "paper", data: { labels: id } };
  picture.rect(LABELS, `${id} ground`, around(x, y, w, GRAPH.label), ground);
  const parts = [{ text: label, colour: ink, bold: isBold }];
  picture.write(LABELS, id, [x, y], parts, GRAPH.labelLetters);
}

/** A triangle at the end of a way, larger where the line is wider. */
function headPath(way: readonly Point[], width: number): Path {
  const [x, y] = nth(way, way.length - 1);
  const [dx, dy] = direction(way);
  const grown = width > 2 ? 1.4 : 1;
  const [length, half] = [GRAPH.head * grown, GRAPH.headHalf * grown];
  const [bx, by] = [x - dx * length, y - dy * length];
  return [["M", x, y], ["L", bx - dy * half, by + dx * half], ["L", bx + dy * half, by - dx * half], ["z"]];
}

/** The direction in which a way arrives, of length 1. */
function direction(way: readonly Point[]): Point {
  const [x, y] = nth(way, way.length - 1);
  for (let at = way.length - 2; at >= 0; at--) {
    const [dx, dy] = [x - nth(way, at)[0], y - nth(way, at)[1]];
    const length = Math.hypot(dx, dy);
    if (length > 0.5) return [dx / length, dy / length];
  }
  return [1, 0];
}

function drawNode(picture: Picture, node: DrawnNode, isDownward: boolean, hasLetters: boolean): void {
  const { id, kind, x, y, width, height, flag, tangent, marks } = node;
  const look = nodeLook(node);
  const { round = height / 2, stroke, width: line, isDouble = false, dash, fill } = look;
  const [left, top] = [x - width / 2, y - height / 2];
  const r = Math.min(round, height / 2);
  const data = { ...node.data, node: id, kind, ...(marks.length > 0 && { marks: marks.join(" ") }) };
  picture.rect(NODES, id, [left, top, width, height], { r, fill, stroke, width: line, dash, data });
  if (isDouble) {
    const d = GRAPH.double;
    const inner = { r: Math.max(0, r - d), fill: "none", stroke, width: Math.min(line, GRAPH.inner) };
    picture.rect(NODES, `${id} inner`, around(x, y, width - 2 * d, height - 2 * d), inner);
  }
  if (!hasLetters) return;
  drawWords(picture, node, look);
  const size = GRAPH.letters;
  if (flag !== undefined) {
    const w = flagWidth(flag, size);
    const at = isDownward ? { x: left + width, y } : { x: x - w / 2, y: y + height / 2 + GRAPH.flagBelow };
    drawFlag(
      picture,
      `${id} flag`,
      flag,
      at,
      { isBack: true, isOdd: marks.includes("odd-cotangent") },
      { ...node.data, flag: id },
    );
  }
  if (tangent !== undefined) {
    const at = { x: left - GRAPH.flagAside, y: top - GRAPH.flagAbove };
    drawFlag(picture, `${id} tangent`, tangent, at, { isBack: false, isOdd: false }, { ...node.data, tangent: id });
  }
}

function drawWords(picture: Picture, node: DrawnNode, { ink, number }: NodeLook): void {
  const { id, kind, x, y, width, height, over, title, detail } = node;
  const write = (
    key: string,
    parts: readonly Part[],
    left: number,
    middle: number,
    anchor: "start" | "middle",
    size: number = GRAPH.letters,
  ): void => {
    const look = { anchor, data: { ...node.data, of: id } };
    if (lettersOf(parts) > 0) picture.text(NODES, `${id} ${key}`, [left, middle], parts, size, look);
  };
  const name: Part = { text: title, colour: ink };
  const value: Part = { text: detail, colour: number, bold: true };
  if (kind === "box") {
    const [left, top] = [x - width / 2 + GRAPH.boxLeft, y - height / 2 + GRAPH.boxTop];
    write("title", [{ ...name, bold: true }], left, top, "start");
    for (const [row, text] of detail.split("\n").entries())
      write(`line ${row}`, [{ text, colour: number }], left, top + GRAPH.boxLine * (row + 1), "start");
  } else if (over !== undefined) {
    const [first = "", ...rest] = over.split(" = ");
    const parts = [
      { text: first, bold: true },
      { text: rest.map((one) => ` = ${one}`).join(""), colour: "ink-2" },
    ];
    write("over", parts, x, y - GRAPH.lines, "middle", GRAPH.labelLetters);
    write("title", [value], x, y + GRAPH.lines, "middle");
  } else if (kind === "group") {
    write("title", [name], x, y - GRAPH.lines, "middle");
    write("detail", [value], x, y + GRAPH.lines, "middle");
  } else write("title", detail === "" ? [name] : [name, plain(" "), value], x, y, "middle");
}

/** A number in a flag, whose point is at a place where it points back, and whose left edge is there where it points on. */
function drawFlag(
  picture: Picture,
  key: string,
  text: string,
  { x, y }: { readonly x: number; readonly y: number },
  { isBack, isOdd }: { readonly isBack: boolean; readonly isOdd: boolean },
  data: NonNullable<Shape["data"]>,
): void {
  const [size, h] = [GRAPH.letters, GRAPH.flag];
  const [w, tip] = [flagWidth(text, size), size * 0.55];
  const colour = isOdd ? "err" : isBack ? "cot" : "primal";
  const back: Path = [["M", x, y], ["l", tip, -h / 2], ["h", w - tip], ["v", h], ["h", tip - w], ["z"]];
  const on: Path = [["M", x, y - h / 2], ["h", w - tip], ["l", tip, h / 2], ["l", -tip, h / 2], ["h", tip - w], ["z"]];
  // a tint is no shape in high contrast: the outline is
  picture.path(NODES, key, { path: isBack ? back : on, fill: `${colour}-soft`, stroke: colour, width: 0.75, data });
  const parts = [{ text, colour, bold: true }];
  const middle = x + (w + (isBack ? tip : -tip)) / 2;
  picture.write(NODES, `${key}t`, [middle, y], parts, size, { data: { ...data, of: key } });
}
