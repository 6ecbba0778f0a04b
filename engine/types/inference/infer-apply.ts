// Inference of applications, and their mistakes: too many arguments, a tuple taken for several, no function at all.
import { lastOf, nth } from "../../base/nth.ts";
import { mistake, warning } from "../../source/diagnostic.ts";
import { cover } from "../../source/span.ts";
import { type Expr, outerSpan } from "../../syntax/ast.ts";
import { regionAround } from "../../syntax/regions.ts";
import { type OpenType, prune, showOpen } from "../open.ts";
import { asArgument, isType, LONGEST_SHOWN, type Reason, subject } from "../reasons.ts";
import { dataWithFields, type LocalScope } from "../scope.ts";
import { REAL } from "../type.ts";
import { reportOtherOrder, warnOfClampOrder } from "./argument-order.ts";
import {
  collectionByUse,
  collectionOf,
  isBuiltIn,
  listElement,
  originNotes,
  reportExtreme,
  reportOtherCollection,
  takesExtreme,
} from "./collections.ts";
import { isDifferentiation, reportDerivative, reportDifferentiated } from "./derivatives.ts";
import type { InferenceContext } from "./infer-context.ts";
import { foreignWordAmong } from "./infer-names.ts";
import { typeOfName } from "./negative-arguments.ts";
import { reportOwnLine } from "./own-line.ts";
import { inferTextual } from "./texts.ts";

type Apply = Extract<Expr, { tag: "apply" }>;

/** The type of an application. Reports its mistakes, and then gives an unknown type, so that one mistake is reported once. */
export function inferApply(inference: InferenceContext, expr: Apply, scope: LocalScope | undefined): OpenType {
  const textual = inferTextual(inference, expr.fn, expr.args, scope);
  if (textual !== undefined) return textual;
  const word = foreignWordAmong(inference, [expr.fn, ...expr.args], scope);
  if (word !== undefined) {
    // the words around it are no arguments
    inference.infer(word, scope);
    return inference.metas.fresh();
  }
  if (
    reportDerivative(inference, expr, scope) ||
    reportUnknownPart(inference, expr.fn, nth(expr.args, 0), scope) ||
    reportElementAmong(inference, expr, scope)
  )
    return inference.metas.fresh();
  let type = inference.infer(expr.fn, scope);
  const name = subject(inference, expr.fn);
  if (reportElement(inference, expr, type, name, scope)) return inference.metas.fresh();
  const meant = reportOtherOrder(inference, expr, type, scope);
  if (meant !== undefined) return inference.infer(meant, scope);
  const result = reportTupled(inference, expr, type, name, scope);
  if (result !== undefined) return result;
  if (reportUntupled(inference, expr, type, name)) {
    for (const arg of expr.args) inference.infer(arg, scope);
    const at = prune(type);
    return at.tag === "fun" ? at.to : inference.metas.fresh();
  }
  const differentiates = isDifferentiation(inference, expr, scope);
  for (let index = 0; index < expr.args.length; index++) {
    const arg = nth(expr.args, index);
    const at = prune(type);
    if (at.tag === "fun") {
      const reason = argumentReason(inference, name, index, expr.args.length);
      const isDifferentiated = differentiates && index === 0;
      const instead = inferArgument(inference, expr, arg, at.from, scope, reason, isDifferentiated);
      if (instead !== undefined) return instead;
      type = at.to;
    } else if (at.tag === "meta" && at.kind !== "number") {
      const from = inference.infer(arg, scope);
      const to = inference.metas.fresh();
      const clash = inference.metas.unify(at, { tag: "fun", from, to }, expr.span);
      if (clash?.tag === "infinite") {
        if (!reportOwnLine(inference, expr, index)) {
          const before = index === 0 ? expr.fn.span : cover(expr.fn.span, nth(expr.args, index - 1).span);
          const [applied, to] = [index === 0 ? name : `\`${inference.text(before)}\``, subject(inference, arg)];
          const message = `${applied} is applied to ${applied === to ? "itself" : to}: its type would contain itself`;
          inference.diagnostics.report(mistake("infinite-type", expr.span, message));
        }
      } else if (clash !== undefined) {
        // inferring the argument gave the function its type, as in `def f x = x (x + 1.0)`
        for (const rest of expr.args.slice(index + 1)) inference.infer(rest, scope);
        reportNotFunction(inference, expr, prune(at), name, index);
        return inference.metas.fresh();
      }
      type = to;
    } else {
      for (const rest of expr.args.slice(index)) inference.infer(rest, scope);
      reportNotFunction(inference, expr, at, name, index);
      return inference.metas.fresh();
    }
  }
  warnOfClampOrder(inference, expr, scope);
  return type;
}

