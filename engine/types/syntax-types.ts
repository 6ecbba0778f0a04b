// From written types to types: names looked up, aliases expanded, argument counts checked.
import { nth } from "../base/nth.ts";
import { type Diagnostics, mistake } from "../source/diagnostic.ts";
import { type Comparisons, slipOf } from "../source/nearest.ts";
import type { SyntaxType } from "../syntax/ast.ts";
import { NO_TYPE, SMALL_TYPES, TYPES } from "../syntax/foreign/types.ts";
import type { OpenType } from "./open.ts";
import { substituteOpen } from "./open.ts";
import { lookUp, type Module, namesIn, type TypeEntity } from "./scope.ts";
import { LIST } from "./type.ts";

/** Context of resolving a written type. */
export interface TypeResolution {
  readonly module: Module;
  readonly diagnostics: Diagnostics;
  readonly comparisons: Comparisons;
  /** The type of a variable by name; undefined where it is not in scope (that is then a mistake). */
  variable(name: string): OpenType | undefined;
  /** A stand-in for a type that was not resolved. */
  hole(): OpenType;
}

/** Resolves a written type; mistakes are reported and become holes. */
export function resolveType(resolution: TypeResolution, type: SyntaxType): OpenType {
  const resolve = (part: SyntaxType) => resolveType(resolution, part);
  switch (type.tag) {
    case "tuple":
      return { tag: "tuple", items: type.items.map(resolve) };
    case "list":
      return { tag: "con", name: LIST, args: [resolve(type.item)] };
    case "function":
      return { tag: "fun", from: resolve(type.from), to: resolve(type.to) };
    case "variable": {
      const found = resolution.variable(type.name);
      if (found !== undefined) return found;
      const message = `the type variable \`${type.name}\` is not among the parameters of this declaration`;
      const upper = SMALL_TYPES.get(type.name) ?? type.name.charAt(0).toUpperCase() + type.name.slice(1);
      const known = SMALL_TYPES.has(type.name) || lookUp(resolution.module, "types", upper) !== undefined;
      const fix = known ? { title: `write ${upper}`, edits: [{ span: type.span, text: upper }] } : undefined;
      resolution.diagnostics.report(mistake("unknown-type-variable", type.span, message, { fix }));
      return resolution.hole();
    }
    case "name":
      return resolveName(resolution, type);
  }
}

function resolveName(resolution: TypeResolution, type: Extract<SyntaxType, { tag: "name" }>): OpenType {
  const entity = lookUp(resolution.module, "types", type.name);
  if (entity === undefined) {
    reportUnknown(resolution, type);
    return resolution.hole();
  }
  resolution.module.table.types.set(type, entity);
  const args = type.args.map((arg) => resolveType(resolution, arg));
  if (entity.tag === "faulty") return resolution.hole();
  const arity = arityOf(entity);
  if (args.length !== arity) {
    const message = `the type \`${type.name}\` takes ${count(arity, "argument")}, but ${args.length === 0 ? "none is" : args.length === 1 ? "1 is" : `${args.length} are`} given`;
    resolution.diagnostics.report(mistake("type-arity", type.span, message));
    return resolution.hole();
  }
  if (entity.tag === "builtin") return { tag: "con", name: entity.name, args };
  if (entity.tag === "data") return { tag: "con", name: entity.data.name, args };
  if (args.length === 0) return entity.named;
  return substituteOpen(entity.type, new Map(entity.params.map((param, index) => [param, nth(args, index)])));
}

function arityOf(entity: Exclude<TypeEntity, { tag: "faulty" }>): number {
  if (entity.tag === "builtin") return entity.arity;
  return entity.tag === "data" ? entity.data.params.length : entity.params.length;
}

function reportUnknown(resolution: TypeResolution, type: Extract<SyntaxType, { tag: "name" }>): void {
  const known = TYPES.get(type.name);
  const none = known === undefined ? NO_TYPE.get(type.name) : undefined;
  if (none !== undefined) {
    const message = `the type \`${type.name}\` is not defined: ${none}`;
    resolution.diagnostics.report(mistake("unknown-type", type.nameSpan, message));
    return;
  }
  const meant = known ?? slipOf(type.name, namesIn(resolution.module, "types"), resolution.comparisons);
  const constructor = lookUp(resolution.module, "constructors", type.name);
  const hint =
    meant !== undefined
      ? `; did you mean \`${meant}\`?`
      : constructor !== undefined
        ? `; \`${type.name}\` is a constructor of the type \`${constructor.data.name}\``
        : "";
  const fix =
    meant !== undefined && !meant.includes("[")
      ? { title: `write ${meant}`, edits: [{ span: type.nameSpan, text: meant }] }
      : undefined;
  resolution.diagnostics.report(
    mistake("unknown-type", type.nameSpan, `the type \`${type.name}\` is not defined${hint}`, { fix }),
  );
}

/** `1 argument`, `no arguments`, `3 arguments`. */
export function count(number: number, noun: string): string {
  return `${number === 0 ? "no" : number} ${noun}${number === 1 ? "" : "s"}`;
}
