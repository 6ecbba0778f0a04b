// Graphs on a canvas, by Cytoscape, behind an interface of our own: positions come from outside, and marks change nothing else. Panning and
// zooming stay in here.

import cytoscape, { type Core, type ElementDefinition } from "cytoscape";
import { present } from "../../engine/base/nth.ts";
import { stylesheet } from "./canvas-style.ts";
import { Following } from "./following.ts";
import { type Drawing, type DrawnEdge, type DrawnNode, headOf } from "./model/drawing.ts";
import type { Spot, Traveller, Underway } from "./model/travel.ts";
import { Travellers } from "./travellers.ts";

/** The part of a drawing in view, in its own coordinates. */
export interface Viewport {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** Callbacks of a canvas: the node or edge under the pointer (undefined when it leaves), a choice, and the part in view. */
export interface CanvasEvents {
  onNode(id: string | undefined): void;
  onEdge(id: string | undefined): void;
  onChoose(id: string): void;
  onOpen(id: string): void;
  onView(view: Viewport): void;
}

/** A graph on a canvas, independent of the library that draws it. */
export interface GraphCanvas {
  /** Shows a drawing; elements with a known name stay the same. */
  draw(drawing: Drawing): void;
  fit(): void;
  zoomBy(factor: number): void;
  center(id: string): void;
  /** Where the reader has not moved the view: brings nodes into view, large enough to be read; for none, all of the drawing. */
  follow(ids: readonly string[]): void;
  /** Shows the drawing as at the first look, and follows its room again. */
  begin(): void;
  /** The place of a node on the canvas, in pixels; undefined where it is not there. */
  placeOf(id: string): Spot | undefined;
  /**
   * Shows all of the drawing where it can be read so and the reader has not moved the view. Else moves the view so that nodes stand at a
   * place of the canvas where one stood before: all of them where they have room, smaller where they can still be read; else the first of
   * them.
   */
  anchor(ids: readonly string[], place: Spot): void;
  /** Brings some nodes into view, as large as they fit. */
  reveal(ids: readonly string[]): void;
  /** Moves numbers along edges; earlier ones are removed. */
  travel(travellers: readonly Traveller[], milliseconds: number): void;
  /** Shows numbers at parts of their ways along edges. */
  stand(underway: readonly Underway[]): void;
  /** All of it as PNG, in a colour as ground. */
  png(ground: string): Promise<Blob>;
  /** Takes the colours of the page anew. */
  restyle(): void;
  destroy(): void;
}

/** Above this many elements, labels and edges hide while the picture moves. */
const MANY = 600;

/** Makes a canvas in an element; `destroy` must be called when it is no longer shown. */
export function graphCanvas(host: HTMLElement, events: CanvasEvents): GraphCanvas {
  const cy = cytoscape({
    container: host,
    layout: { name: "preset" },
    style: stylesheet(),
    minZoom: 0.02,
    maxZoom: 4,
    autounselectify: true,
    autoungrabify: true,
    boxSelectionEnabled: false,
    hideEdgesOnViewport: true,
    textureOnViewport: true,
    pixelRatio: Math.min(2, devicePixelRatio),
  });
  // while the picture is dragged, nothing is selected
  let isHeld = false;
  cy.on("tapstart", () => {
    isHeld = true;
  });
  cy.on("tapend", () => {
    isHeld = false;
  });
  cy.on("mouseover", "node", ({ target }) => isHeld || events.onNode(ownId(target.id())));
  cy.on("mouseout", "node", () => isHeld || events.onNode(undefined));
  cy.on("mouseover", "edge", ({ target }) => isHeld || events.onEdge(target.id()));
  cy.on("mouseout", "edge", () => isHeld || events.onEdge(undefined));
  cy.on("tap", "node", ({ target }) => events.onChoose(ownId(target.id())));
  cy.on("dbltap", "node", ({ target }) => events.onOpen(ownId(target.id())));
  // a host that is off the page already has no size: its view would be NaN
  const tellView = (): void => {
    if (host.isConnected) events.onView(cy.extent());
  };
  cy.on("viewport resize", tellView);
  const travellers = new Travellers(host, cy);
  const following = new Following(cy);
  let known: Drawing | undefined;
  // until the reader moves the view, all of the drawing stays in sight: when the room changes, and when the drawing is laid out for that room
  let isMoved = false;
  let layout = "";
  cy.on("dragpan scrollzoom pinchzoom", () => {
    isMoved = true;
  });
  let size = "";
  cy.on("resize", () => {
    const now = `${cy.width()} ${cy.height()}`;
    // Cytoscape sends this event also when the size is the same
    if (now === size || !host.isConnected || !(cy.width() > 0)) return;
    size = now;
    if (known !== undefined && !isMoved) begin(cy, known);
  });
  return {
    draw: (drawing) => {
      const before = layout;
      layout = drawing.nodes
        .slice(0, 100)
        .map(({ id, x, y }) => `${id} ${Math.round(x)} ${Math.round(y)}`)
        .join(",");
      const isFirst = known === undefined;
      const isSame = isFirst || present(known).nodes.length === drawing.nodes.length;
      update(cy, known, drawing);
      known = drawing;
      // where parts were opened or folded, the view stays where the reader looks
      if (isFirst || (!isMoved && isSame && layout !== before)) begin(cy, drawing);
      tellView();
    },
    fit: () => {
      isMoved = false;
      frame(cy);
    },
    begin: () => {
      isMoved = false;
      if (known !== undefined) begin(cy, known);
    },
    placeOf: (id) => {
      const element = cy.getElementById(id);
      return element.empty() ? undefined : { ...element.renderedPosition() };
    },
    anchor: (ids, place) => {
      const elements = ids.reduce((all, id) => all.union(cy.getElementById(id)), cy.collection());
      if (elements.empty()) return;
      if (!isMoved && wholeIn(cy) >= SMALLEST) return frame(cy);
      isMoved = true;
      const { w, h } = elements.boundingBox();
      const [width, height] = [cy.width() - 2 * AROUND, cy.height() - 2 * AROUND];
      const fits = Math.min(width / w, height / h);
      cy.zoom(Math.min(cy.zoom(), Math.max(SMALLEST, fits)));
      const { x1, x2, y1, y2 } = (fits < SMALLEST ? elements.first() : elements).renderedBoundingBox();
      const within = (at: number, size: number, room: number): number =>
        Math.max(AROUND + size / 2, Math.min(AROUND + room - size / 2, at));
      const [x, y] = [within(place.x, x2 - x1, width), within(place.y, y2 - y1, height)];
      cy.panBy({ x: x - (x1 + x2) / 2, y: y - (y1 + y2) / 2 });
    },
    zoomBy: (factor) => {
      isMoved = true;
      cy.zoom({ level: cy.zoom() * factor, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } });
    },
    center: (id) => {
      const element = cy.getElementById(id);
      if (element.empty()) return;
      const { x1, y1, x2, y2 } = cy.extent();
      const { x, y } = element.position();
      const isSeen = x > x1 + 40 && x < x2 - 40 && y > y1 + 30 && y < y2 - 30;
      if (isSeen) return;
      isMoved = true;
      cy.center(element);
    },
    follow: (ids) => {
      if (isMoved || known === undefined || known.isWhole === true) return following.stop();
      const drawing = known;
      following.to(ids, () => begin(cy, drawing));
    },
    reveal: (ids) => {
      const elements = ids.reduce((all, id) => all.union(cy.getElementById(id)), cy.collection());
      if (elements.empty()) return;
      isMoved = true;
      cy.fit(elements, 60);
      if (cy.zoom() > largestIn(cy))
        cy.zoom({ level: largestIn(cy), renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } });
      if (cy.zoom() < SMALLEST) {
        cy.zoom(SMALLEST);
        cy.center(elements);
      }
    },
    travel: (these, milliseconds) => travellers.go(these, milliseconds),
    stand: (underway) => travellers.stand(underway),
    png: (ground) =>
      cy.png({ output: "blob-promise", full: true, scale: 2, bg: ground, maxWidth: 8000, maxHeight: 8000 }),
    restyle: () => cy.style(stylesheet()),
    destroy: () => cy.destroy(),
  };
}

