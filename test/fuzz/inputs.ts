// Inputs of a program: values of its parameter's type, tame and odd, made from the types alone.

import type { Shape } from "../../engine/core/values/shape.ts";
import { ArrayValue, DataValue, type Value } from "../../engine/core/values/values.ts";
import { LARGEST_INT } from "../../engine/scalars/ops.ts";
import type { Prepared } from "../../engine/session/input/prepare.ts";
import { CONS, LIST, NIL, TABLE } from "../../engine/types/type.ts";
import type { Random } from "./random.ts";

const ODD_REALS = [
  0,
  -0,
  1,
  -1,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  1e308,
  -1e308,
  5e-324,
  1e-200,
  2,
  0.5,
  -2,
  3,
  2 ** 53,
  1e16,
];
const ODD_INTS = [LARGEST_INT, -LARGEST_INT, LARGEST_INT - 1, 94906266, 4503599627370496, -1000];

/** How deep data goes in data. */
const DEEPEST = 4;

/** Makes inputs of a program. */
export class Inputs {
  private readonly random: Random;
  private readonly shape: Shape;
  private readonly constructors: ReadonlyMap<string, readonly string[]>;
  /** The length of rows that are not deep; undefined where each has its own. */
  private length: number | undefined;

  constructor({ core, paramShape }: Prepared, random: Random) {
    this.random = random;
    this.shape = paramShape;
    this.constructors = new Map(core.data.map((one) => [one.name, one.constructors.map(({ name }) => name)]));
  }

  /** A value of the type; its numbers are odd as often as `oddness` in [0, 1] says. */
  value(oddness: number): Value {
    this.length = undefined;
    return this.of(this.shape, oddness, DEEPEST);
  }

  /** The same with rows of one length, which is that of loops that run in WebAssembly. */
  longValue(oddness: number): Value {
    this.length = this.random.between(12, 40);
    return this.of(this.shape, oddness, DEEPEST);
  }

  private of(shape: Shape, oddness: number, depth: number): Value {
    const { random } = this;
    const inside = (one: Shape): Value => this.of(one, oddness, depth - 1);
    const length = depth > 2 ? this.length : undefined;
    switch (shape.tag) {
      case "real":
        return random.chance(oddness) ? random.pick(ODD_REALS) : random.between(-3000, 3000) / 1000;
      case "int":
        return random.chance(oddness * 0.3) ? random.pick(ODD_INTS) : random.between(-2, 4);
      case "tuple":
        return shape.parts.map(inside);
      case "array":
        return new ArrayValue(random.times(length ?? (depth < 0 ? 0 : random.between(0, 3)), () => inside(shape.item)));
      case "data": {
        if (shape.name === TABLE) {
          const [rows, columns] = [random.between(0, 2), length ?? random.between(0, 3)];
          const elements = shape.fields(TABLE)[2];
          const item = elements?.tag === "array" ? elements.item : undefined;
          return new DataValue(TABLE, [
            rows,
            columns,
            new ArrayValue(random.times(rows * columns, () => inside(item!))),
          ]);
        }
        if (shape.name === LIST && length !== undefined) {
          const items = random.times(length, () => inside(shape.fields(CONS)[0]!));
          return items.reduceRight<Value>((rest, item) => new DataValue(CONS, [item, rest]), new DataValue(NIL, []));
        }
        const names = this.constructors.get(shape.name)!;
        // deep down, what has no parts of its own type
        const con = depth > 0 ? random.pick(names) : this.shallowest(shape, names);
        return new DataValue(con, shape.fields(con).map(inside));
      }
      case "opaque":
        throw new Error("an input holds a function");
    }
  }

  private shallowest(shape: Extract<Shape, { readonly tag: "data" }>, names: readonly string[]): string {
    const data = (name: string): number =>
      shape.fields(name).reduce((sum, field) => sum + (field.tag === "data" ? 1 : 0) + (field === shape ? 10 : 0), 0);
    return names.toSorted((a, b) => data(a) - data(b))[0]!;
  }
}
