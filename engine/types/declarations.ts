// Data types and aliases of a module: names, parameters, constructors, cycles of aliases, nested data types.
import { type Diagnostics, mistake } from "../source/diagnostic.ts";
import type { Declaration, Name, SyntaxType } from "../syntax/ast.ts";
import { constructorScheme } from "./builtins.ts";
import { close } from "./open.ts";
import { addDataType, type Module, uniqueKey } from "./scope.ts";
import { resolveType, type TypeResolution } from "./syntax-types.ts";
import { type Constructor, type DataType, type Type, typeVariable, UNIT } from "./type.ts";

type DataDeclaration = Extract<Declaration, { readonly tag: "data" }>;
type AliasDeclaration = Extract<Declaration, { readonly tag: "type" }>;

/**
 * Adds a module's data types, constructors and aliases to its scope. Gives the constructors that could not be
 * understood: their uses are not reported as well.
 */
export function declareTypes(
  module: Module,
  declarations: readonly Declaration[],
  diagnostics: Diagnostics,
): ReadonlySet<string> {
  const faulty = new Set<string>();
  const datas: DataDeclaration[] = [];
  const aliases = new Map<string, AliasDeclaration>();
  const seen = new Map<string, Name>();
  for (const declaration of declarations) {
    if (declaration.tag !== "data" && declaration.tag !== "type") continue;
    if (isRepeated(seen, declaration.name, "type", diagnostics)) continue;
    reportRepeatedParams(declaration.params, diagnostics);
    if (declaration.tag === "data") datas.push(declaration);
    else aliases.set(declaration.name.text, declaration);
  }
  const data = datas.map((declaration) => {
    const constructors: Constructor[] = [];
    const type: DataType = {
      name: uniqueKey(module, "types", declaration.name.text),
      params: declaration.params.map((param) => param.text),
      constructors,
    };
    addDataType(module, type);
    module.types.set(declaration.name.text, { tag: "data", data: type, span: declaration.name.span });
    return { declaration, type, constructors };
  });
  const pending = new Set<string>();
  const resolveAlias = (name: string): void => {
    const declaration = aliases.get(name);
    if (declaration === undefined || module.types.has(name)) return;
    if (pending.has(name)) {
      const message = `the alias \`${name}\` is defined by itself; a recursive type is a \`data\` with a constructor`;
      diagnostics.report(mistake("alias-cycle", declaration.name.span, message));
      module.types.set(name, { tag: "faulty" });
      return;
    }
    pending.add(name);
    const params = declaration.params.map((param) => param.text);
    const type = resolveClosed(module, declaration.type, params, resolveAlias, diagnostics);
    if (!module.types.has(name))
      module.types.set(name, { tag: "alias", name, params, type, span: declaration.name.span });
  };
  for (const name of aliases.keys()) resolveAlias(name);
  const constructorNames = new Map<string, Name>();
  for (const { declaration, type, constructors } of data) {
    for (const { name, fields } of declaration.constructors) {
      if (isRepeated(constructorNames, name, "constructor", diagnostics, constructorOwner(module, name))) continue;
      const constructor = {
        name: name.text,
        fields: fields.map((field) => resolveClosed(module, field, type.params, resolveAlias, diagnostics)),
      };
      constructors.push(constructor);
      if (constructor.fields.includes(HOLE)) {
        faulty.add(name.text);
        continue;
      }
      const scheme = constructorScheme(type, constructor);
      module.constructors.set(name.text, {
        tag: "constructor",
        name: name.text,
        data: type,
        constructor,
        scheme,
        span: name.span,
      });
    }
  }
  reportNested(data, diagnostics);
  return faulty;
}

/** Stands for a type with a mistake in it. */
const HOLE: Type = { tag: "tuple", items: [] };

/** ` of \`Shape\`` for a constructor that a type has already. */
function constructorOwner(module: Module, name: Name): string {
  const owner = module.constructors.get(name.text);
  return owner === undefined ? "" : ` of \`${owner.data.name}\``;
}

/** Reports a name that is declared a second time; the first counts. */
export function isRepeated(
  seen: Map<string, Name>,
  name: Name,
  what: string,
  diagnostics: Diagnostics,
  of = "",
): boolean {
  const first = seen.get(name.text);
  if (first === undefined) {
    seen.set(name.text, name);
    return false;
  }
  const hint = what === "definition" ? "; a definition has one clause, and `case` tells cases apart" : "";
  const message = `the ${what} \`${name.text}\`${of} is defined twice${hint}`;
  diagnostics.report(
    mistake(`repeated-${what}`, name.span, message, { notes: [{ message: "the first one", span: first.span }] }),
  );
  return true;
}

function reportRepeatedParams(params: readonly Name[], diagnostics: Diagnostics): void {
  const seen = new Map<string, Name>();
  for (const param of params) isRepeated(seen, param, "type parameter", diagnostics);
}

function resolveClosed(
  module: Module,
  type: SyntaxType,
  params: readonly string[],
  resolveAlias: (name: string) => void,
  diagnostics: Diagnostics,
): Type {
  let isBroken = false;
  const resolution: TypeResolution = {
    module,
    diagnostics,
    variable: (name) => (params.includes(name) ? typeVariable(name) : undefined),
    resolveAlias,
    hole: () => {
      isBroken = true;
      return UNIT;
    },
  };
  const resolved = close(resolveType(resolution, type));
  return isBroken ? HOLE : resolved;
}

/** A recursive use of a data type must have the declaration's own parameters (`language.md`, Types). */
function reportNested(
  data: readonly { readonly declaration: DataDeclaration; readonly type: DataType }[],
  diagnostics: Diagnostics,
): void {
  const byName = new Map(data.map((one) => [one.type.name, one]));
  const reaches = (from: string, to: string, seen: Set<string>): boolean => {
    if (seen.has(from)) return false;
    seen.add(from);
    const uses = [...usesOf(byName.get(from)?.type)];
    return uses.some((use) => use.name === to || (byName.has(use.name) && reaches(use.name, to, seen)));
  };
  for (const { declaration, type } of data) {
    for (const use of usesOf(type)) {
      if (!byName.has(use.name) || !reaches(use.name, type.name, new Set())) continue;
      const own = use.args.every(
        (arg, index) => arg.tag === "var" && (use.name !== type.name || arg.name === type.params[index]),
      );
      if (own) continue;
      const wanted = [use.name, ...byName.get(use.name)!.type.params].join(" ");
      const message = `the data type \`${declaration.name.text}\` uses itself with other parameters; a recursive use must be \`${wanted}\``;
      diagnostics.report(mistake("nested-data", declaration.name.span, message));
      break;
    }
  }
}

function* usesOf(data: DataType | undefined): Iterable<Extract<Type, { tag: "con" }>> {
  for (const constructor of data?.constructors ?? []) for (const field of constructor.fields) yield* namedParts(field);
}

function* namedParts(type: Type): Iterable<Extract<Type, { tag: "con" }>> {
  if (type.tag === "con") {
    yield type;
    for (const arg of type.args) yield* namedParts(arg);
  } else if (type.tag === "tuple") for (const item of type.items) yield* namedParts(item);
  else if (type.tag === "fun" || type.tag === "lin") {
    yield* namedParts(type.from);
    yield* namedParts(type.to);
  }
}
