// The core array language (thesis, §4.2): one expression over arrays whose shapes are known. A scalar is an array of rank 0.
import { nth } from "../../../base/nth.ts";
import { internal } from "../../../base/unreachable.ts";
import { OPS, type OpId } from "../../../scalars/ops.ts";
import type { Span } from "../../../source/span.ts";

/** The sizes of the dimensions, from the outermost in; none for a scalar. */
export type ArrayShape = readonly number[];

/** The type of the elements of an array. */
export type Element = "Real" | "Int" | "Bool";

/** Array sh ρ. */
export interface ArrayType {
  readonly shape: ArrayShape;
  readonly element: Element;
}

/** A term. `span` is its place in the user's text. */
export type Bulk = ArrayType & { readonly span?: Span | undefined } & (
    | { readonly tag: "variable"; readonly name: string }
    /** An array of numbers, row by row; a truth value is 0 or 1. */
    | { readonly tag: "constant"; readonly values: readonly number[] }
    /** [0, .., k - 1]. */
    | { readonly tag: "iota" }
    /** `isPlain`: no derivative flows through what is bound. */
    | {
        readonly tag: "let";
        readonly name: string;
        readonly bound: Bulk;
        readonly body: Bulk;
        readonly isPlain?: boolean | undefined;
      }
    /** Strict: all three are evaluated. The test is a scalar. */
    | { readonly tag: "cond"; readonly test: Bulk; readonly yes: Bulk; readonly no: Bulk }
    /** Element by element, on arrays of one shape. */
    | { readonly tag: "op"; readonly op: OpId; readonly args: readonly Bulk[] }
    /** ∂ᵢop, element by element. */
    | { readonly tag: "partial"; readonly op: OpId; readonly index: number; readonly args: readonly Bulk[] }
    /** A custom op: its value, and for each operand its partial; both are evaluated as they are. */
    | {
        readonly tag: "custom";
        readonly name: string;
        readonly value: Bulk;
        readonly operands: readonly { readonly of: Bulk; readonly partial: Bulk }[];
      }
    | { readonly tag: "index"; readonly of: Bulk; readonly at: readonly Bulk[] }
    /** Adds along the outermost dimension. */
    | { readonly tag: "sum"; readonly of: Bulk }
    | ({ readonly tag: "gather"; readonly of: Bulk } & IndexFunction)
    | ({ readonly tag: "scatter"; readonly of: Bulk } & IndexFunction)
    | { readonly tag: "stack"; readonly items: readonly Bulk[] }
    | { readonly tag: "replicate"; readonly of: Bulk }
    /** Dimension p of the result is dimension `order[p]` of the operand; the dimensions behind those stay. */
    | { readonly tag: "transpose"; readonly order: readonly number[]; readonly of: Bulk }
    | { readonly tag: "reshape"; readonly of: Bulk }
    | { readonly tag: "build"; readonly variable: string; readonly body: Bulk }
  );

/** \[i₁, .., iₘ]. [t₁, .., tₙ]: variables and terms are Ints. */
export interface IndexFunction {
  readonly variables: readonly string[];
  readonly at: readonly Bulk[];
}

/** A term of a form. */
export type BulkOf<Tag extends Bulk["tag"]> = Extract<Bulk, { readonly tag: Tag }>;

/** How many elements an array of a shape has. */
export function sizeOf(shape: ArrayShape): number {
  return shape.reduce((product, one) => product * one, 1);
}

/** Whether two shapes are the same. */
export function isSameShape(a: ArrayShape, b: ArrayShape): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index]);
}

/** A variable. */
export function variableOf(name: string, { shape, element }: ArrayType, span?: Span): BulkOf<"variable"> {
  return { tag: "variable", name, shape, element, span };
}

/** An index variable: an Int. */
export function indexVariable(name: string): Bulk {
  return { tag: "variable", name, shape: [], element: "Int" };
}

/** A number. */
export function scalarOf(value: number, element: Element, span?: Span): Bulk {
  return { tag: "constant", values: [value], shape: [], element, span };
}