/** Checks an argument. Gives the type of what is meant, where another way to write the application was reported. */
function inferArgument(
  inference: InferenceContext,
  expr: Apply,
  arg: Expr,
  expected: OpenType,
  scope: LocalScope | undefined,
  reason: Reason,
  isDifferentiated: boolean,
): OpenType | undefined {
  const { fn, args } = expr;
  const isExtreme = takesExtreme(inference, fn, args.length, scope);
  const isReal = fn.tag === "variable" && fn.name === "real" && isBuiltIn(inference, "real", scope);
  if (!isExtreme && !isReal && !isDifferentiated && collectionOf(expected) === undefined) {
    inference.check(arg, expected, scope, reason);
    return undefined;
  }
  const actual = inference.infer(arg, scope);
  if (isDifferentiated && reportDifferentiated(inference, expr, actual, scope)) return inference.metas.fresh();
  // what the twin gives is of the other kind, too
  if (reportOtherCollection(inference, fn, arg, actual, expected, scope)) return inference.metas.fresh();
  const element = isExtreme ? reportExtreme(inference, expr, actual) : undefined;
  if (element !== undefined) return element;
  if (isReal && reportRealOfReal(inference, fn, arg, actual)) return REAL;
  inference.demand(arg, actual, expected, reason);
  return undefined;
}

/** The kind of the mistake `real x` of a Real. */
export const REAL_OF_REAL = "real-of-real";

/** Reports `real x` of what is a Real already; says whether it is that. */
function reportRealOfReal(inference: InferenceContext, fn: Expr, arg: Expr, actual: OpenType): boolean {
  const at = prune(actual);
  if (at.tag !== "con" || at.name !== "Real") return false;
  const [name, text] = [subject(inference, arg), inference.text(outerSpan(arg)) ?? ".."];
  const message = `\`real\` makes a Real of an Int, but ${name} is a Real already: leave \`real\` out`;
  const edits = [{ span: cover(outerSpan(fn), outerSpan(arg)), text }];
  const title = text.length > LONGEST_SHOWN ? "leave `real` out" : `write \`${text}\``;
  const notes = originNotes(inference, arg);
  inference.diagnostics.report(mistake(REAL_OF_REAL, arg.span, message, { notes, fix: { title, edits } }));
  return true;
}

/** `f x y` where f takes the tuple (x, y). */
function reportUntupled(inference: InferenceContext, expr: Apply, type: OpenType, name: string): boolean {
  const fn = prune(type);
  if (fn.tag !== "fun" || expr.args.length < 2) return false;
  const [param, result] = [prune(fn.from), prune(fn.to)];
  if (
    param.tag !== "tuple" ||
    param.items.length !== expr.args.length ||
    result.tag === "fun" ||
    (result.tag === "meta" && result.kind !== "number") ||
    expr.args.some((arg) => arg.tag === "tuple")
  )
    return false;
  const args = expr.args.map((arg) => inference.text(arg.span) ?? "..").join(", ");
  const message = `${name} takes one argument, a tuple ${showOpen(param)}: write \`${name.replaceAll("`", "")} (${args})\``;
  const span = cover(outerSpan(nth(expr.args, 0)), outerSpan(lastOf(expr.args)));
  const edits = [{ span: { ...expr.span, from: outerSpan(expr.fn).to }, text: ` (${args})` }];
  const fix = expr.fn.tag === "variable" ? { title: `write \`(${args})\``, edits } : undefined;
  inference.diagnostics.report(mistake("curried-for-tuple", span, message, { fix }));
  return true;
}

