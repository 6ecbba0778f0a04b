// Numbers along the edges of a canvas: elements above it, moved by the browser, or by a caller that sets their places.

import type { Core, EdgeSingular } from "cytoscape";
import { nth } from "../../engine/base/nth.ts";
import { LETTERS } from "./canvas-style.ts";
import { type Spot, type Traveller, type Underway, wayOf } from "./model/travel.ts";

/** Part of the time that a number stays where it arrived. */
const RESTS = 0.2;

/** The least letters of a number, in pixels. */
const LEAST = 13;

/** Pixels between a number and the node that it comes to. */
const BESIDE = 3;

/** Shows numbers along the edges of a canvas, as elements in `host` above it. */
export class Travellers {
  readonly #host: HTMLElement;
  readonly #cy: Core;
  #shown: readonly HTMLElement[] = [];
  #underway: readonly Underway[] = [];

  constructor(host: HTMLElement, cy: Core) {
    this.#host = host;
    this.#cy = cy;
    // their ways are those of the view as it was
    cy.on("viewport resize", () => {
      const underway = this.#underway;
      this.#end();
      this.stand(underway);
    });
  }

  /** Shows numbers at parts of their ways, where they stay until they are shown elsewhere. */
  stand(underway: readonly Underway[]): void {
    const isSame =
      underway.length === this.#underway.length &&
      underway.every(({ edge, isBack, label }, index) => {
        const before = nth(this.#underway, index);
        return before.edge === edge && before.isBack === isBack && before.label === label;
      });
    if (!isSame) {
      this.#end();
      const known = underway.filter(({ edge }) => !this.#cy.getElementById(edge).empty());
      this.#shown = known.map((one) => this.#made(one));
      this.#underway = known;
    } else this.#underway = underway;
    // numbers at one node are placed side by side
    const taken = new Map<string, number>();
    for (const [index, one] of this.#underway.entries()) {
      const element = nth(this.#shown, index);
      const edge = this.#cy.getElementById(one.edge);
      const end: string = one.isBack ? edge.data("source") : edge.data("target");
      const before = taken.get(end) ?? 0;
      const wide = element.offsetWidth + BESIDE;
      taken.set(end, before + wide);
      element.style.offsetDistance = this.#distance(one, before + wide / 2 + BESIDE);
    }
  }

  go(travellers: readonly Traveller[], milliseconds: number): void {
    this.#end();
    this.#shown = travellers.flatMap((one) => {
      if (this.#cy.getElementById(one.edge).empty()) return [];
      const element = this.#made(one);
      const frames = [
        { offsetDistance: "0%" },
        { offsetDistance: "100%", offset: 1 - RESTS },
        { offsetDistance: "100%" },
      ];
      const animation = element.animate(frames, { duration: milliseconds, easing: "ease-in-out" });
      animation.onfinish = () => element.remove();
      return [element];
    });
  }

  /** How far along its way a number is, in CSS: no farther than beside its end, so that it covers nothing there. */
  #distance({ edge, at, isFromLabel }: Underway, beside: number): string {
    const percent = Math.round(at * 1000) / 10;
    const farthest = `100% - ${Math.round(beside)}px`;
    if (isFromLabel !== true) return `min(${percent}%, ${farthest})`;
    const label = this.#cy.getElementById(edge).data("at") as number | undefined;
    const start = label === undefined ? "50%" : `${Math.round(label * this.#cy.zoom())}px`;
    return `min(${start} * ${Math.round((1 - at) * 1000) / 1000} + ${percent}%, ${farthest})`;
  }

  #made({ edge, isBack, label }: Traveller): HTMLElement {
    const element = document.createElement("span");
    element.className = isBack ? "on-edge back" : "on-edge";
    element.translate = false;
    element.textContent = label;
    // as large as the texts on the nodes, but always legible
    element.style.fontSize = `${Math.max(LEAST, LETTERS * this.#cy.zoom())}px`;
    element.style.offsetPath = `path("${pathOf(this.#cy.getElementById(edge), isBack)}")`;
    this.#host.append(element);
    return element;
  }

  #end(): void {
    this.#underway = [];
    for (const element of this.#shown) element.remove();
    this.#shown = [];
  }
}

/** The way along an edge on the page, from its operand to its use or back. */
function pathOf(edge: EdgeSingular, isBack: boolean): string {
  const onPage = ({ x, y }: Spot): Spot => {
    const [zoom, pan] = [edge.cy().zoom(), edge.cy().pan()];
    return { x: x * zoom + pan.x, y: y * zoom + pan.y };
  };
  // edges without bends have no points
  const points = ((edge.controlPoints() as readonly Spot[] | undefined) ?? []).map(onPage);
  const [from, to] = [onPage(edge.sourceEndpoint()), onPage(edge.targetEndpoint())];
  return isBack ? wayOf(to, points.toReversed(), from) : wayOf(from, points, to);
}
