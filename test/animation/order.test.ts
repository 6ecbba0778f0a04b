// In which order a film shows what the forward pass makes: as the jobs of the run made it.
import { expect, test } from "vitest";
import { filmOf } from "../../app/playback/model/film.ts";
import { narrationOf } from "../../app/playback/narration/narration.ts";
import { kindIn } from "../../engine/graphs/run-graph.ts";
import { animated } from "../support/animated.ts";
import { example } from "../support/examples.ts";

const inOrder = (numbers: readonly number[]): readonly number[] => [...numbers].sort((a, b) => a - b);

const RUNS = ["12", "21"].flatMap((number) => ["parallel", "naive"].map((stage) => [number, stage] as const));

test.each(RUNS)("example %s with shuffled jobs: scalars appear as those of %s make them", (number, stage) => {
  const variations = { schedule: 7, options: {} };
  const { explored, animation } = animated(example(number), ["tape", stage], { variations });
  const { created } = animation.columns.at(-1)!.replayOrder;
  const made = [...created.keys()].filter((scalar) => kindIn(explored.graph, scalar) === "operation");
  const shown = made.toSorted((a, b) => animation.scalars[a]!.from - animation.scalars[b]!.from);
  expect(shown).toEqual(made.toSorted((a, b) => created[a]! - created[b]!));
  expect(shown).not.toEqual(inOrder(shown));
  const said = narrationOf(filmOf(explored, animation)).map(({ at }) => at);
  expect(said).toEqual(inOrder(said));
});

test("without shuffled jobs, or without jobs, they appear in the order of their numbers", () => {
  for (const stages of [["tape"], ["tape", "parallel"]]) {
    const { animation, explored } = animated(example("12"), stages);
    const made = animation.scalars.flatMap(({ from }, scalar) =>
      kindIn(explored.graph, scalar) === "operation" ? [from] : [],
    );
    expect(made).toEqual(inOrder(made));
  }
});
