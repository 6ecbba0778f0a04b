// A graph in a window that is panned and zoomed: a picture of shapes (model/shapes.ts), seen through a view (model/view.ts). A view that
// the reader has not moved follows the size of the window, and the events of a run.

import { easeCubicInOut } from "d3-ease";
import { nth } from "../../engine/base/nth.ts";
import { isStill, Motion } from "../base/motion.ts";
import type { Shape } from "../picture/shape.ts";
import { Painter } from "../picture/view/painter.ts";
import { projectedIn } from "../ui/projected.ts";
import { readGestures } from "./gestures.ts";
import type { Drawing, Spot, Viewport } from "./model/drawing.ts";
import { pointsOf, type WayOfEdge, waysIn } from "./model/edges.ts";
import { GRAPH } from "./model/looks.ts";
import { boundsOf, graphShapes, isLarge, roomOf } from "./model/shapes.ts";
import { type Traveller, travellerShapes, type Underway, underwayAt } from "./model/travellers.ts";
import * as views from "./model/view.ts";

/** Callbacks of a canvas: the node or edge under the pointer (undefined when it leaves), a choice, and the part in view. */
export interface CanvasEvents {
  onNode(id: string | undefined): void;
  onEdge(id: string | undefined): void;
  onChoose(id: string): void;
  onOpen(id: string): void;
  onView(view: Viewport): void;
}

/** How large letters of nodes are at least while events are followed, in pixels: on a page, and on a projector of 1080 rows of pixels. */
const [READ, READ_PROJECTED] = [12, 24] as const;
/** Milliseconds of a move of the view to an event. */
const GOES = 400;
/** How near the pointer is to an edge that it points at, in pixels. */
const NEAR = 6;
/** By how much more than is seen of a large drawing is drawn, in parts of the window; and by which factor it is zoomed without being drawn anew. */
const [BEYOND, ANOTHER_ZOOM] = [0.5, 1.3] as const;

/** A graph on the page; `destroy` must be called when it is no longer shown. */
export class GraphCanvas {
  readonly #svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  readonly #host: HTMLElement;
  readonly #events: CanvasEvents;
  readonly #painter: Painter;
  readonly #travel = new Motion();
  readonly #follow = new Motion();
  readonly #unlisten: () => void;
  #drawing: Drawing | undefined;
  #ways: ReadonlyMap<string, WayOfEdge> = new Map();
  #bounds: Viewport = boundsOf({ nodes: [], edges: [], isReversed: false });
  #shapes: readonly Shape[] = [];
  #underway: readonly Underway[] = [];
  #view: views.View = { zoom: 1, x: 0, y: 0 };
  #size: views.Size = { width: 0, height: 0 };
  /** The part that is drawn of a large drawing, and at which zoom. */
  #drawn: { readonly part: Viewport; readonly zoom: number } | undefined;
  /** The reader has moved the view. */
  #isMoved = false;
  /** A part is followed, since all of the drawing cannot be read. */
  #isClose = false;
  #frame = 0;

