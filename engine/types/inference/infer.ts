// Inference of expressions (Hindley-Milner with levels and one class of number types), written to explain mistakes.
import { nth, present } from "../../base/nth.ts";
import { unreachable } from "../../base/unreachable.ts";
import { type Diagnostics, type Fix, mistake, type Note } from "../../source/diagnostic.ts";
import type { Comparisons } from "../../source/nearest.ts";
import type { SourceName, Span } from "../../source/span.ts";
import { type Expr, type Name, outerSpan, type SyntaxType } from "../../syntax/ast.ts";
import { SMALL_TYPES } from "../../syntax/foreign/types.ts";
import { regionAround } from "../../syntax/regions.ts";
import { Trials } from "../../syntax/trials.ts";
import { holdsFunction } from "../obstacle.ts";
import { type Meta, Metas, type OpenType, prune, showOpen } from "../open.ts";
import { isType, mismatch, type Reason } from "../reasons.ts";
import { type LocalScope, lookUp, type Match, type Module, type TypeTable } from "../scope.ts";
import { resolveType } from "../syntax-types.ts";
import { BOOL, type Kind, LIST, REAL, type Scheme } from "../type.ts";
import { inferApply } from "./infer-apply.ts";
import { inferItems, inferParams, reportTupledParams } from "./infer-bindings.ts";
import { inferCase } from "./infer-case.ts";
import type { InferenceContext } from "./infer-context.ts";
import { inferConstructor, inferVariable, operatorType } from "./infer-names.ts";
import { inferOperation } from "./infer-operations.ts";
import { withNegativeArguments } from "./negative-arguments.ts";
import { inferField, inferRecord } from "./records.ts";
import { inferRule } from "./rules.ts";
import { inferTextual, reportText } from "./texts.ts";

/** Why the second branch of an `if` has the type of the first. */
function branchReason({ consequent }: Extract<Expr, { tag: "if" }>): Reason {
  return {
    kind: "if-branches",
    says: (expected) => `both branches of an \`if\` have one type, and its \`then\` gives ${expected}`,
    notes: [{ message: "the `then` branch", span: consequent.span }],
  };
}

/** The state of inferring one module's expressions; one per text. */
export class Inference implements InferenceContext {
  readonly metas: Metas;
  readonly matches: Match[] = [];
  /** The variables of annotations in the definition at hand. */
  private annotationVariables = new Map<string, { readonly meta: Meta; readonly span: Span }>();
  private quantified = 0;
  /** The local functions without `rec` whose bodies are being inferred. */
  readonly defining: Name[] = [];
  readonly module: Module;
  readonly diagnostics: Diagnostics;
  readonly comparisons: Comparisons;
  readonly trials: Trials;
  readonly faulty: ReadonlySet<string>;
  private readonly program: ReadonlyMap<string, string>;