/** An Int. */
export function intOf(value: number): Bulk {
  return scalarOf(value, "Int");
}

/** An operation, element by element. */
export function opOf(op: OpId, args: readonly Bulk[], span?: Span): Bulk {
  const { shape } = nth(args, 0);
  if (!args.every((one) => isSameShape(one.shape, shape)))
    internal("an operation on arrays of other shapes", `${op} ${args.map((one) => `[${one.shape}]`).join(" ")}`);
  return { tag: "op", op, args, shape, element: OPS[op].result, span };
}

/** t[t₁, .., tₘ]. */
export function indexOf(of: Bulk, at: readonly Bulk[], span = of.span): Bulk {
  if (at.length > of.shape.length) internal("an index beyond the rank of an array", at.length);
  return { tag: "index", of, at, shape: of.shape.slice(at.length), element: of.element, span };
}

/** Adds along the outermost dimension. */
export function sumOf(of: Bulk, span = of.span): Bulk {
  if (of.shape.length === 0) internal("a sum over a scalar", of.tag);
  return { tag: "sum", of, shape: of.shape.slice(1), element: of.element, span };
}

/** gather [dims.., rest] t f: the element at i⃗ is t[f(i⃗)]; `dims` are the sizes of the index variables. */
export function gatherOf(dims: ArrayShape, of: Bulk, { variables, at }: IndexFunction, span = of.span): Bulk {
  const shape = [...dims, ...of.shape.slice(at.length)];
  return { tag: "gather", of, variables, at, shape, element: of.element, span };
}

/** scatter [dims.., rest] t f: t[i⃗] is added at f(i⃗); `dims` are the outer sizes of the result. */
export function scatterOf(dims: ArrayShape, of: Bulk, { variables, at }: IndexFunction, span = of.span): Bulk {
  const shape = [...dims, ...of.shape.slice(variables.length)];
  return { tag: "scatter", of, variables, at, shape, element: of.element, span };
}

/** Arrays of one shape, as the rows of an array. */
export function stackOf(items: readonly Bulk[], span?: Span): Bulk {
  const { shape, element } = nth(items, 0);
  return { tag: "stack", items, shape: [items.length, ...shape], element, span };
}

/** k times the same row. */
export function replicateOf(k: number, of: Bulk, span = of.span): Bulk {
  return { tag: "replicate", of, shape: [k, ...of.shape], element: of.element, span };
}

/** tr: dimension p of the result is dimension `order[p]` of the operand. */
export function transposeOf(order: readonly number[], of: Bulk, span = of.span): Bulk {
  const shape = [...order.map((from) => nth(of.shape, from)), ...of.shape.slice(order.length)];
  return { tag: "transpose", order, of, shape, element: of.element, span };
}

/** The order of all dimensions of a transposition, and that of its inverse. */
export function ordersOf({ order, of }: BulkOf<"transpose">): {
  readonly all: readonly number[];
  readonly inverse: readonly number[];
} {
  const all = of.shape.map((_, at) => order[at] ?? at);
  return { all, inverse: all.map((_, dimension) => all.indexOf(dimension)) };
}

/** The same elements in another shape. */
export function reshapeOf(shape: ArrayShape, of: Bulk, span = of.span): Bulk {
  if (sizeOf(shape) !== sizeOf(of.shape)) internal("a shape with another number of elements", `[${shape}]`);
  return { tag: "reshape", of, shape, element: of.element, span };
}

/** build1 k (\i. t). */
export function buildOf(k: number, variable: string, body: Bulk, span = body.span): Bulk {
  return { tag: "build", variable, body, shape: [k, ...body.shape], element: body.element, span };
}

/** let x = u in t. */
export function letOf(name: string, bound: Bulk, body: Bulk, isPlain?: boolean): Bulk {
  return { tag: "let", name, bound, body, isPlain, shape: body.shape, element: body.element, span: bound.span };
}

