// Lowering: from the checked syntax tree to the core. Specialises definitions to the types that their numbers, and what they differentiate by, have where they are used.
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import type { Span } from "../../source/span.ts";
import { dataTypeOf, type GlobalEntity, type Module } from "../../types/scope.ts";
import { type DataType, REAL, substitute, type Type } from "../../types/type.ts";
import {
  type CorePattern,
  type CoreProgram,
  type CustomOp,
  type Global,
  type Shown,
  subscript,
  type Term,
} from "../terms/term.ts";
import { Equalities } from "./equality.ts";
import type { Instances } from "./lower-context.ts";
import { ExpressionLowering } from "./lower-expr.ts";
import { defaultInstance, type Instance, openVariables, suffix } from "./lower-types.ts";

/** An entry: a definition, called with `arity` parameters, at the types that its variables stand for; those that are left out are Real. */
export interface LoweredEntry {
  readonly entity: GlobalEntity;
  readonly arity: number;
  readonly types: ReadonlyMap<string, Type>;
}

/** The core program of an entry, and of all that it reaches. */
export function lowerProgram(module: Module, { entity: entry, arity, types }: LoweredEntry): CoreProgram {
  const lowering = new Lowering(module);
  if (entry.kind === "op") {
    const ops = lowering.run(module, lowering.customOp(entry));
    const call = opFunction(entry);
    return { ...ops, globals: [...ops.globals, call], entry: call.name };
  }
  const name = lowering.instanceName(entry, new Map([...defaultInstance(entry.scheme), ...types]));
  const program = lowering.run(module, name);
  const global = program.globals.find((one) => one.name === name) ?? internal("an entry was not lowered", name);
  if (arity === 1 && global.kind === "function" && global.variables.length === 0) return program;
  const uncurried = uncurry(global, arity, types);
  return { ...program, globals: [...program.globals, uncurried], entry: uncurried.name };
}

/** λ(p₁, .., pₙ). f(p₁, .., pₙ), for an op that is an entry itself. */
function opFunction(entry: GlobalEntity): Global {
  const arity = entry.op?.arity ?? internal("an op has no body", entry.name);
  const names = Array.from({ length: arity }, (_, index) => subscript("p", index + 1));
  const items = names.map((name): CorePattern => ({ tag: "var", name, type: REAL }));
  const param: CorePattern = arity === 1 ? nth(items, 0) : { tag: "tuple", items };
  const from: Type = arity === 1 ? REAL : { tag: "tuple", items: names.map(() => REAL) };
  const args = names.map((name): Term => ({ tag: "var", name, types: [], span: entry.span }));
  const body: Term = { tag: "op", op: { tag: "custom", name: entry.key }, args, span: entry.span };
  return functionNamed(subscript(entry.key, 0), param, body, { from, to: REAL }, entry.span);
}

/** A definition λ param. body of no type variables. */
function functionNamed(
  name: string,
  param: CorePattern,
  body: Term,
  { from, to }: { readonly from: Type; readonly to: Type },
  span: Span | undefined,
): Global {
  const term: Term = { tag: "lam", linear: false, param, body, span };
  return { name, kind: "function", variables: [], type: { tag: "fun", from, to }, term, span };
}

/** λ(x₁, .., xₙ). f x₁ .. xₙ, for an entry of several parameters, one that is no λ itself, or one of open types. */
function uncurry(global: Global, arity: number, types: ReadonlyMap<string, Type>): Global {
  const params: Type[] = [];
  let result = substitute(global.type, types);
  for (let i = 0; i < arity; i++) {
    if (result.tag !== "fun") internal("an entry has fewer parameters than it should", global.name);
    params.push(result.from);
    result = result.to;
  }
  const names = params.map((_, index) => subscript("p", index + 1));
  const items = names.map((name, index): CorePattern => ({ tag: "var", name, type: nth(params, index) }));
  const at = global.variables.map((name) => types.get(name) ?? REAL);
  const head: Term = { tag: "global", name: global.name, types: at, span: global.span };
  const body = names.reduce<Term>(
    (fn, name) => ({ tag: "app", fn, arg: { tag: "var", name, types: [], span: global.span }, span: global.span }),
    head,
  );
  const single = arity === 1;
  const from: Type = single ? nth(params, 0) : { tag: "tuple", items: params };
  const param: CorePattern = single ? nth(items, 0) : { tag: "tuple", items };
  return functionNamed(subscript(global.name, 0), param, body, { from, to: result }, global.span);
}

/** The core program of an expression on top of a module: its entry is a function of `()`. */
const EXPRESSION_ENTRY = "the expression";

/** Lowers definitions on demand; one per program. */
export class Lowering implements Instances {
  private readonly globals = new Map<
    string,
    { readonly entity: GlobalEntity | undefined; readonly order: number; global: Global | undefined }
  >();
  private readonly ops = new Map<string, { readonly order: number; op: CustomOp | undefined }>();
  private readonly pending: (() => void)[] = [];
  readonly equalities: Equalities;

  private readonly traces: Shown[] = [];

