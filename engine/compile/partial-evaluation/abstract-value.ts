// Abstract values while compiling: components, and all of their form that need not wait for the run.
import { nth } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { freeVariablesOf } from "../../core/terms/free-variables.ts";
import type { CoreFunction, CorePattern, Global, Term } from "../../core/terms/term.ts";
import { typeKey } from "../../core/values/shape.ts";
import type { Type } from "../../types/type.ts";
import { type Atom, type Block, literal, type Stmt, type Var, type Variables } from "../ir/ir.ts";
import type { Kind } from "../ir/kind.ts";
import { type ConLayout, columnsOf, type DataLayout, type Layout } from "../ir/layout.ts";
import type { Origins } from "../ir/origin.ts";

/** A value as known. */
export type AbstractValue =
  | { readonly tag: "scalar"; readonly kind: "real" | "int" | "bool"; readonly atom: Atom }
  | { readonly tag: "product"; readonly items: readonly AbstractValue[] }
  | { readonly tag: "data"; readonly layout: DataLayout; readonly atom: Atom }
  /** A constructor that has not been made yet. */
  | {
      readonly tag: "known";
      readonly con: ConLayout;
      readonly fields: readonly AbstractValue[];
      made: Made | undefined;
    }
  | AbstractArray
  /** An array whose elements are computed where they are used; used once. */
  | DelayedArray
  /** A list whose elements are computed where they are used; used once. */
  | Stream
  | { readonly tag: "closure"; readonly lam: Lambda; readonly env: Env }
  /** A definition, or a local recursive function, with the arguments given so far. */
  | {
      readonly tag: "named";
      readonly fn: Named;
      readonly types: readonly Type[];
      readonly args: readonly AbstractValue[];
    }
  /** A function that is known in the run only. */
  | { readonly tag: "function"; readonly from: Type; readonly to: Type; readonly atom: Atom };

/** An array whose elements lie in columns. */
export interface AbstractArray {
  readonly tag: "array";
  readonly layout: Extract<Layout, { tag: "array" }>;
  readonly size: Atom;
  readonly columns: readonly Atom[];
}

/** An array that is never there as a whole. */
export interface DelayedArray {
  readonly tag: "delayed";
  readonly layout: Extract<Layout, { tag: "array" }>;
  readonly size: Atom;
  readonly at: (index: Atom, out: BlockBuilder) => AbstractValue | undefined;
}

/** A list that is never there as a whole. */
export interface Stream {
  readonly tag: "stream";
  readonly layout: DataLayout;
  readonly sources: readonly Source[];
  /** An element from those of the sources. */
  readonly element: (heads: readonly AbstractValue[], out: BlockBuilder) => AbstractValue | undefined;
  /** Of a list of some of these elements: which they are, and what is made of them. */
  readonly kept?: Kept;
  /** The cells of its elements are noted one by one, as they are made. */
  readonly isNoted?: boolean;
}

/** Elements that are kept: whether one is, and what is made of it then. */
export interface Kept {
  readonly test: (x: AbstractValue, out: BlockBuilder) => Atom | undefined;
  readonly becomes: (x: AbstractValue, out: BlockBuilder) => AbstractValue | undefined;
}

/** The sources of a stream; it ends where the first of them does. */
export type Source =
  | { readonly tag: "list"; readonly list: AbstractValue; readonly layout: DataLayout }
  | { readonly tag: "range"; readonly from: Atom; readonly to: Atom }
  | { readonly tag: "array"; readonly array: AbstractArray };

/** A λ of the program. */
export type Lambda = Extract<Term, { tag: "lam" }>;

interface Made {
  readonly block: BlockBuilder;
  readonly atom: Var;
}

/** A function that may call itself by its name. */
export interface Named extends Pick<Global, "name" | "builtin" | "variables" | "type" | "span"> {
  readonly id: number;
  readonly params: readonly CorePattern[];
  /** The place of the λ of each parameter: the machine, too, reports there that its pattern does not match. */
  readonly paramSpans: readonly Global["span"][];
  readonly body: Term;
  /** For a local function: what is in scope at its group, and the group. */
  readonly local:
    | { readonly env: Env; readonly group: readonly CoreFunction[]; readonly free: readonly string[] }
    | undefined;
  /** Whether it may call itself, directly or through others. */
  readonly isRecursive: boolean;
}