/** All of it is shown at most so large, and larger on a wide screen: a small graph is read from the last row, too. */
const LARGEST = 1.9;
const WIDE = 650;
const largestIn = (cy: Core): number => Math.max(LARGEST, cy.width() / WIDE);
/** Pixels around anchored parts. */
const AROUND = 30;
/** Letters of ten pixels: parts brought into view are not smaller, nor the first look at a drawing read from the top. */
const SMALLEST = 0.72;
/** A first look shows all of a graph down to this; of a larger one, only specks would be seen. */
const FIRST_LOOK = 0.12;
/** The scale then: the rest is found by moving. */
const IN_PARTS = 0.85;

/** All of it; where that would be specks, the inputs first; of a drawing read from the top and too small, the first nodes. */
function begin(cy: Core, { isDownward = false, isWhole = false, nodes: [first] }: Drawing): void {
  frame(cy);
  if (isWhole || cy.zoom() >= (isDownward ? SMALLEST : FIRST_LOOK)) return;
  const { x1, y1, y2 } = cy.elements().boundingBox();
  cy.zoom(IN_PARTS);
  if (isDownward && first !== undefined) cy.pan({ x: cy.width() / 2 - first.x * IN_PARTS, y: 36 - y1 * IN_PARTS });
  else cy.pan({ x: 36 - x1 * IN_PARTS, y: cy.height() / 2 - ((y1 + y2) / 2) * IN_PARTS });
}