  constructor(
    module: Module,
    diagnostics: Diagnostics,
    faulty: ReadonlySet<string>,
    texts: ReadonlyMap<string, string>,
    comparisons: Comparisons,
  ) {
    this.comparisons = comparisons;
    this.trials = new Trials(diagnostics.work);
    this.metas = new Metas(diagnostics.work, (data) => holdsFunction(module, data));
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

  wholeText(source: SourceName): string | undefined {
    return this.program.get(source);
  }

  isTypeVariable(name: string): boolean {
    return this.annotationVariables.has(name);
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
        comparisons: this.comparisons,
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
            const large = name.charAt(0).toUpperCase() + name.slice(1);
            const isOwn = ["alias", "data"].includes(lookUp(this.module, "types", large)?.tag ?? "");
            const isType = SMALL_TYPES.get(name) ?? (isOwn ? large : undefined);
            const message =
              isType === undefined
                ? `the annotation says that \`${name}\` may be any type, but here it can only be ${showOpen(solution)}`
                : `\`${name}\` is a type variable, for it begins with a small letter; the type is \`${isType}\``;
            const fix =
              isType === undefined
                ? undefined
                : { title: `write ${isType}`, edits: this.annotations(name, isType, span) };
            this.diagnostics.report(mistake("rigid-variable", span, message, { notes, fix }));
          } else if (owners.has(solution)) {
            const message = `the annotation says that \`${name}\` and \`${owners.get(solution)}\` may differ, but here they must be the same type`;
            this.diagnostics.report(mistake("rigid-variable", span, message));
          } else owners.set(solution, name);
        }
        for (const [meta, name] of owners) this.annotatedNames.set(meta, name);
      },
    };
  }

  /** The edits that put a type for a type variable, from its first place to the end of the definition's header. */
  private annotations(name: string, type: string, first: Span): Fix["edits"] {
    const text = this.wholeText(first.source) ?? "";
    const { from, to } = regionAround(text, first.from);
    const region = text.slice(from, to);
    const places = [...region.matchAll(/[\p{L}_][\p{L}\p{N}_']*/gu)].filter(
      (match) => match[0] === name && /[:([,>]\s*$/.test(region.slice(Math.max(0, match.index - 20), match.index)),
    );
    return places.map(({ index }) => {
      const start = from + index;
      return { span: { source: first.source, from: start, to: start + name.length }, text: type };
    });
  }

  private readonly annotatedNames = new Map<Meta, string>();

  /** Quantifies the variables of types that belong to the current level's inside; those that a definition is specialised for, too, if asked. */
  generalise(types: readonly OpenType[], specialised: boolean): Scheme["variables"] {
    const variables: { name: string; kind: Kind }[] = [];
    for (const meta of this.metas.metasOf(types)) {
      if (meta.level <= this.metas.level) continue;
      if (meta.kind !== "any" && !specialised) {
        meta.level = this.metas.level;
        continue;
      }
      const base = this.annotatedNames.get(meta) ?? "t";
      const name = `${base}%${++this.quantified}`;
      meta.solution = { tag: "var", name, kind: meta.kind };
      variables.push({ name, kind: meta.kind });
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
    this.diagnostics.work.add(1);
    switch (expr.tag) {
      case "integer":
        return this.metas.fresh("number", true);
      case "real":
        return REAL;
      case "text":
        reportText(this, expr);
        return this.metas.fresh();
      case "variable":
        return inferTextual(this, expr, [], scope) ?? inferVariable(this, expr, scope);
      case "constructor":
        return inferConstructor(this, expr);
      case "operator":
        return operatorType(this, expr, expr.operator, expr.span);
      case "tuple":
      case "parallel":
        return { tag: "tuple", items: expr.items.map((item) => this.infer(item, scope)) };
      case "list":
      case "array": {
        const item = this.metas.fresh();
        this.checkItems(expr.items, item, scope, expr.tag);
        return { tag: "con", name: expr.tag === "list" ? LIST : "Array", args: [item] };
      }
      case "rule":
        return inferRule(this, expr, scope);
      case "lambda": {
        const { params, inner } = inferParams(this, expr.params, scope);
        const body = this.infer(expr.body, inner);
        return params.reduceRight<OpenType>((to, from) => ({ tag: "fun", from, to }), body);
      }
      case "apply":
        return inferApply(this, expr, scope);
      case "let":
        return this.infer(expr.body, inferItems(this, expr.items, scope));
      case "if": {
        this.check(expr.condition, BOOL, scope, {
          kind: "condition",
          says: () => "the condition of an `if` is a Bool",
        });
        const then = this.infer(expr.consequent, scope);
        this.check(expr.alternative, then, scope, branchReason(expr));
        return then;
      }
      case "case":
        return inferCase(this, expr, scope);
      case "left":
        return this.inferLeft(expr, scope);
      case "right":
        return this.inferRight(expr, scope);
      case "negate": {
        const type = this.infer(expr.operand, scope);
        this.demandNumber(expr.operand, type, "`-` negates a number");
        return type;
      }
      case "field":
        return inferField(this, expr, scope);
      case "record":
        return inferRecord(this, expr, scope);
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

  /** A chain of operators that associate to the left. */
  private inferLeft(expr: Extract<Expr, { tag: "left" }>, scope: LocalScope | undefined): OpenType {
    const meant = withNegativeArguments(this, expr, scope);
    if (meant !== undefined) return this.infer(meant, scope);
    let left = expr.first;
    let type: OpenType | undefined;
    for (const operation of expr.rest) {
      type = inferOperation(this, operation, left, type, operation.operand, undefined, scope);
      const span = { ...expr.span, to: outerSpan(operation.operand).to };
      left = { tag: "left", first: expr.first, rest: [], span };
    }
    return present(type);
  }

  /** A chain of operators that associate to the right. */
  private inferRight(expr: Extract<Expr, { tag: "right" }>, scope: LocalScope | undefined): OpenType {
    let type: OpenType | undefined;
    let right = expr.last;
    for (const operation of expr.init.toReversed()) {
      type = inferOperation(this, operation, operation.operand, undefined, right, type, scope);
      right = { ...right, span: { ...expr.span, from: outerSpan(operation.operand).from } };
    }
    return present(type);
  }

  /** Infers an expression and demands a type of it, pushing the demand inwards where that gives a better place. */
  check(expr: Expr, expected: OpenType, scope: LocalScope | undefined, reason: Reason): boolean {
    const goal = prune(expected);
    switch (expr.tag) {
      case "tuple":
        if (goal.tag === "tuple" && goal.items.length === expr.items.length) {
          this.table.exprs.set(expr, expected);
          return expr.items
            .map((item, index) => this.check(item, nth(goal.items, index), scope, reason))
            .every(Boolean);
        }
        break;
      case "lambda":
        if (goal.tag === "fun" && goal.alias === undefined) {
          const meant = reportTupledParams(this, expr, goal, scope, reason);
          if (meant !== undefined) return this.check(meant, expected, scope, reason);
          const { params, inner } = inferParams(this, expr.params, scope, goal);
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
        return this.check(expr.body, expected, inferItems(this, expr.items, scope), reason);
      case "if":
        this.check(expr.condition, BOOL, scope, {
          kind: "condition",
          says: () => "the condition of an `if` is a Bool",
        });
        this.table.exprs.set(expr, expected);
        // where nothing is known of the type, the first branch says it
        return [expr.consequent, expr.alternative]
          .map((branch, index) =>
            this.check(branch, expected, scope, index === 1 && goal.tag === "meta" ? branchReason(expr) : reason),
          )
          .every(Boolean);
      default:
        break;
    }
    const actual = this.infer(expr, scope);
    return this.demand(expr, actual, expected, reason);
  }

  /** Unifies an expression's type with the expected one, and reports a clash. */
  demand(expr: Expr, actual: OpenType, expected: OpenType, reason: Reason): boolean {
    const clash = this.metas.unify(actual, expected, expr.span);
    if (clash === undefined) return true;
    const found = this.diagnostics.isFull
      ? mistake(reason.kind, expr.span, "this has a different type from the one expected here")
      : mismatch(this, expr, actual, expected, clash, reason);
    this.diagnostics.report(found);
    return false;
  }

  private demandNumber(expr: Expr, type: OpenType, says: string): void {
    this.demand(expr, type, this.metas.fresh("number"), { kind: "number", says: () => says });
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
        ...(index > 0 ? { notes: [{ message: "the first element", span: nth(items, 0).span }] } : {}),
      });
    });
  }
}
