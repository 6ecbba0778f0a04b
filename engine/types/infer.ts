// Inference of expressions (Hindley-Milner with levels and one class of number types), written to explain mistakes.
import { unreachable } from "../base/unreachable.ts";
import { type Diagnostics, mistake, type Note } from "../source/diagnostic.ts";
import { nearest } from "../source/nearest.ts";
import type { Span } from "../source/span.ts";
import type { Expr, FunctionBinding, LetItem, Operation, Operator, Pattern, SyntaxType } from "../syntax/ast.ts";
import { patternNames } from "./dependencies.ts";
import { inferPattern, reportUnknownConstructor } from "./infer-patterns.ts";
import { type Meta, Metas, metasOf, type OpenType, prune, showOpen } from "./open.ts";
import { isType, type MessageContext, mismatch, type Reason, subject } from "./reasons.ts";
import {
  type Entity,
  type LocalEntity,
  type LocalScope,
  lookUp,
  lookUpLocal,
  type Match,
  type Module,
  namesIn,
  type TypeTable,
} from "./scope.ts";
import { resolveType } from "./syntax-types.ts";
import { BOOL, LIST, REAL, type Scheme, shownName } from "./type.ts";

/** Names from other languages and what Dual calls them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  true: "True",
  false: "False",
  otherwise: "True",
  len: "length",
  fold: "foldl",
  reduce: "foldl",
  ln: "log",
  arctan: "atan",
  arcsin: "asin",
  arccos: "acos",
  fmod: "mod",
  float: "real",
  toFloat: "real",
  fromIntegral: "real",
  fromInteger: "real",
  truncate: "floor",
  signum: "sign",
  power: "pow",
};

/** The state of inferring one module's expressions; one per text. */
export class Inference implements MessageContext {
  readonly metas = new Metas();
  readonly matches: Match[] = [];
  /** The variables of annotations in the definition at hand. */
  private annotationVariables = new Map<string, { readonly meta: Meta; readonly span: Span }>();
  private quantified = 0;
  /** The local functions without `rec` whose bodies are being inferred. */
  private readonly defining: string[] = [];
  readonly module: Module;
  readonly diagnostics: Diagnostics;
  readonly faulty: ReadonlySet<string>;
  private readonly program: ReadonlyMap<string, string>;

  constructor(
    module: Module,
    diagnostics: Diagnostics,
    faulty: ReadonlySet<string>,
    texts: ReadonlyMap<string, string>,
  ) {
    this.module = module;
    this.diagnostics = diagnostics;
    this.faulty = faulty;
    this.program = texts;
  }

  get table(): TypeTable {
    return this.module.table;
  }

  text(span: Span): string | undefined {
    return this.program.get(span.source)?.slice(span.from, span.to);
  }

  originOf(expr: Expr): Note | undefined {
    if (expr.tag !== "variable") return undefined;
    const use = this.table.uses.get(expr);
    if (use?.entity.tag !== "local") return undefined;
    const { type, name, span } = use.entity;
    const at = type.tag === "meta" ? type.solvedAt : span;
    if (at === undefined || (at.from === expr.span.from && at.source === expr.span.source)) return undefined;
    return { message: `\`${name}\` is ${isType(showOpen(type))} because of this`, span: at };
  }

  /** A written type; its variables belong to the definition at hand. */
  written(type: SyntaxType): OpenType {
    return resolveType(
      {
        module: this.module,
        diagnostics: this.diagnostics,
        variable: (name) => {
          let found = this.annotationVariables.get(name);
          if (found === undefined) {
            const meta = this.metas.fresh();
            meta.level = 1;
            found = { meta, span: type.span };
            this.annotationVariables.set(name, found);
          }
          return found.meta;
        },
        hole: () => this.metas.fresh(),
      },
      type,
    );
  }

