// Functions that a program asks the derivatives of: those that `grad` and its kin do not take, and how they are written so that they do.
import { nth, present } from "../../base/nth.ts";
import { type Fix, mistake } from "../../source/diagnostic.ts";
import { cover } from "../../source/span.ts";
import { type Expr, outerSpan } from "../../syntax/ast.ts";
import { DIFFERENTIATING } from "../differentiating.ts";
import { type OpenType, prune, showOpen } from "../open.ts";
import { asArgument, isType, LONGEST_SHOWN, subject } from "../reasons.ts";
import { type LocalScope, lookUp, lookUpLocal } from "../scope.ts";
import { collectionOf, isBuiltIn } from "./collections.ts";
import type { InferenceContext } from "./infer-context.ts";
import { reportUnknown } from "./infer-names.ts";
import { reportUnknownConstructor } from "./infer-patterns.ts";

type Apply = Extract<Expr, { tag: "apply" }>;

/** Whether an application is one of a built-in function that differentiates its first argument. */
export function isDifferentiation(inference: InferenceContext, { fn }: Apply, scope: LocalScope | undefined): boolean {
  return fn.tag === "variable" && DIFFERENTIATING.has(fn.name) && isBuiltIn(inference, fn.name, scope);
}

/**
 * Reports a first argument of {@link isDifferentiation} that has no gradient as it is written: a function of several parameters or of a
 * function, one whose result is no Real, or a value. Says whether it is that; the other arguments are inferred then.
 */
export function reportDifferentiated(
  inference: InferenceContext,
  expr: Apply,
  actual: OpenType,
  scope: LocalScope | undefined,
): boolean {
  const problem = problemOf(inference, expr, actual, scope);
  if (problem === undefined) return false;
  inference.diagnostics.report(mistake("derivative", nth(expr.args, 0).span, problem.message, { fix: problem.fix }));
  for (const rest of expr.args.slice(1)) inference.infer(rest, scope);
  return true;
}

/** A text that takes the place of the first arguments. */
interface Rewritten {
  readonly arguments: string;
  /** How many arguments it takes the place of; with none of them, the function alone has another name. */
  readonly of: number;
}

interface Problem {
  readonly message: string;
  readonly fix?: Fix | undefined;
}