/** A name's meaning. */
export type Bound =
  | { readonly tag: "sym"; readonly sym: AbstractValue }
  /** Of several types: evaluated for each that it is used at. */
  | {
      readonly tag: "polymorphic";
      readonly variables: readonly string[];
      readonly term: Term;
      readonly env: Env;
      /** Values at types that it has been used at, with where they were computed. */
      readonly made: Map<string, { readonly sym: AbstractValue; readonly out: BlockBuilder }>;
    };

/** The scope. */
export interface Env {
  readonly vars: Scope | undefined;
  readonly types: ReadonlyMap<string, Type>;
}

interface Scope {
  readonly name: string;
  readonly bound: Bound;
  readonly outer: Scope | undefined;
}

/** Nothing is in scope. */
export const EMPTY: Env = { vars: undefined, types: new Map() };

/** The scope with one more name. */
export function bind(env: Env, name: string, sym: AbstractValue): Env {
  return { ...env, vars: { name, bound: { tag: "sym", sym }, outer: env.vars } };
}

/** The same with a name of several types, perhaps. */
export function bindBound(env: Env, name: string, bound: Bound): Env {
  return { ...env, vars: { name, bound, outer: env.vars } };
}

/** A name's meaning. */
export function lookUp(env: Env, name: string): Bound {
  for (let at = env.vars; at !== undefined; at = at.outer) if (at.name === name) return at.bound;
  return internal("a variable is not in scope", name);
}

/** The constructor that an object is known to have, and its fields where they are loaded. */
interface Fact {
  readonly con: ConLayout;
  readonly fields: readonly AbstractValue[] | undefined;
}

/** Where statements go, with what is known there. */
export class BlockBuilder {
  readonly block: Block & { end: Block["end"] } = { stmts: [], end: { tag: "stop" } };
  /** The constructors that objects are known to have here, and fields that are loaded. */
  private readonly facts = new Map<number, Fact>();
  private readonly excluded = new Map<number, ReadonlySet<ConLayout>>();
  /** Truth values that are known here. */
  private readonly truths = new Map<number, boolean>();
  readonly outer: BlockBuilder | undefined;
  /** Whether lists are walked cons by cons here, for one of them is not contiguous. */
  isConsByCons = false;
  /** Of the outermost: the walks that were compiled twice, for contiguous lists and for others. */
  twofoldWalks = 0;

  /** Where new variables come from. */
  readonly variables: Variables;

  /** Where statements come from. */
  readonly origins: Origins;

  /** Within another block, or as the outermost one of a function of a compilation. */
  constructor(around: BlockBuilder | { readonly variables: Variables; readonly origins: Origins }) {
    this.outer = around instanceof BlockBuilder ? around : undefined;
    this.variables = around.variables;
    this.origins = around.origins;
  }

  newVar(kind: Kind): Var {
    return this.variables.newVar(kind);
  }

  emit(stmt: Stmt): void {
    stmt.at ??= this.origins.current;
    this.block.stmts.push(stmt);
  }

  learn(atom: Atom, con: ConLayout, fields?: readonly AbstractValue[]): void {
    if (atom.tag === "var") this.facts.set(atom.id, { con, fields });
  }

  /** An object is known not to have a constructor. */
  exclude(atom: Atom, con: ConLayout): void {
    if (atom.tag !== "var") return;
    const excluded = new Set([con]);
    for (let at: BlockBuilder | undefined = this; at !== undefined; at = at.outer)
      for (const one of at.excluded.get(atom.id) ?? []) excluded.add(one);
    this.excluded.set(atom.id, excluded);
    const left = con.data.cons.filter((one) => !excluded.has(one));
    if (left.length === 1) this.learn(atom, nth(left, 0));
  }

  isExcluded(atom: Atom, con: ConLayout): boolean {
    if (atom.tag !== "var") return false;
    for (let at: BlockBuilder | undefined = this; at !== undefined; at = at.outer)
      if (at.excluded.get(atom.id)?.has(con) === true) return true;
    return false;
  }

  /** A truth value is known here: a test of it has been passed. */
  learnTruth(atom: Atom, value: boolean): void {
    if (atom.tag === "var") this.truths.set(atom.id, value);
  }

