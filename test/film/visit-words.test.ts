// A film describes the reverse pass in the words of its stage: only stages with backpropagators call any.
import { describe, expect, test } from "vitest";
import { filmOf } from "../../app/playback/model/film.ts";
import { sayFar } from "../../app/playback/narration/far.ts";
import { narrationOf } from "../../app/playback/narration/narration.ts";
import { countedVisits } from "../../app/words/counts.ts";
import { CATALOGUE, visitOf } from "../../engine/algorithms/catalogue.ts";
import { farAnimation } from "../../engine/animation/far.ts";
import { animated, recorded } from "../support/animated.ts";
import { example } from "../support/examples.ts";

const CALLS = /\bcall(?:s|ed)?\b|backpropagator/;
const OTHERS = CATALOGUE.filter(({ entry }) => entry === "reverse").map(({ id }) => id);

function saidOf(stages: readonly string[], name: string): readonly string[] {
  const { explored, animation } = animated(example(name), stages);
  return narrationOf(filmOf(explored, animation)).map(({ text }) => text);
}

describe("a stage without backpropagators", () => {
  test.each(OTHERS.filter((id) => ["term", "binding", "line"].includes(visitOf(id) ?? "")))(
    "makes no calls in what its film says: %s",
    (stage) => {
      for (const name of ["05", "13"]) expect(saidOf([stage], name).filter((text) => CALLS.test(text))).toEqual([]);
      const text = example("04").replace("(n, 1.0)", "(16, 1.0)");
      const { explored, exploration } = recorded(text, [stage]);
      const animation = farAnimation(explored.graph, exploration.replayOrders([stage]));
      for (let part = 0; part <= 10; part++) expect(sayFar(animation, (animation.end * part) / 10)).not.toMatch(CALLS);
    },
  );

  test("is told of in the same film as one that has them", () => {
    expect(saidOf(["staged", "deltas"], "05")).toContain(
      "`staged` is done after 4 calls. `deltas` has made 4 of its 9 evaluations, and continues alone.",
    );
    expect(saidOf(["delta-lets"], "05")).toContain(
      "`t` has the highest ID in the map, so its term is evaluated, with `2`. It sends `8` to `s` and `10` to `x`; the numbers wait in the map.",
    );
  });
});

test.each(["chad", "chad-sparse", "chad-local", "chad-cells", "closures", "lazy-zeros", "nested"])(
  "a stage whose inputs have no backpropagators calls none of them, and repeats of a function are not denied: %s",
  (stage) => {
    const said = saidOf([stage], "05");
    expect(said[0]).toBe("2 scalars go into `main`.");
    expect(said).toContain("The cotangent of `x` is complete: `55`.");
    expect(said.filter((text) => text.includes("`dx`") && text.includes("immediately"))).toEqual([]);
    expect(said).toContain(`Each scalar stands once in the column of \`${stage}\`: there is nothing to fold.`);
    // calls are those of terms: what the film counts has another word
    expect(said.filter((text) => /\d calls?\b/.test(text))).toEqual([]);
  },
);

test("what a run of a stage has counted so far is in its words, too", () => {
  const words = (stage: string) => countedVisits(stage, 12).replace("\u00a0", " ");
  expect(["tape", "deltas", "delta-lets", "transposed", "chad"].map(words)).toEqual([
    "12 backpropagator calls",
    "12 evaluations",
    "12 evaluated bindings",
    "12 cotangents",
    "12 cotangents",
  ]);
  expect(countedVisits("tape", 0)).toBe("");
});
