// A graph whose letters would be too small to be read is shown in parts while its run plays: the view goes to where something happens.

import type { Core, NodeCollection } from "cytoscape";
import { easeCubicInOut } from "d3-ease";
import { present } from "../../engine/base/nth.ts";
import { isStill } from "../base/motion.ts";
import { projectedIn } from "../ui/projected.ts";
import { LETTERS } from "./canvas-style.ts";

/** How large letters of nodes are at least, in pixels: on a page, and on a projector of 1080 rows of pixels. */
const READ = 12;
const READ_PROJECTED = 24;
/** Milliseconds of a move of the view. */
const GOES = 400;
/** The part of the view at its borders that is kept clear of events. */
const BORDER = 0.12;

/** Moves the view of a canvas after events in its graph. */
export class Following {
  readonly #cy: Core;
  #frame = 0;
  /** Whether a part is shown now. */
  #isClose = false;

  constructor(cy: Core) {
    this.#cy = cy;
  }

  /** Brings nodes into view, the first of them at least, large enough to be read; where there are none, all of the graph again by `whole`. */
  to(ids: readonly string[], whole: () => void): void {
    const cy = this.#cy;
    const nodes = ids.reduce((all, id) => all.union(cy.getElementById(id).nodes()), cy.collection().nodes());
    if (nodes.empty()) {
      this.stop();
      if (this.#isClose) whole();
      this.#isClose = false;
      return;
    }
    const zoom = this.#readable();
    if (!this.#isClose && cy.zoom() >= zoom) return;
    const { x1, x2, y1, y2 } = this.#shownOf(nodes, zoom).boundingBox();
    const { x1: left, x2: right, y1: top, y2: bottom } = cy.extent();
    const [dx, dy] = [(right - left) * BORDER, (bottom - top) * BORDER];
    const isSeen = x1 >= left + dx && x2 <= right - dx && y1 >= top + dy && y2 <= bottom - dy;
    if (this.#isClose && isSeen) return;
    this.#isClose = true;
    this.#goTo(zoom, (x1 + x2) / 2, (y1 + y2) / 2);
  }

  /** The first node, and of the others those that have room beside it. */
  #shownOf(nodes: NodeCollection, zoom: number): NodeCollection {
    const part = 1 - 2 * BORDER;
    return nodes.toArray().reduce((seen, node) => {
      const both = seen.union(node).nodes();
      const { w, h } = both.boundingBox();
      const fits = w * zoom <= this.#cy.width() * part && h * zoom <= this.#cy.height() * part;
      return fits || seen.empty() ? both : seen;
    }, this.#cy.collection().nodes());
  }

  /** Stays where it is. */
  stop(): void {
    cancelAnimationFrame(this.#frame);
  }

  #readable(): number {
    const projected = projectedIn(present(this.#cy.container()));
    return Math.max(READ, READ_PROJECTED * projected) / LETTERS;
  }

  /** Not by an animation of the canvas: it hides edges as long as one lasts. */
  #goTo(zoom: number, x: number, y: number): void {
    const cy = this.#cy;
    this.stop();
    const [from, pan] = [cy.zoom(), cy.pan()];
    const to = { x: cy.width() / 2 - x * zoom, y: cy.height() / 2 - y * zoom };
    const start = performance.now();
    const step = (now: number): void => {
      if (cy.destroyed()) return;
      const u = isStill() ? 1 : easeCubicInOut(Math.min(1, Math.max(0, (now - start) / GOES)));
      const between = (a: number, b: number): number => a + (b - a) * u;
      cy.viewport({ zoom: between(from, zoom), pan: { x: between(pan.x, to.x), y: between(pan.y, to.y) } });
      if (u < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }
}
