// The store of what is open below programs: each graph with a worker of its own, which follows its program while one plays with it.
import { create } from "zustand";
import type { Explored } from "../../engine/session/exploration.ts";
import type { Picture } from "../../engine/session/picture.ts";
import { EngineClient } from "../client.ts";
import { type CellId, type ProgramCell, programOf } from "../document/document.ts";
import type { Inside } from "../document/views.ts";
import { setViews, useDocument } from "./document.ts";
import { exploreRequestOf } from "./explorer.ts";

/** A program's graph as it was drawn last. */
export interface InsideGraph {
  readonly subject: ProgramCell;
  readonly explored: Explored;
  /** undefined where the run has no Real to be drawn. */
  readonly picture: Picture | undefined;
}

interface InsideState {
  readonly graphs: Readonly<Record<CellId, InsideGraph>>;
  readonly busy: Readonly<Record<CellId, boolean>>;
}

export const useInside = create<InsideState>()(() => ({ graphs: {}, busy: {} }));

/** Opens or closes a part below a program. */
export function setInside(id: CellId, part: Inside, isOpen: boolean): void {
  const inside = programOf(useDocument.getState().document, id)?.views.inside;
  if (inside === undefined || inside.includes(part) === isOpen) return;
  setViews(id, { inside: isOpen ? [...inside, part] : inside.filter((one) => one !== part) });
}

/** Milliseconds that a graph may take; a longer run is looked at in the view of graphs. */
const LONGEST = 4000;

/** Draws a program's graph anew for whatever it becomes, the newest only. One for each graph that is open. */
export class GraphFollower {
  private readonly client = new EngineClient();
  private next: ProgramCell | undefined;
  private isAtWork = false;
  private readonly id: CellId;

  constructor(id: CellId) {
    this.id = id;
  }

  follow(cell: ProgramCell): void {
    this.next = cell;
    if (!this.isAtWork) void this.work();
  }

  end(): void {
    this.next = undefined;
    this.client.end();
    const { [this.id]: _, ...graphs } = useInside.getState().graphs;
    useInside.setState({ graphs });
  }

  private async work(): Promise<void> {
    this.isAtWork = true;
    this.setBusy(true);
    for (let cell = this.next; cell !== undefined; cell = this.next) {
      this.next = undefined;
      await this.draw(cell);
    }
    this.isAtWork = false;
    this.setBusy(false);
  }

  private async draw(subject: ProgramCell): Promise<void> {
    const asked = this.client.explore(exploreRequestOf(subject), () => undefined);
    const patience = setTimeout(() => asked.stop(), LONGEST);
    const explored = await asked.answer;
    clearTimeout(patience);
    if (explored === undefined) return;
    const isDrawn = explored.graph.size > 0;
    const ask = { open: [], hideConstants: false, around: undefined, all: false };
    const picture = isDrawn ? await this.client.picture(ask).answer : undefined;
    if (isDrawn && picture === undefined) return;
    useInside.setState(({ graphs }) => ({ graphs: { ...graphs, [this.id]: { subject, explored, picture } } }));
  }

  private setBusy(isBusy: boolean): void {
    useInside.setState(({ busy }) => ({ busy: { ...busy, [this.id]: isBusy } }));
  }
}
