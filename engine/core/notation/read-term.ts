// Reads the terms of printed core programs. What the notation leaves out follows from the types of binders.

import type { SyntaxNode } from "@lezer/common";
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { OPS, opFor } from "../../scalars/ops.ts";
import { con, fieldsAt, fun, lin, list, REAL, substitute, type Type } from "../../types/type.ts";
import { ERROR, failing, PRIMS, type Prim, type PrimId, primOf } from "../terms/prims.ts";
import {
  type CoreBinding,
  type CoreFunction,
  type CorePattern,
  DUAL,
  type OpRef,
  prim,
  type Term,
} from "../terms/term.ts";
import type { Reader } from "./read-node.ts";
import type { Context, PatternReader } from "./read-pattern.ts";

/** A term and its type. */
export interface Typed {
  readonly term: Term;
  readonly type: Type;
}

/** Reads terms. `customs` has the custom ops by name; `input` is c, the type of 𝟎, once it is known. */
export class TermReader {
  input: Type | undefined;
  private readonly at: Reader;
  private readonly patterns: PatternReader;
  private readonly customs: ReadonlySet<string>;
  private readonly natives: readonly Prim[];

  constructor(patterns: PatternReader, customs: ReadonlySet<string>, natives: readonly Prim[]) {
    this.natives = natives;
    this.at = patterns.at;
    this.patterns = patterns;
    this.customs = customs;
  }

  /** A term and its type. */
  term(node: SyntaxNode, context: Context): Typed {
    const shape = nth(this.at.children(node), 0);
    const span = this.at.span(node);
    switch (shape.name) {
      case "Let":
        return this.let(shape, context);
      case "Letrec":
        return this.letrec(shape, context);
      case "If": {
        const [condition, then, otherwise] = shape.getChildren("Term").map((child) => this.term(child, context));
        const pattern = (name: string): CorePattern => ({ tag: "con", data: "Bool", con: name, types: [], args: [] });
        const branches = [
          { pattern: pattern("True"), body: present(then).term },
          { pattern: pattern("False"), body: present(otherwise).term },
        ];
        return { term: { tag: "case", scrutinee: present(condition).term, branches, span }, type: present(then).type };
      }
      case "Lambda": {
        const { pattern, type } = this.patterns.pattern(this.at.child(shape, "Pattern"), undefined, context);
        const linear = shape.getChild("LinearSign") !== null;
        const body = this.term(this.at.child(shape, "Term"), { ...this.patterns.bind(context, pattern), linear });
        const called = shape.getChild("Called");
        const named = called === null ? {} : { named: this.patterns.name(this.at.child(called, "Name")) };
        return {
          term: { tag: "lam", linear, ...named, param: pattern, body: body.term, span },
          type: linear ? lin(type, body.type) : fun(type, body.type),
        };
      }
      case "Infix":
        return this.infix(shape, context);
      case "ConsChain": {
        const parts = shape.getChildren("Application").map((child) => this.application(child, context));
        const tail = present(parts.pop());
        const item = nth(parts, 0).type;
        return {
          term: { tag: "list", items: parts.map((part) => part.term), tail: tail.term, item, span },
          type: list(item),
        };
      }
      default:
        return this.application(shape, context);
    }
  }

  private let(node: SyntaxNode, context: Context): Typed {
    const bindings: CoreBinding[] = [];
    let inner = context;
    for (const at of node.getChildren("Binding")) {
      const quantified = at.getChild("QuantifiedPattern");
      const patternNode = quantified ?? this.at.child(at, "Pattern");
      const bound = this.at.child(at, "Term");
      const head = quantified ?? patternNode.getChild("VarPattern");
      const variables = head === null ? [] : this.patterns.quantified(head);
      const found = this.term(bound, { ...inner, variables: new Set([...inner.variables, ...variables]) });
      const { pattern } = this.patterns.pattern(patternNode, found.type, inner);
      bindings.push({ pattern, variables, bound: found.term });
      inner = this.patterns.bind(inner, pattern, variables);
    }
    const result = this.term(this.at.child(node, "Body"), inner);
    return { term: { tag: "let", bindings, body: result.term, span: this.at.span(node) }, type: result.type };
  }