/** Pixels around all of it. */
const MARGIN = 36;

/** How large all of it would be. */
function wholeIn(cy: Core): number {
  const { w, h } = cy.elements().boundingBox();
  return Math.min((cy.width() - 2 * MARGIN) / w, (cy.height() - 2 * MARGIN) / h);
}

/** All of it, as large as it fits. */
function frame(cy: Core): void {
  cy.resize();
  cy.fit(undefined, MARGIN);
  if (cy.zoom() > largestIn(cy)) {
    cy.zoom(largestIn(cy));
    cy.center();
  }
}

/** A flag has its node's id. */
function ownId(id: string): string {
  return id.replace(/^(flag|tangent) /, "");
}

function update(cy: Core, before: Drawing | undefined, now: Drawing): void {
  const nodes = new Map(now.nodes.map((node) => [node.id, node]));
  const edges = new Map(now.edges.map((edge) => [edge.id, edge]));
  const isMany = nodes.size + edges.size > MANY;
  cy.batch(() => {
    for (const { id, flag, tangent } of before?.nodes ?? []) {
      if (!nodes.has(id)) cy.getElementById(id).remove();
      if (flag !== undefined && nodes.get(id)?.flag === undefined) cy.getElementById(`flag ${id}`).remove();
      if (tangent !== undefined && nodes.get(id)?.tangent === undefined) cy.getElementById(`tangent ${id}`).remove();
    }
    for (const { id } of before?.edges ?? []) if (!edges.has(id)) cy.getElementById(id).remove();
    const added: ElementDefinition[] = [];
    for (const node of now.nodes) {
      const found = cy.getElementById(node.id);
      const data = nodeData(node);
      const classes = [node.kind, ...node.marks].join(" ");
      if (found.empty()) added.push({ group: "nodes", data, position: { x: node.x, y: node.y }, classes });
      else {
        found.data(data);
        found.classes(classes);
        found.position({ x: node.x, y: node.y });
      }
      if (node.flag !== undefined) flagged(cy, now, node, "flag", node.flag, added);
      if (node.tangent !== undefined) flagged(cy, now, node, "tangent", node.tangent, added);
    }
    for (const edge of now.edges) {
      const found = cy.getElementById(edge.id);
      const isBent = edge.bends.length > 0 && !isMany;
      const classes = [
        ...edge.marks,
        `head-${headOf(edge, now.isReversed)}`,
        isMany ? "many" : "",
        isBent ? "bent" : "",
        edge.labelAt === undefined ? "" : "placed",
        edge.beside === undefined
          ? sidesOf(edge, nodes, now.isDownward === true)
          : edge.beside.isRight
            ? "right"
            : "left",
      ].join(" ");
      // in a column a label is beside its user, and a flag where an edge begins
      const at = edge.beside?.label ?? edge.labelAt;
      const words =
        at === undefined ? { label: edge.label } : { label: "", own: edge.label, at, gap: gapOf(edge, nodes) };
      const own = { ...words, over: overOf(edge, nodes), ...curveOf(edge, nodes) };
      if (found.empty()) {
        const data = { id: edge.id, source: edge.from, target: edge.to, ...own };
        added.push({ group: "edges", data, classes });
      } else {
        found.data(own);
        found.classes(classes);
      }
    }
    cy.add(added);
  });
}