/** `f (x, y)` where f takes x and y one after the other; gives the type of the result where it is that. */
function reportTupled(
  inference: InferenceContext,
  expr: Apply,
  type: OpenType,
  name: string,
  scope: LocalScope | undefined,
): OpenType | undefined {
  const [arg, before] = [lastOf(expr.args), expr.args.slice(0, -1)];
  if (arg.tag !== "tuple" || arg.items.length < 2) return undefined;
  const params: OpenType[] = [];
  let result = prune(type);
  for (const _ of before) result = result.tag === "fun" ? prune(result.to) : result;
  while (result.tag === "fun" && params.length < arg.items.length) {
    params.push(result.from);
    result = prune(result.to);
  }
  const first = params[0] === undefined ? undefined : prune(params[0]);
  const takesTuple = first === undefined || first.tag === "tuple" || (first.tag === "meta" && first.kind !== "number");
  if (takesTuple || params.length < arg.items.length) return undefined;
  const texts = arg.items.map((item) => asArgument(inference.text(item.span) ?? "..", item));
  const head = [name.replaceAll("`", ""), ...before.map((one) => asArgument(inference.text(one.span) ?? "..", one))];
  const written = [...head, ...texts].join(" ");
  let rest = prune(type);
  for (const [index, item] of [...before, ...arg.items].entries()) {
    if (rest.tag !== "fun") break;
    inference.check(item, rest.from, scope, argumentReason(inference, name, index, before.length + arg.items.length));
    rest = prune(rest.to);
  }
  const items = arg.items.map((item) => inference.table.exprs.get(item) ?? inference.metas.fresh());
  const given = `${subject(inference, arg)} is one, of type ${showOpen({ tag: "tuple", items })}`;
  const isLong = written.length > LONGEST_SHOWN;
  const message = `${name} takes ${before.length + items.length} arguments one after the other, but ${given}${isLong ? "" : `: write \`${written}\``}`;
  const blank = outerSpan(arg).from === outerSpan(expr.fn).to ? " " : "";
  const edits = [{ span: outerSpan(arg), text: `${blank}${texts.join(" ")}` }];
  const fix = { title: isLong ? "write the arguments one after the other" : `write \`${written}\``, edits };
  inference.diagnostics.report(mistake("tuple-for-curried", arg.span, message, { fix }));
  return result;
}

/** `sin a[0]`: an element of an argument; says whether it is that. */
function reportElementAmong(
  inference: InferenceContext,
  { args, span }: Apply,
  scope: LocalScope | undefined,
): boolean {
  for (let index = 1; index < args.length; index++) {
    const [fn, arg] = [nth(args, index - 1), nth(args, index)];
    if (reportUnknownPart(inference, fn, arg, scope)) return true;
    if (fn.tag !== "variable" || arg.tag !== "list" || arg.span.from !== fn.span.to) continue;
    const type = typeOfName(inference, fn, scope);
    if (type === undefined || collectionOf(type) === undefined) continue;
    const indices = args.slice(index);
    const apart = indices.findIndex(
      (one, at) => one.tag !== "list" || one.span.from !== nth(args, index + at - 1).span.to,
    );
    const own = apart < 0 ? indices : indices.slice(0, apart);
    const element: Apply = {
      tag: "apply",
      fn,
      args: own,
      span: { ...span, from: fn.span.from, to: lastOf(own).span.to },
    };
    if (reportElement(inference, element, type, subject(inference, fn), scope, true)) return true;
  }
  return false;
}

/** `a.shape[0]`, where no record has the field: the message on that is the one of all; says whether it is that. */
function reportUnknownPart(inference: InferenceContext, fn: Expr, arg: Expr, scope: LocalScope | undefined): boolean {
  if (fn.tag !== "field" || arg.tag !== "list" || arg.span.from !== outerSpan(fn).to) return false;
  if (dataWithFields(inference.module, [fn.field.text]).length > 0) return false;
  inference.infer(fn, scope);
  return true;
}

