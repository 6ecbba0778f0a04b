// The store of open panels below programs: each graph with a worker of its own, which follows its program while one plays with it.
import { t } from "@lingui/core/macro";
import { create } from "zustand";
import type { Explored } from "../../engine/explore/exploration.ts";
import type { Picture } from "../../engine/explore/picture.ts";
import { withEntry, withoutEntry } from "../base/entries.ts";
import type { EngineClient } from "../client/client.ts";
import { Follower, soon } from "../client/follower.ts";
import { type CellId, type ProgramCell, programOf } from "../document/document.ts";
import { setViews } from "../document/state/changing.ts";
import { useDocument } from "../document/state/document.ts";
import type { EmbeddedPanel } from "../document/views.ts";
import { exploreRequestOf } from "../exploration/state/explorer.ts";

/** A program's graph as it was drawn last. */
export interface EmbeddedGraph {
  readonly subject: ProgramCell;
  readonly explored: Explored;
  /** undefined where the run has no Real to be drawn. */
  readonly picture: Picture | undefined;
}

/** The names of the panels below a program. */
export const EMBEDDED_PANEL_WORDS: Readonly<Record<EmbeddedPanel, string>> = {
  plot: t`Plot`,
  play: t`Play with the numbers`,
  graph: t`The graph of the run`,
  columns: t`The stages, step by step`,
  curves: t`Cost over n`,
};

interface EmbeddedPanelsState {
  readonly graphs: ReadonlyMap<CellId, EmbeddedGraph>;
  readonly busy: ReadonlyMap<CellId, boolean>;
}

/** Data of each program's panels. */
export const useEmbeddedPanels = create<EmbeddedPanelsState>()(() => ({ graphs: new Map(), busy: new Map() }));

/** Opens or closes a part below a program. */
export function setEmbeddedPanel(id: CellId, part: EmbeddedPanel, isOpen: boolean): void {
  const inside = programOf(useDocument.getState().document, id)?.views.inside;
  if (inside === undefined || inside.includes(part) === isOpen) return;
  setViews(id, { inside: isOpen ? [...inside, part] : inside.filter((one) => one !== part) });
}

/** By cell, the follower for its graph, and the number of its viewers. */
const followers = new Map<CellId, { readonly follower: Follower<ProgramCell>; uses: number }>();

/** Draws a program's graph anew after each change, for one place that shows it; the graph is kept until the last of these ends. */
export function graphFollower(id: CellId): Pick<Follower<ProgramCell>, "follow" | "end"> {
  const one = followers.get(id) ?? { follower: newFollower(id), uses: 0 };
  followers.set(id, one);
  one.uses++;
  return {
    follow: (cell) => one.follower.follow(cell),
    end: () => {
      one.uses--;
      if (one.uses > 0) return;
      followers.delete(id);
      one.follower.end();
    },
  };
}

function newFollower(id: CellId): Follower<ProgramCell> {
  const answer = async (subject: ProgramCell, client: EngineClient): Promise<void> => {
    const explored = await soon(client.begin("explore", exploreRequestOf(subject)));
    if (explored === undefined) return;
    const isDrawn = explored.graph.size > 0;
    const ask = { open: [], hideConstants: false, around: undefined, all: false };
    const picture = isDrawn ? await client.begin("picture", ask).answer : undefined;
    if (isDrawn && picture === undefined) return;
    useEmbeddedPanels.setState(({ graphs }) => ({ graphs: withEntry(graphs, id, { subject, explored, picture }) }));
  };
  return new Follower({
    answer,
    setBusy: (isBusy) => useEmbeddedPanels.setState(({ busy }) => ({ busy: withEntry(busy, id, isBusy) })),
    forget: () => useEmbeddedPanels.setState(({ graphs }) => ({ graphs: withoutEntry(graphs, id) })),
  });
}