  private letrec(node: SyntaxNode, context: Context): Typed {
    const names = new Map(context.names);
    const heads = node.getChildren("Function").map((child) => {
      const variables = this.patterns.quantified(child);
      const type = this.patterns.type(this.at.child(child, "Type"), new Set([...context.variables, ...variables]));
      const name = this.patterns.name(this.at.child(child, "Name"));
      names.set(name, { variables, type, isGlobal: false });
      return { child, name, variables, type };
    });
    const inner: Context = { ...context, names };
    const functions = heads.map(({ child, name, variables, type }): CoreFunction => {
      const own = { ...inner, variables: new Set([...context.variables, ...variables]) };
      return { name, variables, type, term: this.term(this.at.child(child, "Term"), own).term };
    });
    const body = this.term(this.at.child(node, "Term"), inner);
    return { term: { tag: "letrec", functions, body: body.term, span: this.at.span(node) }, type: body.type };
  }

  private infix(node: SyntaxNode, context: Context): Typed {
    const operands = node.getChildren("Application").map((child) => this.application(child, context));
    const [left, right] = [nth(operands, 0), nth(operands, 1)];
    const symbol = this.at.text(this.at.child(node, "Infixed"));
    const span = this.at.span(node);
    if (symbol === "⋆") {
      return {
        term: { tag: "fork", items: [left.term, right.term], span },
        type: { tag: "tuple", items: [left.type, right.type] },
      };
    }
    if (symbol === "!") {
      const item = left.type.tag === "con" ? nth(left.type.args, 0) : internal("an index of what is no array");
      return { term: prim("index", [item], [left.term, right.term], span), type: item };
    }
    if (symbol === "+" && context.linear)
      return {
        term: prim("plus", [left.type], [left.term, right.term], span),
        type: left.type,
      };
    return this.operation(symbol, [left, right], span);
  }

  private operation(symbol: string, args: readonly Typed[], span: Term["span"]): Typed {
    const { type } = nth(args, 0);
    const isInt = type.tag === "con" && type.name === "Int";
    const id = opFor(symbol, isInt ? "Int" : "Real") ?? internal("an operation is not known", symbol);
    return {
      term: { tag: "op", op: { tag: "builtin", id }, args: args.map((arg) => arg.term), span },
      type: con(OPS[id].result),
    };
  }

  /** Atoms one after the other: a word with a tuple right behind it is a call, the rest is application. */
  private application(node: SyntaxNode, context: Context): Typed {
    const atoms = this.at.children(node);
    let result: Typed | undefined;
    for (let index = 0; index < atoms.length; index++) {
      const atom = nth(atoms, index);
      const calls: SyntaxNode[] = [];
      while (atoms[index + 1]?.name === "Tuple" && nth(atoms, index + 1).from === nth(atoms, index).to)
        calls.push(nth(atoms, ++index));
      const name = atom.name === "PartialSign" ? nth(atoms, ++index) : undefined;
      while (
        name !== undefined &&
        atoms[index + 1]?.name === "Tuple" &&
        nth(atoms, index + 1).from === nth(atoms, index).to
      )
        calls.push(nth(atoms, ++index));
      const found = name === undefined ? this.atom(atom, calls, context) : this.partial(atom, name, calls, context);
      result = result === undefined ? found : applied(result, found, this.at.span(node));
    }
    return present(result);
  }