  /** Runs a function with its own annotation variables; reports those that turn out not to be variables. */
  inDefinition<T>(run: () => T): { readonly value: T; finish(): void } {
    const variables = new Map<string, { readonly meta: Meta; readonly span: Span }>();
    const before = this.annotationVariables;
    this.annotationVariables = variables;
    const value = run();
    this.annotationVariables = before;
    return {
      value,
      finish: () => {
        const owners = new Map<Meta, string>();
        for (const [name, { meta, span }] of variables) {
          const solution = prune(meta);
          if (solution.tag !== "meta") {
            const notes =
              meta.solvedAt === undefined
                ? []
                : [{ message: `it must be ${showOpen(solution)} because of this`, span: meta.solvedAt }];
            const message = `the annotation says that \`${name}\` may be any type, but here it can only be ${showOpen(solution)}`;
            this.diagnostics.report(mistake("rigid-variable", span, message, { notes }));
          } else if (owners.has(solution)) {
            const message = `the annotation says that \`${name}\` and \`${owners.get(solution)}\` may differ, but here they must be the same type`;
            this.diagnostics.report(mistake("rigid-variable", span, message));
          } else owners.set(solution, name);
        }
        for (const [meta, name] of owners) this.annotatedNames.set(meta, name);
      },
    };
  }

  private readonly annotatedNames = new Map<Meta, string>();

  /** Quantifies the variables of a type that belong to the current level's inside; numbers too if asked. */
  generalise(type: OpenType, numbers: boolean): Scheme["variables"] {
    const variables: { name: string; number: boolean }[] = [];
    for (const meta of metasOf(type)) {
      if (meta.level <= this.metas.level) continue;
      if (meta.number && !numbers) {
        meta.level = this.metas.level;
        continue;
      }
      const base = this.annotatedNames.get(meta) ?? "t";
      const name = `${base}%${++this.quantified}`;
      meta.solution = { tag: "var", name, number: meta.number };
      variables.push({ name, number: meta.number });
    }
    return variables;
  }

  // ---- expressions

  infer(expr: Expr, scope: LocalScope | undefined): OpenType {
    const type = this.inferNode(expr, scope);
    this.table.exprs.set(expr, type);
    return type;
  }

  private inferNode(expr: Expr, scope: LocalScope | undefined): OpenType {
    switch (expr.tag) {
      case "integer":
        return this.metas.fresh(true, true);
      case "real":
        return REAL;
      case "variable":
        return this.inferVariable(expr, scope);
      case "constructor":
        return this.inferConstructor(expr);
      case "operator":
        return this.operatorType(expr, expr.operator, expr.span);
      case "tuple":
      case "parallel":
        return { tag: "tuple", items: expr.items.map((item) => this.infer(item, scope)) };
      case "list":
      case "array": {
        const item = this.metas.fresh();
        this.checkItems(expr.items, item, scope, expr.tag);
        return { tag: "con", name: expr.tag === "list" ? LIST : "Array", args: [item] };
      }
      case "lambda": {
        const { params, inner } = this.inferParams(expr.params, scope);
        const body = this.infer(expr.body, inner);
        return params.reduceRight<OpenType>((to, from) => ({ tag: "fun", from, to }), body);
      }
      case "apply":
        return this.inferApply(expr, scope);
      case "let":
        return this.infer(expr.body, this.inferItems(expr.items, scope));
      case "if": {
        this.check(expr.condition, BOOL, scope, {
          kind: "condition",
          says: () => "the condition of an `if` is a Bool",
        });
        const then = this.infer(expr.consequent, scope);
        this.check(expr.alternative, then, scope, {
          kind: "if-branches",
          says: (expected) => `both branches of an \`if\` have one type, and its \`then\` gives ${expected}`,
          notes: [{ message: "the `then` branch", span: expr.consequent.span }],
        });
        return then;
      }
      case "case":
        return this.inferCase(expr, scope);
      case "left": {
        let left = expr.first;
        let type: OpenType | undefined;
        for (const operation of expr.rest) {
          type = this.inferOperation(operation, left, type, operation.operand, undefined, scope);
          left = { tag: "left", first: expr.first, rest: [], span: { ...expr.span, to: operation.operand.span.to } };
        }
        return type!;
      }
      case "right": {
        let type: OpenType | undefined;
        let right = expr.last;
        for (const operation of expr.init.toReversed()) {
          type = this.inferOperation(operation, operation.operand, undefined, right, type, scope);
          right = { ...right, span: { ...expr.span, from: operation.operand.span.from } };
        }
        return type!;
      }
      case "negate": {
        const type = this.infer(expr.operand, scope);
        this.demandNumber(expr.operand, type, "`-` negates a number");
        return type;
      }
      case "annotated": {
        const type = this.written(expr.type);
        this.check(expr.expr, type, scope, {
          kind: "annotation",
          says: (expected) => `the annotation says ${expected}`,
          notes: [{ message: "the annotation", span: expr.type.span }],
        });
        return type;
      }
      default:
        return unreachable(expr);
    }
  }