  /** `module` has the data types of what is lowered. */
  constructor(module: Module) {
    this.equalities = new Equalities((key) => dataTypeOf(module, key) ?? internal("a data type is unknown", key));
  }

  run(module: Module, entry: string): CoreProgram {
    for (let next = this.pending.shift(); next !== undefined; next = this.pending.shift()) next();
    const byOrder = <T extends { readonly order: number }>(items: Iterable<T>): T[] =>
      [...items].sort((a, b) => a.order - b.order);
    return {
      dual: undefined,
      ...(this.traces.length === 0 ? {} : { shown: this.traces }),
      data: allData(module),
      ops: byOrder(this.ops.values()).map(({ op }) => present(op)),
      globals: [...this.equalities.globals, ...byOrder(this.globals.values()).map(({ global }) => present(global))],
      entry,
    };
  }

  shown(text: string, span: Span): string {
    const name = subscript("shown", this.traces.length);
    this.traces.push({ name, text, span });
    return name;
  }

  /** The core name of an instance of a definition; lowers it if that has not been done. */
  instanceName(entity: GlobalEntity, instance: Instance): string {
    const name = entity.key + suffix(present(entity.scheme), instance);
    if (!this.globals.has(name)) {
      const entry = { entity, order: orderOf(entity), global: undefined as Global | undefined };
      this.globals.set(name, entry);
      this.pending.push(() => {
        entry.global = this.lowerGlobal(entity, name, instance);
      });
    }
    return name;
  }

  /** The key of a custom op; lowers it if that has not been done. */
  customOp(entity: GlobalEntity): string {
    if (!this.ops.has(entity.key)) {
      const entry = { order: orderOf(entity), op: undefined as CustomOp | undefined };
      this.ops.set(entity.key, entry);
      this.pending.push(() => {
        entry.op = this.lowerOp(entity);
      });
    }
    return entity.key;
  }

  /** An expression that stands alone, as the body of a function of `()`; `names` are Int variables that it may use. */
  addExpression(
    module: Module,
    expr: Parameters<ExpressionLowering["term"]>[0],
    type: Type,
    binders: readonly { readonly name: string; readonly value: number }[],
  ): string {
    this.pending.push(() => {
      const context = new ExpressionLowering(this, module, new Map());
      let body = context.term(expr);
      for (const { name, value } of binders) {
        const bound: Term = { tag: "int", value };
        body = {
          tag: "let",
          bindings: [
            { pattern: { tag: "var", name, type: { tag: "con", name: "Int", args: [] } }, variables: [], bound },
          ],
          body,
        };
      }
      const unit: Type = { tag: "tuple", items: [] };
      const term: Term = { tag: "lam", linear: false, param: { tag: "any", type: unit }, body, span: expr.span };
      const global: Global = {
        name: EXPRESSION_ENTRY,
        kind: "function",
        variables: [],
        type: { tag: "fun", from: unit, to: type },
        term,
        span: expr.span,
      };
      this.globals.set(EXPRESSION_ENTRY, { entity: undefined, order: Number.MAX_SAFE_INTEGER, global });
    });
    return EXPRESSION_ENTRY;
  }

  private lowerGlobal(entity: GlobalEntity, name: string, instance: Instance): Global {
    const binding = entity.binding ?? internal("a definition has no body", entity.name);
    const context = new ExpressionLowering(this, entity.module, instance);
    const term = context.functionTerm(binding);
    return {
      name,
      builtin: entity.span.source === "<prelude>" ? entity.name : undefined,
      kind: term.tag === "lam" ? "function" : "value",
      variables: openVariables(present(entity.scheme)),
      type: context.type(present(entity.scheme).type),
      term,
      span: entity.span,
    };
  }

  private lowerOp(entity: GlobalEntity): CustomOp {
    const op = entity.op ?? internal("an op has no body", entity.name);
    const context = new ExpressionLowering(this, entity.module, new Map());
    const param = context.pattern(op.param);
    const lam = (body: Term, span: Span): Term => ({ tag: "lam", linear: false, param, body, span });
    const literal = op.partials.tag === "tuple" ? op.partials.items : op.arity === 1 ? [op.partials] : undefined;
    const partials =
      literal?.map((item) => lam(context.term(item), item.span)) ??
      Array.from({ length: op.arity }, (_, index) =>
        lam(
          { tag: "proj", index, size: op.arity, term: context.term(op.partials), span: op.partials.span },
          op.partials.span,
        ),
      );
    return {
      name: entity.key,
      arity: op.arity,
      value: lam(context.term(op.value), op.value.span),
      partials,
      span: entity.span,
    };
  }
}

/** The prelude before the program, each in source order. */
function orderOf(entity: GlobalEntity): number {
  let depth = 0;
  for (let at: Module | undefined = entity.module; at !== undefined; at = at.parent) depth++;
  return depth * 1e9 + entity.span.from;
}

function allData(module: Module): DataType[] {
  const all: DataType[] = [];
  for (let at: Module | undefined = module; at !== undefined; at = at.parent) all.unshift(...at.dataTypes);
  return all;
}