  private atom(node: SyntaxNode, calls: readonly SyntaxNode[], context: Context): Typed {
    const span = this.at.span(node);
    const terms = (at: SyntaxNode | undefined) =>
      (at?.getChildren("Term") ?? []).map((child) => this.term(child, context));
    switch (node.name) {
      case "Number":
      case "Negative": {
        const { value, type } = this.patterns.number(node);
        return { term: { tag: type === REAL ? "real" : "int", value, span }, type };
      }
      case "ZeroSign": {
        const like = terms(calls[0])[0];
        if (like !== undefined) return { term: prim("coldOf", [like.type], [like.term], span), type: like.type };
        const c = this.input ?? internal("𝟎 in a program without an input");
        return { term: prim("zero", [c], [], span), type: c };
      }
      case "Variable":
        return this.variable(node, calls, context);
      case "ProjectionSign": {
        const index = subscriptOf(this.at.text(node)) - 1;
        const { term, type } = nth(terms(calls[0]), 0);
        const isTuple = type.tag === "tuple";
        const part = isTuple ? nth(type.items, index) : index === 0 ? REAL : present(this.patterns.dual);
        return { term: { tag: "proj", index, size: isTuple ? type.items.length : 2, term, span }, type: part };
      }
      case "FieldName":
      case "ConsField":
        return this.field(node, nth(terms(calls[0]), 0));
      case "Fork":
        return together("fork", terms(node), span);
      case "OpSymbol":
        return internal("an operation alone");
      case "Tuple": {
        const items = terms(node);
        return items.length === 1 ? nth(items, 0) : together("tuple", items, span);
      }
      case "Dual": {
        const [primal, dual] = terms(node);
        return { term: { tag: "dual", primal: present(primal).term, dual: present(dual).term, span }, type: DUAL };
      }
      case "List":
      case "Array":
      case "EmptyList": {
        const items = terms(node);
        const item = items[0]?.type ?? nth(this.patterns.types(node, context), 0);
        if (node.name === "Array")
          return { term: { tag: "array", items: items.map((one) => one.term), item, span }, type: con("Array", item) };
        return {
          term: { tag: "list", items: items.map((one) => one.term), tail: undefined, item, span },
          type: list(item),
        };
      }
      default:
        return this.choice(node, context);
    }
  }

  /** C.i(t), the i-th field of a constructor. */
  private field(node: SyntaxNode, of: Typed): Typed {
    const text = this.at.text(node);
    const dot = text.lastIndexOf(".");
    const name = node.name === "ConsField" ? "::" : text.slice(0, dot);
    const index = Number(text.slice(dot + 1)) - 1;
    const { data, constructor } =
      this.patterns.constructors.get(name) ?? internal("a constructor is not declared", name);
    const args = of.type.tag === "con" ? of.type.args : [];
    return {
      term: { tag: "field", con: name, data: data.name, index, term: of.term, span: this.at.span(node) },
      type: nth(fieldsAt(data, constructor, args), index),
    };
  }

  private choice(node: SyntaxNode, context: Context): Typed {
    const scrutinee = this.term(this.at.child(node, "Term"), context);
    const branches = node.getChildren("Branch").map((branch) => {
      const { pattern } = this.patterns.pattern(this.at.child(branch, "BranchPattern"), scrutinee.type, context);
      return { pattern, body: this.term(this.at.child(branch, "Term"), this.patterns.bind(context, pattern)) };
    });
    const term: Term = {
      tag: "case",
      scrutinee: scrutinee.term,
      branches: branches.map(({ pattern, body }) => ({ pattern, body: body.term })),
      span: this.at.span(node),
    };
    return { term, type: nth(branches, 0).body.type };
  }

  private variable(node: SyntaxNode, calls: readonly SyntaxNode[], context: Context): Typed {
    const span = this.at.span(node);
    const written = this.at.text(this.at.child(node, "Name"));
    const name = this.patterns.name(this.at.child(node, "Name"));
    const types = this.patterns.types(node, context);
    if (written === ERROR) {
      const text = JSON.parse(this.at.text(nth(calls, 0)).slice(1, -1)) as string;
      return this.prim(failing(text), types, [], span);
    }
    const args = (calls[0]?.getChildren("Term") ?? []).map((child) => this.term(child, context));
    const constructor = this.patterns.constructors.get(written);
    if (constructor !== undefined) {
      const { data } = constructor;
      return {
        term: { tag: "con", data: data.name, con: written, types, args: args.map((arg) => arg.term), span },
        type: con(data.name, ...types),
      };
    }
    const known = context.names.get(name);
    if (known !== undefined && (calls.length === 0 || written !== name)) {
      const type = substitute(
        known.type,
        new Map(known.variables.map((variable, index) => [variable, nth(types, index)])),
      );
      return { term: { tag: known.isGlobal ? "global" : "var", name, types, span }, type };
    }
    if (written === "nan" || written === "inf")
      return {
        term: { tag: "real", value: written === "nan" ? Number.NaN : Number.POSITIVE_INFINITY, span },
        type: REAL,
      };
    if (written === "parList")
      return {
        term: { tag: "forkList", thunks: nth(args, 0).term, item: nth(types, 0), span },
        type: list(nth(types, 0)),
      };
    if (this.customs.has(written)) {
      return {
        term: { tag: "op", op: { tag: "custom", name: written }, args: args.map((arg) => arg.term), span },
        type: REAL,
      };
    }
    const primitive =
      this.natives.find((one) => one.name === written) ??
      (Object.entries(PRIMS).find(([, one]) => one.name === written)?.[0] as PrimId | undefined);
    if (primitive !== undefined) return this.prim(primitive, types, args, span);
    return this.operation(written, args, span);
  }

