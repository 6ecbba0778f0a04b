// Data types and aliases of a module: names, parameters, constructors, cycles of aliases, nested data types.
import { nth, present } from "../../base/nth.ts";
import { unreachable } from "../../base/unreachable.ts";
import { type Diagnostics, type Fix, mistake } from "../../source/diagnostic.ts";
import type { Comparisons } from "../../source/nearest.ts";
import type { Declaration, Name, SyntaxType } from "../../syntax/ast.ts";
import { constructorScheme } from "../builtins.ts";
import { recursiveGroups } from "../dependencies.ts";
import { close, DEEPEST_TYPE, LARGEST_TYPE, measure, TypeTooLarge } from "../open.ts";
import { addDataType, type Module, uniqueKey } from "../scope.ts";
import { resolveType, type TypeResolution } from "../syntax-types.ts";
import { type Constructor, type DataType, sameType, showType, type Type, typeVariable, UNIT } from "../type.ts";

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
  comparisons: Comparisons,
): ReadonlySet<string> {
  const resolution = { module, diagnostics, comparisons };
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
    const { name, params } = declaration;
    const constructors: Constructor[] = [];
    const key = uniqueKey(module, "types", name.text);
    const type: DataType = { name: key, params: params.map((param) => param.text), constructors };
    addDataType(module, type);
    module.types.set(name.text, { tag: "data", data: type, span: name.span });
    return { declaration, type, constructors };
  });
  declareAliases(resolution, aliases);
  const faulty = declareConstructors(resolution, data);
  reportNested(data, diagnostics);
  return faulty;
}

/** The types in scope, and the reports of those that are not. */
interface Resolution {
  readonly module: Module;
  readonly diagnostics: Diagnostics;
  readonly comparisons: Comparisons;
}

function declareAliases(resolution: Resolution, aliases: ReadonlyMap<string, AliasDeclaration>): void {
  const { module, diagnostics } = resolution;
  for (const group of aliasGroups([...aliases.values()], aliases)) {
    const [alone] = group;
    const isCycle = group.length > 1 || (alone !== undefined && namesIn(alone.type).includes(alone.name.text));
    if (isCycle) {
      const { text, span } = group.reduce((one, other) => (other.span.from < one.span.from ? other : one)).name;
      const message = `the alias \`${text}\` is defined by itself; a recursive type is a \`data\` with a constructor`;
      diagnostics.report(mistake("alias-cycle", span, message));
    }
    for (const { name, params, type: written } of group) {
      const names = params.map((param) => param.text);
      const type = isCycle ? undefined : resolved(resolution, written, names, name);
      if (type === undefined) module.types.set(name.text, { tag: "faulty" });
      else {
        const named = type.tag === "var" ? type : { ...type, alias: name.text };
        measure(named);
        module.types.set(name.text, { tag: "alias", name: name.text, params: names, type, named, span: name.span });
      }
    }
  }
}

/** A data type whose constructors are not declared yet. */
interface Declared {
  readonly declaration: DataDeclaration;
  readonly type: DataType;
  /** The constructors of the type, which grow. */
  readonly constructors: Constructor[];
}

/** Adds the constructors to their types and to the scope; gives those with a mistake in a field. */
function declareConstructors(resolution: Resolution, datas: readonly Declared[]): ReadonlySet<string> {
  const { module, diagnostics } = resolution;
  const faulty = new Set<string>();
  const seen = new Map<string, Name>();
  for (const { declaration, type: data, constructors } of datas) {
    for (const { name, fields, fieldNames } of declaration.constructors) {
      if (isRepeated(seen, name, "constructor", diagnostics, { of: constructorOwner(module, name) })) continue;
      const found = fields.map((field) => resolved(resolution, field, data.params, name));
      const own = new Map<string, Name>();
      for (const field of fieldNames ?? []) {
        isRepeated(own, field, "field", diagnostics);
        module.table.declaredFields.set(field, data);
      }
      const names = fieldNames?.map((field) => field.text);
      const constructor = { name: name.text, fields: found.map((field) => field ?? UNIT), fieldNames: names };
      reportOtherType(constructors, constructor, fieldNames ?? [], diagnostics);
      constructors.push(constructor);
      if (found.includes(undefined)) {
        faulty.add(name.text);
        continue;
      }
      const scheme = constructorScheme(data, constructor);
      const { text, span } = name;
      module.constructors.set(text, { tag: "constructor", name: text, data, constructor, scheme, span });
    }
  }
  return faulty;
}

/** Reports a field that another constructor of the type has with another type. */
function reportOtherType(
  constructors: readonly Constructor[],
  { fields }: Constructor,
  names: readonly Name[],
  diagnostics: Diagnostics,
): void {
  names.forEach(({ text, span }, index) => {
    const other = constructors.find(({ fieldNames }) => fieldNames?.includes(text));
    if (other === undefined) return;
    const type = nth(other.fields, present(other.fieldNames).indexOf(text));
    if (sameType(type, nth(fields, index))) return;
    const message = `the field \`${text}\` has one type in all constructors, and in \`${other.name}\` it is ${showType(type)}`;
    diagnostics.report(mistake("field-type", span, message));
  });
}

