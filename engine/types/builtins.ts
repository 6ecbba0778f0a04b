// The built-in names and their types. Those of scalar operations are in their table (`scalars/ops.ts`); the rest of the built-ins is the
// prelude.

import { present } from "../base/nth.ts";
import type { OpFailure } from "../scalars/mistake.ts";
import { OPS, type ScalarType } from "../scalars/ops.ts";
import { addDataType, type Module, newModule } from "./scope.ts";
import {
  BOOL,
  CONS,
  con,
  type DataType,
  fun,
  INT,
  type Kind,
  LIST,
  list,
  NIL,
  REAL,
  type Scheme,
  type Type,
  tuple,
  typeVariable,
} from "./type.ts";

const number = typeVariable("n", "number");
const a = typeVariable("a");
const b = typeVariable("b");
const [x, y] = [typeVariable("a", "data"), typeVariable("b", "data")];

function functions(type: Type, ...names: readonly string[]): readonly (readonly [string, Type])[] {
  return names.map((name) => [name, type] as const);
}

/** The type of a function of several arguments, one after the other. */
export function curried(...types: readonly Type[]): Type {
  return types.reduceRight((to, from) => fun(from, to));
}

const SCALARS: Readonly<Record<ScalarType, Type>> = { Real: REAL, Int: INT, Bool: BOOL };

/** The operations of the table of scalars under their symbols; where there is one on Reals and one on Ints, both under one type. */
function scalarTypes(): ReadonlyMap<string, Type> {
  const found = new Map<string, readonly ScalarType[]>();
  const types = new Map<string, Type>();
  for (const { symbol, args, result } of Object.values(OPS)) {
    const own = [...args, result];
    const other = found.get(symbol) ?? own;
    found.set(symbol, own);
    const open = symbol === "==" || symbol === "/=" ? x : number;
    types.set(symbol, curried(...own.map((type, place) => (type === other[place] ? SCALARS[type] : open))));
  }
  return types;
}

/** A native operation of programs that is none on scalars. */
export interface NativeType {
  readonly name: string;
  readonly args: readonly Type[];
  readonly result: Type;
  /** The arguments that it is linear in (thesis, Fig. 3.5). */
  readonly linearIn?: readonly number[];
  /** How it fails, and the numbers of its message: its arguments, or the index and the size. */
  readonly fails?: OpFailure;
  /** Whether it does nothing else. */
  readonly isFailure?: true;
}

/** The native operations of programs that are none on scalars: their types, and what those say that only fail. */
export const NATIVES = {
  size: { name: "size", args: [con("Array", a)], result: INT },
  index: {
    name: "!",
    args: [con("Array", a), INT],
    result: a,
    fails: { kind: "index", said: ["element ", 0, " of an ", { array: 1 }] },
  },
  fromList: { name: "fromList", args: [list(a)], result: con("Array", a), linearIn: [0] },
  toList: { name: "toList", args: [con("Array", a)], result: list(a), linearIn: [0] },
  grad: { name: "grad", args: [fun(x, REAL), x], result: x },
  valueAndGrad: { name: "valueAndGrad", args: [fun(x, REAL), x], result: tuple(REAL, x) },
  jvp: {
    name: "jvp",
    args: [fun(x, y), x, x],
    result: tuple(y, y),
    fails: { kind: "direction-shape", said: ["`jvp`: the direction has another shape than the point"] },
  },
  failBuild: {
    name: "failBuild",
    args: [INT],
    result: a,
    fails: { kind: "negative-size", said: ["`build` of a negative size, ", 0] },
    isFailure: true,
  },
  failSizes: {
    name: "failSizes",
    args: [INT, INT],
    result: a,
    fails: { kind: "unequal-sizes", said: ["`zipWithA` of arrays of different sizes, ", 0, " and ", 1] },
    isFailure: true,
  },
} satisfies Record<string, NativeType>;