  /** Infers an expression and demands a type of it, pushing the demand inwards where that gives a better place. */
  check(expr: Expr, expected: OpenType, scope: LocalScope | undefined, reason: Reason): boolean {
    const goal = prune(expected);
    switch (expr.tag) {
      case "tuple":
        if (goal.tag === "tuple" && goal.items.length === expr.items.length) {
          this.table.exprs.set(expr, expected);
          return expr.items.map((item, index) => this.check(item, goal.items[index]!, scope, reason)).every(Boolean);
        }
        break;
      case "lambda":
        if (goal.tag === "fun" && goal.alias === undefined) {
          const { params, inner } = this.inferParams(expr.params, scope, goal);
          let result: OpenType = goal;
          let known = true;
          for (const param of params) {
            const at = prune(result);
            if (at.tag !== "fun" || this.metas.unify(param, at.from, expr.span) !== undefined) {
              known = false;
              break;
            }
            result = at.to;
          }
          this.table.exprs.set(expr, expected);
          if (known) return this.check(expr.body, result, inner, reason);
          const body = this.infer(expr.body, inner);
          const actual = params.reduceRight<OpenType>((to, from) => ({ tag: "fun", from, to }), body);
          return this.demand(expr, actual, expected, reason);
        }
        break;
      case "let":
        this.table.exprs.set(expr, expected);
        return this.check(expr.body, expected, this.inferItems(expr.items, scope), reason);
      case "if":
        this.check(expr.condition, BOOL, scope, {
          kind: "condition",
          says: () => "the condition of an `if` is a Bool",
        });
        this.table.exprs.set(expr, expected);
        return [expr.consequent, expr.alternative]
          .map((branch) => this.check(branch, expected, scope, reason))
          .every(Boolean);
      default:
        break;
    }
    const actual = this.infer(expr, scope);
    return this.demand(expr, actual, expected, reason);
  }

  /** Unifies what an expression has with what is expected of it, and reports a clash. */
  demand(expr: Expr, actual: OpenType, expected: OpenType, reason: Reason): boolean {
    const clash = this.metas.unify(actual, expected, expr.span);
    if (clash === undefined) return true;
    this.diagnostics.report(mismatch(this, expr, actual, expected, clash, reason));
    return false;
  }

  private demandNumber(expr: Expr, type: OpenType, says: string): void {
    this.demand(expr, type, this.metas.fresh(true), { kind: "number", says: () => says });
  }

  private inferVariable(expr: Extract<Expr, { tag: "variable" }>, scope: LocalScope | undefined): OpenType {
    const entity: Entity | undefined = lookUpLocal(scope, expr.name) ?? lookUp(this.module, "values", expr.name);
    if (entity === undefined) {
      if (!this.faulty.has(expr.name)) this.reportUnknown(expr, scope);
      return this.metas.fresh();
    }
    return this.instantiate(expr, entity);
  }

