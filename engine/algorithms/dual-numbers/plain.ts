// What needs no derivative: the plain forms of definitions that custom ops use, and, as an option, the non-differentiating
// transformation of §3.9 for the operands of operations that give no Real.
//
//   D[sign t] = sign D^plain[t]                           instead of sign (fst D[t])
//   D^plain[t] = let x = φ x in .. in t°                  for the free variables x of t; t° uses plain definitions
//
//   φ_τ : D[τ] → τ                                        ψ_τ : τ → D[τ]
//   φ_ℝ = λx. fst x                                       ψ_ℝ = λx. D[x], a constant: its backpropagator is zero
//   φ_{σ→τ} = λf. λx. φ_τ (f (ψ_σ x))                     ψ_{σ→τ} = λf. λx. ψ_τ (f (φ_σ x))
//   and part by part on products and data types, through lists on arrays
//
// In a monad, ψ draws IDs: φ_τ : D[τ] → S → τ starts them at the state where the operation stands, ψ_τ : τ → S → D[τ] × S,
// and the states after that are dropped with what had the IDs. What such a call would compute for good, the value of a
// definition without parameters, must not be dropped: a program with such definitions keeps D where φ would call a function.
import { internal } from "../../base/unreachable.ts";
import { mapTerm } from "../../core/map-term.ts";
import { typeKey } from "../../core/shape.ts";
import {
  apply,
  type CoreBinding,
  type CorePattern,
  type CoreProgram,
  type CustomOp,
  type Global,
  lambda,
  prim,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../core/term.ts";
import { type DataType, fieldsAt, fun, list, type Type } from "../../types/type.ts";
import { discreteOperations, type Free, mentionsFunction } from "./discrete.ts";
import { numberedPair, type Scalars } from "./monad.ts";
import { letIn, open, pairPattern } from "./rule-terms.ts";
import type { TypeTransform } from "./types.ts";
import { construct, deconstruct, deconstructTuple, fieldName } from "./wrapper.ts";

/** What a definition's plain form is called, beside its differentiated one. */
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
    return mapTerm(term, (at) => {
      if (at.tag !== "global") return undefined;
      const global = this.byName.get(at.name)!;
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

/** How D makes constants: in a monad, or as they are. */
export type Constants =
  | { readonly tag: "monadic"; readonly scalars: Scalars; readonly back: Term }
  | { readonly tag: "pure"; readonly literal: (value: Term) => Term };

/** Keeps the operands of discrete operations plain. One for each transformed program. */
export class PlainOperands {
  readonly globals: Global[] = [];
  private readonly names = new Map<string, string>();
  private readonly free: ReadonlyMap<Term, readonly Free[]>;
  private readonly data: ReadonlyMap<string, DataType>;
  private readonly forms: PlainForms;
  private readonly constants: Constants;
  private readonly types: () => TypeTransform;

  constructor(program: CoreProgram, forms: PlainForms, constants: Constants, types: () => TypeTransform) {
    this.data = new Map(program.data.map((data) => [data.name, data]));
    const mayCall = constants.tag === "pure" || program.globals.every(({ kind }) => kind === "function");
    this.free = discreteOperations(program, (type) => mayCall || !mentionsFunction(type, this.data));
    this.forms = forms;
    this.constants = constants;
    this.types = types;
  }

  /** The value of a discrete operation, its operands plain; `state` in a monad. Undefined where there is nothing to save. */
  operation(term: Extract<Term, { tag: "op" }>, state?: Term): Term | undefined {
    const free = this.free.get(term);
    if (free === undefined) return undefined;
    const body = { ...this.forms.term(term), span: term.span };
    if (free.length === 0) return body;
    const bindings = free.map(({ name, type }): CoreBinding => {
      return { pattern: varPattern(name, type), variables: [], bound: this.plain(type, variable(name), state) };
    });
    return { tag: "let", bindings, body, span: term.span };
  }

  /** φ_τ t, in a monad φ_τ t s. */
  private plain(type: Type, term: Term, state: Term | undefined): Term {
    if (type.tag === "con" && type.name === "Real") return { tag: "proj", index: 0, size: 2, term };
    if (type.tag === "con" && type.name === "Int") return term;
    const fn = this.function("φ", type);
    return state === undefined ? apply(fn, term) : apply(fn, term, state);
  }

  /** ψ_τ t, in a monad ψ_τ t s. */
  private dual(type: Type, term: Term, state: Term | undefined): Term {
    const fn = this.function("ψ", type);
    return state === undefined ? apply(fn, term) : apply(fn, term, state);
  }

  private function(family: "φ" | "ψ", type: Type): Term {
    const key = family + typeKey(type);
    let name = this.names.get(key);
    if (name === undefined) {
      const count = [...this.names.keys()].filter((other) => other.startsWith(family)).length;
      name = count === 0 ? family : subscript(family, count);
      this.names.set(key, name);
      const index = this.globals.length++;
      const dual = this.types().type(type);
      const monad = this.monad;
      const term = family === "φ" ? this.plainFunction(type) : this.dualFunction(type);
      const body = monad === undefined ? type : fun(monad.state, type);
      const made = family === "φ" ? fun(dual, body) : fun(type, monad?.computation(dual) ?? dual);
      this.globals[index] = { name, kind: "function", variables: [], type: made, term, span: undefined };
    }
    return { tag: "global", name, types: [] };
  }

  private get monad() {
    return this.constants.tag === "monadic" ? this.constants.scalars.monad : undefined;
  }

  /** λs. body, in a monad; the body else. */
  private abstract(body: Term): Term {
    return this.monad === undefined ? body : this.monad.computing(body);
  }

  private plainFunction(type: Type): Term {
    const types = this.types();
    const state = this.monad?.at(0);
    const parts = (fields: readonly Type[]) =>
      fields.map((field, index) => this.plain(field, variable(fieldName(index)), state));
    if (type.tag === "tuple")
      return lambda(deconstructTuple(type.items, types), this.abstract({ tag: "tuple", items: parts(type.items) }));
    if (type.tag === "fun") {
      const [x, f] = [variable("x"), variable("f")];
      const applied =
        this.monad === undefined || state === undefined
          ? this.plain(type.to, apply(f, this.dual(type.from, x, undefined)), undefined)
          : letIn(
              [
                [pair("x₁", this.monad.binder(1)), this.dual(type.from, x, state)],
                [pair("y", this.monad.binder(2)), apply(f, variable("x₁"), this.monad.at(1))],
              ],
              this.plain(type.to, variable("y"), state),
            );
      return lambda(varPattern("f", types.type(type)), this.abstract(lambda(varPattern("x", type.from), applied)));
    }
    if (type.tag !== "con") return internal("φ of a type that is not closed", typeKey(type));
    if (type.name === "Array") {
      const [item] = type.args;
      const items = prim("toList", [types.type(item!)], [variable("a")]);
      const body = prim("fromList", [item!], [this.plain(list(item!), items, state)]);
      return lambda(varPattern("a", types.type(type)), this.abstract(body));
    }
    const branches = this.constructors(type).map(({ constructor, fields }) => ({
      pattern: deconstruct(type, constructor, fields, types),
      body: construct(type, constructor, parts(fields)),
    }));
    const body: Term = { tag: "case", scrutinee: variable("x"), branches };
    return lambda(varPattern("x", types.type(type)), this.abstract(body));
  }

  private dualFunction(type: Type): Term {
    const { constants, monad } = this;
    const types = this.types();
    const state = monad?.at(0);
    /** The duals of fields, made one after the other. */
    const parts = (fields: readonly Type[], make: (values: readonly Term[]) => Term): Term => {
      if (monad === undefined)
        return make(fields.map((field, index) => this.dual(field, variable(fieldName(index)), undefined)));
      const names = fields.map((_, index) => subscript("y", index + 1));
      const bindings = fields.map((field, index): readonly [CorePattern, Term] => [
        pair(names[index]!, monad.binder(index + 1)),
        this.dual(field, variable(fieldName(index)), monad.at(index)),
      ]);
      return letIn(bindings, monad.returning(make(names.map(variable)), fields.length));
    };
    const done = (value: Term): Term => monad?.returning(value, 0) ?? value;
    if (type.tag === "tuple")
      return lambda(
        deconstructTuple(type.items),
        this.abstract(parts(type.items, (items) => ({ tag: "tuple", items }))),
      );
    if (type.tag === "fun") {
      const result = this.dual(type.to, apply(variable("f"), this.plain(type.from, variable("x"), state)), state);
      const body = done(lambda(varPattern("x", types.type(type.from)), this.abstract(result)));
      return lambda(varPattern("f", type), this.abstract(body));
    }
    if (type.tag !== "con") return internal("ψ of a type that is not closed", typeKey(type));
    const x = variable("x");
    if (type.name === "Real") {
      const body =
        constants.tag === "pure"
          ? constants.literal(x)
          : constants.scalars.monad.computing(numberedPair(constants.scalars.number(x, () => constants.back, 0)));
      return lambda(varPattern("x", type), body);
    }
    if (type.name === "Int") return lambda(varPattern("x", type), this.abstract(done(x)));
    if (type.name === "Array") {
      const [item] = type.args;
      const items = prim("toList", [item!], [x]);
      const made = (values: Term): Term => prim("fromList", [types.type(item!)], [values]);
      const body =
        monad === undefined
          ? made(this.dual(list(item!), items, undefined))
          : letIn(
              [[pair("y", monad.binder(1)), this.dual(list(item!), items, state)]],
              monad.returning(made(variable("y")), 1),
            );
      return lambda(varPattern("x", type), this.abstract(body));
    }
    const branches = this.constructors(type).map(({ constructor, fields }) => ({
      pattern: deconstruct(type, constructor, fields),
      body: parts(fields, (values) => construct(type, constructor, values, types)),
    }));
    return lambda(varPattern("x", type), this.abstract({ tag: "case", scrutinee: x, branches }));
  }

  private constructors(type: Extract<Type, { tag: "con" }>) {
    const data = this.data.get(type.name) ?? internal("a data type is not defined", type.name);
    return data.constructors.map((constructor) => ({
      constructor,
      fields: fieldsAt(data, constructor, type.args),
    }));
  }
}

function pair(name: string, state: CorePattern): CorePattern {
  return pairPattern(open(name), state);
}
