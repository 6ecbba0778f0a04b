// The input of a program as the array language has it: its sizes, constructors and Ints are known, its Reals are variables, and the
// Ints of its arrays.
import { nth, present } from "../../../base/nth.ts";
import { internal } from "../../../base/unreachable.ts";
import { UNWATCHED } from "../../../base/watch.ts";
import type { CorePattern, CoreProgram } from "../../../core/terms/term.ts";
import { type ArrayValue, type DataValue, listItems, type Value } from "../../../core/values/values.ts";
import type { Span } from "../../../source/span.ts";
import { fieldsAt, LIST, type Type } from "../../../types/type.ts";
import type { Names } from "../language/names.ts";
import { type BulkOf, variableOf } from "../language/syntax.ts";
import { OutsideBulk, type Part } from "./parts.ts";

/** The input: a variable for each array of numbers in it, from left to right, and its value. */
export interface Input {
  readonly variables: readonly BulkOf<"variable">[];
  readonly part: Part;
}

/** The input of a type, of which a value is known; its variables are named as the pattern of the entry names them. */
export function inputOf(
  type: Type,
  value: Value,
  pattern: CorePattern | undefined,
  program: CoreProgram,
  names: Names,
  at: Span | undefined,
): Input {
  const reader = new InputReader(program, names, at);
  const part = reader.read(type, [value], [], pattern);
  return { variables: reader.variables, part };
}

/** Variables of an input: each number outside arrays is one. */
const MOST_VARIABLES = 2000;

class InputReader {
  readonly variables: BulkOf<"variable">[] = [];
  private readonly program: CoreProgram;
  private readonly names: Names;
  private readonly at: Span | undefined;

  constructor(program: CoreProgram, names: Names, at: Span | undefined) {
    this.program = program;
    this.names = names;
    this.at = at;
  }

  /** The values at one place, one for each element of the arrays around it, whose sizes are `outer`. */
  read(type: Type, values: readonly Value[], outer: readonly number[], pattern: CorePattern | undefined): Part {
    if (type.tag === "tuple") {
      const items = type.items.map((item, index) =>
        this.read(
          item,
          values.map((one) => nth(one as readonly Value[], index)),
          outer,
          within(pattern, index),
        ),
      );
      return { tag: "tuple", items };
    }
    if (type.tag !== "con") return internal("a function in an input", type.tag);
    if (type.name === "Real") return this.variable("Real", outer, pattern);
    if (type.name === "Int")
      return outer.length > 0 ? this.variable("Int", outer, pattern) : { tag: "int", value: values[0] as number };
    if (type.name === "Array") return this.array(nth(type.args, 0), values as readonly ArrayValue[], outer, pattern);
    if (type.name === LIST && outer.length === 0) return this.list(nth(type.args, 0), present(values[0]), pattern);
    return this.data(type, values as readonly DataValue[], outer, pattern);
  }

  private variable(element: "Real" | "Int", shape: readonly number[], pattern: CorePattern | undefined): Part {
    if (this.variables.length === MOST_VARIABLES)
      throw new OutsideBulk(`the input has more than ${MOST_VARIABLES} numbers that are not in arrays`, this.at);
    const name = this.names.fresh(nameIn(pattern) ?? "x");
    const term = variableOf(name, { shape, element }, this.at);
    this.variables.push(term);
    return { tag: "number", term };
  }

  private array(
    item: Type,
    values: readonly ArrayValue[],
    outer: readonly number[],
    pattern: CorePattern | undefined,
  ): Part {
    const sizes = new Set(values.map(({ items }) => items.length));
    if (sizes.size > 1)
      throw new OutsideBulk(
        "the arrays within the input have different lengths, and arrays are not jagged there",
        this.at,
      );
    const [size = 0] = sizes;
    const items = values.flatMap((one) => one.items);
    return { tag: "array", size, rows: this.read(item, items, [...outer, size], pattern) };
  }

  /** The elements one by one: a list has no place in the array language, but those of a known length are known. */
  private list(item: Type, value: Value, pattern: CorePattern | undefined): Part {
    const items = listItems(value, UNWATCHED).map((one) => this.read(item, [one], [], pattern));
    return listPart(items);
  }

  private data(
    type: Extract<Type, { tag: "con" }>,
    values: readonly DataValue[],
    outer: readonly number[],
    pattern: CorePattern | undefined,
  ): Part {
    const constructors = new Set(values.map(({ con }) => con));
    const [con] = constructors;
    if (con === undefined || constructors.size > 1)
      throw new OutsideBulk("an array of the input has elements of different constructors", this.at);
    const data =
      this.program.data.find((one) => one.name === type.name) ?? internal("a data type is not defined", type.name);
    const types = fieldsAt(data, present(data.constructors.find((one) => one.name === con)), type.args);
    const fields = types.map((field, index) =>
      this.read(
        field,
        values.map((one) => nth(one.fields, index)),
        outer,
        within(pattern, index),
      ),
    );
    return { tag: "data", con, fields };
  }
}

/** A list of known elements. */
export function listPart(items: readonly Part[], tail: Part = { tag: "data", con: "[]", fields: [] }): Part {
  return items.reduceRight<Part>((rest, one) => ({ tag: "data", con: "::", fields: [one, rest] }), tail);
}

/** The elements of a list; undefined for what is none, such as a failure. */
export function listParts(list: Part): readonly Part[] | undefined {
  const items: Part[] = [];
  for (let at = list; ; at = nth(at.fields, 1)) {
    if (at.tag !== "data") return undefined;
    if (at.fields.length === 0) return items;
    items.push(nth(at.fields, 0));
  }
}

/** The name that a pattern gives to all that it binds. */
function nameIn(pattern: CorePattern | undefined): string | undefined {
  if (pattern?.tag === "var") return pattern.name;
  return undefined;
}

/** The pattern of a component; of a variable, that variable. */
function within(pattern: CorePattern | undefined, index: number): CorePattern | undefined {
  if (pattern?.tag === "tuple") return pattern.items[index];
  if (pattern?.tag === "con") return pattern.args[index];
  return pattern;
}