  private instantiate(expr: Expr | Operation, entity: Entity): OpenType {
    if ((entity.tag === "local" || entity.tag === "global") && entity.scheme === undefined) {
      this.table.uses.set(expr, { entity, args: [] });
      return entity.tag === "global" && entity.faulty ? this.metas.fresh() : entity.type;
    }
    const { type, args } = this.metas.instantiate(entity.scheme!);
    this.table.uses.set(expr, { entity, args });
    return type;
  }

  private operatorType(expr: Expr | Operation, operator: Operator, at: Span): OpenType {
    if (operator === "&&" || operator === "||")
      return { tag: "fun", from: BOOL, to: { tag: "fun", from: BOOL, to: BOOL } };
    if (operator === "|>") {
      const [a, b] = [this.metas.fresh(), this.metas.fresh()];
      return { tag: "fun", from: a, to: { tag: "fun", from: { tag: "fun", from: a, to: b }, to: b } };
    }
    if (operator === "::") return this.instantiate(expr, lookUp(this.module, "constructors", "::")!);
    const name = operator === "++" ? "append" : operator;
    let module = this.module;
    // the operators mean the built-ins whatever the program defines
    while (module.parent !== undefined && (operator !== "++" || module.parent.parent !== undefined))
      module = module.parent;
    const entity = lookUp(module, "values", name);
    if (entity === undefined) {
      this.diagnostics.report(mistake("unknown-operator", at, `there is no operator \`${operator}\` here`));
      return this.metas.fresh();
    }
    return this.instantiate(expr, entity);
  }

  private inferConstructor(expr: Extract<Expr, { tag: "constructor" }>): OpenType {
    const entity = lookUp(this.module, "constructors", expr.name);
    if (entity !== undefined) return this.instantiate(expr, entity);
    if (!this.faulty.has(expr.name)) reportUnknownConstructor(this, expr.name, expr.span);
    return this.metas.fresh();
  }

  private reportUnknown(expr: Extract<Expr, { tag: "variable" }>, scope: LocalScope | undefined): void {
    const locals: string[] = [];
    for (let at = scope; at !== undefined; at = at.outer) locals.push(at.name);
    if (this.defining.includes(expr.name)) {
      const message = `there is no \`${expr.name}\` here yet: a local function that calls itself is defined by \`let rec\``;
      this.diagnostics.report(mistake("missing-rec", expr.span, message));
      return;
    }
    const elsewhere = Object.hasOwn(ELSEWHERE, expr.name) ? ELSEWHERE[expr.name] : undefined;
    const meant = elsewhere ?? nearest(expr.name, [...locals, ...namesIn(this.module, "values")]);
    const fix =
      meant === undefined ? undefined : { title: `write ${meant}`, edits: [{ span: expr.span, text: meant }] };
    const hint = meant === undefined ? "" : `; did you mean \`${meant}\`?`;
    this.diagnostics.report(mistake("unknown-name", expr.span, `there is no \`${expr.name}\` here${hint}`, { fix }));
  }

  private checkItems(
    items: readonly Expr[],
    item: OpenType,
    scope: LocalScope | undefined,
    what: "list" | "array",
  ): void {
    items.forEach((expr, index) => {
      this.check(expr, item, scope, {
        kind: `${what}-items`,
        says: (expected) =>
          `the elements of ${what === "list" ? "a list" : "an array"} have one type, and the first is ${isType(expected)}`,
        ...(index > 0 ? { notes: [{ message: "the first element", span: items[0]!.span }] } : {}),
      });
    });
  }

