// Puts the shapes of a picture on the page: what has a key that was there before is changed, and nothing else is touched.
import { LAYERS, type Part, type Shape } from "../model/shape.ts";
import { onPage, partAttributes, scrolledAttributes } from "../model/svg.ts";

const SVG = "http://www.w3.org/2000/svg";

interface Painted {
  readonly element: SVGElement;
  attributes: Record<string, string>;
  parts: readonly Part[];
  /** The picture that it was in last. */
  picture: number;
}

/** Layers whose shapes do not leave the rows. */
const WITHIN_ROWS = new Set(["edge", "live", "label", "node"]);
/** Layers that scroll with the rows: what stands in a row keeps its place there, and the layer moves. */
const SCROLLED = new Set(["ground", ...WITHIN_ROWS]);

/** Paints pictures into an SVG element, one after the other; `id` names its clip path and must be unique on the page. */
export class Painter {
  private readonly layers = new Map<string, SVGGElement>();
  private readonly painted = new Map<string, Painted>();
  private readonly clip: SVGRectElement;
  private picture = 0;
  private scrolled = 0;

  constructor(svg: SVGSVGElement, id: string) {
    svg.replaceChildren();
    const path = document.createElementNS(SVG, "clipPath");
    path.id = id;
    this.clip = document.createElementNS(SVG, "rect");
    path.append(this.clip);
    svg.append(path);
    for (const layer of LAYERS) {
      const group = document.createElementNS(SVG, "g");
      if (WITHIN_ROWS.has(layer)) group.setAttribute("clip-path", `url(#${id})`);
      const inner = document.createElementNS(SVG, "g");
      group.append(inner);
      this.layers.set(layer, inner);
      svg.append(group);
    }
  }

  /** Shows a picture; rows begin at `top`, and the first of them is `scrolled` pixels above it. */
  paint(shapes: readonly Shape[], top: number, width: number, height: number, scrolled = 0): void {
    const picture = ++this.picture;
    if (scrolled !== this.scrolled)
      for (const layer of SCROLLED) this.layers.get(layer)!.setAttribute("transform", `translate(0 ${-scrolled})`);
    this.scrolled = scrolled;
    for (const [name, value] of Object.entries({ x: 0, y: top, width, height: Math.max(0, height - top) }))
      this.clip.setAttribute(name, String(value));
    const shown = shapes.map((shape) => this.elementFor(shape, picture));
    // what is gone goes first: what comes after it stays where it is
    for (const [key, one] of this.painted)
      if (one.picture !== picture) {
        one.element.remove();
        this.painted.delete(key);
      }
    const last = new Map<string, SVGElement>();
    for (const [index, shape] of shapes.entries()) {
      const one = shown[index]!;
      const layer = this.layers.get(shape.layer)!;
      // shapes of a layer stand in the order in which they were drawn
      const before = last.get(shape.layer);
      const wanted = before === undefined ? layer.firstChild : before.nextSibling;
      if (one.element !== wanted) layer.insertBefore(one.element, wanted);
      last.set(shape.layer, one.element);
      set(one, scrolledAttributes(shape, SCROLLED.has(shape.layer) ? scrolled : 0));
      if (shape.tag === "text") setParts(one, shape.parts);
    }
  }

  /** The element of a shape: the one that it had in the picture before, if it was there. */
  private elementFor(shape: Shape, picture: number): Painted {
    const key = `${shape.layer} ${shape.key}`;
    let one = this.painted.get(key);
    if (one === undefined || one.element.tagName !== shape.tag) {
      one?.element.remove();
      one = { element: document.createElementNS(SVG, shape.tag), attributes: {}, parts: [], picture };
      this.painted.set(key, one);
    }
    one.picture = picture;
    return one;
  }
}

function set(one: Painted, attributes: Record<string, string>): void {
  for (const name in one.attributes) if (!(name in attributes)) one.element.removeAttribute(name);
  for (const name in attributes)
    if (one.attributes[name] !== attributes[name]) one.element.setAttribute(name, attributes[name]!);
  one.attributes = attributes;
}

function setParts(one: Painted, parts: readonly Part[]): void {
  if (one.parts.length === parts.length && parts.every((part, at) => isSame(part, one.parts[at]!))) return;
  one.parts = parts;
  one.element.replaceChildren(
    ...parts.map((part) => {
      const span = document.createElementNS(SVG, "tspan");
      for (const [name, value] of Object.entries(partAttributes(part, onPage))) span.setAttribute(name, value);
      span.textContent = part.text;
      return span;
    }),
  );
}

function isSame(a: Part, b: Part): boolean {
  return a.text === b.text && a.bold === b.bold && a.isStruck === b.isStruck && isSameColour(a.colour, b.colour);
}

function isSameColour(a: Part["colour"], b: Part["colour"]): boolean {
  if (typeof a !== "object" || typeof b !== "object") return a === b;
  return a.part === b.part && a.mix[0] === b.mix[0] && a.mix[1] === b.mix[1];
}