/** `xs[i]` and `p.0`, written without a blank: an element of what is no function; says whether it is that. */
function reportElement(
  inference: InferenceContext,
  expr: Apply,
  type: OpenType,
  name: string,
  scope: LocalScope | undefined,
  isArgument = false,
): boolean {
  const arg = nth(expr.args, 0);
  const [written, column] = indicesIn(inference, arg);
  if (written === undefined || arg.span.from !== outerSpan(expr.fn).to) return false;
  const at = prune(type);
  const isGrouped = expr.fn.grouped !== undefined;
  const fn = isGrouped ? (inference.text(outerSpan(expr.fn)) ?? "..") : name.replaceAll("`", "");
  const isOpen = at.tag === "meta" && at.kind !== "number";
  const whole = isOpen ? inference.wholeText(expr.span.source) : undefined;
  const isTried = whole !== undefined && inference.trials.take(whole.length);
  const kind = isTried ? collectionByUse(whole, regionAround(whole, expr.span.from), fn) : collectionOf(at);
  const [isList, isArray, isPair] = [kind === "list", kind === "array", isOpen && column !== undefined];
  const isTable = kind === "table" || (kind === undefined && isPair);
  const applies = isOpen ? `this applies ${name} to a list; ` : "";
  // `xs[-1]` of Python counts from the end
  const fromEnd = /^\(-(\d{1,9})\)$/.exec(written)?.[1];
  const indexBy = (length: string): string => (fromEnd === undefined ? written : `(${length} ${fn} - ${fromEnd})`);
  const index = indexBy(isList ? "length" : isTable ? "rows" : "size");
  const further =
    isArray || isList || (isTable && column === undefined)
      ? furtherIndices(inference, expr, isTable ? 1 : MOST_INDICES)
      : [];
  const span = { ...outerSpan(expr.fn), to: nth(expr.args, further.length).span.to };
  const report = (what: string, text: string, rest: string): void => {
    const inside =
      isArgument || expr.args.length > 1 + further.length || needsParentheses(inference, expr) ? `(${text})` : text;
    const fix = { title: `write \`${text}\``, edits: [{ span, text: inside }] };
    const message = `${what} is \`${text}\`${rest}`;
    if (isOpen) inference.diagnostics.report(warning("element", span, message, { fix }));
    else inference.diagnostics.report(mistake("element", span, message, { fix }));
  };
  if (column !== undefined && !isTable) return false;
  if (isTable) {
    const columns = column === undefined ? further : [column];
    if (columns.length === 0) report(`a row of the table ${name}`, `row ${fn} ${index}`, "");
    else
      report(`${isPair ? applies : ""}an element of the table ${name}`, `at2 ${fn} ${index} ${columns.join(" ")}`, "");
  } else if (arg.tag === "list" && (isArray || (isOpen && !isList))) {
    report(
      `${applies}an element of the array ${name}`,
      [fn, index, ...further].join(" ! "),
      isOpen ? `, of a list \`head (drop ${indexBy("length")} ${fn})\`` : "",
    );
  } else if (arg.tag === "list" && isList) {
    const element = further.reduce((list, one) => listElement(`(${list})`, one), listElement(fn, index));
    report(`an element of the list ${name}`, element, "");
  } else if ((isOpen || (at.tag === "tuple" && at.items.length === 2)) && (index === "0" || index === "1")) {
    const which = isOpen ? `this applies ${name} to the number \`.${index}\`; ` : "";
    report(`${which}a part of the pair ${name}`, `${index === "0" ? "fst" : "snd"} ${fn}`, "");
  } else if (at.tag === "tuple") {
    const message = `a part of the tuple ${name} is taken out by a pattern, \`let (x, y, ..) = ${fn} in ..\``;
    inference.diagnostics.report(mistake("element", span, message));
  } else return false;
  if (isOpen) return false;
  if (arg.tag === "list") for (const item of arg.items) inference.infer(item, scope);
  for (const rest of expr.args.slice(1)) inference.infer(rest, scope);
  return true;
}

/** The indices in `a[i][j][k]` after the first. */
function furtherIndices(inference: InferenceContext, expr: Apply, most: number): readonly string[] {
  const found: string[] = [];
  for (let at = 1; at < expr.args.length && at <= most; at++) {
    const [before, arg] = [nth(expr.args, at - 1), nth(expr.args, at)];
    const index = arg.tag === "list" && arg.span.from === before.span.to ? indexIn(inference, arg) : undefined;
    if (index === undefined) break;
    found.push(index);
  }
  return found;
}
const MOST_INDICES = 10;

/** The index in `[i]` or `.0`, and both in `[i, j]`; none for another argument. */
function indicesIn(inference: InferenceContext, arg: Expr): readonly (string | undefined)[] {
  if (arg.tag !== "list" || arg.items.length !== 2) return [indexIn(inference, arg)];
  const both = arg.items.map((item) => asArgument(inference.text(item.span) ?? "", item));
  return both.some((text) => text.length > LONGEST_SHOWN) ? [] : [both[0], both[1]];
}