  private inferParams(params: readonly Pattern[], scope: LocalScope | undefined, goal?: OpenType) {
    let inner = scope;
    let rest: OpenType | undefined = goal;
    this.reportRepeatedParams(params);
    const types = params.map((pattern) => {
      const at = rest === undefined ? undefined : prune(rest);
      const type: OpenType = at?.tag === "fun" ? at.from : this.metas.fresh();
      rest = at?.tag === "fun" ? at.to : undefined;
      inner = inferPattern(this, pattern, type, inner);
      this.matches.push({ kind: "parameter", patterns: [pattern], type, span: pattern.span });
      return type;
    });
    return { params: types, inner };
  }

  private reportRepeatedParams(params: readonly Pattern[]): void {
    const seen = new Set<string>();
    for (const param of params) {
      const names = patternNames(param);
      const twice = names.find((name) => seen.has(name));
      if (twice !== undefined) {
        const message = `two parameters are called \`${twice}\`; give each a name of its own`;
        this.diagnostics.report(mistake("repeated-parameter", param.span, message));
      }
      for (const name of names) seen.add(name);
    }
  }

  private inferApply(expr: Extract<Expr, { tag: "apply" }>, scope: LocalScope | undefined): OpenType {
    let type = this.infer(expr.fn, scope);
    const name = subject(this, expr.fn);
    if (this.reportUntupled(expr, type, name)) {
      for (const arg of expr.args) this.infer(arg, scope);
      const at = prune(type);
      return at.tag === "fun" ? at.to : this.metas.fresh();
    }
    for (let index = 0; index < expr.args.length; index++) {
      const arg = expr.args[index]!;
      const at = prune(type);
      if (at.tag === "fun") {
        this.check(arg, at.from, scope, this.argumentReason(name, index, expr.args.length));
        type = at.to;
      } else if (at.tag === "meta" && !at.number) {
        const from = this.infer(arg, scope);
        const to = this.metas.fresh();
        const clash = this.metas.unify(at, { tag: "fun", from, to }, expr.span);
        if (clash?.tag === "infinite") {
          const message = `${name} is applied to itself: its type would contain itself`;
          this.diagnostics.report(mistake("infinite-type", expr.span, message));
        }
        type = to;
      } else {
        for (const rest of expr.args.slice(index)) this.infer(rest, scope);
        this.reportNotFunction(expr, at, name, index);
        return this.metas.fresh();
      }
    }
    return type;
  }

  /** `f x y` where f takes the tuple (x, y). */
  private reportUntupled(expr: Extract<Expr, { tag: "apply" }>, type: OpenType, name: string): boolean {
    const fn = prune(type);
    if (fn.tag !== "fun" || expr.args.length < 2) return false;
    const [param, result] = [prune(fn.from), prune(fn.to)];
    if (
      param.tag !== "tuple" ||
      param.items.length !== expr.args.length ||
      result.tag === "fun" ||
      result.tag === "meta" ||
      expr.args.some((arg) => arg.tag === "tuple")
    )
      return false;
    const args = expr.args.map((arg) => this.text(arg.span) ?? "..").join(", ");
    const message = `${name} takes one argument, a tuple ${showOpen(param)}: write \`${name.replaceAll("`", "")} (${args})\``;
    const span = { ...expr.args[0]!.span, to: expr.args.at(-1)!.span.to };
    this.diagnostics.report(mistake("curried-for-tuple", span, message));
    return true;
  }

  private argumentReason(name: string, index: number, of: number): Reason {
    const which = of === 1 ? "its argument" : `argument ${index + 1}`;
    return { kind: "argument", says: (expected) => `${name} takes ${isTypeWanted(expected)} as ${which}` };
  }

  private reportNotFunction(expr: Extract<Expr, { tag: "apply" }>, type: OpenType, name: string, given: number): void {
    const shown = showOpen(type);
    if (given === 0) {
      const product = `${name} * ${subject(this, expr.args[0]!)}`.replaceAll("`", "");
      const isNumber = ["Int", "Real", "a number"].includes(shown);
      const comma = isNumber ? `; is a comma missing? A product is written \`${product}\`` : "";
      const message = `${name} is ${isType(shown)}, not a function, and cannot be applied to ${subject(this, expr.args[0]!)}${comma}`;
      this.diagnostics.report(mistake("not-a-function", expr.fn.span, message));
      return;
    }
    const takes = given === 1 ? "1 argument" : `${given} arguments`;
    const message = `${name} takes ${takes}, but ${expr.args.length} are given: ${subject(this, expr.args[given]!)} is too many`;
    this.diagnostics.report(mistake("too-many-arguments", expr.args[given]!.span, message));
  }

