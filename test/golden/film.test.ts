// Golden narrations of films: what is said while a run is played, of every example, and of one example by every stage.
import { describe, test } from "vitest";
import { filmOf } from "../../app/playback/model/film.ts";
import { narrationOf } from "../../app/playback/narration/narration.ts";
import { WATCHED_STAGES } from "../../engine/algorithms/catalogue.ts";
import { animated } from "../support/animated.ts";
import { example, TRANSFORMED } from "../support/examples.ts";
import { goldenOf } from "../support/golden.ts";

const golden = goldenOf("film");

/** Films that are read, from short examples and each kind of stage; of the others the digests are held. */
const READ = /^(02|07|14|16|21|23|24)-|^by-(naive|staged|tape|deltas|transposed)$/;

function expectSaid(name: string, text: string, stages: readonly string[]): void {
  const { explored, animation } = animated(text, stages);
  const said = narrationOf(filmOf(explored, animation)).map((sentence) => `${sentence.text}\n`);
  if (READ.test(name)) golden.text(`${name}.txt`, said.join(""));
  else golden.digest(name, said.join(""));
}

describe("what is said of a film", () => {
  test.each(TRANSFORMED.map(({ name, text }) => [name.replace(".dual", ""), text]))("%s", (name, text) => {
    expectSaid(name!, text!, ["naive", "staged", "tape"]);
  });

  test.each(WATCHED_STAGES.map(({ id }) => id))("by %s", (stage) => {
    expectSaid(`by-${stage}`, example("05"), [stage]);
  });
});
