// The simplest terms of each type, literals among them.
import type { Random } from "../random.ts";
import { TABLE } from "./builtins.ts";
import { Patterns } from "./patterns.ts";
import type { Scope } from "./scope.ts";
import { Stuck, type Terms } from "./terms.ts";
import { type DataType, fieldsOf, hasVariable, type Type, typeKey } from "./types.ts";

const TAME = ["1.0", "2.0", "0.5", "3.0", "0.25", "(-1.0)", "1.5", "(-0.5)"];
const ODD = ["0.0", "(-0.0)", "1e308", "(-1e308)", "5e-324", "1e-200", "1e16", "0.1", "7", "0", ".5", "2e-3"];
const LARGE = [
  "9007199254740991",
  "9007199254740992",
  "(-9007199254740992)",
  "4503599627370496",
  "94906266",
  "1000000",
];

/** A literal of a number type. */
export function realLiteral({ random }: Terms): string {
  return random.chance(0.85) ? random.pick(TAME) : random.pick(ODD);
}

export function intLiteral({ random }: Terms): string {
  return random.chance(0.93) ? random.pick(["0", "1", "2", "3", "(-1)", "5", "(-3)", "7"]) : random.pick(LARGE);
}

/** A term of the type that holds no other terms but leaves. */
export function leaf(terms: Terms, type: Type, scope: Scope): string {
  const { random } = terms;
  const inside = (one: Type): string => terms.simplest(one, scope.deeper);
  switch (type.tag) {
    case "real":
      return realLiteral(terms);
    case "int":
      return intLiteral(terms);
    case "size":
      return random.pick(["0", "1", "2", "3", "2", "(-1)"]);
    case "bool":
      return random.pick(["True", "False"]);
    case "tuple":
      return `(${type.items.map(inside).join(", ")})`;
    case "list":
    case "array": {
      const isEmpty = scope.depth < -3 || random.chance(0.25);
      const items = isEmpty ? [] : random.times(random.between(1, 3), () => inside(type.item));
      return `${type.tag === "list" ? "[" : "#["}${items.join(", ")}]`;
    }
    case "data": {
      if (type.name === TABLE.name) return tableOf(random, () => inside(type.args[0]!));
      const of = scope.world.data.find(({ name }) => name === type.name)!;
      const con = random.chance(0.5) && scope.depth > -3 ? random.pick(of.constructors) : shallowest(of);
      const fields = fieldsOf(of, type.args, con.fields).map(inside);
      return fields.length === 0 ? con.name : `(${[con.name, ...fields].join(" ")})`;
    }
    case "fun": {
      const isTyped = random.chance(0.3) && !hasVariable(type.from);
      const parameter = new Patterns(random, scope.world.data).parameter(type.from, isTyped);
      return `(\\${parameter.text} -> ${terms.simplest(type.to, scope.once.with(parameter.names).deeper)})`;
    }
    case "var": {
      const fitting = scope.locals.filter((one) => one.type.tag === "var" && one.type.name === type.name);
      if (fitting.length === 0) throw new Stuck();
      return random.pick(fitting).text;
    }
  }
}

/** A table of a few rows and columns. */
export function tableOf(random: Random, item: () => string): string {
  const [rows, columns] = [random.between(0, 2), random.between(0, 3)];
  return `(Array2 ${rows} ${columns} #[${random.times(rows * columns, item).join(", ")}])`;
}

/** The constructor that ends a recursive value soonest. */
export function shallowest(type: DataType): DataType["constructors"][number] {
  return (
    type.constructors.find(({ fields }) => fields.every((one) => !typeKey(one).includes("<"))) ?? type.constructors[0]!
  );
}