/** The built-in constants. */
export const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ["nan", Number.NaN],
  ["inf", Number.POSITIVE_INFINITY],
  ["pi", Math.PI],
]);

/** The built-in names that take a text in quotes; their types are those of what is behind the text. */
export const TEXTUAL = { error: "error", trace: "trace" } as const;

/** Built-in functions and constants, and the symbolic operators that are primitives, by name. */
export const PRIMITIVE_TYPES: ReadonlyMap<string, Type> = new Map([
  ...scalarTypes(),
  ...functions(REAL, ...CONSTANTS.keys()),
  ...Object.values(NATIVES).map(({ name, args, result }) => [name, curried(...args, result)] as const),
  ...functions(a, TEXTUAL.error),
  ...functions(fun(x, x), TEXTUAL.trace),
  ...functions(curried(a, b, tuple(a, b)), "|*|"),
  ...functions(fun(list(fun(tuple(), a)), list(a)), "parList"),
]);

/** Primitives that only the prelude may name: the reference of the language (`reference/`) has none of them. */
const PRELUDE_ONLY: readonly string[] = [
  "parList",
  ...Object.values<NativeType>(NATIVES).flatMap(({ name, isFailure }) => (isFailure === true ? [name] : [])),
];

/** The data types that are there before the prelude. */
export const BUILT_IN_DATA: readonly DataType[] = [
  {
    name: "Bool",
    params: [],
    constructors: [
      { name: "False", fields: [] },
      { name: "True", fields: [] },
    ],
  },
  {
    name: LIST,
    params: ["a"],
    constructors: [
      { name: NIL, fields: [] },
      { name: CONS, fields: [a, list(a)] },
    ],
  },
];

/** The scope under the prelude. */
export function primitiveModule(): Module {
  const module = newModule(undefined);
  for (const [name, arity] of [
    ["Real", 0],
    ["Int", 0],
    ["Array", 1],
  ] as const) {
    module.types.set(name, { tag: "builtin", name, arity });
  }
  for (const data of BUILT_IN_DATA) {
    addDataType(module, data);
    if (data.name !== LIST) module.types.set(data.name, { tag: "data", data, span: undefined });
    for (const constructor of data.constructors) {
      const entity = {
        tag: "constructor",
        name: constructor.name,
        data,
        constructor,
        scheme: constructorScheme(data, constructor),
        span: undefined,
      } as const;
      module.constructors.set(constructor.name, entity);
    }
  }
  for (const name of PRIMITIVE_TYPES.keys()) if (!PRELUDE_ONLY.includes(name)) addPrimitive(module, name);
  return module;
}

/** The same scope with the primitives that only the prelude may name. */
export function withPreludeOnly(primitives: Module): Module {
  const module = { ...primitives, values: new Map(primitives.values) };
  for (const name of PRELUDE_ONLY) addPrimitive(module, name);
  return module;
}

function addPrimitive({ values }: Module, name: string): void {
  values.set(name, { tag: "primitive", name, scheme: schemeOf(present(PRIMITIVE_TYPES.get(name))) });
}

/** The type of a constructor as a function of its fields. */
export function constructorScheme(data: DataType, constructor: { readonly fields: readonly Type[] }): Scheme {
  const result: Type = { tag: "con", name: data.name, args: data.params.map((param) => typeVariable(param)) };
  return {
    variables: data.params.map((name) => ({ name, kind: "any" })),
    type: curried(...constructor.fields, result),
  };
}

function schemeOf(type: Type): Scheme {
  const variables: { name: string; kind: Kind }[] = [];
  const visit = (at: Type): void => {
    if (at.tag === "var" && !variables.some((one) => one.name === at.name))
      variables.push({ name: at.name, kind: at.kind });
    else if (at.tag === "con") at.args.forEach(visit);
    else if (at.tag === "tuple") at.items.forEach(visit);
    else if (at.tag === "fun" || at.tag === "lin") [at.from, at.to].forEach(visit);
  };
  visit(type);
  return { variables, type };
}
