// The environment of CHAD's stages in a film: a row of boxes above their columns, which come and go with the variables.
import { expect, test } from "vitest";
import { pictureAt } from "../../app/film/drawn/picture.ts";
import { columnsOf } from "../../app/film/model/columns.ts";
import { paperOf } from "../../app/film/model/paper.ts";
import { filmOf, NO_MARKS } from "../../app/playback/model/film.ts";
import { restAfter } from "../../app/playback/rests.ts";
import { animated } from "../support/animated.ts";

const LET = "-- at: (2.0, 3.0)\ndef main (x : Real, y : Real) = let z = x + y in z * y";
const SIZE = { width: 1440, height: 640, projected: 0 };

function filmFor(text: string, stage: string, size = SIZE) {
  const { explored, animation } = animated(text, [stage]);
  const film = filmOf(explored, animation);
  const { wanted, order } = columnsOf(film);
  const paper = paperOf(size, film.graph.size, wanted, order);
  const shapesAt = (t: number, marks = NO_MARKS) => pictureAt(film, paper, t, marks);
  const rowAt = (t: number, marks = NO_MARKS): string =>
    shapesAt(t, marks)
      .flatMap(({ data }) => (data?.own === undefined ? [] : [`${data.own} ${data.held}`]))
      .join(", ");
  return { film, animation, paper, shapesAt, rowAt };
}

/** The rows of a film, one after the other. */
function rowsOf(text: string, stage: string): readonly string[] {
  const { animation, rowAt } = filmFor(text, stage);
  const rows: string[] = [];
  for (let t = 0; t <= animation.end; t += 20) {
    const row = rowAt(t);
    if (row !== (rows.at(-1) ?? "")) rows.push(row);
  }
  return rows;
}

test("dense: the row that was made last, with a box for each variable in scope", () => {
  expect(rowsOf(LET, "chad")).toEqual([
    ...["x 0, y 0, z 3", "x 0, y 5, z 0", "x 0, y 5, z 3"],
    ...["x 3, y 0", "x 0, y 3", "x 3, y 3", "x 3, y 8", ""],
  ]);
});

test("sparse: the entries of the map; what left its scope left the map", () => {
  expect(rowsOf(LET, "chad-sparse")).toEqual([
    ...["z 3", "y 5", "y 5, z 3", "y 5"],
    ...["x 3", "y 3", "x 3, y 3", "x 3, y 8", ""],
  ]);
});

test.each(["chad-local", "chad-cells"])(
  "%s: boxes come with scope, are written one by one, and go with scope",
  (stage) => {
    expect(rowsOf(LET, stage)).toEqual([
      ...["x 0", "x 0, y 0", "x 0, y 0, z 0", "x 0, y 0, z 3", "x 0, y 5, z 3"],
      ...["x 0, y 5", "x 3, y 5", "x 3, y 8", ""],
    ]);
  },
);

test("event by event, the row is that of the event; at the end the gradient stands in its place", () => {
  const { film, animation, rowAt, shapesAt } = filmFor(LET, "chad-cells");
  const { boxes } = film.columns[0]!.animation.replayOrder;
  for (const { step, items } of boxes) {
    const event = { column: "chad-cells", step, number: undefined };
    expect(rowAt(animation.forwardEnd, { ...NO_MARKS, event })).toBe(
      items.map(({ text }) => text.replace(":", "")).join(", "),
    );
  }
  const said = shapesAt(animation.end).flatMap((one) =>
    one.tag === "text" ? [one.parts.map(({ text }) => text).join("")] : [],
  );
  expect(said).toContain("gradient: 3, 8");
});

test("where one rests after a call, its boxes have changed, and stand out no more", () => {
  const { film, animation, rowAt, shapesAt } = filmFor(LET, "chad-cells");
  const rows: string[] = [];
  for (let t = restAfter(film, film.columns[0], "call", animation.forwardEnd); t !== undefined; ) {
    rows.push(rowAt(t));
    for (const shape of shapesAt(t)) if (shape.data?.own !== undefined) expect(shape.opacity).toBe(1);
    t = restAfter(film, film.columns[0], "call", t);
  }
  expect(rows.slice(0, 3)).toEqual(["x 0, y 5", "x 3, y 8", "x 3, y 8"]);
});

test("boxes stay in their column and its band, however many there are", () => {
  const names = Array.from({ length: 9 }, (_, index) => `long${index}`);
  const text = `-- at: (${names.map(() => "1234.5678").join(", ")})\ndef main (${names.map((name) => `${name} : Real`).join(", ")}) = ${names.join(" * ")}`;
  for (const size of [SIZE, { ...SIZE, height: 400 }, { ...SIZE, projected: 1 }]) {
    const { animation, paper, shapesAt } = filmFor(text, "chad", size);
    const place = paper.places.find(({ id }) => id === "chad")!;
    let seen = 0;
    for (let t = animation.forwardEnd; t < animation.end; t += 200)
      for (const shape of shapesAt(t)) {
        if (shape.tag !== "rect" || shape.data?.own === undefined) continue;
        seen++;
        expect(shape.x).toBeGreaterThan(place.x);
        expect(shape.x + shape.w).toBeLessThan(place.right);
        expect(shape.y).toBeGreaterThanOrEqual(paper.head);
        expect(shape.y + shape.h).toBeLessThan(paper.top);
      }
    expect(seen).toBeGreaterThan(9);
  }
});
