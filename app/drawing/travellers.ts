// Numbers that go along the edges of a canvas: elements above it, moved by the browser.
import type { Core, EdgeSingular } from "cytoscape";
import { type Spot, type Traveller, wayOf } from "./model/travel.ts";

/** Part of the time that a number stays where it arrived. */
const RESTS = 0.2;

export class Travellers {
  readonly #host: HTMLElement;
  readonly #cy: Core;
  #shown: readonly HTMLElement[] = [];

  constructor(host: HTMLElement, cy: Core) {
    this.#host = host;
    this.#cy = cy;
    // their ways are those of the view as it was
    cy.on("viewport", () => this.#end());
  }

  go(travellers: readonly Traveller[], milliseconds: number): void {
    this.#end();
    this.#shown = travellers.flatMap(({ edge, isBack, label }) => {
      const found = this.#cy.getElementById(edge);
      if (found.empty()) return [];
      const element = document.createElement("span");
      element.className = isBack ? "on-edge back" : "on-edge";
      element.translate = false;
      element.textContent = label;
      element.style.offsetPath = `path("${pathOf(found, isBack)}")`;
      this.#host.append(element);
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

  #end(): void {
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
