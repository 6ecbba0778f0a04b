// Films of stages that are broken on purpose: every number is that of the run, and none contradicts another.
import { expect, test } from "vitest";
import { pictureAt } from "../../app/film/drawn/picture.ts";
import { columnsOf, filmOf, NO_MARKS } from "../../app/film/model/film.ts";
import { narrationOf } from "../../app/film/model/narration.ts";
import { paperOf } from "../../app/film/model/paper.ts";
import { example } from "../support/examples.ts";
import { scored } from "../support/scored.ts";

const SIZE = { width: 1920, height: 830, projected: 0 };

function endOf(text: string, stages: readonly string[], option: string) {
  const variations = { options: { [option]: true } };
  const { explored, score } = scored(text, stages, { variations });
  const film = filmOf(explored, score, variations);
  const paper = paperOf(SIZE, film.graph.size, columnsOf(film).wanted, columnsOf(film).order);
  const shapes = pictureAt(film, paper, score.end, NO_MARKS);
  const texts = (key: RegExp): readonly string[] =>
    shapes.flatMap((shape) =>
      shape.tag === "text" && key.test(shape.key) ? [shape.parts.map(({ text: one }) => one).join("")] : [],
    );
  return { film, texts };
}

test("swapped partials stand on the edges, in the program and on the tape as they were multiplied by", () => {
  const text = "-- at: (2.0, 3.0)\ndef main (x : Real, y : Real) = let a = x * y in let b = x * a in a * b + x";
  const { film, texts } = endOf(text, ["naive", "staged", "tape"], "swapPartials");
  const { graph } = film;
  // a = 6, b = 12; the product of a and b has 6 and 12 on its edges to them, that of x and a has 2 and 6, that of x and y 2 and 3
  expect([...graph.partials]).toEqual([2, 3, 2, 6, 6, 12, 1, 1]);
  expect(texts(/^back\d/)).toEqual([
    "dx 181",
    "dy 234",
    "da 78 = dx 156 + dy 234",
    "db 12 = dx 24 + da 72",
    "d#4 1 = da 6 + db 12",
    "d#5 1 = d#4 1 + dx 1",
  ]);
  expect(texts(/^lost/)).toEqual([]);
  for (const column of film.columns) {
    const sums = [0, 0];
    const { calls } = column.score.performance;
    for (const [call, number] of calls.number.entries()) if (number < 2) sums[number]! += calls.cotangent[call]!;
    expect([sums, [...graph.cotangents.subarray(0, 2)]]).toEqual([
      [181, 234],
      [181, 234],
    ]);
  }
});

test("what waits under a key that two scalars share is for the scalar whose backpropagator it is", () => {
  const { texts } = endOf(example("05"), ["staged"], "sharedKeys");
  expect(texts(/.*/).filter((one) => /nan/i.test(one))).toEqual([]);
  // dt waits and is never called
  expect(texts(/.*/)).toContain("dt 2");
});

test("the lowest of those that wait is called the lowest, to the end of the run", () => {
  const { film } = endOf(example("05"), ["staged"], "ascending");
  const said = narrationOf(film).map(({ text }) => text);
  expect(said.filter((one) => one.startsWith("The lowest call that waits"))).toHaveLength(6);
  expect(said.filter((one) => one.startsWith("The highest call that waits"))).toEqual([]);
});