function problemOf(
  inference: InferenceContext,
  expr: Apply,
  actual: OpenType,
  scope: LocalScope | undefined,
): Problem | undefined {
  const name = (expr.fn as Extract<Expr, { tag: "variable" }>).name;
  const f = nth(expr.args, 0);
  const params: OpenType[] = [];
  let result = prune(actual);
  for (; result.tag === "fun"; result = prune(result.to)) params.push(prune(result.from));
  const shown = subject(inference, f);
  const [first] = params;
  const problem = (message: string, rewritten?: Rewritten, fn = name): Problem => {
    const fix = rewritten === undefined ? undefined : fixOf(inference, expr, fn, rewritten);
    return { message: fix === undefined ? message : `${message}; write ${fix.title.slice("write ".length)}`, fix };
  };
  const isAtPoint = name === "grad" || name === "valueAndGrad";
  if (first === undefined) {
    if (result.tag === "meta" && result.kind !== "number") return undefined;
    if (isAtPoint && f.tag === "tuple" && f.items.length > 2 && expr.args.length === 1) {
      const [fn, ...point] = f.items as readonly [Expr, ...Expr[]];
      const points = point.map((item) => inference.text(item.span) ?? "..").join(", ");
      const message = `\`${name}\` takes a function, then the point, one after the other`;
      return problem(message, { arguments: `${argument(inference, fn)} (${points})`, of: 1 });
    }
    const written = functionOfPoint(inference, expr, scope);
    if (written === undefined) return undefined;
    const message = `\`${name}\` differentiates a function, but ${shown} is ${isType(showOpen(result))}`;
    return problem(message, { arguments: written, of: 1 });
  }
  const functions = params.findIndex((param) => param.tag !== "fun");
  if (functions < 0 || (functions > 0 && params.length === functions)) return byFunction(problem, shown, first);
  if (functions > 0) {
    const isGiven = params.length === functions + 1 && expr.args.length === params.length + 1;
    if (!isGiven) return byFunction(problem, shown, first);
    const inner = expr.args.slice(0, functions + 1).map((arg) => argument(inference, arg));
    const message = `cannot differentiate ${shown} with respect to a function, its first argument`;
    return problem(message, { arguments: `(${inner.join(" ")})`, of: inner.length });
  }
  if (params.length > 1) {
    const message = `\`${name}\` differentiates a function of one argument, but ${shown} takes ${params.length}, one after the other`;
    return problem(message, tupled(inference, expr, params.length));
  }
  const points = expr.args.slice(1);
  if (isAtPoint && first.tag === "tuple" && points.length > 1 && points.length === first.items.length) {
    const point = points.map((item) => inference.text(item.span) ?? "..").join(", ");
    const message = `\`${name}\` takes the point as one tuple, as ${shown} does`;
    return problem(message, { arguments: `${argument(inference, f)} (${point})`, of: expr.args.length });
  }
  if (name === "hessian" || name === "hessianA") {
    const [given, wanted] = [collectionOf(first), name === "hessian" ? "list" : "array"];
    if (given !== undefined && given !== wanted) {
      const twin = name === "hessian" ? "hessianA" : "hessian";
      const message = `\`${name}\` is of a function of ${wanted === "list" ? "a list" : "an array"}, but ${shown} takes ${given === "list" ? "a list" : "an array"}`;
      return problem(message, { arguments: "", of: 0 }, twin);
    }
    if ((first.tag === "con" && first.name === "Real") || (first.tag === "meta" && first.kind === "number")) {
      const message = `\`${name}\` is of a function of ${wanted === "list" ? "a list" : "an array"}, but ${shown} takes a Real: its second derivative is a \`grad\` of its \`grad\``;
      const [point] = points;
      // its point is a Real, too
      const inside = point?.tag === "list" || point?.tag === "array" ? point.items : [];
      const at = inside.length === 1 ? ` ${argument(inference, nth(inside, 0))}` : "";
      return problem(message, { arguments: `(grad ${argument(inference, f)})${at}`, of: at === "" ? 1 : 2 }, "grad");
    }
  }
  if (!DIFFERENTIATING.get(name) || result.tag === "meta" || (result.tag === "con" && result.name === "Real"))
    return undefined;
  const base = `\`${name}\` differentiates a function that gives a Real, but ${shown} gives ${isType(showOpen(result)).replace(/^of type /, "a value of type ")}`;
  const isDiscrete = result.tag === "con" && (result.name === "Int" || result.name === "Bool");
  return problem(`${base}: ${isDiscrete ? "no derivative passes through it" : "weigh its results, or use `jvp`"}`);
}

function byFunction(problem: (message: string) => Problem, shown: string, param: OpenType): Problem {
  return problem(`cannot differentiate with respect to a function: ${shown} takes one, ${showOpen(param)}`);
}

/** The fix that writes the function and some of the arguments anew. */
function fixOf(
  inference: InferenceContext,
  { fn, args }: Apply,
  name: string,
  { arguments: text, of }: Rewritten,
): Fix | undefined {
  const span = of === 0 ? fn.span : cover(outerSpan(fn), outerSpan(nth(args, of - 1)));
  const written = of === 0 ? name : `${name} ${text}`;
  const all = [written, ...args.slice(of).map((arg) => argument(inference, arg))].join(" ");
  const shown = all.length > LONGEST_SHOWN ? written : all;
  if (shown.length > LONGEST_SHOWN) return undefined;
  return { title: `write \`${shown}\``, edits: [{ span, text: written }] };
}

/** A function of n parameters as one of a tuple, and its point as one, where all of it is given; undefined where that is not sure. */
function tupled(inference: InferenceContext, { fn, args }: Apply, n: number): Rewritten | undefined {
  const [f, ...points] = args as readonly [Expr, ...Expr[]];
  const written = functionOfTuple(inference, f, n);
  if (written === undefined) return undefined;
  if (points.every((point) => point.tag === "tuple" && point.items.length === n)) return { arguments: written, of: 1 };
  const isAtPoint = fn.tag === "variable" && (fn.name === "grad" || fn.name === "valueAndGrad");
  if (!isAtPoint || points.length !== n) return undefined;
  const texts = points.map((point) => inference.text(point.span) ?? "..");
  return { arguments: `${written} (${texts.join(", ")})`, of: args.length };
}

