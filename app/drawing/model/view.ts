// The part of a drawing that a window shows: a place of the drawing times `zoom`, moved by (x, y), is where it stands in the window, in pixels.
import { nth } from "../../../engine/base/nth.ts";
import { between } from "../../picture/motion.ts";
import type { Drawing, Spot, Viewport } from "./drawing.ts";

/** A view of a drawing. */
export interface View extends Spot {
  readonly zoom: number;
}

/** The size of a window, in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Lengths are in pixels of the window, zooms are pixels for a pixel of the drawing. */
export const VIEW = {
  least: 0.02,
  most: 4,
  /** Free around all of a drawing, around parts that stay in place, and around parts that are revealed. */
  margin: 36,
  around: 30,
  revealed: 60,
  /** All of a drawing is shown at most so large, and larger in a wide window: a small graph is read from the last row, too. */
  largest: 1.9,
  wide: 650,
  /** Letters of ten pixels: parts brought into view are not smaller, nor the first look at a drawing read from the top. */
  smallest: 0.72,
  /** A first look shows all of a graph down to this; of a larger one, only specks would be seen. The zoom then: the rest is found by moving. */
  firstLook: 0.12,
  inParts: 0.85,
  /** How far from the borders, in parts of the window, events are kept. */
  border: 0.12,
  /** How far from the borders a chosen node stands. */
  inset: { x: 40, y: 30 },
} as const;

const clamped = (zoom: number): number => Math.max(VIEW.least, Math.min(VIEW.most, zoom));

/** The part of a drawing in view. */
export function seenIn({ zoom, x, y }: View, { width, height }: Size): Viewport {
  return { x1: -x / zoom, y1: -y / zoom, x2: (width - x) / zoom, y2: (height - y) / zoom };
}

/** The view with a part of a drawing in its middle. */
function middled({ x1, y1, x2, y2 }: Viewport, { width, height }: Size, zoom: number): View {
  return { zoom, x: width / 2 - (zoom * (x1 + x2)) / 2, y: height / 2 - (zoom * (y1 + y2)) / 2 };
}

/** The zoom at which a part fills a window, with room around it. */
function fitting({ x1, y1, x2, y2 }: Viewport, { width, height }: Size, around: number): number {
  return Math.min((width - 2 * around) / Math.max(1, x2 - x1), (height - 2 * around) / Math.max(1, y2 - y1));
}

const largestIn = ({ width }: Size): number => Math.max(VIEW.largest, width / VIEW.wide);

/** All of a drawing, as large as it fits. */
export function whole(bounds: Viewport, size: Size): View {
  return middled(bounds, size, clamped(Math.min(largestIn(size), fitting(bounds, size, VIEW.margin))));
}

/** Whether all of a drawing can be read at a time. */
export function isReadWhole(bounds: Viewport, size: Size): boolean {
  return fitting(bounds, size, VIEW.margin) >= VIEW.smallest;
}

/** The first look: all of it; where that would be specks, the inputs first; of a drawing read from the top and too small, the first nodes. */
export function firstLook({ isDownward = false, isWhole = false, nodes }: Drawing, bounds: Viewport, size: Size): View {
  const all = whole(bounds, size);
  if (isWhole || nodes.length === 0 || all.zoom >= (isDownward ? VIEW.smallest : VIEW.firstLook)) return all;
  const zoom = VIEW.inParts;
  if (isDownward) return { zoom, x: size.width / 2 - nth(nodes, 0).x * zoom, y: VIEW.margin - bounds.y1 * zoom };
  return { zoom, x: VIEW.margin - bounds.x1 * zoom, y: size.height / 2 - ((bounds.y1 + bounds.y2) / 2) * zoom };
}

/** The view that is larger by a factor, with a place of the window where it was. */
export function zoomed(view: View, factor: number, { x, y }: Spot): View {
  const zoom = clamped(view.zoom * factor);
  const by = zoom / view.zoom;
  return { zoom, x: x - (x - view.x) * by, y: y - (y - view.y) * by };
}

/** The view in which a node is seen: the same where it is already, else with the node in its middle. */
export function centred(view: View, { x, y }: Spot, size: Size): View {
  const { x1, y1, x2, y2 } = seenIn(view, size);
  const { inset } = VIEW;
  const isSeen = x > x1 + inset.x && x < x2 - inset.x && y > y1 + inset.y && y < y2 - inset.y;
  return isSeen ? view : middled({ x1: x, y1: y, x2: x, y2: y }, size, view.zoom);
}

/** The view of a part as large as it fits, but readable, and no larger than all of a drawing is shown. */
export function revealed(part: Viewport, size: Size): View {
  const zoom = Math.min(largestIn(size), fitting(part, size, VIEW.revealed));
  return middled(part, size, clamped(Math.max(VIEW.smallest, zoom)));
}

/** The smallest part of a drawing that holds others; undefined where there are none. */
export function union(parts: readonly Viewport[]): Viewport | undefined {
  return parts.length === 0
    ? undefined
    : parts.reduce((a, b) => ({
        x1: Math.min(a.x1, b.x1),
        y1: Math.min(a.y1, b.y1),
        x2: Math.max(a.x2, b.x2),
        y2: Math.max(a.y2, b.y2),
      }));
}

/**
 * The view in which parts stand at a place of the window where something stood before: all of them where they have room, smaller where they
 * can still be read; else the first of them.
 */
export function anchored(view: View, parts: readonly Viewport[], place: Spot, size: Size): View {
  const all = union(parts);
  if (all === undefined) return view;
  const fits = fitting(all, size, VIEW.around);
  const zoom = Math.min(view.zoom, Math.max(VIEW.smallest, fits));
  const { x1, y1, x2, y2 } = fits < VIEW.smallest ? nth(parts, 0) : all;
  const within = (at: number, length: number, room: number): number =>
    Math.max(VIEW.around + length / 2, Math.min(room - VIEW.around - length / 2, at));
  const x = within(place.x, (x2 - x1) * zoom, size.width);
  const y = within(place.y, (y2 - y1) * zoom, size.height);
  return { zoom, x: x - (zoom * (x1 + x2)) / 2, y: y - (zoom * (y1 + y2)) / 2 };
}

/** The view, at a zoom, to which one goes for an event: the first part, and of the others those that have room beside it; undefined where it is in sight. */
export function followed(view: View, parts: readonly Viewport[], size: Size, zoom: number): View | undefined {
  const share = 1 - 2 * VIEW.border;
  const shown = parts.reduce<Viewport | undefined>((seen, part) => {
    const both = seen === undefined ? part : (union([seen, part]) ?? part);
    const fits = (both.x2 - both.x1) * zoom <= size.width * share && (both.y2 - both.y1) * zoom <= size.height * share;
    return fits || seen === undefined ? both : seen;
  }, undefined);
  if (shown === undefined) return undefined;
  const { x1, y1, x2, y2 } = seenIn(view, size);
  const [dx, dy] = [(x2 - x1) * VIEW.border, (y2 - y1) * VIEW.border];
  const isSeen = shown.x1 >= x1 + dx && shown.x2 <= x2 - dx && shown.y1 >= y1 + dy && shown.y2 <= y2 - dy;
  return isSeen && view.zoom >= zoom ? undefined : middled(shown, size, zoom);
}

/** The view between two others. */
export function onTheWay(from: View, to: View, u: number): View {
  return { zoom: between(from.zoom, to.zoom, u), x: between(from.x, to.x, u), y: between(from.y, to.y, u) };
}
