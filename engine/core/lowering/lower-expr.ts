// Lowering of expressions.
import { internal, unreachable } from "../../base/unreachable.ts";
import type { Span } from "../../source/span.ts";
import type { Expr, FunctionBinding, LetItem, Operation, Operator, Pattern } from "../../syntax/ast.ts";
import type { OpenType } from "../../types/open.ts";
import type { ConstructorEntity, GlobalEntity, LocalEntity, Module, Use } from "../../types/scope.ts";
import { CONS, fieldsAt, INT, LIST, REAL, substitute, type Type } from "../../types/type.ts";
import { OPS, opFor } from "../scalars/ops.ts";
import { PRIMS, type PrimId } from "../terms/prims.ts";
import {
  apply,
  builtin,
  type CoreBinding,
  type CorePattern,
  lambda,
  prim,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../terms/term.ts";
import { argsOf, instantiation, lowerPattern, type Numbers, plainVariables, suffix, typeIn } from "./lower-types.ts";

/** Operands in one chain beyond which it is cut by `let`, so that no pass over the core needs a deep stack. */
const LONGEST_CHAIN = 200;

const PRIM_NAMES: ReadonlyMap<string, PrimId> = new Map([
  ["size", "size"],
  ["!", "index"],
  ["fromList", "fromList"],
  ["toList", "toList"],
  ["failHead", "failHead"],
  ["failTail", "failTail"],
  ["failMaximum", "failMaximum"],
  ["failBuild", "failBuild"],
  ["failSizes", "failSizes"],
]);

/** Where the instances of definitions come from. */
export interface Instances {
  /** The core name of a definition at number types; it will be lowered. */
  instanceName(entity: GlobalEntity, numbers: Numbers): string;
  /** The key of a custom op; it will be lowered. */
  customOp(entity: GlobalEntity): string;
}

/** Lowers the expressions of one instance of one definition. */
export class ExpressionLowering {
  private fresh = 0;
  /** The number instances that the uses of generalised local functions ask for. */
  private readonly wanted: Map<LocalEntity, Map<string, Numbers>>;
  private readonly lowering: Instances;
  private readonly module: Module;
  private readonly numbers: Numbers;

  /** `outer` is given for the body of a local function: what the body asks of enclosing functions is asked there. */
  constructor(lowering: Instances, module: Module, numbers: Numbers, outer?: ExpressionLowering) {
    this.lowering = lowering;
    this.module = module;
    this.numbers = numbers;
    this.wanted = outer?.wanted ?? new Map();
    this.fresh = outer?.fresh ?? 0;
  }

  type(type: OpenType): Type {
    return typeIn(type, this.numbers);
  }

  pattern(pattern: Pattern): CorePattern {
    return lowerPattern(this.module, this.numbers, pattern);
  }

  /** p₁, p₂, ..: names that no program can have written, and that no transformation uses. */
  private freshName(): string {
    return subscript("p", ++this.fresh);
  }

  private typeOf(expr: Expr): Type {
    return this.type(this.module.table.exprs.get(expr) ?? internal("an expression has no type", expr.span));
  }

  /** `λp₁. .. λpₙ. body` for a definition. */
  functionTerm(binding: FunctionBinding): Term {
    return this.lambdas(binding.params, binding.body, binding.name.span);
  }

  private lambdas(params: readonly Pattern[], body: Expr, span: Span): Term {
    return params.reduceRight<Term>((inner, param) => lambda(this.pattern(param), inner, span), this.term(body));
  }

  term(expr: Expr): Term {
    const { span } = expr;
    switch (expr.tag) {
      case "integer":
        return isInt(this.typeOf(expr))
          ? { tag: "int", value: expr.value, span }
          : { tag: "real", value: expr.value, span };
      case "real":
        return { tag: "real", value: expr.value, span };
      case "variable":
        return this.reference(expr, span, []);
      case "constructor":
        return this.reference(expr, span, []);
      case "operator":
        return this.operatorFunction(expr);
      case "tuple":
        return { tag: "tuple", items: expr.items.map((item) => this.term(item)), span };
      case "parallel":
        return { tag: "fork", items: expr.items.map((item) => this.term(item)), span };
      case "list":
        return {
          tag: "list",
          items: expr.items.map((item) => this.term(item)),
          tail: undefined,
          item: argsOf(this.typeOf(expr))[0]!,
          span,
        };
      case "array":
        return {
          tag: "array",
          items: expr.items.map((item) => this.term(item)),
          item: argsOf(this.typeOf(expr))[0]!,
          span,
        };
      case "lambda":
        return this.lambdas(expr.params, expr.body, span);
      case "apply":
        return this.application(expr);
      case "let":
        return this.letChain(expr);
      case "if":
        return conditional(this.term(expr.condition), this.term(expr.consequent), this.term(expr.alternative), span);
      case "case": {
        const branches = expr.branches.map((branch) => ({
          pattern: this.pattern(branch.pattern),
          body: this.term(branch.body),
        }));
        return { tag: "case", scrutinee: this.term(expr.scrutinee), branches, span };
      }
      case "left":
        return this.leftChain(expr);
      case "right":
        return this.rightChain(expr);
      case "negate":
        return builtin(isInt(this.typeOf(expr.operand)) ? "negInt" : "neg", [this.term(expr.operand)], span);
      case "annotated":
        return this.term(expr.expr);
      default:
        return unreachable(expr);
    }
  }

  // ---- names and applications

  private use(node: Expr | Operation): Use {
    return this.module.table.uses.get(node) ?? internal("a name is not resolved");
  }

  private application(expr: Extract<Expr, { tag: "apply" }>): Term {
    if (expr.fn.tag === "variable" || expr.fn.tag === "constructor")
      return this.reference(expr.fn, expr.span, expr.args);
    return this.applyTo(this.term(expr.fn), expr.args, expr.span);
  }

  private applyTo(fn: Term, args: readonly Expr[], span: Span): Term {
    return args.reduce<Term>(
      (head, arg) => ({ tag: "app", fn: head, arg: this.term(arg), span: { ...span, to: arg.span.to } }),
      fn,
    );
  }

  /** A name applied to arguments (perhaps none); operations and constructors are saturated. */
  private reference(node: Expr, span: Span, args: readonly Expr[]): Term {
    const use = this.use(node);
    const { entity } = use;
    switch (entity.tag) {
      case "local":
        return this.applyTo(this.local(entity, use, node.span), args, span);
      case "global":
        return entity.kind === "op"
          ? this.customOp(entity, span, args)
          : this.applyTo(this.global(entity, use, node.span), args, span);
      case "constructor":
        return this.constructorTerm(entity, this.typesOfUse(entity, use), span, args);
      case "primitive":
        return this.primitive(entity.name, use, span, args);
      default:
        return unreachable(entity);
    }
  }

  private global(entity: GlobalEntity, use: Use, span: Span): Term {
    const { numbers, types } = instantiation(entity.scheme!, use, this.numbers);
    return { tag: "global", name: this.lowering.instanceName(entity, numbers), types, span };
  }

  private local(entity: LocalEntity, use: Use, span: Span): Term {
    if (entity.scheme === undefined) return { tag: "var", name: entity.name, types: [], span };
    const { numbers, types } = instantiation(entity.scheme, use, this.numbers);
    const name = entity.name + suffix(entity.scheme, numbers);
    const wanted = this.wanted.get(entity) ?? new Map<string, Numbers>();
    wanted.set(name, numbers);
    this.wanted.set(entity, wanted);
    return { tag: "var", name, types, span };
  }

  private typesOfUse(entity: ConstructorEntity, use: Use): readonly Type[] {
    return entity.scheme.variables.map((_, index) => this.type(use.args[index]!));
  }

  private constructorTerm(entity: ConstructorEntity, types: readonly Type[], span: Span, args: readonly Expr[]): Term {
    const arity = entity.constructor.fields.length;
    const make = (items: readonly Term[]): Term => {
      if (entity.name === CONS) return { tag: "list", items: [items[0]!], tail: items[1]!, item: types[0]!, span };
      return { tag: "con", data: entity.data.name, con: entity.name, types, args: items, span };
    };
    return this.saturated(arity, fieldTypes(entity, types), span, args, make);
  }

  /** An n-ary term from a curried use: the missing arguments become parameters, those too many are applied. */
  private saturated(
    arity: number,
    types: readonly Type[],
    span: Span,
    args: readonly Expr[],
    make: (items: readonly Term[]) => Term,
  ): Term {
    if (args.length >= arity) {
      const term = make(args.slice(0, arity).map((arg) => this.term(arg)));
      return this.applyTo(term, args.slice(arity), span);
    }
    const names = types.map(() => this.freshName());
    const whole = names.reduceRight<Term>(
      (body, name, index) => lambda(varPattern(name, types[index]!), body, span),
      make(names.map(variable)),
    );
    return this.applyTo(whole, args, span);
  }

  private customOp(entity: GlobalEntity, span: Span, args: readonly Expr[]): Term {
    const op = { tag: "custom", name: this.lowering.customOp(entity) } as const;
    const { arity } = entity.op!;
    const first = args[0];
    if (arity === 1) return this.saturated(1, [REAL], span, args, (items) => ({ tag: "op", op, args: items, span }));
    if (first?.tag === "tuple") {
      return this.applyTo(
        { tag: "op", op, args: first.items.map((item) => this.term(item)), span },
        args.slice(1),
        span,
      );
    }
    const names = Array.from({ length: arity }, () => this.freshName());
    const param: CorePattern = { tag: "tuple", items: names.map((name) => varPattern(name, REAL)) };
    return this.applyTo(lambda(param, { tag: "op", op, args: names.map(variable), span }, span), args, span);
  }

  private primitive(name: string, use: Use, span: Span, args: readonly Expr[]): Term {
    if (name === "nan") return { tag: "real", value: Number.NaN, span };
    if (name === "inf") return { tag: "real", value: Number.POSITIVE_INFINITY, span };
    const types = use.args.map((arg) => this.type(arg));
    if (name === "parList") {
      return this.saturated(1, [{ tag: "con", name: LIST, args: [thunkType(types[0]!)] }], span, args, ([thunks]) => ({
        tag: "forkList",
        thunks: thunks!,
        item: types[0]!,
        span,
      }));
    }
    if (name === "|*|") return this.saturated(2, types, span, args, (items) => ({ tag: "fork", items, span }));
    const id = PRIM_NAMES.get(name);
    if (id !== undefined) {
      const { variables, args: wanted } = PRIMS[id];
      const by = new Map(variables.map((one, index) => [one, types[index]!]));
      return this.saturated(
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
    return this.saturated(wanted.length, wanted, span, args, (items) => builtin(op, items, span));
  }

  // ---- operators

  private operatorFunction(expr: Extract<Expr, { tag: "operator" }>): Term {
    const type = this.typeOf(expr);
    if (type.tag !== "fun" || type.to.tag !== "fun")
      internal("an operator is not a function of two arguments", expr.operator);
    const [x, y] = [this.freshName(), this.freshName()];
    const body = this.binary(expr, expr.operator, variable(x), variable(y), expr.span);
    return lambda(varPattern(x, type.from), lambda(varPattern(y, type.to.from), body, expr.span), expr.span);
  }

  /** One binary operation; `node` is where the operator's use is recorded. */
  private binary(node: Expr | Operation, operator: Operator, left: Term, right: Term, span: Span): Term {
    switch (operator) {
      case "&&":
        return conditional(left, right, boolTerm("False", span), span);
      case "||":
        return conditional(left, boolTerm("True", span), right, span);
      case "|>":
        return { tag: "app", fn: right, arg: left, span };
      case "|*|":
        return { tag: "fork", items: [left, right], span };
      case "::": {
        const item = this.typesOfUse(this.use(node).entity as ConstructorEntity, this.use(node))[0]!;
        if (right.tag === "list" && right.span !== undefined && isChainTail(right))
          return { ...right, items: [left, ...right.items], span };
        return { tag: "list", items: [left], tail: right, item, span };
      }
      case "++": {
        const use = this.use(node);
        return { ...apply(this.global(use.entity as GlobalEntity, use, span), left, right), span };
      }
      case "!": {
        const types = this.use(node).args.map((arg) => this.type(arg));
        return prim("index", types, [left, right], span);
      }
      default: {
        const number = this.use(node).args[0];
        const id =
          opFor(operator, number !== undefined && isInt(this.type(number)) ? "Int" : "Real") ??
          internal("an operator has no meaning", operator);
        return builtin(id, [left, right], span);
      }
    }
  }

  private leftChain(expr: Extract<Expr, { tag: "left" }>): Term {
    const bindings: CoreBinding[] = [];
    let left = this.term(expr.first);
    expr.rest.forEach((operation, index) => {
      const span = { ...expr.span, to: operation.operand.span.to };
      if (operation.operator === "|>") left = this.pipe(left, operation, span);
      else left = this.binary(operation, operation.operator, left, this.term(operation.operand), span);
      if (index % LONGEST_CHAIN === LONGEST_CHAIN - 1 && index < expr.rest.length - 1)
        left = this.cut(left, this.typeOf(expr), bindings);
    });
    return bindings.length === 0 ? left : { tag: "let", bindings, body: left, span: expr.span };
  }

  /** `x |> f`: x is evaluated first, so it is named where f is more than a name. */
  private pipe(left: Term, operation: Operation, span: Span): Term {
    const fn = this.term(operation.operand);
    if (fn.tag === "var" || fn.tag === "global" || fn.tag === "lam") return { tag: "app", fn, arg: left, span };
    const type = this.typeOf(operation.operand);
    const name = this.freshName();
    const from = type.tag === "fun" ? type.from : internal("`|>` gives to no function");
    return {
      tag: "let",
      bindings: [{ pattern: varPattern(name, from), variables: [], bound: left }],
      body: { tag: "app", fn, arg: variable(name), span },
      span,
    };
  }

  /** Names a long prefix of a chain. */
  private cut(term: Term, type: Type, bindings: CoreBinding[]): Term {
    const name = this.freshName();
    bindings.push({ pattern: varPattern(name, type), variables: [], bound: term });
    return variable(name);
  }

  private rightChain(expr: Extract<Expr, { tag: "right" }>): Term {
    const operands = [...expr.init.map((operation) => operation.operand), expr.last].map((operand) =>
      this.term(operand),
    );
    const first = expr.init[0]!;
    if (first.operator === "&&" || first.operator === "||") return this.balanced(first.operator, operands, expr.span);
    let bindings: CoreBinding[] = [];
    const isLong = expr.init.length > LONGEST_CHAIN && expr.init.some((operation) => operation.operator !== "::");
    if (isLong) {
      // evaluate the operands first, from left to right, then join from the right
      bindings = operands.map((operand, index) => {
        const name = this.freshName();
        const node = expr.init[index]?.operand ?? expr.last;
        operands[index] = variable(name);
        return { pattern: varPattern(name, this.typeOf(node)), variables: [], bound: operand };
      });
    }
    let right = operands.at(-1)!;
    for (let index = expr.init.length - 1; index >= 0; index--) {
      const operation = expr.init[index]!;
      right = this.binary(operation, operation.operator, operands[index]!, right, {
        ...expr.span,
        from: operation.operand.span.from,
      });
      if (operation.operator === "::") CHAIN_TAILS.add(right);
      if (isLong && operation.operator !== "::") {
        const name = this.freshName();
        bindings.push({ pattern: varPattern(name, this.typeOf(expr)), variables: [], bound: right });
        right = variable(name);
      }
    }
    return bindings.length === 0 ? right : { tag: "let", bindings, body: right, span: expr.span };
  }

  /** `a && b && ..` as a balanced tree: the same value and order, and no deep nesting. */
  private balanced(operator: "&&" | "||", operands: readonly Term[], span: Span): Term {
    if (operands.length === 1) return operands[0]!;
    // short chains keep the shape that was written
    const middle = operands.length <= LONGEST_CHAIN ? 1 : Math.floor(operands.length / 2);
    const left = this.balanced(operator, operands.slice(0, middle), span);
    const right = this.balanced(operator, operands.slice(middle), span);
    return operator === "&&"
      ? conditional(left, right, boolTerm("False", span), span)
      : conditional(left, boolTerm("True", span), right, span);
  }

  // ---- local definitions

  private letChain(expr: Extract<Expr, { tag: "let" }>): Term {
    // from the last to the first: what follows says which number instances of a local function there are
    let body = this.term(expr.body);
    let bindings: CoreBinding[] = [];
    const flush = (): void => {
      if (bindings.length > 0) body = { tag: "let", bindings: bindings.reverse(), body, span: expr.span };
      bindings = [];
    };
    for (const item of expr.items.toReversed()) {
      if (item.tag === "rec") {
        flush();
        body = this.recursive(item, body);
      } else bindings.push(...this.bindingsOf(item).toReversed());
    }
    flush();
    return body;
  }

  private bindingsOf(item: Exclude<LetItem, { tag: "rec" }>): readonly CoreBinding[] {
    if (item.tag === "value") {
      const bare = item.pattern.tag === "annotated" ? item.pattern.pattern : item.pattern;
      const entity = bare.tag === "variable" ? this.module.table.locals.get(bare) : undefined;
      const variables = entity?.scheme === undefined ? [] : plainVariables(entity.scheme);
      return [
        { span: item.pattern.span, pattern: this.pattern(item.pattern), variables, bound: this.term(item.bound) },
      ];
    }
    const entity = this.module.table.locals.get(item.binding) ?? internal("a local function is not resolved");
    return this.instancesOf([entity]).map(({ name, inner }) => ({
      pattern: varPattern(name(entity), inner.type(entity.type)),
      variables: entity.scheme === undefined ? [] : plainVariables(entity.scheme),
      bound: inner.functionTerm(item.binding),
    }));
  }

  private recursive(item: Extract<LetItem, { tag: "rec" }>, body: Term): Term {
    const entities = item.bindings.map(
      (binding) => this.module.table.locals.get(binding) ?? internal("a local function is not resolved"),
    );
    let result = body;
    for (const { name, inner } of this.instancesOf(entities)) {
      const functions = item.bindings.map((binding, index) => {
        const entity = entities[index]!;
        const variables = entity.scheme === undefined ? [] : plainVariables(entity.scheme);
        return { name: name(entity), variables, type: inner.type(entity.type), term: inner.functionTerm(binding) };
      });
      result = { tag: "letrec", functions, body: result, span: item.span };
    }
    return result;
  }

  /** The number instances of a group of local functions that have been asked for; at least one. */
  private instancesOf(entities: readonly LocalEntity[]) {
    const instances = new Map<string, Numbers>();
    for (const entity of entities)
      for (const numbers of this.wanted.get(entity)?.values() ?? [])
        instances.set(suffix(entity.scheme!, numbers), numbers);
    if (instances.size === 0) {
      const scheme = entities[0]!.scheme;
      const numbers: Numbers = new Map(
        (scheme?.variables ?? []).filter((one) => one.number).map((one) => [one.name, "Int"]),
      );
      instances.set(scheme === undefined ? "" : suffix(scheme, numbers), numbers);
    }
    return [...instances].map(([end, numbers]) => {
      const inner = new ExpressionLowering(this.lowering, this.module, new Map([...this.numbers, ...numbers]), this);
      return { name: (entity: LocalEntity) => entity.name + end, inner };
    });
  }
}

/** List terms made by `::` in a chain, which a further `::` extends in place. */
const CHAIN_TAILS = new WeakSet<Term>();

function isChainTail(term: Term): boolean {
  return CHAIN_TAILS.has(term);
}

function fieldTypes(entity: ConstructorEntity, types: readonly Type[]): readonly Type[] {
  return fieldsAt(entity.data, entity.constructor, types);
}

function thunkType(item: Type): Type {
  return { tag: "fun", from: { tag: "tuple", items: [] }, to: item };
}

function isInt(type: Type): boolean {
  return type.tag === "con" && type.name === "Int";
}

function boolTerm(con: "True" | "False", span: Span): Term {
  return { tag: "con", data: "Bool", con, types: [], args: [], span };
}

/** `if c then t else e` is a case on Bool. */
export function conditional(condition: Term, then: Term, otherwise: Term, span: Span | undefined): Term {
  const pattern = (con: string): CorePattern => ({ tag: "con", data: "Bool", con, types: [], args: [] });
  return {
    tag: "case",
    scrutinee: condition,
    branches: [
      { pattern: pattern("True"), body: then },
      { pattern: pattern("False"), body: otherwise },
    ],
    span,
  };
}
