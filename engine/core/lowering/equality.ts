// Equality of data: for each type that `==` compares, a definition by the structure of the type. Only Reals and Ints have an operation.
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import {
  BOOL,
  type DataType,
  fieldsAt,
  fun,
  INT,
  sameType,
  showType,
  type Type,
  withoutAliases,
} from "../../types/type.ts";
import {
  apply,
  builtin,
  type CoreBranch,
  type CorePattern,
  conditional,
  type Global,
  lambda,
  prim,
  subscript,
  type Term,
  truth,
  variable,
  varPattern,
} from "../terms/term.ts";

/** The definitions of equality of one program, made on demand. */
export class Equalities {
  /** They grow while those of the parts of a type are asked for. */
  private readonly found: { readonly type: Type; readonly name: string; global: Global | undefined }[] = [];
  readonly dataType: (key: string) => DataType;

  /** `dataType` gives a data type by its key. */
  constructor(dataType: (key: string) => DataType) {
    this.dataType = dataType;
  }

  /** The name of the definition that compares values of a type: none that a program can have written. */
  nameOf(type: Type): string {
    const known = this.found.find((one) => sameType(one.type, type));
    if (known !== undefined) return known.name;
    const name = `${subscript("equal", this.found.length)}@${showType(withoutAliases(type))}`;
    const made = { type, name, global: undefined as Global | undefined };
    this.found.push(made);
    made.global = equalityOf(this, type, name);
    return name;
  }

  /** The definitions that have been asked for. */
  get globals(): readonly Global[] {
    return this.found.map(({ global }) => present(global));
  }
}

/** x == y for two terms of a type that holds no functions. The terms are evaluated once, from left to right. */
export function equals(equalities: Equalities, type: Type, x: Term, y: Term, span: Term["span"]): Term {
  if (type.tag === "con" && (type.name === "Real" || type.name === "Int"))
    return builtin(type.name === "Int" ? "eqInt" : "eq", [x, y], span);
  return { ...apply({ tag: "global", name: equalities.nameOf(type), types: [], span }, x, y), span };
}

/** The variables of a definition, of a letter that no transformation uses; those of fields have the numbers behind. */
const OPERANDS = [subscript("p", 1), subscript("p", 2)] as const;

/** The definition λx. λy. x == y of a type other than Real and Int. */
function equalityOf(equalities: Equalities, type: Type, name: string): Global {
  const [x, y] = [OPERANDS[0], OPERANDS[1]];
  const body = compared(equalities, type, variable(x), variable(y));
  return {
    name,
    builtin: "==",
    kind: "function",
    variables: [],
    type: fun(type, fun(type, BOOL)),
    term: lambda(varPattern(x, type), lambda(varPattern(y, type), body)),
    span: undefined,
  };
}

function compared(equalities: Equalities, type: Type, x: Term, y: Term): Term {
  if (type.tag === "tuple") return productsOf(equalities, x, y, type.items, (items) => ({ tag: "tuple", items }));
  if (type.tag !== "con") return internal("functions were compared", showType(type));
  if (type.name === "Array") return arrays(equalities, nth(type.args, 0), x, y);
  const data = equalities.dataType(type.name);
  const branches = data.constructors.map((constructor): CoreBranch => {
    const fields = fieldsAt(data, constructor, type.args);
    const pattern = (args: readonly CorePattern[]): CorePattern => ({
      tag: "con",
      data: data.name,
      con: constructor.name,
      types: type.args,
      args,
    });
    const [left, right] = [fieldsFrom(0, fields), fieldsFrom(fields.length, fields)];
    const same: CoreBranch = { pattern: pattern(right.patterns), body: all(equalities, fields, left, right) };
    const other: CoreBranch = { pattern: { tag: "any", type }, body: truth("False") };
    const inner = data.constructors.length === 1 ? [same] : [same, other];
    return { pattern: pattern(left.patterns), body: { tag: "case", scrutinee: y, branches: inner } };
  });
  return { tag: "case", scrutinee: x, branches };
}

/** Variables for fields, and the patterns that bind them. */
interface Fields {
  readonly variables: readonly Term[];
  readonly patterns: readonly CorePattern[];
}

function fieldsFrom(first: number, types: readonly Type[]): Fields {
  const names = types.map((_, index) => subscript("p", OPERANDS.length + first + index + 1));
  return { variables: names.map(variable), patterns: names.map((name, index) => varPattern(name, nth(types, index))) };
}

/** Tuples: taken apart, and compared from left to right until two parts differ. */
function productsOf(
  equalities: Equalities,
  x: Term,
  y: Term,
  types: readonly Type[],
  pattern: (items: readonly CorePattern[]) => CorePattern,
): Term {
  const [left, right] = [fieldsFrom(0, types), fieldsFrom(types.length, types)];
  const inner: Term = {
    tag: "case",
    scrutinee: y,
    branches: [{ pattern: pattern(right.patterns), body: all(equalities, types, left, right) }],
  };
  return { tag: "case", scrutinee: x, branches: [{ pattern: pattern(left.patterns), body: inner }] };
}

function all(equalities: Equalities, types: readonly Type[], left: Fields, right: Fields): Term {
  const parts = types.map((type, index) =>
    equals(equalities, type, nth(left.variables, index), nth(right.variables, index), undefined),
  );
  return parts.length === 0
    ? truth("True")
    : parts.reduceRight((rest, part) => conditional(part, rest, truth("False")));
}

/** Arrays: of one size, and each element is that of the other. */
function arrays(equalities: Equalities, item: Type, x: Term, y: Term): Term {
  const [go, i] = [subscript("p", 3), subscript("p", 4)];
  const size = (array: Term): Term => prim("size", [item], [array]);
  const element = (array: Term): Term => prim("index", [item], [array, variable(i)]);
  const next = apply(variable(go), builtin("addInt", [variable(i), { tag: "int", value: 1 }]));
  const rest = conditional(equals(equalities, item, element(x), element(y), undefined), next, truth("False"));
  const loop = lambda(varPattern(i, INT), conditional(builtin("eqInt", [variable(i), size(x)]), truth("True"), rest));
  const functions = [{ name: go, variables: [], type: fun(INT, BOOL), term: loop }];
  const walk: Term = { tag: "letrec", functions, body: apply(variable(go), { tag: "int", value: 0 }) };
  return conditional(builtin("eqInt", [size(x), size(y)]), walk, truth("False"));
}
