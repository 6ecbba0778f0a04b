// A constant's cotangent is shown as its run has it, in all columns: by stages that call constants, and not by others.
import { expect, test } from "vitest";
import { pictureAt } from "../../app/film/drawn/picture.ts";
import { columnsOf } from "../../app/film/model/columns.ts";
import { paperOf } from "../../app/film/model/paper.ts";
import { filmOf } from "../../app/playback/model/film.ts";
import type { StageId } from "../../engine/algorithms/algorithm.ts";
import { animated } from "../support/animated.ts";

const SIZE = { width: 1440, height: 640, projected: 0 };

/** The shapes of the film of 3 · x at its end, or at the end of the forward pass. */
function shapesOf(stage: StageId, part: "end" | "forwardEnd" = "end") {
  const { explored, animation } = animated("-- at: 2.0\ndef main (x : Real) = 3.0 * x", [stage]);
  const film = filmOf(explored, animation);
  const { wanted, order } = columnsOf(film);
  const constant = [...film.graph.kinds.keys()].find((number) => film.graph.kinds[number] === 1)!;
  const shapes = pictureAt(film, paperOf(SIZE, film.graph.size, wanted, order), animation[part]);
  const told = shapes.flatMap((shape) =>
    shape.tag === "text" && shape.key.endsWith(`back${constant}`) ? [shape.parts.map(({ text }) => text).join("")] : [],
  );
  return { shapes, told, constant };
}

test.each(["staged", "naive", "tape", "chad"])(
  "%s calls the constant of 3 · x: the program has its line, too, from then on",
  (stage) => {
    const { told, constant } = shapesOf(stage);
    expect(told).toEqual([`d#${constant}(2)`]);
    expect(shapesOf(stage, "forwardEnd").told).toEqual([]);
  },
);

test("lazy-zeros sends a constant nothing: the program has no line for it", () => {
  expect(shapesOf("lazy-zeros").told).toEqual([]);
});

test("the cells of a gradient stand apart", () => {
  const { explored, animation } = animated("-- at: (2.0, 3.0, 4.0)\ndef main (x, y, z) = x * y * z", ["tape"]);
  const film = filmOf(explored, animation);
  const { wanted, order } = columnsOf(film);
  const cells = pictureAt(film, paperOf(SIZE, film.graph.size, wanted, order), animation.end).flatMap((shape) =>
    shape.tag === "rect" && /^cell.*\d$/.test(shape.key) && shape.layer === "band" ? [shape] : [],
  );
  const sorted = cells.toSorted((a, b) => a.x - b.x);
  expect(sorted).toHaveLength(3);
  for (const [index, { x, w }] of sorted.slice(0, -1).entries())
    expect(sorted[index + 1]!.x - (x + w)).toBeGreaterThan(2);
});