function functionOfTuple(inference: InferenceContext, f: Expr, n: number): string | undefined {
  if (f.tag === "lambda" && f.params.length === n) {
    const params = f.params.map((param) => inference.text(param.span) ?? "_");
    return `(\\(${params.join(", ")}) -> ${inference.text(f.body.span) ?? ".."})`;
  }
  const text = argument(inference, f);
  const used = new Set(text.match(WORD));
  const binding =
    f.tag === "variable" ? inference.module.globals.find(({ name }) => name === f.name)?.binding : undefined;
  const own = binding?.params.map((param) => (param.tag === "variable" ? param.name : undefined));
  const isOwn = own?.length === n && own.every((name) => name !== undefined && !used.has(name));
  const names = isOwn ? own : NAMES.filter((name) => !used.has(name)).slice(0, n);
  return names.length < n ? undefined : `(\\(${names.join(", ")}) -> ${text} ${names.join(" ")})`;
}
const NAMES = ["x", "y", "z", "u", "v", "w", "p", "q", "r"];
const WORD = /[\p{L}_][\p{L}\p{M}\d_']*/gu;

/** A value that stands for a function of the point, `x * x` at x, as that function; undefined where it may depend on the point otherwise. */
function functionOfPoint(
  inference: InferenceContext,
  { args }: Apply,
  scope: LocalScope | undefined,
): string | undefined {
  const [value, point] = args;
  if (point === undefined) return undefined;
  const names = (point.tag === "tuple" ? point.items : [point]).map((item) =>
    item.tag === "variable" ? item.name : undefined,
  );
  const words = new Set((inference.text(present(value).span) ?? "").match(WORD));
  if (names.some((name) => name === undefined || !words.has(name))) return undefined;
  for (const word of words) if (!names.includes(word) && lookUpLocal(scope, word) !== undefined) return undefined;
  return `(\\${inference.text(point.span)} -> ${inference.text(present(value).span)})`;
}

function argument(inference: InferenceContext, arg: Expr): string {
  return asArgument(inference.text(arg.span) ?? "..", arg);
}

/**
 * Reports a derivative as other languages write it where its first argument tells that it is one: `diff f x`, `D f x`, `D[f, x]`. Says
 * whether the name is one of these, and not defined; its arguments are inferred then.
 */
export function reportDerivative(inference: InferenceContext, expr: Apply, scope: LocalScope | undefined): boolean {
  const { fn, args } = expr;
  const isDiff = fn.tag === "variable" && fn.name === "diff" && !isDefined(inference, "diff", scope);
  const isD =
    fn.tag === "constructor" && fn.name === "D" && lookUp(inference.module, "constructors", "D") === undefined;
  if (!isDiff && !isD) return false;
  const [first] = args as readonly [Expr, ...Expr[]];
  const isBracket = isD && first.tag === "list" && first.items.length === 2 && args.length === 1;
  const [f, ...others] = (isBracket ? first.items : args) as readonly [Expr, ...Expr[]];
  const type = prune(inference.infer(f, scope));
  for (const other of others) inference.infer(other, scope);
  const text = isBracket ? [f, ...others].map((item) => argument(inference, item)).join(" ") : undefined;
  if (text !== undefined && text.length <= LONGEST_SHOWN) {
    const message = `the derivative is \`grad\`: write \`grad ${text}\``;
    const fix = {
      title: `write \`grad ${text}\``,
      edits: [{ span: cover(fn.span, first.span), text: `grad ${text}` }],
    };
    inference.diagnostics.report(mistake("derivative", cover(fn.span, first.span), message, { fix }));
  } else if (type.tag === "fun") {
    const fix = { title: "write `grad`", edits: [{ span: fn.span, text: "grad" }] };
    const message = `\`${isDiff ? "diff" : "D"}\` is not defined; the derivative of a function is \`grad\``;
    inference.diagnostics.report(mistake("derivative", fn.span, message, { fix }));
  } else if (isDiff) reportUnknown(inference, fn, scope);
  else reportUnknownConstructor(inference, "D", fn.span);
  return true;
}

function isDefined(inference: InferenceContext, name: string, scope: LocalScope | undefined): boolean {
  return lookUpLocal(scope, name) !== undefined || lookUp(inference.module, "values", name) !== undefined;
}
