// Lowering of expressions.

import { nth, present } from "../../base/nth.ts";
import { internal, unreachable } from "../../base/unreachable.ts";
import { step } from "../../base/watch.ts";
import type { Span } from "../../source/span.ts";
import type { Expr, FunctionBinding, LetItem, Operation, Pattern } from "../../syntax/ast.ts";
import type { OpenType } from "../../types/open.ts";
import { type LocalEntity, type Module, type Use, uniqueKey } from "../../types/scope.ts";
import { INT, type Type } from "../../types/type.ts";
import { ruled } from "../terms/prims.ts";
import {
  builtin,
  type CoreBinding,
  type CorePattern,
  conditional,
  lambda,
  prim,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../terms/term.ts";
import { type Instances, isInt, type Lowering } from "./lower-context.ts";
import { application, reference } from "./lower-names.ts";
import { leftChain, operatorFunction, rightChain } from "./lower-operators.ts";
import { fieldOf, record } from "./lower-records.ts";
import { argsOf, defaultInstance, type Instance, lowerPattern, openVariables, suffix, typeIn } from "./lower-types.ts";

/** Lowers the expressions of one instance of one definition. */
export class ExpressionLowering implements Lowering {
  private fresh = 0;
  readonly wanted: Map<LocalEntity, Map<string, Instance>>;
  readonly instances: Instances;
  readonly module: Module;
  readonly instance: Instance;

  /** `outer` is given for the body of a local function: the instances of enclosing functions that the body needs are collected there. */
  constructor(instances: Instances, module: Module, instance: Instance, outer?: ExpressionLowering) {
    this.instances = instances;
    this.module = module;
    this.instance = instance;
    this.wanted = outer?.wanted ?? new Map();
    this.fresh = outer?.fresh ?? 0;
  }

  type(type: OpenType): Type {
    return typeIn(type, this.instance);
  }

  pattern(pattern: Pattern): CorePattern {
    return lowerPattern(this.module, this.instance, pattern);
  }

  freshName(): string {
    return subscript("p", ++this.fresh);
  }

  typeOf(expr: Expr): Type {
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
    step();
    const { span } = expr;
    switch (expr.tag) {
      case "integer":
        return isInt(this.typeOf(expr))
          ? { tag: "int", value: expr.value, span }
          : { tag: "real", value: expr.value, span };
      case "real":
        return { tag: "real", value: expr.value, span };
      case "text":
        return internal("a text stands alone", span);
      case "variable":
        return reference(this, expr, span, []);
      case "constructor":
        return reference(this, expr, span, []);
      case "operator":
        return operatorFunction(this, expr);
      case "tuple":
        return { tag: "tuple", items: expr.items.map((item) => this.term(item)), span };
      case "parallel":
        return { tag: "fork", items: expr.items.map((item) => this.term(item)), span };
      case "list":
        return {
          tag: "list",
          items: expr.items.map((item) => this.term(item)),
          tail: undefined,
          item: nth(argsOf(this.typeOf(expr)), 0),
          span,
        };
      case "array":
        return {
          tag: "array",
          items: expr.items.map((item) => this.term(item)),
          item: nth(argsOf(this.typeOf(expr)), 0),
          span,
        };
      case "rule": {
        const type = this.typeOf(expr);
        if (type.tag !== "fun") return internal("a rule is no function", span);
        const name = this.freshName();
        const on = (body: Expr): Term => lambda(this.pattern(expr.param), this.term(body), span);
        const args = [on(expr.value), on(expr.pullback), variable(name)];
        return lambda(
          varPattern(name, type.from),
          prim(ruled(uniqueKey(this.module, "values", expr.name)), [type.to, type.from], args, span),
          span,
        );
      }
      case "lambda":
        return this.lambdas(expr.params, expr.body, span);
      case "apply":
        return application(this, expr);
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
        return leftChain(this, expr);
      case "right":
        return rightChain(this, expr);
      case "negate":
        return builtin(isInt(this.typeOf(expr.operand)) ? "negInt" : "neg", [this.term(expr.operand)], span);
      case "field":
        return fieldOf(this, expr);
      case "record":
        return record(this, expr);
      case "annotated":
        return this.term(expr.expr);
      default:
        return unreachable(expr);
    }
  }

  use(node: Expr | Operation): Use {
    return this.module.table.uses.get(node) ?? internal("a name is not resolved");
  }

  // ---- local definitions

  private letChain(expr: Extract<Expr, { tag: "let" }>): Term {
    // from the last to the first: what follows says which instances of a local function there are
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
      const variables = entity?.scheme === undefined ? [] : openVariables(entity.scheme);
      return [
        { span: item.pattern.span, pattern: this.pattern(item.pattern), variables, bound: this.term(item.bound) },
      ];
    }
    const entity = this.module.table.locals.get(item.binding) ?? internal("a local function is not resolved");
    return this.instancesOf([entity]).map(({ name, inner }) => ({
      pattern: varPattern(name(entity), inner.type(entity.type)),
      variables: entity.scheme === undefined ? [] : openVariables(entity.scheme),
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
        const entity = nth(entities, index);
        const variables = entity.scheme === undefined ? [] : openVariables(entity.scheme);
        return { name: name(entity), variables, type: inner.type(entity.type), term: inner.functionTerm(binding) };
      });
      result = { tag: "letrec", functions, body: result, span: item.span };
    }
    return result;
  }

  /** The instances of a group of local functions that have been asked for; at least one. */
  private instancesOf(entities: readonly LocalEntity[]) {
    const instances = new Map<string, Instance>();
    for (const entity of entities)
      for (const instance of this.wanted.get(entity)?.values() ?? [])
        instances.set(suffix(present(entity.scheme), instance), instance);
    if (instances.size === 0) {
      const scheme = nth(entities, 0).scheme;
      const instance = defaultInstance(scheme, INT);
      instances.set(scheme === undefined ? "" : suffix(scheme, instance), instance);
    }
    return [...instances].map(([end, instance]) => {
      const inner = new ExpressionLowering(this.instances, this.module, new Map([...this.instance, ...instance]), this);
      return { name: (entity: LocalEntity) => entity.name + end, inner };
    });
  }
}
