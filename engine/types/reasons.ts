// Why a type was expected, and how a mismatch reads: both types, where each came from, the fix where it is sure.
import { type Diagnostic, type Fix, mistake, type Note } from "../source/diagnostic.ts";
import type { Span } from "../source/span.ts";
import { type Expr, outerSpan } from "../syntax/ast.ts";
import { type Clash, type OpenType, prune, showOpen } from "./open.ts";

/** Why an expression is expected to have a type. */
export interface Reason {
  readonly kind: string;
  /** "`/` divides Reals": said first, with the expected type put in by the writer of the reason where it helps. */
  says(expected: string): string;
  /** Why no function can stand there, where it is not that one differentiates by it. */
  readonly limit?: string;
  /** The origin of the expectation, and the sentence on that place. */
  readonly notes?: readonly Note[];
}

/** The program, as far as messages need it. */
export interface MessageContext {
  text(span: Span): string | undefined;
  /** The note of where a variable got its type, for a variable. */
  originOf(expr: Expr): Note | undefined;
}

/** Characters of an expression that advice repeats. */
export const LONGEST_SHOWN = 100;

/** How an expression reads in a message: its text if it is short, else what it is. */
export function subject(context: MessageContext, expr: Expr): string {
  const text = context.text(expr.span);
  if (text === undefined || text.length > 40 || text.includes("\n")) return `this ${kindOf(expr)}`;
  return `\`${text}\``;
}

/** The text of an expression as an argument. */
export function asArgument(text: string, expr: Expr): string {
  const isAtom = ["variable", "constructor", "integer", "real", "list", "array", "operator"].includes(expr.tag);
  return isAtom || (text.startsWith("(") && expr.tag === "tuple") ? text : `(${text})`;
}

function kindOf(expr: Expr): string {
  switch (expr.tag) {
    case "lambda":
      return "function";
    case "if":
    case "case":
    case "let":
      return `\`${expr.tag}\``;
    case "list":
    case "array":
    case "tuple":
      return expr.tag;
    default:
      return "expression";
  }
}

