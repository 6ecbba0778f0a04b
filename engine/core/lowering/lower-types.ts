// Types in lowering: number variables stand for Real or Int in each instance of a definition.
import { internal } from "../../base/unreachable.ts";
import type { Pattern } from "../../syntax/ast.ts";
import { close, type OpenType } from "../../types/open.ts";
import type { Module, Use } from "../../types/scope.ts";
import { CONS, INT, LIST, NIL, REAL, type Scheme, substitute, type Type, typeVariable } from "../../types/type.ts";
import type { CorePattern } from "../terms/term.ts";

/** Number types that number variables stand for in the instance at hand, by variable name. */
export type Numbers = ReadonlyMap<string, "Real" | "Int">;

/** `@Int` for an instance at Int; nothing where all number variables are Real. */
export function suffix(scheme: { readonly variables: Scheme["variables"] }, numbers: Numbers): string {
  const kinds = scheme.variables.filter((one) => one.number).map((one) => numbers.get(one.name) ?? "Real");
  return kinds.every((kind) => kind === "Real") ? "" : `@${kinds.join("@")}`;
}

/** The names of a scheme's variables that are not number variables. */
export function plainVariables(scheme: { readonly variables: Scheme["variables"] }): readonly string[] {
  return scheme.variables.filter((one) => !one.number).map((one) => one.name);
}

/** The closed type that an open type is in an instance. */
export function typeIn(type: OpenType, numbers: Numbers): Type {
  const closed = close(type);
  if (numbers.size === 0) return closed;
  return substitute(closed, new Map([...numbers].map(([name, kind]) => [name, kind === "Real" ? REAL : INT])));
}

/** Lowers patterns; the types come from the table of the module that the pattern stands in. */
export function lowerPattern(module: Module, numbers: Numbers, pattern: Pattern): CorePattern {
  const open = module.table.patterns.get(pattern) ?? internal("a pattern has no type", pattern.span);
  const type = typeIn(open, numbers);
  const lower = (inner: Pattern) => lowerPattern(module, numbers, inner);
  switch (pattern.tag) {
    case "variable":
      return { tag: "var", name: pattern.name, type };
    case "wildcard":
      return { tag: "any", type };
    case "integer":
    case "real":
      return { tag: "number", value: pattern.value, type: type.tag === "con" && type.name === "Int" ? "Int" : "Real" };
    case "annotated":
      return lower(pattern.pattern);
    case "tuple":
      return { tag: "tuple", items: pattern.items.map(lower) };
    case "list": {
      const types = argsOf(type);
      const nil: CorePattern = { tag: "con", data: LIST, con: NIL, types, args: [] };
      return pattern.items.reduceRight<CorePattern>(
        (tail, item) => ({ tag: "con", data: LIST, con: CONS, types, args: [lower(item), tail] }),
        nil,
      );
    }
    case "constructor": {
      const entity =
        module.table.constructors.get(pattern) ?? internal("a constructor pattern is not resolved", pattern.name);
      return {
        tag: "con",
        data: entity.data.name,
        con: entity.name,
        types: argsOf(type),
        args: pattern.args.map(lower),
      };
    }
  }
}

/** The arguments of a data type. Throws an internal error for any other type: the checker has excluded it. */
export function argsOf(type: Type): readonly Type[] {
  return type.tag === "con" ? type.args : internal("a data type was expected", type);
}

/** The number types that a use gives to the number variables of a scheme, and the other arguments. */
export function instantiation(
  scheme: { readonly variables: Scheme["variables"] },
  use: Use,
  numbers: Numbers,
): { readonly numbers: Numbers; readonly types: readonly Type[] } {
  const inner = new Map<string, "Real" | "Int">();
  const types: Type[] = [];
  scheme.variables.forEach((one, index) => {
    const arg = use.args[index];
    // a use inside the recursive group is at the group's own variables
    const type = arg === undefined ? typeIn(typeVariable(one.name, one.number), numbers) : typeIn(arg, numbers);
    if (one.number) inner.set(one.name, type.tag === "con" && type.name === "Int" ? "Int" : "Real");
    else types.push(type);
  });
  return { numbers: inner, types };
}