  private inferCase(expr: Extract<Expr, { tag: "case" }>, scope: LocalScope | undefined): OpenType {
    const scrutinee = this.infer(expr.scrutinee, scope);
    const result = this.metas.fresh();
    expr.branches.forEach((branch, index) => {
      const inner = inferPattern(this, branch.pattern, scrutinee, scope);
      this.check(branch.body, result, inner, {
        kind: "case-branches",
        says: (expected) => `the branches of a \`case\` have one type, and the first gives ${expected}`,
        ...(index > 0 ? { notes: [{ message: "the first branch", span: expr.branches[0]!.body.span }] } : {}),
      });
    });
    this.matches.push({
      kind: "case",
      patterns: expr.branches.map((branch) => branch.pattern),
      type: scrutinee,
      span: expr.span,
    });
    return result;
  }

  /** One binary operation; a side whose type is given has been inferred already. */
  private inferOperation(
    operation: Operation,
    left: Expr,
    leftType: OpenType | undefined,
    right: Expr,
    rightType: OpenType | undefined,
    scope: LocalScope | undefined,
  ): OpenType {
    const { operator } = operation;
    const type = this.operatorType(operation, operator, operation.operatorSpan);
    if (operator === "^" && right.tag === "real") {
      this.infer(left, scope);
      const message = `the exponent of \`^\` is an Int; for a Real exponent write \`pow\` before the two numbers`;
      this.diagnostics.report(mistake("power-exponent", right.span, message));
      this.table.exprs.set(right, REAL);
      return REAL;
    }
    const first = prune(type);
    if (first.tag !== "fun") {
      // the operator is unknown here; its operands may have mistakes of their own
      if (leftType === undefined) this.infer(left, scope);
      if (rightType === undefined) this.infer(right, scope);
      return type;
    }
    const second = prune(first.to);
    const result = second.tag === "fun" ? second.to : second;
    const from = second.tag === "fun" ? second.from : this.metas.fresh();
    const leftFound = leftType ?? (MIXED.has(operator) ? this.infer(left, scope) : undefined);
    const rightFound = rightType ?? (MIXED.has(operator) ? this.infer(right, scope) : undefined);
    if (
      leftFound !== undefined &&
      rightFound !== undefined &&
      this.reportMixed(operator, left, leftFound, right, rightFound)
    )
      return result;
    const reason = operatorReason(operator, undefined, this);
    const isFine =
      leftFound === undefined
        ? this.check(left, first.from, scope, reason)
        : this.demand(left, leftFound, first.from, reason);
    if (!isFine) {
      // one message for both operands
      if (rightFound === undefined) this.infer(right, scope);
      return result.tag === "meta" ? this.metas.fresh() : result;
    }
    if (rightFound === undefined) this.check(right, from, scope, operatorReason(operator, left, this));
    else this.demand(right, rightFound, from, operatorReason(operator, left, this));
    return result;
  }

