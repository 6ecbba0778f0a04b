// Records and tables in values: read, laid over each other, and taken out to be drawn.
import { describe, expect, test } from "vitest";
import {
  closedText,
  legendOf,
  numberOf,
  scaleOf,
  shadeOf,
  type ValueTable,
} from "../../../app/program/value/model/tables.ts";
import {
  briefValue,
  derivativeText,
  isWrittenLike,
  readValue,
  replaceReals,
} from "../../../app/program/value/model/value-tree.ts";
import { pictureOf } from "../../../app/program/value/model/values.ts";

const ROOM = { large: 60, medium: 80, small: 100 };

function drawn(above: string, below?: string, areWhole: readonly [boolean, boolean] = [true, true]) {
  const picture = pictureOf({ above, below, areWhole }, ROOM, false);
  if (picture.tag === "text") throw new Error("drawn as text");
  const row = (side: "above" | "below"): string =>
    picture.lines.map((line) => line.map((piece) => piece[side]).join("")).join("\n");
  return { above: row("above"), below: row("below"), tables: picture.tables };
}

const table = (text: string, below?: string): ValueTable | undefined => drawn(text, below).tables[0];

describe("a record", () => {
  const text = "Net { w = 2.0, b = -1.0, deep = T (L 1.0) }";

  test("is read with the names of its fields", () => {
    expect(readValue("Net { w = 2.0, b = (1, -3.5) }")).toEqual({
      tag: "fields",
      head: "Net",
      names: ["w", "b"],
      items: [
        { tag: "real", text: "2.0" },
        {
          tag: "group",
          open: "(",
          close: ")",
          items: [
            { tag: "int", text: "1" },
            { tag: "real", text: "-3.5" },
          ],
        },
      ],
    });
  });

  test.each([
    "Net { w = }",
    "Net { w 2.0 }",
    "Net { = 2.0 }",
    "Net { w = 2.0",
    "Net w = 2.0",
    "{ w = 2.0 }",
    "Net { }",
  ])("%s is none", (wrong) => expect(readValue(wrong)).toBeUndefined());

  test("stands over its gradient, field over field", () => {
    expect(drawn(text, "Net { w = 121.0, b = 10.0, deep = T (L (-0.5)) }")).toMatchObject({
      above: "Net { w =   2.0, b = -1.0, deep = T (L   1.0)  }",
      below: "Net { w = 121.0, b = 10.0, deep = T (L (-0.5)) }",
    });
    expect(pictureOf({ above: text, below: "Net { w = 1.0 }", areWhole: [true, true] }, ROOM, false).tag).toBe("text");
  });

  test("keeps its text where numbers are moved: a negative field has no parentheses, one of a constructor has", () => {
    expect(replaceReals(text, (real) => (real === "1.0" ? "-7.0" : real))).toBe(text.replace("1.0) }", "(-7.0)) }"));
    expect(replaceReals(text, () => "-3.0")).toBe("Net { w = -3.0, b = -3.0, deep = T (L (-3.0)) }");
    expect(briefValue("Net { w = 2.718281828 }")).toBe("Net { w = 2.718 }");
  });

  test("is written like one with the same names", () => {
    const like = (a: string, b: string): boolean => {
      const [one, other] = [readValue(a), readValue(b)];
      if (one === undefined || other === undefined) throw new Error("not read");
      return isWrittenLike(one, other);
    };
    expect(like("Net { w = 2.0 }", "Net { w = 4.0 }")).toBe(true);
    expect(like("Net { w = 2.0 }", "Net { b = 4.0 }")).toBe(false);
    expect(like("Net 2.0", "Net { w = 4.0 }")).toBe(false);
  });
});

