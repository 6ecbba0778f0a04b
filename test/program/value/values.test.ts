// Values in large letters: six digits, and all of them where the reader asks for that.
import { describe, expect, test } from "vitest";
import { rangeOf, snapped, tidy } from "../../../app/program/value/model/range.ts";
import { pictureOf } from "../../../app/program/value/model/values.ts";

const ROOM = { large: 40, medium: 60, small: 80 };

/** The texts that a picture writes in its upper and its lower row. */
function rows(above: string, below: string | undefined, allDigits = false) {
  const picture = pictureOf({ above, below, areWhole: [true, true] }, ROOM, allDigits);
  if (picture.tag === "text") throw new Error("drawn as text");
  const row = (side: "above" | "below") =>
    picture.lines.map((line) => line.map((piece) => piece[side]).join("")).join("\n");
  return { above: row("above").trim(), below: row("below").trim(), digits: picture.digits, size: picture.size };
}

describe("a value", () => {
  test("is rounded to six digits where it has more, though all of them would fit", () => {
    expect(rows("3.5639999999999996", undefined)).toMatchObject({ above: "3.564", digits: "fewer", size: "large" });
    expect(rows("3.5639999999999996", undefined, true)).toMatchObject({ above: "3.5639999999999996", digits: "all" });
    expect(rows("(1.7999999999999998, 2)", "(0.3333333333333333, 0)")).toMatchObject({
      above: "(     1.8, 2)",
      below: "(0.333333, 0)",
      digits: "fewer",
    });
  });

  test("has no gap before a bracket where the other one's number has brackets itself", () => {
    expect(rows("Node (Leaf 2.0) (Leaf 3.0)", "Node (Leaf (-6.0)) (Leaf 1.5)")).toMatchObject({
      above: "Node (Leaf   2.0)  (Leaf 3.0)",
      below: "Node (Leaf (-6.0)) (Leaf 1.5)",
    });
    const deep = rows("T (T (L 2.0) (L 3.0)) (L 4.0)", "T (T (L 1.0) (L (-1.0))) (L (-2.0))");
    expect(deep.above).not.toMatch(/\d \)/);
    expect(deep.above.split("\n").length).toBe(deep.below.split("\n").length);
  });

  test.each(["459.51", "12345678.0", "(12.0, 13)", "nan", "Leaf (-0.5)"])("%s stays as it is", (text) => {
    expect(rows(text, undefined)).toMatchObject({ above: text, digits: "exact" });
  });
});

describe("a number that is moved", () => {
  test.each([0.3, 1.8, 12, 1e-7, 7e20, 0.07])("a slider for %d stops at numbers with few digits", (x) => {
    const { min, step } = rangeOf(x);
    for (let at = 0; at <= 200; at++)
      expect(String(snapped(min + at * step, step)).replace(/e.*|[.-]|^-?0\.0+|0+$/g, "").length).toBeLessThanOrEqual(
        6,
      );
  });

  test("is what people write", () => {
    expect(snapped(1.7999999999999998, 0.02)).toBe(1.8);
    expect(tidy(2 - 0.1 * 1.1 * 0.7)).toBe(1.923);
    expect(snapped(Number.POSITIVE_INFINITY, 1)).toBe(Number.POSITIVE_INFINITY);
  });
});
