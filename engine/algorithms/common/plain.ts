// Code without derivatives: the plain forms of definitions that custom ops use, and, as an option, the non-differentiating transformation
// of §3.9 for the operands of operations that give no Real.
//
//   D[sign t] = sign D^plain[t]                           instead of sign (fst D[t])
//   D^plain[t] = let x = φ x in .. in t°                  for the free variables x of t; t° uses plain definitions
//
//   φ_τ : D[τ] → τ                                        φ_ℝ = λx. fst x
//   and part by part on products and data types, through lists on arrays
//
// The thesis has φ on functions too, φ_{σ→τ} = λf. λx. φ_τ (f (ψ_σ x)), where ψ_σ : σ → D[σ] makes constants. Here an operand
// that uses a function value keeps D: such a call would make scalars that have no place in the order of the run, and would
// draw the IDs of others again.

import { present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { step } from "../../base/watch.ts";
import { discreteOperations, type Free, mentionsFunction } from "../../core/terms/discrete.ts";
import { mapTerm } from "../../core/terms/map-term.ts";
import {
  apply,
  type CoreBinding,
  type CoreProgram,
  type CustomOp,
  type Global,
  lambda,
  prim,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../core/terms/term.ts";
import { typeKey } from "../../core/values/shape.ts";
import { type DataType, fieldsAt, fun, list, type Type } from "../../types/type.ts";
import type { TypeTransform } from "./types.ts";
import { construct, deconstruct, deconstructTuple, fieldName } from "./wrapper.ts";

/** The name of a definition's plain form, beside its differentiated one. */
function plainName(name: string): string {
  return `${name}°`;
}

/** Plain forms of terms of a program; collects the definitions that they use. */
export class PlainForms {
  private readonly needed = new Map<string, Global>();
  private readonly byName: ReadonlyMap<string, Global>;

  constructor(program: CoreProgram) {
    this.byName = new Map(program.globals.map((global) => [global.name, global]));
  }

  /** A source term with plain definitions instead of differentiated ones. */
  term(term: Term): Term {
    step();
    return mapTerm(term, (at) => {
      if (at.tag !== "global") return undefined;
      const global = present(this.byName.get(at.name));
      if (!this.needed.has(at.name)) {
        this.needed.set(at.name, global);
        this.needed.set(at.name, { ...global, name: plainName(global.name), term: this.term(global.term) });
      }
      return { ...at, name: plainName(at.name) };
    });
  }

  /** The custom ops of the program: they are evaluated as plain values. */
  ops(ops: readonly CustomOp[]): readonly CustomOp[] {
    return ops.map((op) => ({
      ...op,
      value: this.term(op.value),
      partials: op.partials.map((partial) => this.term(partial)),
    }));
  }

  /** The definitions that were needed so far. */
  get globals(): readonly Global[] {
    return [...this.needed.values()];
  }
}

/** Keeps the operands of discrete operations plain. One for each transformed program. */
export class PlainOperands {
  readonly globals: Global[] = [];
  private readonly names = new Map<string, string>();
  private readonly free: ReadonlyMap<Term, readonly Free[]>;
  private readonly data: ReadonlyMap<string, DataType>;
  private readonly forms: PlainForms;
  private readonly types: () => TypeTransform;

  constructor(program: CoreProgram, forms: PlainForms, types: () => TypeTransform) {
    this.data = new Map(program.data.map((data) => [data.name, data]));
    this.free = discreteOperations(program, (type) => !mentionsFunction(type, this.data));
    this.forms = forms;
    this.types = types;
  }

  /** The value of a discrete operation, its operands plain. Undefined where there is nothing to save. */
  operation(term: Extract<Term, { tag: "op" }>): Term | undefined {
    const free = this.free.get(term);
    if (free === undefined) return undefined;
    const body = { ...this.forms.term(term), span: term.span };
    if (free.length === 0) return body;
    const bindings = free.map(({ name, type }): CoreBinding => {
      return { pattern: varPattern(name, type), variables: [], bound: this.plain(type, variable(name)) };
    });
    return { tag: "let", bindings, body, span: term.span };
  }

  /** φ_τ t. */
  private plain(type: Type, term: Term): Term {
    if (type.tag === "con" && type.name === "Real") return { tag: "proj", index: 0, size: 2, term };
    if (type.tag === "con" && type.name === "Int") return term;
    return apply(this.function(type), term);
  }

  private function(type: Type): Term {
    const key = typeKey(type);
    let name = this.names.get(key);
    if (name === undefined) {
      name = this.names.size === 0 ? "φ" : subscript("φ", this.names.size);
      this.names.set(key, name);
      const index = this.globals.length++;
      const term = this.plainFunction(type);
      const made = fun(this.types().type(type), type);
      this.globals[index] = { name, kind: "function", variables: [], type: made, term, span: undefined };
    }
    return { tag: "global", name, types: [] };
  }

  private plainFunction(type: Type): Term {
    const types = this.types();
    const parts = (fields: readonly Type[]) =>
      fields.map((field, index) => this.plain(field, variable(fieldName(index))));
    if (type.tag === "tuple")
      return lambda(deconstructTuple(type.items, types), { tag: "tuple", items: parts(type.items) });
    if (type.tag !== "con") return internal("φ of a type that it is not defined for", typeKey(type));
    if (type.name === "Array") {
      const [item] = type.args;
      const items = prim("toList", [types.type(present(item))], [variable("a")]);
      const body = prim("fromList", [present(item)], [this.plain(list(present(item)), items)]);
      return lambda(varPattern("a", types.type(type)), body);
    }
    const data = this.data.get(type.name) ?? internal("a data type is not defined", type.name);
    const branches = data.constructors.map((constructor) => {
      const fields = fieldsAt(data, constructor, type.args);
      return {
        pattern: deconstruct(type, constructor, fields, types),
        body: construct(type, constructor, parts(fields)),
      };
    });
    return lambda(varPattern("x", types.type(type)), { tag: "case", scrutinee: variable("x"), branches });
  }
}
