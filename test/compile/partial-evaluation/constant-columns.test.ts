// Long literals as columns: of all types that have some, with the same results, and in code that does not grow with them.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sizeOf } from "../../../engine/compile/ir/ir.ts";
import { reachable } from "../../../engine/compile/optimise/reachable.ts";
import { specialise } from "../../../engine/compile/specialise.ts";
import { compiledDisagreement } from "../../support/conformance.ts";
import { importModule, moduleOf } from "../../support/plain.ts";
import { preparedProgram } from "../../support/run.ts";
import { runs } from "../../support/runs.ts";

/** A type with literals of it, and a function that folds all numbers in a value into one. */
interface Kind {
  readonly literal: fc.Arbitrary<string>;
  readonly fold: (value: string) => string;
}

const SCALARS: readonly Kind[] = [
  {
    literal: fc
      .integer({ min: -99, max: 99 })
      .map((n) => (n < 0 ? `-${-n / 8 + 0.5}` : `${n / 8}`).replace(/^(-?\d+)$/, "$1.0")),
    fold: (value) => `sin (${value})`,
  },
  { literal: fc.integer({ min: -9, max: 9 }).map(String), fold: (value) => `0.1 * real (${value})` },
  { literal: fc.constantFrom("True", "False"), fold: (value) => `(if ${value} then 0.25 else -0.5)` },
];

/** Items of a row: as many as all others have, or any number of them. */
function row(item: Kind, size: number | undefined, [open, close, sum, map]: readonly string[]): Kind {
  const lengths = size === undefined ? { minLength: 0, maxLength: 5 } : { minLength: size, maxLength: size };
  return {
    literal: fc.array(item.literal, lengths).map((items) => `${open}${items.join(", ")}${close}`),
    fold: (value) => `${sum} (${map} (\\x -> ${item.fold("x")}) (${value}))`,
  };
}

const LIST = ["[", "]", "sum", "map"];
const ARRAY = ["#[", "]", "sumA", "mapA"];

const kindAt = (depth: number): fc.Arbitrary<Kind> => {
  const scalar = fc.constantFrom(...SCALARS);
  if (depth === 0) return scalar;
  const inner = kindAt(depth - 1);
  return fc.oneof(
    scalar,
    fc.tuple(inner, fc.constantFrom(undefined, 0, 1, 3), fc.constantFrom(LIST, ARRAY)).map((parts) => row(...parts)),
    fc.tuple(inner, inner).map(
      ([first, second]): Kind => ({
        literal: fc.tuple(first.literal, second.literal).map(([x, y]) => `(${x}, ${y})`),
        fold: (value) => `(let (u, v) = ${value} in ${first.fold("u")} - ${second.fold("v")})`,
      }),
    ),
  );
};

test("a literal of any such type has the same value and gradient as the machine finds", () => {
  const programs = fc.tuple(kindAt(3), fc.constantFrom(LIST, ARRAY), fc.boolean()).chain(([item, form, isGlobal]) => {
    const { literal, fold } = row(item, 40, form);
    return literal.map((data) => {
      const uses = (value: string): string => `x * (${fold(value)}) + x * x`;
      return isGlobal
        ? `-- at: 1.5\ndef table = ${data}\ndef main x = ${uses("table")}`
        : `-- at: 1.5\ndef main x = let table = ${data} in ${uses("table")} * (${fold("table")})`;
    });
  });
  fc.assert(
    fc.property(programs, (text) => {
      expect(compiledDisagreement(text), text).toBeUndefined();
    }),
    { numRuns: runs(60) },
  );
});

describe("a program with a long literal", () => {
  const numbers = (n: number): string => Array.from({ length: n }, (_, k) => `${k}.5`).join(", ");
  const FORMS: Readonly<Record<string, (n: number) => string>> = {
    "of a list": (n) => `def main x = x * sum [${numbers(n)}]`,
    "of an array": (n) => `def table = #[${numbers(n)}]\ndef main x = x * sumA table`,
    "of rows": (n) => `def main x = x * sum (map sum [[${numbers(n)}]${`, [${numbers(3)}]`.repeat(n)}])`,
  };
  test.each(Object.entries(FORMS))("%s has as many statements as one with a shorter literal", (_, textOf) => {
    const size = (n: number): number => {
      const { fns } = reachable(specialise(preparedProgram(`-- at: 2.0\n${textOf(n)}`).core, "active"));
      return fns.reduce((sum, { body }) => sum + sizeOf(body.stmts), 0);
    };
    expect(size(4000)).toBe(size(40));
  });
});

test("what a module gives of a literal is its caller's own", async () => {
  const items = Array.from({ length: 40 }, (_, k) => `(${k}.0, ${k})`).join(", ");
  const { primal } = await importModule(moduleOf(`-- at: 2.0\ndef main (x : Real) = #[${items}]`));
  const first = primal(2) as number[][];
  expect(first[3]).toEqual([3, 3]);
  first[3]![1] = 7;
  expect((primal(2) as number[][])[3]).toEqual([3, 3]);
});
