// Golden narrations of films: what is said while a run is played, of every example, and of one example by every stage.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { filmOf } from "../../app/playback/model/film.ts";
import { narrationOf } from "../../app/playback/narration/narration.ts";
import { CATALOGUE } from "../../engine/algorithms/catalogue.ts";
import { animated } from "../support/animated.ts";
import { example, TRANSFORMED } from "../support/examples.ts";

/** Sentences of a film that are kept: the first, and the last. */
const MOST = 40;

function golden(name: string, text: string, stages: readonly string[]): void {
  const { explored, animation } = animated(text, stages);
  const said = narrationOf(filmOf(explored, animation)).map((sentence) => sentence.text);
  const shown =
    said.length <= MOST ? said : [...said.slice(0, MOST - 10), `… ${said.length - MOST} more`, ...said.slice(-10)];
  const found = `${shown.join("\n")}\n`;
  const file = new URL(`film/${name}.txt`, import.meta.url);
  if (process.env.DUALSCOPE_WRITE_GOLDEN === "1") {
    mkdirSync(new URL(".", file), { recursive: true });
    writeFileSync(file, found);
  }
  expect(found).toBe(readFileSync(file, "utf8"));
}

describe("what is said of a film", () => {
  test.each(TRANSFORMED.map(({ name, text }) => [name.replace(".dual", ""), text]))("%s", (name, text) => {
    golden(name!, text!, ["naive", "staged", "tape"]);
  });

  test.each(CATALOGUE.filter(({ entry }) => entry === "reverse").map(({ id }) => id))("by %s", (stage) => {
    golden(`by-${stage}`, example("05"), [stage]);
  });
});