/** The index in `[i]`, or the number of a part in `.0`; undefined for another argument. */
function indexIn(inference: InferenceContext, arg: Expr): string | undefined {
  const text = inference.text(arg.span) ?? "";
  if (arg.tag === "real") return /^\.\d$/.test(text) ? text.slice(1) : undefined;
  const item = arg.tag === "list" && arg.items.length === 1 ? arg.items[0] : undefined;
  if (item === undefined || item.span.to - item.span.from > LONGEST_SHOWN) return undefined;
  return asArgument(inference.text(item.span) ?? "", item);
}

/** Whether the application stands among other arguments or behind an operator that binds tighter. */
function needsParentheses(inference: InferenceContext, expr: Expr): boolean {
  const around = inference.text({ ...expr.span, from: Math.max(0, expr.span.from - 2), to: expr.span.to + 2 }) ?? "";
  return /[\^!]/.test(around.slice(0, 2)) || /[\^!]/.test(around.slice(-2));
}

/** Why an argument must have a type, as the message for a wrong one says it. `index` counts from 0, `of` is how many are given. */
function argumentReason(_inference: InferenceContext, name: string, index: number, of: number): Reason {
  const which = of === 1 ? "its argument" : `argument ${index + 1}`;
  return { kind: "argument", says: (expected) => `${name} takes ${isTypeWanted(expected)} as ${which}` };
}

/** Reports something applied that is no function: after `given` arguments, the next one is too many. */
function reportNotFunction(
  inference: InferenceContext,
  expr: Apply,
  type: OpenType,
  name: string,
  given: number,
): void {
  const shown = showOpen(type);
  if (reportOwnLine(inference, expr, given)) return;
  if (given === 0 && reportInfix(inference, expr)) return;
  if (given === 0) {
    const arg = subject(inference, nth(expr.args, 0));
    const factor = arg.startsWith("`") ? asArgument(arg.slice(1, -1), nth(expr.args, 0)) : arg;
    const product = `${name.replaceAll("`", "")} * ${factor}`;
    const first = nth(expr.args, 0);
    if (first.tag === "tuple" && first.items.length === 0 && expr.args.length === 1) {
      const message = `${name} is ${isType(shown)}, not a function: it needs no \`()\` behind it`;
      const edits = [{ span: { ...outerSpan(first), from: expr.fn.span.to }, text: "" }];
      inference.diagnostics.report(
        mistake("not-a-function", expr.fn.span, message, { fix: { title: "remove `()`", edits } }),
      );
      return;
    }
    const isNumber = ["Int", "Real", "a number"].includes(shown);
    const comma = isNumber ? `; is a comma missing? A product is written \`${product}\`` : "";
    const message = `${name} is ${isType(shown)}, not a function, and cannot be applied to ${arg}${comma}`;
    inference.diagnostics.report(mistake("not-a-function", expr.fn.span, message));
    return;
  }
  const takes = given === 1 ? "1 argument" : `${given} arguments`;
  const message = `${name} takes ${takes}, but ${expr.args.length} are given: ${subject(inference, nth(expr.args, given))} is too many`;
  inference.diagnostics.report(mistake("too-many-arguments", nth(expr.args, given).span, message));
}

/** `n mod 2`: a function between its arguments; says whether it is that. */
function reportInfix(inference: InferenceContext, expr: Apply): boolean {
  const [fn, ...rest] = expr.args;
  if (fn?.tag !== "variable" || rest.length !== 1) return false;
  const name = fn.name;
  if (name !== "mod" && name !== "div" && name !== "min" && name !== "max" && name !== "pow") return false;
  const [left, right] = [expr.fn, nth(rest, 0)].map((one) => asArgument(inference.text(one.span) ?? "..", one));
  const text = `${name} ${left} ${right}`;
  const message = `Dual writes \`a ${name} b\` as \`${name} a b\``;
  const fix = { title: `write \`${text.slice(0, LONGEST_SHOWN)}\``, edits: [{ span: expr.span, text }] };
  inference.diagnostics.report(mistake("infix-function", fn.span, message, { fix }));
  return true;
}

function isTypeWanted(type: string): string {
  if (type.includes("->")) return `a function ${type}`;
  return type === "_" ? "any value" : isType(type).replace(/^of type /, "a value of type ");
}