describe("a table", () => {
  const text = "Array2 2 3 #[1.0, 2.0, 3.0, 4.0, -5.0, 6.0]";

  test("has a place of its own in the lines, and its numbers beside its gradient's", () => {
    const { above, below, tables } = drawn(`(${text}, 0.5)`, `(${text.replaceAll("-5.0", "0.25")}, 1.0)`);
    expect(above).toBe("(Array2 2 3 …, 0.5)");
    expect(below).toBe("(Array2 2 3 …, 1.0)");
    expect(tables).toEqual([
      {
        name: ".1",
        rows: 2,
        columns: 3,
        above: ["1.0", "2.0", "3.0", "4.0", "-5.0", "6.0"],
        below: ["1.0", "2.0", "3.0", "4.0", "0.25", "6.0"],
        first: 0,
      },
    ]);
  });

  test.each([
    [text, ""],
    [`Net { b = 1.0, m = ${text} }`, "m"],
    [`[Net { b = 1.0, m = ${text} }]`, "[0].m"],
    [`Layer (${text}) 2.0`, ".1"],
  ])("in %s has the name %j", (whole, name) => {
    expect(table(whole)).toMatchObject({ name, rows: 2, columns: 3 });
  });

  test("says which of the value's Reals is its first", () => {
    const { tables } = drawn(`(0.5, ${text}, ${text}, 1)`);
    expect(tables.map(({ first }) => first)).toEqual([1, 7]);
    expect(table("(1.0, Array2 1 2 #[1, 2])")?.first).toBeUndefined();
  });

  test("is a list of rows that is long, and of rows of one length", () => {
    const rows = (lengths: readonly number[]): string => `[${lengths.map((n) => `[${Array(n).fill("1.0")}]`)}]`;
    expect(table(rows([7, 7, 7, 7, 7, 7, 7]))).toMatchObject({ rows: 7, columns: 7 });
    expect(drawn(rows([7, 7, 7, 7, 7, 7, 7])).above).toBe("[7 × 7]");
    expect(table(rows([7, 7, 7, 7, 7, 7]))).toBeUndefined();
    expect(table(rows([7, 7, 7, 7, 7, 7, 8]))).toBeUndefined();
    expect(table(rows([7, 7, 7, 7, 7, 6, 7, 7]))).toBeUndefined();
    expect(table("Array2 0 3 #[]")).toBeUndefined();
  });

  test("is drawn however long it is, and as far as its text is there", () => {
    const long = `Array2 100 90 #[${Array.from({ length: 9000 }, (_, at) => `${at}.5`).join(", ")}]`;
    expect(table(long)).toMatchObject({ rows: 100, columns: 90 });
    const cut = drawn(long.slice(0, 20_000), long.slice(0, 19_990), [false, false]);
    expect(cut.tables[0]).toMatchObject({ rows: 100, columns: 90 });
    expect(cut.tables[0]?.above.slice(0, 2)).toEqual(["0.5", "1.5"]);
    expect(cut.tables[0]?.above.length).toBe(cut.tables[0]?.below?.length);
    expect(pictureOf({ above: long.slice(0, 20_000), below: undefined, areWhole: [true, true] }, ROOM, false).tag).toBe(
      "text",
    );
  });

  test("a text that was cut is closed after its last whole part", () => {
    expect(closedText("Net { m = Array2 2 2 #[1.0, 2.0, 3.")).toBe("Net { m = Array2 2 2 #[1.0, 2.0] }");
    expect(closedText("[(1.0, 2.0), (3.0")).toBe("[(1.0, 2.0)]");
    expect(closedText("1.23")).toBeUndefined();
  });

  test("keeps its size where Ints are told to have no derivative", () => {
    expect(derivativeText("(Array2 2 1 #[1.0, 2.0], 3)")).toBe("(Array2 2 1 #[1.0, 2.0], ·)");
  });
});

describe("shades", () => {
  test("of a gradient are by sign and by size, of a value from the least to the greatest", () => {
    const signed = scaleOf([-4, 2, 0], true);
    expect([-4, 2, 0].map((one) => shadeOf(one, signed))).toEqual([
      { share: 1, side: "down" },
      { share: 0.5, side: "up" },
      { share: 0, side: "up" },
    ]);
    const plain = scaleOf([-4, 2, 0], false);
    expect([-4, 2, -1].map((one) => shadeOf(one, plain))).toEqual([
      { share: 0, side: "up" },
      { share: 1, side: "up" },
      { share: 0.5, side: "up" },
    ]);
    expect(legendOf(plain, 4)).toEqual([-4, -2, 0, 2]);
  });

  test("leave out numbers that are not finite, and are plain where all are equal", () => {
    const scale = scaleOf(["nan", "(-1.0)", "-inf", "3.0"].map(numberOf), false);
    expect(scale).toMatchObject({ least: -1, greatest: 3 });
    expect(shadeOf(numberOf("inf"), scale)).toEqual({ share: 0, side: "odd" });
    expect(shadeOf(2, scaleOf([2, 2], false))).toEqual({ share: 0, side: "up" });
    expect(scaleOf([], true)).toMatchObject({ least: 0, greatest: 0 });
  });
});
