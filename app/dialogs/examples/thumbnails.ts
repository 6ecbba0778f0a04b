// Small pictures of the examples: each is run once, while the gallery is open.
import type { Picture } from "../../../engine/explore/picture.ts";
import { Question } from "../../client/question.ts";

/** An example, at one n of its sweep. */
export interface ThumbnailRun {
  readonly name: string;
  readonly text: string;
  readonly n: number | undefined;
}

/** Milliseconds of a run before partial results have to do. */
const LONGEST = 1500;

/** The question for the graph of an example's run, by the name of the example; null where there is none. */
export const thumbnail = new Question<ThumbnailRun, Picture | null>(
  async ({ text, n }, { ask }) => {
    const { graph } = await ask("explore", {
      text,
      above: [],
      entry: undefined,
      at: undefined,
      cotangent: undefined,
      n,
    });
    if (graph.size === 0) return null;
    return (await ask("picture", { open: [], hideConstants: false, around: undefined, all: false })) ?? null;
  },
  { within: LONGEST },
);

/** Draws the examples one after the other; returns the function that ends this; finished ones stay. */
export function drawThumbnails(runs: readonly ThumbnailRun[]): () => void {
  let isWanted = true;
  const work = async (): Promise<void> => {
    for (const run of runs) {
      if (thumbnail.at(run.name).answer === undefined) await thumbnail.ask(run, run.name);
      if (!isWanted) return;
    }
  };
  void work();
  return () => {
    isWanted = false;
    for (const { name } of runs) if (thumbnail.at(name).isBusy) thumbnail.forget(name);
  };
}
