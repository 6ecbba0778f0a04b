// A number of the input that is changed: the gradient answers, in words beside the picture.
import { expect, test } from "vitest";
import { comparedWith, type Film, filmOf } from "../../app/playback/model/film.ts";
import { changeWords } from "../../app/playback/narration/cut-words.ts";
import { animated } from "../support/animated.ts";
import { example } from "../support/examples.ts";

function filmAt(name: string, at: string) {
  const { explored, animation } = animated(example(name), ["naive", "staged", "tape"], { at });
  return filmOf(explored, animation);
}

test("which derivatives are others since the change, and what they were", () => {
  const [before, after] = [filmAt("02", "(12.0, 13.0)"), filmAt("02", "(7.0, 13.0)")];
  expect(changeWords(after, before.graph)).toBe("Gradient since the change: x 37→27, y 12→7");
  expect(changeWords(before, before.graph)).toBe("The change does not affect the gradient.");
});

test("a run is compared with the one before its input was changed, and with none where it is run again", () => {
  const [first, again, other, third] = ["(12.0, 13.0)", "(12.0, 13.0)", "(7.0, 13.0)", "(8.0, 13.0)"].map((at) =>
    filmAt("02", at),
  ) as [Film, Film, Film, Film];
  const before = (film: Film, was: Film, kept?: Film) =>
    comparedWith(film, { was, before: kept?.graph, forgotten: undefined });
  expect(before(again, first)).toBeUndefined();
  expect(before(other, first)).toBe(first.graph);
  // all changes since then are told together, and a run again keeps them
  expect(before(third, other, first)).toBe(first.graph);
  expect(before(again, third, first)).toBe(first.graph);
  expect(before(again, again, other)).toBe(other.graph);
  expect(before(filmAt("20", "[2.0, 3.0, 4.0, 5.0]"), first)).toBeUndefined();
  expect(comparedWith(other, { was: first, before: undefined, forgotten: other.explored })).toBeUndefined();
});

test("of many, the first three", () => {
  const [before, after] = [filmAt("20", "[2.0, 3.0, 4.0, 5.0]"), filmAt("25", "[1000.0, 1001.0, 1002.0]")];
  expect(changeWords(before, before.graph)).toBe("The change does not affect the gradient.");
  const moved = filmAt("25", "[1001.0, 1001.0, 1000.0]");
  expect(changeWords(moved, after.graph)).toMatch(/^Gradient since the change: (\S+ \S+→\S+, ){2}\S+ \S+→\S+$/);
});
