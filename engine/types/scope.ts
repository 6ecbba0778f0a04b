// Scopes: what names mean. A module's scope lies on its parent's; the prelude's lies on the primitives'.
import type { Span } from "../source/span.ts";
import type { Expr, FunctionBinding, Name, Operation, Pattern, SyntaxType } from "../syntax/ast.ts";
import type { OpenScheme, OpenType } from "./open.ts";
import type { Constructor, DataType, Scheme, Type } from "./type.ts";

/** A built-in function or constant. */
export interface PrimitiveEntity {
  readonly tag: "primitive";
  readonly name: string;
  readonly scheme: Scheme;
}

/** A top-level definition or custom op. `scheme` is there once its recursive group has been inferred. */
export interface GlobalEntity {
  readonly tag: "global";
  readonly kind: "def" | "op";
  readonly name: string;
  /** The unique name: `name`, or `name#2` where a parent's scope has the name already. */
  readonly key: string;
  readonly span: Span;
  readonly module: Module;
  /** The type while the group is inferred. */
  type: OpenType;
  scheme: Scheme | undefined;
  /** For a `def`. */
  readonly binding: FunctionBinding | undefined;
  /** For an `op`. */
  readonly op: OpDefinition | undefined;
  /** The recursive group that it belongs to, itself included. */
  group: readonly GlobalEntity[];
  /** Whether a definition outside the recursive group uses it. */
  usedOutside: boolean;
  /** Set where its declaration was faulty: any use type-checks. */
  faulty: boolean;
}

/** A custom op: its parameter pattern, its value, its partials (a Real, or a tuple of them). */
export interface OpDefinition {
  readonly param: Pattern;
  readonly arity: number;
  readonly value: Expr;
  readonly partials: Expr;
}

/** A variable bound by a pattern or a local function. */
export interface LocalEntity {
  readonly tag: "local";
  readonly name: string;
  readonly span: Span;
  type: OpenType;
  /** Quantified variables, where it was generalised. */
  scheme: OpenScheme | undefined;
}

/** A constructor of a data type, as a use of its name means it; its place is undefined for built-in ones. */
export interface ConstructorEntity {
  readonly tag: "constructor";
  readonly name: string;
  readonly data: DataType;
  readonly constructor: Constructor;
  readonly scheme: Scheme;
  readonly span: Span | undefined;
}

/** A name's meaning in an expression. */
export type Entity = PrimitiveEntity | GlobalEntity | LocalEntity | ConstructorEntity;

/** A type name's meaning. An alias's body may mention its parameters. */
export type TypeEntity =
  | { readonly tag: "builtin"; readonly name: string; readonly arity: number }
  | { readonly tag: "data"; readonly data: DataType; readonly span: Span | undefined }
  | {
      readonly tag: "alias";
      readonly name: string;
      readonly params: readonly string[];
      readonly type: Type;
      /** The type with the alias as its label: what its name means where it has no parameters. */
      readonly named: Type;
      readonly span: Span;
    }
  | { readonly tag: "faulty" };

/** A use of a name in an expression, with the types that its quantified variables take there. */
export interface Use {
  readonly entity: Entity;
  readonly args: readonly OpenType[];
}

/** A place where patterns must cover a type. */
export interface Match {
  readonly kind: "case" | "parameter" | "let";
  readonly patterns: readonly Pattern[];
  readonly type: OpenType;
  readonly span: Span;
}

/** Everything that inference found out about one module's text. */
export interface TypeTable {
  readonly exprs: Map<Expr, OpenType>;
  readonly patterns: Map<Pattern, OpenType>;
  readonly uses: Map<Expr | Operation, Use>;
  readonly constructors: Map<Pattern, ConstructorEntity>;
  /** The data types whose fields are taken or replaced. */
  readonly fields: Map<Expr, DataType>;
  /** The names of fields where they are declared, and their data types. */
  readonly declaredFields: Map<Name, DataType>;
  /** Patterns with named fields as patterns of all fields. */
  readonly records: Map<Pattern, Pattern>;
  readonly locals: Map<Pattern | FunctionBinding, LocalEntity>;
  /** Meanings of type names at their places. */
  readonly types: Map<SyntaxType, TypeEntity>;
}

/** A checked text: its scope, its definitions in source order, and its types. */
export interface Module {
  readonly parent: Module | undefined;
  readonly values: Map<string, Entity>;
  readonly types: Map<string, TypeEntity>;
  readonly constructors: Map<string, ConstructorEntity>;
  readonly globals: GlobalEntity[];
  readonly dataTypes: DataType[];
  /** The same by their unique keys. */
  readonly dataByKey: Map<string, DataType>;
  readonly table: TypeTable;
}