  /** Begins a canvas that fills an element; `id` is unique on the page. */
  constructor(host: HTMLElement, id: string, events: CanvasEvents) {
    this.#host = host;
    this.#events = events;
    host.replaceChildren(this.#svg);
    this.#painter = new Painter(this.#svg, id);
    const observer = new ResizeObserver(() => this.#resized());
    observer.observe(host);
    const unread = readGestures(host, {
      where: ({ clientX, clientY }) => {
        // a slide is scaled as a whole
        const { left, top, width } = host.getBoundingClientRect();
        const scale = width / host.clientWidth;
        return { x: (clientX - left) / scale, y: (clientY - top) / scale };
      },
      onPan: ({ x, y }) => this.#byReader({ ...this.#view, x: this.#view.x + x, y: this.#view.y + y }),
      onZoom: (factor, at) => this.#byReader(views.zoomed(this.#view, factor, at)),
      onPoint: (spot) => this.#point(spot),
      onTap: (spot) => this.#withNode(spot, (node) => events.onChoose(node)),
      onDoubleTap: (spot) => this.#withNode(spot, (node) => events.onOpen(node)),
    });
    this.#unlisten = () => {
      observer.disconnect();
      unread();
    };
    this.#resized();
  }

  /** Ends all that it does. */
  destroy(): void {
    this.#unlisten();
    cancelAnimationFrame(this.#frame);
    this.#travel.stop();
    this.#follow.stop();
  }

  /** Shows a drawing. A view that nobody has moved shows a new layout as at first; where parts were opened or folded, it stays where it is. */
  draw(drawing: Drawing): void {
    const before = this.#drawing;
    const isLaidOutAnew =
      before === undefined || (before.nodes.length === drawing.nodes.length && !isSameLayout(before, drawing));
    this.#drawing = drawing;
    this.#ways = new Map(waysIn(drawing).map((one) => [one.edge.id, one]));
    this.#bounds = boundsOf(drawing);
    this.#drawn = undefined;
    if (isLaidOutAnew && !this.#isMoved) this.#show(this.#first(drawing));
    else this.#paint();
    this.#tellView();
  }

  /** Shows all of the drawing, and follows its room again. */
  fit(): void {
    this.#isMoved = false;
    this.#show(views.whole(this.#bounds, this.#size));
  }

  /** Shows the drawing as at the first look, and follows its room again. */
  begin(): void {
    this.#isMoved = false;
    if (this.#drawing !== undefined) this.#show(this.#first(this.#drawing));
  }

  /** Zooms around the middle. */
  zoomBy(factor: number): void {
    const { width, height } = this.#size;
    this.#byReader(views.zoomed(this.#view, factor, { x: width / 2, y: height / 2 }));
  }

  /** Brings a node into view, where it is not. */
  center(id: string): void {
    const node = this.#drawing?.nodes.find((one) => one.id === id);
    const view = node === undefined ? this.#view : views.centred(this.#view, node, this.#size);
    if (view !== this.#view) this.#byReader(view);
  }

  /** Where the reader has not moved the view: brings nodes into view, large enough to be read; for none, all of the drawing. */
  follow(ids: readonly string[]): void {
    const drawing = this.#drawing;
    this.#follow.stop();
    if (this.#isMoved || drawing === undefined || drawing.isWhole === true) return;
    const rooms = this.#roomsOf(ids);
    if (rooms.length === 0) {
      if (this.#isClose) this.#show(this.#first(drawing));
      this.#isClose = false;
      return;
    }
    const zoom = Math.max(READ, READ_PROJECTED * projectedIn(this.#host)) / GRAPH.letters;
    if (!this.#isClose && this.#view.zoom >= zoom) return;
    const to = views.followed(this.#view, rooms, this.#size, zoom);
    this.#isClose = true;
    if (to === undefined) return;
    const from = this.#view;
    let gone = isStill() ? GOES : 0;
    this.#follow.run((passed) => {
      gone = Math.min(GOES, gone + passed);
      this.#show(views.onTheWay(from, to, easeCubicInOut(gone / GOES)));
      return gone < GOES;
    });
  }

  /** The place of a node in the window, in pixels; undefined where it is not there. */
  placeOf(id: string): Spot | undefined {
    const node = this.#drawing?.nodes.find((one) => one.id === id);
    const { zoom, x, y } = this.#view;
    return node && { x: node.x * zoom + x, y: node.y * zoom + y };
  }

  /** Shows all of the drawing where it can be read so and the reader has not moved the view; else nodes stay at a place where one was. */
  anchor(ids: readonly string[], place: Spot): void {
    if (!this.#isMoved && views.isReadWhole(this.#bounds, this.#size)) return this.fit();
    this.#byReader(views.anchored(this.#view, this.#roomsOf(ids), place, this.#size));
  }

  /** Brings some nodes into view, as large as they fit. */
  reveal(ids: readonly string[]): void {
    const part = views.union(this.#roomsOf(ids));
    if (part !== undefined) this.#byReader(views.revealed(part, this.#size));
  }

  /** Moves numbers along edges; earlier ones are removed. */
  travel(travellers: readonly Traveller[], milliseconds: number): void {
    let gone = 0;
    this.#travel.run((passed) => {
      gone += passed;
      this.stand(underwayAt(travellers, gone / milliseconds));
      return gone < milliseconds;
    });
    this.stand(underwayAt(travellers, 0));
  }

  /** Shows numbers at parts of their ways along edges. */
  stand(underway: readonly Underway[]): void {
    if (underway.length === 0 && this.#underway.length === 0) return;
    this.#underway = underway;
    this.#paint();
  }

  #first(drawing: Drawing): views.View {
    return views.firstLook(drawing, this.#bounds, this.#size);
  }

  #roomsOf(ids: readonly string[]): readonly Viewport[] {
    const { nodes = [], isDownward = false } = this.#drawing ?? {};
    const byId = new Map(nodes.map((node) => [node.id, node]));
    return ids.flatMap((id) => byId.get(id) ?? []).map((node) => roomOf(node, isDownward));
  }

  #resized(): void {
    const { clientWidth: width, clientHeight: height } = this.#host;
    // off the page it has no size
    if (width === 0 || (width === this.#size.width && height === this.#size.height)) return;
    this.#size = { width, height };
    if (this.#drawing !== undefined && !this.#isMoved) this.#show(this.#first(this.#drawing));
    else this.#show(this.#view);
  }

  #byReader(view: views.View): void {
    this.#isMoved = true;
    this.#follow.stop();
    this.#show(view);
  }

  #show(view: views.View): void {
    this.#view = view;
    this.#paint();
    this.#tellView();
  }

  #tellView(): void {
    if (this.#host.isConnected && this.#size.width > 0) this.#events.onView(views.seenIn(this.#view, this.#size));
  }

  /** Paints once before the next frame. */
  #paint(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      const drawing = this.#drawing;
      if (drawing === undefined || this.#size.width === 0) return;
      const { x1, y1, x2, y2 } = views.seenIn(this.#view, this.#size);
      this.#svg.setAttribute("viewBox", `${x1} ${y1} ${x2 - x1} ${y2 - y1}`);
      if (!this.#isDrawn({ x1, y1, x2, y2 })) {
        const [dx, dy] = [(x2 - x1) * BEYOND, (y2 - y1) * BEYOND];
        const part = { x1: x1 - dx, y1: y1 - dy, x2: x2 + dx, y2: y2 + dy };
        const { zoom } = this.#view;
        this.#drawn = { part, zoom };
        this.#shapes = graphShapes(drawing, [...this.#ways.values()], { seen: part, zoom });
      }
      const travellers = travellerShapes(this.#underway, this.#ways, this.#view.zoom);
      this.#painter.paint([...this.#shapes, ...travellers], 0, x2 - x1, y2 - y1);
    });
  }

  #isDrawn(seen: Viewport): boolean {
    if (this.#drawn === undefined || this.#drawing === undefined) return false;
    if (!isLarge(this.#drawing)) return true;
    const { part, zoom } = this.#drawn;
    const by = Math.max(zoom, this.#view.zoom) / Math.min(zoom, this.#view.zoom);
    return by < ANOTHER_ZOOM && seen.x1 >= part.x1 && seen.y1 >= part.y1 && seen.x2 <= part.x2 && seen.y2 <= part.y2;
  }

  #point(spot: Spot | undefined): void {
    const at = spot && this.#placeAt(spot);
    const node = at && this.#nodeAt(at);
    this.#events.onNode(node);
    this.#events.onEdge(at === undefined || node !== undefined ? undefined : this.#edgeAt(at));
  }

  #withNode(spot: Spot, then: (id: string) => void): void {
    const node = this.#nodeAt(this.#placeAt(spot));
    if (node !== undefined) then(node);
  }

  /** A place of the drawing by its place in the window. */
  #placeAt({ x, y }: Spot): Spot {
    return { x: (x - this.#view.x) / this.#view.zoom, y: (y - this.#view.y) / this.#view.zoom };
  }

  #nodeAt({ x, y }: Spot): string | undefined {
    const { nodes = [], isDownward = false } = this.#drawing ?? {};
    return nodes.findLast((node) => {
      const { x1, y1, x2, y2 } = roomOf(node, isDownward);
      return x >= x1 && x <= x2 && y >= y1 && y <= y2;
    })?.id;
  }

  #edgeAt({ x, y }: Spot): string | undefined {
    let [least, found]: [number, string | undefined] = [NEAR / this.#view.zoom, undefined];
    for (const one of this.#ways.values()) {
      const far = distanceTo(one, x, y, least);
      if (far < least) [least, found] = [far, one.edge.id];
    }
    return found;
  }
}

/** How far a place is from an edge, and 0 on its label; at least `most` where it is not nearer than that. */
function distanceTo(one: WayOfEdge, x: number, y: number, most: number): number {
  const { edge, way } = one;
  const near = Math.max(most, GRAPH.label);
  const isFar = (axis: 0 | 1, at: number): boolean =>
    way.every((point) => point[axis] > at + near) || way.every((point) => point[axis] < at - near);
  if (isFar(0, x) || isFar(1, y)) return most;
  const [left, top] = one.labelAt();
  if (edge.label !== "" && Math.abs(x - left) < GRAPH.label && Math.abs(y - top) < GRAPH.label / 2) return 0;
  const points = pointsOf(way);
  return points.slice(1).reduce((least, [bx, by], index) => {
    const [ax, ay] = nth(points, index);
    const squared = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
    const u = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / squared));
    return Math.min(least, Math.hypot(ax + (bx - ax) * u - x, ay + (by - ay) * u - y));
  }, most);
}

/** Nodes by which two layouts are compared. */
const COMPARED = 100;

function isSameLayout(one: Drawing, other: Drawing): boolean {
  const written = ({ nodes }: Drawing): string =>
    nodes.slice(0, COMPARED).reduce((all, { id, x, y }) => `${all}${id} ${Math.round(x)} ${Math.round(y)},`, "");
  return written(one) === written(other);
}