  /** A truth value as far as it is known here. */
  truth(atom: Atom): boolean | undefined {
    if (atom.tag === "literal") return atom.value === true;
    for (let at: BlockBuilder | undefined = this; at !== undefined; at = at.outer) {
      const found = at.truths.get(atom.id);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  fact(atom: Atom): Fact | undefined {
    if (atom.tag !== "var") return undefined;
    for (let at: BlockBuilder | undefined = this; at !== undefined; at = at.outer) {
      const found = at.facts.get(atom.id);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  isWithin(block: BlockBuilder): boolean {
    for (let at: BlockBuilder | undefined = this; at !== undefined; at = at.outer) if (at === block) return true;
    return false;
  }
}

/** A number or truth value. */
export function scalar(kind: "real" | "int" | "bool", atom: Atom): AbstractValue {
  return { tag: "scalar", kind, atom };
}

/** The empty tuple. */
export const UNIT_VALUE: AbstractValue = { tag: "product", items: [] };

/** A value of a layout from components that `take` gives in order. */
export function fromComponents(layout: Layout, take: (kind: Kind) => Atom): AbstractValue {
  switch (layout.tag) {
    case "real":
    case "int":
    case "bool":
      return scalar(layout.tag, take(layout.tag));
    case "product":
      return { tag: "product", items: layout.items.map((item) => fromComponents(item, take)) };
    case "data":
      return { tag: "data", layout, atom: take(layout.kind) };
    case "array": {
      const size = take("index");
      return { tag: "array", layout, size, columns: columnsOf(layout).map(take) };
    }
    case "function":
      return { tag: "function", from: layout.from, to: layout.to, atom: take("pointer") };
  }
}

/** A value of a layout in new variables. */
export function fresh(
  layout: Layout,
  out: BlockBuilder | Variables,
): { readonly sym: AbstractValue; readonly vars: readonly Var[] } {
  const vars: Var[] = [];
  const sym = fromComponents(layout, (kind) => {
    const one = out.newVar(kind);
    vars.push(one);
    return one;
  });
  return { sym, vars };
}

/** Components that stand for a value that is never looked at. */
export function dummies(kinds: readonly Kind[]): Atom[] {
  return kinds.map((kind) => literal(kind, kind === "pointer" ? undefined : kind === "bool" ? false : 0));
}

/** Takes a value apart into what is known when compiling, as a text, and the components that are not. */
export class Abstraction {
  readonly leaves: Atom[] = [];
  /** The kinds of components: an Int may happen to be a small number here, and be another elsewhere. */
  readonly kinds: Kind[] = [];
  private readonly text: string[] = [];
  private readonly termIds: Map<Term, number>;

  constructor({ termIds }: { readonly termIds: Map<Term, number> }) {
    this.termIds = termIds;
  }

  get key(): string {
    return this.text.join("");
  }

  add(sym: AbstractValue): this {
    const { text, leaves, kinds } = this;
    switch (sym.tag) {
      case "scalar":
        text.push(sym.kind);
        leaves.push(sym.atom);
        kinds.push(sym.kind);
        break;
      case "product":
        text.push("(");
        for (const item of sym.items) this.add(item);
        text.push(")");
        break;
      case "data":
        text.push(sym.layout.key);
        leaves.push(sym.atom);
        kinds.push(sym.layout.kind);
        break;
      case "array":
        text.push(sym.layout.key);
        leaves.push(sym.size, ...sym.columns);
        kinds.push("index", ...columnsOf(sym.layout));
        break;
      case "closure": {
        text.push(`λ${this.idOf(sym.lam)}`);
        this.types(sym.env);
        text.push("{");
        this.scope(sym.env, freeVariablesOf(sym.lam));
        text.push("}");
        break;
      }
      case "named":
        text.push(`f${sym.fn.id}<${sym.types.map(typeKey).join(",")}>`);
        if (sym.fn.local !== undefined) {
          this.types(sym.fn.local.env);
          text.push("{");
          this.scope(sym.fn.local.env, sym.fn.local.free);
          text.push("}");
        }
        text.push("(");
        for (const arg of sym.args) this.add(arg);
        text.push(")");
        break;
      case "function":
        text.push(`[${typeKey(sym.from)}->${typeKey(sym.to)}]`);
        leaves.push(sym.atom);
        kinds.push("pointer");
        break;
      default:
        internal("a value is to be taken apart that must be made before", sym.tag);
    }
    text.push(";");
    return this;
  }

  private idOf(term: Term): number {
    const id = this.termIds.get(term) ?? this.termIds.size;
    this.termIds.set(term, id);
    return id;
  }

  private types(env: Env): void {
    for (const [name, type] of env.types) this.text.push(name, "=", typeKey(type), " ");
  }

  private scope(env: Env, names: readonly string[]): void {
    for (const name of names) {
      const bound = lookUp(env, name);
      if (bound.tag === "sym") this.add(bound.sym);
      else {
        this.text.push(`∀${this.idOf(bound.term)}{`);
        this.scope(bound.env, freeVariablesOf(bound.term));
        this.text.push("}");
      }
    }
  }
}