/** A module without definitions on top of another; the primitives have none below them. */
export function newModule(parent: Module | undefined): Module {
  return {
    parent,
    values: new Map(),
    types: new Map(),
    constructors: new Map(),
    globals: [],
    dataTypes: [],
    dataByKey: new Map(),
    table: {
      exprs: new Map(),
      patterns: new Map(),
      uses: new Map(),
      constructors: new Map(),
      fields: new Map(),
      declaredFields: new Map(),
      records: new Map(),
      locals: new Map(),
      types: new Map(),
    },
  };
}

type Namespace = "values" | "types" | "constructors";

/** Looks a name up in a module and its parents. */
export function lookUp<P extends Namespace>(module: Module, part: P, name: string): EntryOf<P> | undefined {
  for (let at: Module | undefined = module; at !== undefined; at = at.parent) {
    const found = at[part].get(name);
    if (found !== undefined) return found as EntryOf<P>;
  }
  return undefined;
}

type EntryOf<P extends Namespace> = Module[P] extends Map<string, infer E> ? E : never;

/** All names of a part, the module's own first. */
export function* namesIn(module: Module, part: Namespace): Iterable<string> {
  for (let at: Module | undefined = module; at !== undefined; at = at.parent) yield* at[part].keys();
}

/** Adds a data type to a module; its names enter scope by themselves. */
export function addDataType(module: Module, data: DataType): void {
  module.dataTypes.push(data);
  module.dataByKey.set(data.name, data);
}

/** A data type by its unique key. */
export function dataTypeOf(module: Module, key: string): DataType | undefined {
  for (let at: Module | undefined = module; at !== undefined; at = at.parent) {
    const found = at.dataByKey.get(key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The data types in scope that have all fields of some names, the module's own first. */
export function dataWithFields(module: Module, names: readonly string[]): readonly DataType[] {
  const found: DataType[] = [];
  for (let at: Module | undefined = module; at !== undefined; at = at.parent)
    found.push(...at.dataTypes.filter(({ constructors }) => constructors.some((one) => hasFields(one, names))));
  return found;
}

/** Whether a constructor has all fields of some names. */
export function hasFields({ fieldNames = [] }: Constructor, names: readonly string[]): boolean {
  return names.every((name) => fieldNames.includes(name));
}

/** A unique key for a new name: the name itself, or with a number where a parent has it. */
export function uniqueKey(module: Module, part: "values" | "types", name: string): string {
  let count = 1;
  for (let at = module.parent; at !== undefined; at = at.parent) if (at[part].has(name)) count++;
  return count === 1 ? name : `${name}#${count}`;
}

/** Local variables, innermost first. */
export interface LocalScope {
  readonly name: string;
  readonly entity: LocalEntity;
  readonly outer: LocalScope | undefined;
  readonly depth: number;
  /** At regular distances: the variables from here down to a scope. A name is found in few steps, whatever the number of names. */
  readonly stretch: Stretch | undefined;
}

interface Stretch {
  readonly variables: ReadonlyMap<string, LocalEntity>;
  readonly below: LocalScope | undefined;
}

/** Variables of a short stretch, and short stretches in a longer one. */
const STRETCH = 32;

/** A scope with one more variable. */
export function withLocal(outer: LocalScope | undefined, entity: LocalEntity): LocalScope {
  const { name } = entity;
  const depth = (outer?.depth ?? 0) + 1;
  if (depth % STRETCH !== 0) return { name, entity, outer, depth, stretch: undefined };
  let length = STRETCH;
  while (depth % (length * STRETCH) === 0) length *= STRETCH;
  const variables = new Map([[name, entity]]);
  let below = outer;
  for (; below !== undefined && below.depth > depth - length; below = below.outer)
    if (!variables.has(below.name)) variables.set(below.name, below.entity);
  return { name, entity, outer, depth, stretch: { variables, below } };
}

/** The local variable that a name means, the innermost first; undefined where no local one has it. */
export function lookUpLocal(scope: LocalScope | undefined, name: string): LocalEntity | undefined {
  for (let at = scope; at !== undefined; ) {
    const found = at.stretch === undefined ? at.name === name && at.entity : at.stretch.variables.get(name);
    if (found) return found;
    at = at.stretch === undefined ? at.outer : at.stretch.below;
  }
  return undefined;
}
