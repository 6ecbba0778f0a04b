// Lowering of names and applications: operations and constructors are saturated.
import { nth, present } from "../../base/nth.ts";
import { internal, unreachable } from "../../base/unreachable.ts";
import { OPS, opFor } from "../../scalars/ops.ts";
import type { Span } from "../../source/span.ts";
import { type Expr, outerSpan } from "../../syntax/ast.ts";
import { CONSTANTS, TEXTUAL } from "../../types/builtins.ts";
import type { ConstructorEntity, GlobalEntity, LocalEntity, Module, Use } from "../../types/scope.ts";
import { CONS, fieldsAt, INT, LIST, REAL, substitute, TABLE, type Type } from "../../types/type.ts";
import { failing, PRIMS, type PrimId } from "../terms/prims.ts";
import { builtin, type CorePattern, lambda, prim, type Term, variable, varPattern } from "../terms/term.ts";
import { isInt, type Lowering } from "./lower-context.ts";
import { type Instance, instantiation, suffix } from "./lower-types.ts";

const PRIM_NAMES: ReadonlyMap<string, PrimId> = new Map([
  ["size", "size"],
  ["!", "index"],
  ["fromList", "fromList"],
  ["toList", "toList"],
  ["grad", "grad"],
  ["valueAndGrad", "valueAndGrad"],
  ["jvp", "jvp"],
  ["failBuild", "failBuild"],
  ["failSizes", "failSizes"],
]);

/** A function, or a name, applied to arguments. */
export function application(lowering: Lowering, expr: Extract<Expr, { tag: "apply" }>): Term {
  if (expr.fn.tag === "variable" || expr.fn.tag === "constructor")
    return reference(lowering, expr.fn, expr.span, expr.args);
  return applyTo(lowering, lowering.term(expr.fn), expr.args, expr.span);
}

function applyTo(lowering: Lowering, fn: Term, args: readonly Expr[], span: Span): Term {
  return args.reduce<Term>(
    (head, arg) => ({ tag: "app", fn: head, arg: lowering.term(arg), span: { ...span, to: outerSpan(arg).to } }),
    fn,
  );
}

/** A name applied to arguments (perhaps none); operations and constructors are saturated. */
export function reference(lowering: Lowering, node: Expr, span: Span, args: readonly Expr[]): Term {
  const use = lowering.use(node);
  const { entity } = use;
  switch (entity.tag) {
    case "local":
      return applyTo(lowering, local(lowering, entity, use, node.span), args, span);
    case "global":
      return entity.kind === "op"
        ? customOp(lowering, entity, span, args)
        : applyTo(lowering, global(lowering, entity, use, node.span), args, span);
    case "constructor": {
      const checked = tableMaker(lowering.module, entity, args);
      if (checked !== undefined)
        return applyTo(lowering, global(lowering, checked, { ...use, entity: checked }, node.span), args, span);
      return constructorTerm(lowering, entity, typesOfUse(lowering, entity, use), span, args);
    }
    case "primitive":
      return primitive(lowering, entity.name, use, span, args);
    default:
      return unreachable(entity);
  }
}

/**
 * The definition of the prelude that a program's use of the constructor of tables means: it looks whether the sizes are those of the
 * elements. Undefined for other constructors, and where the sizes are seen to be right.
 */
function tableMaker(module: Module, { data }: ConstructorEntity, args: readonly Expr[]): GlobalEntity | undefined {
  if (data.name !== TABLE) return undefined;
  let prelude = module;
  while (prelude.parent?.globals.length) prelude = prelude.parent;
  if (prelude === module) return undefined;
  const [rows, columns, elements] = args;
  const isRight =
    rows?.tag === "integer" &&
    columns?.tag === "integer" &&
    elements?.tag === "array" &&
    rows.value * columns.value === elements.items.length;
  return isRight ? undefined : prelude.globals.find(({ name }) => name === "reshape");
}

/** The instance of a definition that a use needs. */
export function global(lowering: Lowering, entity: GlobalEntity, use: Use, span: Span): Term {
  const { instance, types } = instantiation(present(entity.scheme), use, lowering.instance);
  return { tag: "global", name: lowering.instances.instanceName(entity, instance), types, span };
}

function local(lowering: Lowering, entity: LocalEntity, use: Use, span: Span): Term {
  if (entity.scheme === undefined) return { tag: "var", name: entity.name, types: [], span };
  const { instance, types } = instantiation(entity.scheme, use, lowering.instance);
  const name = entity.name + suffix(entity.scheme, instance);
  const wanted = lowering.wanted.get(entity) ?? new Map<string, Instance>();
  wanted.set(name, instance);
  lowering.wanted.set(entity, wanted);
  return { tag: "var", name, types, span };
}

/** The type arguments of a constructor where it is used. */
export function typesOfUse(lowering: Lowering, entity: ConstructorEntity, use: Use): readonly Type[] {
  return entity.scheme.variables.map((_, index) => lowering.type(nth(use.args, index)));
}