  /** Int with Real, and `f -x`: mistakes of both operands together, told at the one to change. */
  private reportMixed(operator: Operator, left: Expr, leftType: OpenType, right: Expr, rightType: OpenType): boolean {
    const [one, other] = [prune(leftType), prune(rightType)];
    if (operator === "-" && one.tag === "fun" && left.tag !== "lambda") {
      const [fn, arg] = [subject(this, left), subject(this, right).replaceAll("`", "")];
      const message = `this subtracts from the function ${fn}; to apply it to a negative value write \`${fn.replaceAll("`", "")} (-${arg})\``;
      this.diagnostics.report(mistake("function-minus", left.span, message));
      return true;
    }
    const kinds = [one, other].map((type) => (type.tag === "con" ? type.name : ""));
    if (!(kinds.includes("Int") && kinds.includes("Real"))) return false;
    const isLeft = kinds[0] === "Int";
    const [int, real] = isLeft ? [left, right] : [right, left];
    const clash = { tag: "mismatch" } as const;
    const verb = verbOf(operator);
    const reason: Reason = {
      kind: "operator",
      says: () => `\`${operator}\` ${verb} two numbers of one type, and ${subject(this, real)} is a Real`,
    };
    this.diagnostics.report(mismatch(this, int, isLeft ? leftType : rightType, REAL, clash, reason));
    return true;
  }

  // ---- local definitions

  private inferItems(items: readonly LetItem[], scope: LocalScope | undefined): LocalScope | undefined {
    let inner = scope;
    for (const item of items) inner = this.inferItem(item, inner);
    return inner;
  }

  private inferItem(item: LetItem, scope: LocalScope | undefined): LocalScope | undefined {
    switch (item.tag) {
      case "value": {
        this.metas.level++;
        const { pattern } = item;
        const annotated = pattern.tag === "annotated" ? this.written(pattern.type) : undefined;
        let type: OpenType;
        if (annotated === undefined) type = this.infer(item.bound, scope);
        else {
          type = annotated;
          this.check(item.bound, annotated, scope, {
            kind: "annotation",
            says: (expected) => `the annotation says ${expected}`,
            notes: pattern.tag === "annotated" ? [{ message: "the annotation", span: pattern.type.span }] : [],
          });
        }
        this.metas.level--;
        const bare = pattern.tag === "annotated" ? pattern.pattern : pattern;
        if (bare.tag === "variable") {
          const variables = this.generalise(type, false);
          const entity: LocalEntity = {
            tag: "local",
            name: bare.name,
            span: bare.span,
            type,
            scheme: variables.length > 0 ? { variables, type: type } : undefined,
          };
          this.table.patterns.set(bare, type);
          this.table.patterns.set(pattern, type);
          this.table.locals.set(bare, entity);
          return { name: bare.name, entity, outer: scope };
        }
        // the variables of a pattern are not generalised: they belong to the enclosing level
        for (const meta of metasOf(type)) meta.level = Math.min(meta.level, this.metas.level);
        this.matches.push({ kind: "let", patterns: [pattern], type, span: pattern.span });
        return inferPattern(this, pattern, type, scope);
      }
      case "function":
        return this.inferFunctions([item.binding], scope, false);
      case "rec":
        return this.inferFunctions(item.bindings, scope, true);
      default:
        return unreachable(item);
    }
  }

  private inferFunctions(
    bindings: readonly FunctionBinding[],
    scope: LocalScope | undefined,
    recursive: boolean,
  ): LocalScope | undefined {
    this.metas.level++;
    const entities = bindings.map((binding): LocalEntity => {
      const entity: LocalEntity = {
        tag: "local",
        name: binding.name.text,
        span: binding.name.span,
        type: this.metas.fresh(),
        scheme: undefined,
      };
      this.table.locals.set(binding, entity);
      return entity;
    });
    const seen = new Set<string>();
    let inner = scope;
    bindings.forEach((binding, index) => {
      if (seen.has(binding.name.text)) {
        this.diagnostics.report(
          mistake(
            "repeated-definition",
            binding.name.span,
            `the function \`${binding.name.text}\` is defined twice in one \`let rec\``,
          ),
        );
      }
      seen.add(binding.name.text);
      inner = { name: binding.name.text, entity: entities[index]!, outer: inner };
    });
    bindings.forEach((binding, index) => {
      if (!recursive) this.defining.push(binding.name.text);
      this.inferBinding(binding, entities[index]!.type, recursive ? inner : scope);
      if (!recursive) this.defining.pop();
    });
    this.metas.level--;
    this.generaliseTogether(entities);
    return inner;
  }