  private prim(id: PrimId | Prim, types: readonly Type[], args: readonly Typed[], span: Term["span"]): Typed {
    const { args: wanted, result, variables, name } = primOf(id);
    const by = new Map(variables.map((variable, index) => [variable, types[index]]));
    wanted.forEach((type, index) => match(type, nth(args, index).type, by));
    const at = variables.map((variable) => by.get(variable) ?? internal("a primitive has no type", name));
    const bound = new Map(variables.map((variable, index) => [variable, nth(at, index)]));
    return {
      term: prim(
        id,
        at,
        args.map((arg) => arg.term),
        span,
      ),
      type: substitute(result, bound),
    };
  }

  /** ∂ᵢop(x₁, .., xₙ)(z). */
  private partial(sign: SyntaxNode, name: SyntaxNode, calls: readonly SyntaxNode[], context: Context): Typed {
    const args = nth(calls, 0)
      .getChildren("Term")
      .map((child) => this.term(child, { ...context, linear: false }));
    const [cotangent] = nth(calls, 1)
      .getChildren("Term")
      .map((child) => this.term(child, context));
    const text = this.at.text(name).replace(/[()]/g, "");
    const op: OpRef = this.customs.has(text)
      ? { tag: "custom", name: text }
      : { tag: "builtin", id: opFor(text, "Real") ?? internal("an operation is not known", text) };
    const term: Term = {
      tag: "partial",
      op,
      index: subscriptOf(this.at.text(sign)) - 1,
      args: args.map((arg) => arg.term),
      cotangent: present(cotangent).term,
      span: this.at.span(sign),
    };
    return { term, type: REAL };
  }
}

/** A tuple, or a fork, which has the type of one. */
function together(tag: "tuple" | "fork", items: readonly Typed[], span: Term["span"]): Typed {
  return {
    term: { tag, items: items.map((item) => item.term), span },
    type: { tag: "tuple", items: items.map((item) => item.type) },
  };
}

function applied(fn: Typed, arg: Typed, span: Term["span"]): Typed {
  if (fn.type.tag !== "fun" && fn.type.tag !== "lin") return internal("what is applied is no function");
  return { term: { tag: "app", fn: fn.term, arg: arg.term, span }, type: fn.type.to };
}

/** Finds the types that variables stand for, from a type with variables and one without. */
function match(pattern: Type, type: Type, by: Map<string, Type | undefined>): void {
  if (pattern.tag === "var") by.set(pattern.name, type);
  else if (pattern.tag === "con" && type.tag === "con")
    pattern.args.forEach((arg, index) => match(arg, nth(type.args, index), by));
  else if (pattern.tag === "tuple" && type.tag === "tuple")
    pattern.items.forEach((item, index) => match(item, nth(type.items, index), by));
  else if ((pattern.tag === "fun" && type.tag === "fun") || (pattern.tag === "lin" && type.tag === "lin")) {
    match(pattern.from, type.from, by);
    match(pattern.to, type.to, by);
  }
}

function subscriptOf(text: string): number {
  return Number(
    [...text].flatMap((digit) => ("₀₁₂₃₄₅₆₇₈₉".includes(digit) ? ["₀₁₂₃₄₅₆₇₈₉".indexOf(digit)] : [])).join(""),
  );
}
