// Puts the shapes of a picture on the page: shapes with a known key are changed, and nothing else is touched.
import { nth, present } from "../../../engine/base/nth.ts";
import "./painter.css";
import { isAlike, isSamePart, joined, LAYERS, type Layer, type Part, type Shape, WITHIN_ROWS } from "../shape.ts";
import { onPage, partAttributes, scrolledAttributes, scrolledHeight } from "../svg.ts";

const SVG = "http://www.w3.org/2000/svg";

type Attributes = Readonly<Record<string, string>>;

/** An element of the page with the attributes that it has. */
interface Written {
  readonly element: SVGElement;
  attributes: Attributes;
}

/** A part of a text on the page. */
interface PaintedPart extends Written {
  part: Part | undefined;
}

interface Painted extends Written {
  /** The shape that it shows, and how far the rows were scrolled then; undefined before it was painted. */
  shape: Shape | undefined;
  scrolled: number;
  /** The parts of a text, where there are several. */
  readonly parts: PaintedPart[];
  /** The picture that it was in last, and the one for which its element was placed. */
  picture: number;
  movedIn: number | undefined;
  /** The shape behind which it stands in its layer. */
  behind: Painted | undefined;
}

/** Layers that scroll with the rows: shapes in a row keep their place there, and the layer moves. */
const SCROLLED: ReadonlySet<Layer> = new Set(["ground", ...WITHIN_ROWS]);

/** Paints pictures into an SVG element, one after the other; `id` names its clip path and must be unique on the page. */
export class Painter {
  private readonly layers = new Map<string, SVGElement>();
  private readonly painted = new Map<string, Map<string, Painted>>(LAYERS.map((layer) => [layer, new Map()]));
  private readonly clip = written("rect");
  /** Elements that scroll with rows. */
  private readonly rows: readonly Written[];
  private picture = 0;

  constructor(svg: SVGSVGElement, id: string) {
    svg.replaceChildren();
    svg.classList.add("painted");
    const path = document.createElementNS(SVG, "clipPath");
    path.id = id;
    path.append(this.clip.element);
    svg.append(path);
    const [ground, within, clipped] = [written("g"), written("g"), written("g")];
    clipped.element.setAttribute("clip-path", `url(#${id})`);
    clipped.element.append(within.element);
    this.rows = [ground, within];
    for (const layer of LAYERS) {
      const { element } = layer === "ground" ? ground : written("g");
      this.layers.set(layer, element);
      if (WITHIN_ROWS.has(layer)) within.element.append(element);
      svg.append(WITHIN_ROWS.has(layer) ? clipped.element : element);
    }
  }

  /** Shows a picture; rows begin at `top`, and the first of them is `scrolled` pixels above it. */
  paint(shapes: readonly Shape[], top: number, width: number, height: number, scrolled = 0): void {
    const picture = ++this.picture;
    for (const rows of this.rows) write(rows, scrolled === 0 ? {} : { transform: `translate(0 ${-scrolled})` });
    write(this.clip, { x: "0", y: `${top}`, width: `${width}`, height: `${Math.max(0, height - top)}` });
    const shown = shapes.map((shape) => this.elementFor(shape, picture));
    // remove stale elements first so later siblings keep their place
    for (const painted of this.painted.values())
      for (const [key, one] of painted)
        if (one.picture !== picture) {
          one.element.remove();
          painted.delete(key);
        }
    const last = new Map<string, Painted>();
    for (const [index, shape] of shapes.entries()) {
      const one = nth(shown, index);
      draw(one, shape, SCROLLED.has(shape.layer) ? scrolled : 0);
      // shapes of a layer stand in the order in which they were drawn
      this.place(one, last.get(shape.layer), present(this.layers.get(shape.layer)));
      last.set(shape.layer, one);
    }
  }

  /** Puts a shape behind another one; where both stood so in the picture before, the page is not asked. */
  private place(one: Painted, before: Painted | undefined, layer: SVGElement): void {
    const stays = one.behind === before && before?.movedIn !== this.picture && one.movedIn !== undefined;
    one.behind = before;
    if (stays) return;
    const wanted = before === undefined ? layer.firstChild : before.element.nextSibling;
    if (one.element === wanted) return;
    layer.insertBefore(one.element, wanted);
    one.movedIn = this.picture;
  }

  /** The element of a shape: the one that it had in the picture before, if it was there. */
  private elementFor(shape: Shape, picture: number): Painted {
    const painted = present(this.painted.get(shape.layer));
    let one = painted.get(shape.key);
    if (one === undefined || one.element.tagName !== shape.tag) {
      one?.element.remove();
      one = {
        ...written(shape.tag),
        shape: undefined,
        scrolled: 0,
        parts: [],
        picture,
        movedIn: undefined,
        behind: undefined,
      };
      painted.set(shape.key, one);
    }
    one.picture = picture;
    return one;
  }
}

/** An element that is not on the page yet. */
function written(tag: string): Written {
  return { element: document.createElementNS(SVG, tag), attributes: {} };
}

/** Gives an element other attributes; unchanged ones are not set again, for the page would lay the element out anew. */
function write(one: Written, attributes: Attributes): void {
  for (const name in one.attributes) if (!(name in attributes)) one.element.removeAttribute(name);
  for (const name in attributes)
    if (one.attributes[name] !== attributes[name]) one.element.setAttribute(name, present(attributes[name]));
  one.attributes = attributes;
}

/** Changes an element from the shape that it shows to another one: nothing where both look the same. */
function draw(one: Painted, shape: Shape, scrolled: number): void {
  const { shape: before } = one;
  if (
    before !== undefined &&
    scrolledHeight(shape, scrolled) === scrolledHeight(before, one.scrolled) &&
    isAlike(shape, before)
  )
    return;
  one.shape = shape;
  one.scrolled = scrolled;
  if (shape.tag !== "text") return write(one, scrolledAttributes(shape, scrolled));
  const parts = joined(shape.parts);
  const [only] = parts.length === 1 ? parts : [];
  // a text in one look needs no spans
  write(one, { ...scrolledAttributes(shape, scrolled), ...(only && partAttributes(only, onPage)) });
  for (const gone of one.parts.splice(only === undefined ? parts.length : 0)) gone.element.remove();
  if (only !== undefined) return writeText(one.element, only.text);
  if (one.parts.length === 0) one.element.replaceChildren();
  for (const [at, part] of parts.entries()) {
    let own = one.parts[at];
    if (own === undefined) {
      own = { ...written("tspan"), part: undefined };
      one.parts.push(own);
      one.element.append(own.element);
    }
    if (own.part !== undefined && isSamePart(part, own.part)) continue;
    write(own, partAttributes(part, onPage));
    writeText(own.element, part.text);
    own.part = part;
  }
}

/** Gives an element a text and nothing else. */
function writeText(element: SVGElement, text: string): void {
  const { firstChild: own } = element;
  if (!(own instanceof Text)) element.textContent = text;
  else if (own.data !== text) own.data = text;
}