/** A type in the declaration of a name; undefined where it has a mistake. */
function resolved(
  { module, diagnostics, comparisons }: Resolution,
  type: SyntaxType,
  params: readonly string[],
  of: Name,
): Type | undefined {
  try {
    return resolveClosed(module, type, params, diagnostics, comparisons);
  } catch (error) {
    if (!(error instanceof TypeTooLarge)) throw error;
    const message = `the type \`${of.text}\` has more than ${LARGEST_TYPE} parts, or nests more than ${DEEPEST_TYPE} deep; make a \`data\` type of some of it`;
    diagnostics.report(mistake("type-size", of.span, message));
    return undefined;
  }
}

/** The aliases in groups, each after those that it uses; the aliases of a cycle are one group. */
function aliasGroups(all: readonly AliasDeclaration[], byName: ReadonlyMap<string, AliasDeclaration>) {
  return recursiveGroups(all, ({ type }) =>
    namesIn(type).flatMap((name) => {
      const used = byName.get(name);
      return used === undefined ? [] : [used];
    }),
  );
}

/** The names of types in a written type. */
function namesIn(type: SyntaxType, names: string[] = []): string[] {
  switch (type.tag) {
    case "variable":
      break;
    case "name":
      names.push(type.name);
      for (const arg of type.args) namesIn(arg, names);
      break;
    case "tuple":
      for (const item of type.items) namesIn(item, names);
      break;
    case "list":
      namesIn(type.item, names);
      break;
    case "function":
      namesIn(type.from, names);
      namesIn(type.to, names);
      break;
    default:
      return unreachable(type);
  }
  return names;
}

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
  { of = "", fix }: { readonly of?: string; readonly fix?: Fix | undefined } = {},
): boolean {
  const first = seen.get(name.text);
  if (first === undefined) {
    seen.set(name.text, name);
    return false;
  }
  const hint = what === "definition" ? "; a definition has one clause, and `case` tells cases apart" : "";
  const message = `the ${what} \`${name.text}\`${of} is defined twice${hint}`;
  const notes = [{ message: "the first one", span: first.span }];
  diagnostics.report(mistake(`repeated-${what}`, name.span, message, { notes, fix }));
  return true;
}

function reportRepeatedParams(params: readonly Name[], diagnostics: Diagnostics): void {
  const seen = new Map<string, Name>();
  for (const param of params) isRepeated(seen, param, "type parameter", diagnostics);
}

/** A written type that may have parameters; undefined where it has a mistake. Throws {@link TypeTooLarge}. */
function resolveClosed(
  module: Module,
  type: SyntaxType,
  params: readonly string[],
  diagnostics: Diagnostics,
  comparisons: Comparisons,
): Type | undefined {
  let isBroken = false;
  const resolution: TypeResolution = {
    module,
    diagnostics,
    comparisons,
    variable: (name) => (params.includes(name) ? typeVariable(name) : undefined),
    hole: () => {
      isBroken = true;
      return UNIT;
    },
  };
  const resolved = resolveType(resolution, type);
  if (isBroken) return undefined;
  measure(resolved);
  return close(resolved);
}

/** A recursive use of a data type must have the declaration's own parameters. */
function reportNested(
  data: readonly { readonly declaration: DataDeclaration; readonly type: DataType }[],
  diagnostics: Diagnostics,
): void {
  const byName = new Map(data.map((one) => [one.type.name, one]));
  const uses = new Map(data.map(({ type }) => [type, [...usesOf(type)]]));
  const groups = recursiveGroups(
    data.map(({ type }) => type),
    (type) =>
      present(uses.get(type)).flatMap((use) => {
        const used = byName.get(use.name);
        return used === undefined ? [] : [used.type];
      }),
  );
  const groupOf = new Map(groups.flatMap((group, index) => group.map((type) => [type, index] as const)));
  for (const { declaration, type } of data) {
    for (const use of present(uses.get(type))) {
      const used = byName.get(use.name)?.type;
      // in one group, each leads to the other
      if (used === undefined || groupOf.get(used) !== groupOf.get(type)) continue;
      const own = use.args.every(
        (arg, index) => arg.tag === "var" && (use.name !== type.name || arg.name === type.params[index]),
      );
      if (own) continue;
      const wanted = [use.name, ...used.params].join(" ");
      const message = `the data type \`${declaration.name.text}\` uses itself with other parameters; a recursive use must be \`${wanted}\``;
      diagnostics.report(mistake("nested-data", declaration.name.span, message));
      break;
    }
  }
}

function* usesOf(data: DataType): Iterable<Extract<Type, { tag: "con" }>> {
  for (const constructor of data.constructors) for (const field of constructor.fields) yield* namedParts(field);
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