/** A constructor applied to arguments, perhaps fewer than it has fields. */
function constructorTerm(
  lowering: Lowering,
  entity: ConstructorEntity,
  types: readonly Type[],
  span: Span,
  args: readonly Expr[],
): Term {
  const arity = entity.constructor.fields.length;
  const make = (items: readonly Term[]): Term => {
    if (entity.name === CONS)
      return { tag: "list", items: [nth(items, 0)], tail: nth(items, 1), item: nth(types, 0), span };
    return { tag: "con", data: entity.data.name, con: entity.name, types, args: items, span };
  };
  return saturated(lowering, arity, fieldTypes(entity, types), span, args, make);
}

/** An n-ary term from a curried use: the missing arguments become parameters, those too many are applied. */
function saturated(
  lowering: Lowering,
  arity: number,
  types: readonly Type[],
  span: Span,
  args: readonly Expr[],
  make: (items: readonly Term[]) => Term,
): Term {
  if (args.length >= arity) {
    const term = make(args.slice(0, arity).map((arg) => lowering.term(arg)));
    return applyTo(lowering, term, args.slice(arity), span);
  }
  const names = types.map(() => lowering.freshName());
  const whole = names.reduceRight<Term>(
    (body, name, index) => lambda(varPattern(name, nth(types, index)), body, span),
    make(names.map(variable)),
  );
  return applyTo(lowering, whole, args, span);
}

function customOp(lowering: Lowering, entity: GlobalEntity, span: Span, args: readonly Expr[]): Term {
  const op = { tag: "custom", name: lowering.instances.customOp(entity) } as const;
  const { arity } = present(entity.op);
  const first = args[0];
  if (arity === 1) return saturated(lowering, 1, [REAL], span, args, (items) => ({ tag: "op", op, args: items, span }));
  if (first?.tag === "tuple") {
    return applyTo(
      lowering,
      { tag: "op", op, args: first.items.map((item) => lowering.term(item)), span },
      args.slice(1),
      span,
    );
  }
  const names = Array.from({ length: arity }, () => lowering.freshName());
  const param: CorePattern = { tag: "tuple", items: names.map((name) => varPattern(name, REAL)) };
  return applyTo(lowering, lambda(param, { tag: "op", op, args: names.map(variable), span }, span), args, span);
}

function primitive(lowering: Lowering, name: string, use: Use, span: Span, args: readonly Expr[]): Term {
  const constant = CONSTANTS.get(name);
  if (constant !== undefined) return { tag: "real", value: constant, span };
  const types = use.args.map((arg) => lowering.type(arg));
  const [text, ...rest] = args;
  if (text?.tag === "text") {
    const failed = prim(failing(text.value), types, [], span);
    if (name === TEXTUAL.error) return applyTo(lowering, failed, rest, span);
    return saturated(lowering, 1, types, span, rest, ([of]) =>
      shown(lowering, text.value, nth(types, 0), present(of), span),
    );
  }
  if (name === "parList") {
    return saturated(
      lowering,
      1,
      [{ tag: "con", name: LIST, args: [thunkType(nth(types, 0))] }],
      span,
      args,
      ([thunks]) => ({
        tag: "forkList",
        thunks: present(thunks),
        item: nth(types, 0),
        span,
      }),
    );
  }
  if (name === "|*|") return saturated(lowering, 2, types, span, args, (items) => ({ tag: "fork", items, span }));
  const id = PRIM_NAMES.get(name);
  if (id !== undefined) {
    const { variables, args: wanted } = PRIMS[id];
    const by = new Map(variables.map((one, index) => [one, nth(types, index)]));
    return saturated(
      lowering,
      wanted.length,
      wanted.map((one) => substitute(one, by)),
      span,
      args,
      (items) => prim(id, types, items, span),
    );
  }
  const op =
    opFor(name, types[0] !== undefined && isInt(types[0]) ? "Int" : "Real") ??
    internal("a primitive has no meaning", name);
  const wanted = OPS[op].args.map((kind) => (kind === "Int" ? INT : REAL));
  return saturated(lowering, wanted.length, wanted, span, args, (items) => builtin(op, items, span));
}

function fieldTypes(entity: ConstructorEntity, types: readonly Type[]): readonly Type[] {
  return fieldsAt(entity.data, entity.constructor, types);
}

function thunkType(item: Type): Type {
  return { tag: "fun", from: { tag: "tuple", items: [] }, to: item };
}

/** `trace "text" e`: e, as a variable by which a traced run finds its values. */
function shown(lowering: Lowering, text: string, type: Type, term: Term, span: Span): Term {
  const name = lowering.instances.shown(text, span);
  const binding = { pattern: varPattern(name, type), variables: [], bound: term, span };
  return { tag: "let", bindings: [binding], body: variable(name), span };
}
