// The store of small pictures of the examples: each is run once, when the gallery is open, by a worker that is ended afterwards.
import { create } from "zustand";
import type { Picture } from "../../../engine/explore/picture.ts";
import { EngineClient } from "../../client/client.ts";

interface ThumbnailsState {
  /** By the name of an example, the graph of its run; `none` where the run has no graph. */
  readonly pictures: Readonly<Record<string, Picture | "none">>;
}

/** The pictures by the name of their example; missing ones have not been run yet. */
export const useThumbnails = create<ThumbnailsState>()(() => ({ pictures: {} }));

/** An example, at one n of its sweep. */
export interface ThumbnailRun {
  readonly name: string;
  readonly text: string;
  readonly n: number | undefined;
}

/** Milliseconds of a run before partial results have to do. */
const LONGEST = 1500;

/** Draws the examples one after the other; returns the function that ends this; finished ones stay. */
export function drawThumbnails(runs: readonly ThumbnailRun[]): () => void {
  const client = new EngineClient();
  let isWanted = true;
  const work = async (): Promise<void> => {
    for (const { name, text, n } of runs) {
      if (!isWanted) return;
      if (useThumbnails.getState().pictures[name] !== undefined) continue;
      const request = { text, above: [], entry: undefined, at: undefined, cotangent: undefined, n };
      const asked = client.begin("explore", request);
      const patience = setTimeout(() => asked.stop(), LONGEST);
      const explored = await asked.answer;
      clearTimeout(patience);
      const isDrawn = explored !== undefined && explored.graph.size > 0;
      const ask = { open: [], hideConstants: false, around: undefined, all: false };
      const picture = isDrawn ? await client.begin("picture", ask).answer : undefined;
      if (isWanted)
        useThumbnails.setState(({ pictures }) => ({ pictures: { ...pictures, [name]: picture ?? "none" } }));
    }
    client.end();
  };
  void work();
  return () => {
    isWanted = false;
    client.end();
  };
}