  /** Generalises the types of a recursive group, all over the same variables. */
  private generaliseTogether(entities: readonly LocalEntity[]): void {
    const all: OpenType = { tag: "tuple", items: entities.map((entity) => entity.type) };
    const variables = this.generalise(all, true);
    if (variables.length === 0) return;
    for (const entity of entities) entity.scheme = { variables, type: entity.type };
  }

  /** Infers `f p1 .. pn : t = e` against the type that its uses see. */
  inferBinding(binding: FunctionBinding, type: OpenType, scope: LocalScope | undefined): void {
    const { params, inner } = this.inferParams(binding.params, scope);
    const result: OpenType = binding.result === undefined ? this.metas.fresh() : this.written(binding.result);
    const own = params.reduceRight<OpenType>((to, from) => ({ tag: "fun", from, to }), result);
    const before = showOpen(type);
    const clash = this.metas.unify(own, type, binding.name.span);
    if (clash !== undefined) {
      const message = `\`${shownName(binding.name.text)}\` is used as ${before}, but its definition has the type ${showOpen(own)}`;
      this.diagnostics.report(mistake("definition-type", binding.name.span, message));
    }
    this.check(binding.body, result, inner, {
      kind: "annotation",
      says: (expected) =>
        binding.result === undefined
          ? `the other uses of \`${binding.name.text}\` say that its result is ${isType(expected)}`
          : `the annotation of \`${binding.name.text}\` says that its result is ${isType(expected)}`,
      ...(binding.result === undefined ? {} : { notes: [{ message: "the annotation", span: binding.result.span }] }),
    });
  }
}

function isTypeWanted(type: string): string {
  if (type.includes("->")) return `a function ${type}`;
  return type === "_" ? "any value" : isType(type).replace(/^of type /, "a value of type ");
}

const OPERATOR_WORDS: Readonly<Partial<Record<Operator, string>>> = {
  "/": "`/` divides Reals",
  "&&": "`&&` joins Bools",
  "||": "`||` joins Bools",
  "++": "`++` joins two lists",
  "!": "`!` takes an array and an Int",
  "|>": "`|>` gives a value to a function",
  "::": "`::` puts an element before a list of such elements",
};

/** The operators on two numbers of one type. */
const MIXED: ReadonlySet<Operator> = new Set<Operator>(["+", "-", "*", "==", "/=", "<", "<=", ">", ">="]);

function verbOf(operator: Operator): string {
  if (operator === "+") return "adds";
  if (operator === "-") return "subtracts";
  return operator === "*" ? "multiplies" : "compares";
}

/** Why the operands of an operator have the types that they have; `other` is the left operand, for the right one. */
function operatorReason(operator: Operator, other: Expr | undefined, context: MessageContext): Reason {
  const known = OPERATOR_WORDS[operator];
  if (known !== undefined) {
    const wants = operator === "!" || operator === "::" || operator === "++" || operator === "|>";
    return { kind: `operator-${operator}`, says: (expected) => (wants ? `${known} (here ${expected})` : known) };
  }
  if (operator === "^") {
    return {
      kind: "power",
      says: () => (other === undefined ? "`^` raises a Real to an Int" : "the exponent of `^` is an Int"),
    };
  }
  const verb =
    operator === "+" ? "adds" : operator === "-" ? "subtracts" : operator === "*" ? "multiplies" : "compares";
  return {
    kind: "operator",
    says: (expected) =>
      other === undefined || expected === "a number" || expected === "_"
        ? `\`${operator}\` ${verb} numbers (Int or Real)`
        : `\`${operator}\` ${verb} two numbers of one type, and ${subject(context, other)} is ${isType(expected)}`,
  };
}
