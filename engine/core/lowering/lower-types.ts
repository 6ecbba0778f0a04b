// Types in lowering: variables that are not of every kind of type stand for one type in each instance of a definition.
import { internal } from "../../base/unreachable.ts";
import type { Pattern } from "../../syntax/ast.ts";
import { close, type OpenType } from "../../types/open.ts";
import type { Module, Use } from "../../types/scope.ts";
import {
  CONS,
  LIST,
  NIL,
  REAL,
  type Scheme,
  sameType,
  showType,
  substitute,
  type Type,
  typeVariable,
  withoutAliases,
} from "../../types/type.ts";
import type { CorePattern } from "../terms/term.ts";

/** The types that variables of kind `number` and `data` stand for in the instance at hand, by name, for native operations. */
export type Instance = ReadonlyMap<string, Type>;

type Variables = { readonly variables: Scheme["variables"] };

/** The instance where nothing says otherwise: numbers and data are Real, or as given. */
export function defaultInstance(scheme: Variables | undefined, number: Type = REAL): Instance {
  return new Map(specialised(scheme).map(({ name }) => [name, number]));
}

function specialised(scheme: Variables | undefined): Scheme["variables"] {
  return scheme?.variables.filter(({ kind }) => kind !== "any") ?? [];
}

/** `@Int` for an instance at Int; nothing where all variables are Real. */
export function suffix(scheme: Variables, instance: Instance): string {
  const types = specialised(scheme).map(({ name }) => instance.get(name) ?? REAL);
  return types.every((type) => sameType(type, REAL))
    ? ""
    : `@${types.map((type) => showType(withoutAliases(type))).join("@")}`;
}

/** The names of a scheme's variables that stand for any type, and stay variables. */
export function openVariables(scheme: Variables): readonly string[] {
  return scheme.variables.filter(({ kind }) => kind === "any").map((one) => one.name);
}

/** The closed type that an open type is in an instance. */
export function typeIn(type: OpenType, instance: Instance): Type {
  return substitute(close(type), instance);
}

/** Lowers patterns; the types come from the table of the module that the pattern stands in. */
export function lowerPattern(module: Module, instance: Instance, pattern: Pattern): CorePattern {
  const open = module.table.patterns.get(pattern) ?? internal("a pattern has no type", pattern.span);
  const type = typeIn(open, instance);
  const lower = (inner: Pattern) => lowerPattern(module, instance, inner);
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
    case "record":
      return lower(module.table.records.get(pattern) ?? internal("a record pattern is not resolved", pattern.name));
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

/** The instance of a scheme at a use, and the types that its other variables stand for there. */
export function instantiation(
  scheme: { readonly variables: Scheme["variables"] },
  use: Use,
  outer: Instance,
): { readonly instance: Instance; readonly types: readonly Type[] } {
  const instance = new Map<string, Type>();
  const types: Type[] = [];
  scheme.variables.forEach((one, index) => {
    const arg = use.args[index];
    // a use inside the recursive group is at the group's own variables
    const type = typeIn(arg ?? typeVariable(one.name, one.kind), outer);
    if (one.kind === "any") types.push(type);
    else instance.set(one.name, type.tag === "var" ? REAL : type);
  });
  return { instance, types };
}