/** cond t u v. */
export function condOf(test: Bulk, yes: Bulk, no: Bulk, span = test.span): Bulk {
  if (!isSameShape(yes.shape, no.shape)) internal("branches of other shapes", `[${yes.shape}] [${no.shape}]`);
  return { tag: "cond", test, yes, no, shape: yes.shape, element: yes.element, span };
}

/** Whether derivatives are taken by an array. */
export function isReal({ element }: ArrayType): boolean {
  return element === "Real";
}

/** Whether a term is a variable or a number. */
export function isAtom(term: Bulk): boolean {
  return term.tag === "variable" || (term.tag === "constant" && term.shape.length === 0);
}

/** The terms directly within a term, in the order of evaluation; those of an index function among them. */
export function partsOf(term: Bulk): readonly Bulk[] {
  switch (term.tag) {
    case "variable":
    case "constant":
    case "iota":
      return [];
    case "let":
      return [term.bound, term.body];
    case "cond":
      return [term.test, term.yes, term.no];
    case "op":
    case "partial":
      return term.args;
    case "custom":
      return [...term.operands.map(({ of }) => of), term.value, ...term.operands.map(({ partial }) => partial)];
    case "index":
    case "gather":
    case "scatter":
      return [term.of, ...term.at];
    case "stack":
      return term.items;
    case "build":
      return [term.body];
    case "sum":
    case "replicate":
    case "transpose":
    case "reshape":
      return [term.of];
  }
}

/** A term with other parts, in the order of {@link partsOf}; the shape is that of the term unless one is given. */
export function withParts(term: Bulk, parts: readonly Bulk[], { shape }: { shape: ArrayShape } = term): Bulk {
  const [first, second, third] = parts as [Bulk, Bulk, Bulk];
  switch (term.tag) {
    case "variable":
    case "constant":
    case "iota":
      return term;
    case "let":
      return { ...term, shape, bound: first, body: second };
    case "cond":
      return { ...term, shape, test: first, yes: second, no: third };
    case "op":
    case "partial":
      return { ...term, shape, args: parts };
    case "custom": {
      const count = term.operands.length;
      const operands = term.operands.map((_, at) => ({ of: nth(parts, at), partial: nth(parts, count + 1 + at) }));
      return { ...term, shape, value: nth(parts, count), operands };
    }
    case "index":
    case "gather":
    case "scatter":
      return { ...term, shape, of: first, at: parts.slice(1) };
    case "stack":
      return { ...term, shape, items: parts };
    case "build":
      return { ...term, shape, body: first };
    case "sum":
    case "replicate":
    case "transpose":
    case "reshape":
      return { ...term, shape, of: first };
  }
}

/** The variables that a term binds around its parts. */
export function binders(term: Bulk): readonly string[] {
  switch (term.tag) {
    case "let":
      return [term.name];
    case "build":
      return [term.variable];
    case "gather":
    case "scatter":
      return term.variables;
    default:
      return [];
  }
}

/** The free variables of a term. All binders of a program have names of their own, so a name has one meaning. */
export function freeIn(term: Bulk): ReadonlySet<string> {
  const known = FREE.get(term);
  if (known !== undefined) return known;
  const found = new Set<string>();
  if (term.tag === "variable") found.add(term.name);
  for (const part of partsOf(term)) for (const name of freeIn(part)) found.add(name);
  for (const name of binders(term)) found.delete(name);
  FREE.set(term, found);
  return found;
}

/** Free variables of terms that were asked for: rules ask for them at each step. */
const FREE = new WeakMap<Bulk, ReadonlySet<string>>();

/** Puts terms in the place of variables. */
export function substituted(term: Bulk, by: ReadonlyMap<string, Bulk>): Bulk {
  if (![...by.keys()].some((name) => freeIn(term).has(name))) return term;
  if (term.tag === "variable") return by.get(term.name) ?? term;
  return withParts(
    term,
    partsOf(term).map((part) => substituted(part, by)),
  );
}
