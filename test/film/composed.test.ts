// In a stage whose calls give functions that are composed, these lie in a stack until they are applied, the first one on top (thesis §3.5).
import { describe, expect, test } from "vitest";
import { pictureAt } from "../../app/film/drawn/picture.ts";
import { columnsOf } from "../../app/film/model/columns.ts";
import { type Paper, paperOf } from "../../app/film/model/paper.ts";
import type { Shape } from "../../app/picture/shape.ts";
import { type Film, filmOf } from "../../app/playback/model/film.ts";
import type { WaitingColumn } from "../../engine/animation/waiting.ts";
import { animated } from "../support/animated.ts";
import { example, TRANSFORMED } from "../support/examples.ts";
import { oneIn } from "../support/runs.ts";

const SIZES = [
  { width: 1440, height: 640, projected: 0 },
  { width: 768, height: 740, projected: 0 },
] as const;

function film(text: string, stage: string): { readonly of: Film; readonly column: WaitingColumn } {
  const { explored, animation } = animated(text, [stage]);
  const of = filmOf(explored, animation);
  const { animation: column } = of.columns[0]!;
  if (column.tag !== "waiting") throw new Error("nothing waits");
  return { of, column };
}

function paper(of: Film, size: (typeof SIZES)[number]): Paper {
  const { wanted, order } = columnsOf(of);
  return paperOf(size, of.graph.size, wanted, order);
}

type RectShape = Extract<Shape, { readonly tag: "rect" }>;

/** The box of a piece, by its place in the column. */
function boxOf(shapes: readonly Shape[], stage: string, place: number): RectShape | undefined {
  return shapes.find((shape): shape is RectShape => shape.tag === "rect" && shape.key === `box${stage}${place}`);
}

const joints = (shapes: readonly Shape[]): number => shapes.filter(({ data }) => data?.composed !== undefined).length;

test("the running example: +12 at z lies on +25 at x, and leaves first", () => {
  const { of, column } = film(example("02"), "cayley");
  const [call] = column.calls;
  const [first, second] = call!.pieces.map((place) => ({ place, piece: column.pieces[place]! }));
  expect([first!.piece.amount, second!.piece.amount]).toEqual([12, 25]);
  const sheet = paper(of, SIZES[0]);
  const lying = pictureAt(of, sheet, first!.piece.evaluated - 1);
  const [top, below] = [first!, second!].map(({ place }) => boxOf(lying, "cayley", place)!);
  expect(top!.x).toBe(below!.x);
  expect(top!.y + top!.h).toBeLessThanOrEqual(below!.y);
  expect(joints(lying)).toBe(1);
  const leaving = pictureAt(of, sheet, second!.piece.fly.from);
  expect(boxOf(leaving, "cayley", first!.place)!.y).toBeLessThan(top!.y);
  expect(boxOf(leaving, "cayley", second!.place)!.y).toBe(below!.y);
});

test("where calls are noted in objects that are added, nothing is composed", () => {
  const { of, column } = film(example("02"), "staged");
  const { evaluated } = column.pieces[0]!;
  expect(joints(pictureAt(of, paper(of, SIZES[0]), evaluated - 1))).toBe(0);
});

// every third example; all in the long tests
describe.each(oneIn(3, TRANSFORMED).map(({ name, text }, turn) => [name, text, turn] as const))(
  "%s",
  (_, text, turn) => {
    // one size for each example, by turns; all in the long tests
    test.each(oneIn(SIZES.length, SIZES, turn))(
      "a stack lies on no call that waits, and its boxes not on each other: $width",
      (size) => {
        const { of, column } = film(text, "cayley");
        const sheet = paper(of, size);
        const composed = column.calls.filter(({ pieces }) => pieces.length > 1);
        // some of many calls
        for (const { pieces } of composed.filter((_call, at) => at % Math.ceil(composed.length / 12) === 0)) {
          const t = column.pieces[pieces[0]!]!.evaluated - 1;
          const shapes = pictureAt(of, sheet, t);
          const stack = pieces.flatMap((place) => boxOf(shapes, "cayley", place) ?? []);
          // scalars that are not in sight are not drawn
          if (stack.length === pieces.length) expect(joints(shapes)).toBe(pieces.length - 1);
          const others = column.pieces.flatMap((_piece, place) =>
            pieces.includes(place) ? [] : (boxOf(shapes, "cayley", place) ?? []),
          );
          for (const [at, box] of stack.entries())
            for (const other of [...stack.slice(at + 1), ...others]) {
              const isApart =
                box.y + box.h <= other.y + 0.5 ||
                other.y + other.h <= box.y + 0.5 ||
                box.x + box.w <= other.x ||
                other.x + other.w <= box.x;
              expect(isApart, `${box.key} and ${other.key} at ${t}`).toBe(true);
            }
        }
      },
    );
  },
);
