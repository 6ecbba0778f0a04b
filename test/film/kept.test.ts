// Nothing that is kept between pictures changes one of them: a film of which much was seen has the pictures of one that was never seen.
import { expect, test } from "vitest";
import { pictureAt } from "../../app/film/drawn/picture.ts";
import { columnsOf } from "../../app/film/model/columns.ts";
import { paperOf } from "../../app/film/model/paper.ts";
import { type Film, filmOf, NO_MARKS } from "../../app/playback/model/film.ts";
import { animated } from "../support/animated.ts";
import { example } from "../support/examples.ts";

const SIZES = [
  { width: 1440, height: 640, projected: 0 },
  { width: 700, height: 560, projected: 0 },
];

function filmed(name: string): Film {
  const { explored, animation } = animated(example(name), ["naive", "staged", "tape"]);
  return filmOf(explored, animation);
}

function pictures(film: Film, parts: readonly number[]) {
  const { wanted, order } = columnsOf(film);
  return SIZES.flatMap((size) => {
    const paper = paperOf(size, film.graph.size, wanted, order);
    const marks = [NO_MARKS, { ...NO_MARKS, cut: new Set([1]) }];
    return parts.flatMap((part) => marks.map((one) => pictureAt(film, paper, part * film.animation.end, one)));
  });
}

// a narrow tree, one in bars, and one whose calls stand side by side
test.each(["05", "03", "17"])("example %s", (name) => {
  const seen = filmed(name);
  pictures(seen, [1, 0.62, 0.35, 0]);
  const parts = [0.5, 0.95];
  expect(pictures(seen, parts)).toEqual(pictures(filmed(name), parts));
});