function nodeData({ id, title, detail, width, height, kind }: DrawnNode) {
  const isStacked = kind === "group" || kind === "job" || kind === "box";
  const label = isStacked ? `${title}\n${detail}` : detail === "" ? title : `${title}  ${detail}`;
  return { id, label, width, height };
}

/** Where an edge leaves and arrives: at the sides that face each other, where there is room between, so that it passes behind no node. */
function sidesOf(
  { from, to }: DrawnEdge,
  nodes: ReadonlyMap<string, DrawnNode>,
  isDownward: boolean,
): "across" | "down" | "" {
  const [a, b] = [nodes.get(from), nodes.get(to)];
  if (a === undefined || b === undefined) return "";
  if (isDownward) return a.y + a.height / 2 < b.y - b.height / 2 ? "down" : "";
  return a.x + a.width / 2 < b.x - b.width / 2 ? "across" : "";
}

/** How far from its operand an edge on the right begins: beyond the flag there. */
function gapOf({ from, beside }: DrawnEdge, nodes: ReadonlyMap<string, DrawnNode>): number {
  const flag = nodes.get(from)?.flag;
  return beside?.isRight === true && flag !== undefined ? flagRoom(flag) - 2 : 0;
}

function flagRoom(text: string): number {
  return 18 + text.length * 8;
}

/** How far above others an edge is drawn: a short one's label lies over a long one that passes. */
function overOf({ from, to }: DrawnEdge, nodes: ReadonlyMap<string, DrawnNode>): number {
  const [a, b] = [nodes.get(from), nodes.get(to)];
  return a === undefined || b === undefined ? 0 : -Math.round(Math.hypot(b.x - a.x, b.y - a.y));
}

/** An edge's bends as Cytoscape wants them: how far along the straight line, and how far beside it. */
function curveOf({ from, to, bends }: DrawnEdge, nodes: ReadonlyMap<string, DrawnNode>) {
  const [a, b] = [nodes.get(from), nodes.get(to)];
  if (bends.length === 0 || a === undefined || b === undefined) return {};
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy) || 1;
  const along = bends.map(([x, y]) => ((x - a.x) * dx + (y - a.y) * dy) / length ** 2);
  const beside = bends.map(([x, y]) => ((y - a.y) * dx - (x - a.x) * dy) / length);
  return { along, beside };
}

/**
 * A cotangent's flag hangs below its node, or at its side where edges leave below; a tangent's is above it, at its left, where no flag
 * hangs.
 */
function flagged(
  cy: Core,
  { isDownward = false }: Drawing,
  { id, x, y, width, height, marks }: DrawnNode,
  which: "flag" | "tangent",
  text: string,
  added: ElementDefinition[],
): void {
  const name = `${which} ${id}`;
  const room = flagRoom(text);
  const below = isDownward ? { x: x + width / 2 + room / 2 - 4, y } : { x, y: y + height / 2 + 15 };
  const position = which === "flag" ? below : { x: x - width / 2 + room / 2 - 10, y: y - height / 2 - 9 };
  const classes = ["flag", which, ...marks].join(" ");
  const found = cy.getElementById(name);
  const data = { id: name, label: text, width: room, height: 22 };
  if (found.empty()) added.push({ group: "nodes", data, position, classes });
  else {
    found.data(data);
    found.classes(classes);
    found.position(position);
  }
}
