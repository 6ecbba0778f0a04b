// The film of a program that asks for derivatives itself: each is a run within the run, in a frame around the rows of its scalars.
import { expect, test } from "vitest";
import { pictureAt } from "../../app/film/drawn/picture.ts";
import { columnsOf } from "../../app/film/model/columns.ts";
import { paperOf } from "../../app/film/model/paper.ts";
import { filmOf } from "../../app/playback/model/film.ts";
import { narrationOf } from "../../app/playback/narration/narration.ts";
import { animated } from "../support/animated.ts";

test("frames a derivative that the program asks for, with its name, and both directions at its edge", () => {
  const text = "-- at: (3.0, 2.0)\ndef f x = x * x - 2.0\ndef main (x, y) = x - f x / grad f x * y\n";
  const { explored, animation } = animated(text, ["transposed"]);
  const film = filmOf(explored, animation);
  const { wanted, order } = columnsOf(film);
  for (const width of [390, 1440]) {
    const paper = paperOf({ width, height: 800, projected: 0 }, film.graph.size, wanted, order);
    const shapes = pictureAt(film, paper, animation.end).flatMap((shape) =>
      shape.key.startsWith("inner") ? [shape] : [],
    );
    const sides = shapes.flatMap((shape) => (shape.tag === "rect" && shape.h > 24 ? [shape] : []));
    const [frame, there, back] = sides;
    expect(sides.map(({ fill }) => fill)).toEqual(["bp-soft", "primal", "cot"]);
    // four of twelve rows, from #5 on, the last of them on the way back
    expect(frame!.y - 1).toBeCloseTo(paper.top + 5 * paper.rowHeight);
    expect(frame!.h + 2).toBeCloseTo(4 * paper.rowHeight);
    expect(back!.y - there!.y).toBeCloseTo(3 * paper.rowHeight);
    expect(shapes.flatMap((shape) => (shape.tag === "text" ? shape.parts.map((part) => part.text) : []))).toEqual([
      "grad",
    ]);
  }
});

test("says where a derivative begins, where it goes back, and that the way back passes it", () => {
  const text = "-- at: (3.0, 2.0)\ndef f x = x * x - 2.0\ndef main (x, y) = x - f x / grad f x * y\n";
  const { explored, animation } = animated(text, ["transposed"]);
  const said = narrationOf(filmOf(explored, animation)).map((one) => one.text);
  expect(said.filter((one) => one.includes("`grad`"))).toEqual([
    "`#5 = x · x = 9`. Here `grad` begins a run of its own.",
    "`#8 = x + x = 6`. Here `grad` goes back: its derivatives are operations of this run.",
    "Now backwards. The cotangent of the result is `1`. It passes the way back of `grad`, too: reverse over reverse.",
  ]);
});

test("rows of an inner way back have its numbers, also where a stage gives these no backpropagators", () => {
  const text = "-- at: (3.0, 5.0)\ndef main (x, y) = grad (\\u -> let a = u * x in let b = a * a in b) y\n";
  const { explored, animation } = animated(text, ["nested"]);
  const film = filmOf(explored, animation);
  const { wanted, order } = columnsOf(film);
  const paper = paperOf({ width: 1440, height: 800, projected: 0 }, film.graph.size, wanted, order);
  const shapes = pictureAt(film, paper, animation.end);
  const derived = shapes.filter(({ data }) => data !== undefined && "derived" in data);
  expect(derived.map(({ data }) => data!.derived)).toEqual([4, 5]);
  expect(derived.map((shape) => shape.tag === "text" && shape.parts[0]!.text)).toEqual(["30", "90"]);
});