/** An article and a type: `an Int`, `a Real`, `of type [Real]`. */
export function isType(type: string): string {
  if (type.startsWith("a ")) return type;
  if (!/^[A-Z]\w*$/.test(type)) return `of type ${type}`;
  return /^[AEIO]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** The diagnostic of an expression whose type is not the expected one. */
export function mismatch(
  context: MessageContext,
  expr: Expr,
  actual: OpenType,
  expected: OpenType,
  clash: Clash,
  reason: Reason,
): Diagnostic {
  const [was, wanted] = [showOpen(actual), showOpen(expected)];
  const name = subject(context, expr);
  const origin = context.originOf(expr);
  const notes = [...(reason.notes ?? []), ...(origin === undefined ? [] : [origin])];
  if (clash.tag === "infinite") {
    const message = `${reason.says(wanted)}, but ${name} has the type ${was}: the type would contain itself`;
    return mistake("infinite-type", expr.span, message, { notes });
  }
  const base = `${reason.says(wanted)}, but ${name} is ${isType(was)}`;
  if (clash.tag === "holds-a-function")
    return mistake(
      reason.kind,
      expr.span,
      `${base}: ${reason.limit ?? "cannot differentiate with respect to a function"}`,
      { notes },
    );
  const fix = conversion(context, expr, was, wanted, reason.kind === "argument" && expr.grouped === undefined);
  if (fix !== undefined)
    return mistake(`${reason.kind}-int-real`, expr.span, `${base}; ${fix.say}`, { notes, fix: fix.fix });
  const waiting = missingArguments(actual, expected);
  if (waiting > 0) {
    const message = `${reason.says(wanted)}, but ${name} is a function that still waits for ${waiting === 1 ? "an argument" : `${waiting} arguments`} (${was})`;
    const range = fullRange(context, expr, was);
    return mistake("too-few-arguments", expr.span, `${message}${range?.say ?? ""}`, { notes, fix: range?.fix });
  }
  const kind = clash.tag === "not-a-number" ? "not-a-number" : reason.kind;
  if (reason.kind === "operator-++" && (wanted === `[${was}]` || (wanted === "[Real]" && was === "a number"))) {
    const written = `[${context.text(expr.span) ?? ".."}]`;
    const fix = { title: `write \`${written}\``, edits: [{ span: outerSpan(expr), text: written }] };
    return mistake(kind, expr.span, `${base}; a list of one element is \`${written}\``, { notes, fix });
  }
  const hint = sizeHint(actual, expected) || collectionHint(reason.says(wanted), name, was);
  return mistake(kind, expr.span, `${base}${hint}`, { notes });
}

/** The hint for a list or an array where a single number or another list is meant. */
function collectionHint(says: string, name: string, was: string): string {
  const bare = name.replaceAll("`", "");
  if (was === "Bool" && bare.startsWith("sign "))
    return "; for -1, 0 or 1 write `if x > 0.0 then 1.0 else if x < 0.0 then -1.0 else 0.0`";
  if (!/^(\[|Array2? )/.test(was)) return "";
  const operator = /^`([-+*])` /.exec(says)?.[1];
  const zip = was.startsWith("[") ? "zipWith" : was.startsWith("Array2") ? "zipWith2" : "zipWithA";
  const map = { zipWith: "map", zipWith2: "map2", zipWithA: "mapA" }[zip];
  const product = operator === "*" && zip === "zipWith2" ? ", and `matMul a b` is the product" : "";
  if (operator !== undefined)
    return `; \`${zip} (${operator}) xs ys\` works element by element, \`${map} (\\x -> x ${operator} c) xs\` with one number${product}`;
  return "";
}

/** `range n` of other languages, from 0. */
function fullRange(context: MessageContext, expr: Expr, was: string) {
  if (expr.tag !== "apply" || expr.fn.tag !== "variable" || expr.fn.name !== "range" || was !== "Int -> [Int]")
    return undefined;
  const from = expr.fn.span.to;
  const written = `range 0${context.text({ ...expr.span, from }) ?? ""}`;
  const edits = [{ span: { ...expr.span, from, to: from }, text: " 0" }];
  return { say: `; from 0 on it is \`${written}\``, fix: { title: `write \`${written}\``, edits } };
}

/** The functions that make Reals of Ints, by type. */
const CONVERSIONS: ReadonlyMap<string, string> = new Map([
  ["Int", "real"],
  ["[Int]", "map real"],
  ["Array Int", "mapA real"],
  ["Array2 Int", "map2 real"],
]);

/** `real n` where an Int stands for a Real; the dot where a literal would do; `round` the other way. */
function conversion(
  context: MessageContext,
  expr: Expr,
  was: string,
  wanted: string,
  isArgument: boolean,
): { readonly say: string; readonly fix: Fix | undefined } | undefined {
  const text = context.text(expr.span);
  if (text === undefined || text.length > 60) return undefined;
  const atom = /^[\p{L}_][\p{L}\p{N}_']*$|^\(.*\)$/su.test(text) && balanced(text) ? text : `(${text})`;
  const write = (replacement: string) => ({
    title: `write ${replacement}`,
    edits: [{ span: expr.span, text: replacement }],
  });
  const converts = wanted === was.replace("Int", "Real") ? CONVERSIONS.get(was) : undefined;
  if (converts !== undefined) {
    const written = `${converts} ${atom}`;
    return {
      say: `\`${converts}\` converts: write \`${written}\``,
      fix: { title: `write ${written}`, edits: [{ span: expr.span, text: isArgument ? `(${written})` : written }] },
    };
  }
  if (was === "Real" && wanted === "Int") {
    if (expr.tag === "real" && Number.isInteger(expr.value))
      return { say: `write \`${expr.value}\``, fix: write(String(expr.value)) };
    // the two differ, and no derivative passes through either: that is for the author to choose
    return {
      say: `\`round ${atom}\` or \`floor ${atom}\` converts, and no derivative passes through it`,
      fix: undefined,
    };
  }
  return undefined;
}

/** Whether the first parenthesis closes at the very end. */
function balanced(text: string): boolean {
  if (!text.startsWith("(")) return true;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "(") depth++;
    if (text[i] === ")" && --depth === 0) return i === text.length - 1;
  }
  return false;
}

/** How many arguments would turn the actual function type into the expected type, judged by its outermost form. */
function missingArguments(actual: OpenType, expected: OpenType): number {
  let at = prune(actual);
  const goal = prune(expected);
  if (goal.tag === "fun" || (goal.tag === "meta" && goal.kind !== "number")) return 0;
  let arguments_ = 0;
  while (at.tag === "fun") {
    arguments_++;
    at = prune(at.to);
  }
  if (arguments_ === 0) return 0;
  if (goal.tag === "meta")
    return at.tag === "meta" || (at.tag === "con" && /^(Int|Real)$/.test(at.name)) ? arguments_ : 0;
  const alike = at.tag === goal.tag && (at.tag !== "con" || (goal.tag === "con" && at.name === goal.name));
  return alike || at.tag === "meta" ? arguments_ : 0;
}

function sizeHint(actual: OpenType, expected: OpenType): string {
  const [was, wanted] = [prune(actual), prune(expected)];
  if (was.tag !== "tuple" || wanted.tag !== "tuple" || was.items.length === wanted.items.length) return "";
  const parts = (n: number) => (n === 0 ? "no part" : n === 1 ? "1 part" : `${n} parts`);
  return ` (${parts(was.items.length)} instead of ${parts(wanted.items.length)})`;
}
