// Lists where arrays are meant, and arrays where lists are: each has functions of its own.
import { lastOf, nth, present } from "../../base/nth.ts";
import { type Fix, mistake, type Note } from "../../source/diagnostic.ts";
import { cover } from "../../source/span.ts";
import { type Expr, type Operation, type Operator, outerSpan } from "../../syntax/ast.ts";
import type { Extent } from "../../syntax/regions.ts";
import { type OpenType, prune, showOpen } from "../open.ts";
import { isType, LONGEST_SHOWN, subject } from "../reasons.ts";
import { type LocalScope, lookUp, lookUpLocal } from "../scope.ts";
import { LIST, TABLE } from "../type.ts";
import type { InferenceContext } from "./infer-context.ts";
import { typeOfName } from "./negative-arguments.ts";

/** Functions of lists whose twins of arrays have a name of their own; that of all others ends with an A. */
const OWN_TWINS: readonly (readonly [list: string, array: string])[] = [
  ["foldl", "foldA"],
  ["length", "size"],
];

/** Functions of lists or arrays, and the same of tables. */
const OF_TABLES: Readonly<Record<string, string>> = {
  map: "map2",
  mapA: "map2",
  zipWith: "zipWith2",
  zipWithA: "zipWith2",
  size: "rows",
  length: "rows",
};

/** A name, which needs no parentheses. */
const NAME = /^[\p{L}_][\p{L}\p{N}_']*$/u;

type Collection = "list" | "array" | "table";

const COLLECTIONS: Readonly<Record<string, Collection>> = { [LIST]: "list", Array: "array", [TABLE]: "table" };
const WORDS: Readonly<Record<Collection, string>> = { list: "a list", array: "an Array", table: "an Array2" };

/** Which of them a type is; undefined for another one. */
export function collectionOf(type: OpenType): Collection | undefined {
  const at = prune(type);
  if (at.tag !== "con") return undefined;
  return Object.hasOwn(COLLECTIONS, at.name) ? COLLECTIONS[at.name] : undefined;
}

/** The built-in function that does for a collection what another does for others; undefined where there is none. */
function twinOf(inference: InferenceContext, name: string, of: Collection): string | undefined {
  if (of === "table") return OF_TABLES[name];
  const own = OWN_TWINS.find((pair) => pair.includes(name));
  if (own !== undefined) return own[of === "list" ? 0 : 1];
  const twin = of === "array" ? `${name}A` : name.endsWith("A") ? name.slice(0, -1) : "";
  return isBuiltIn(inference, twin, undefined) ? twin : undefined;
}

/** Functions that make one collection of another. */
const CONVERSIONS: Readonly<Record<Collection, Readonly<Partial<Record<Collection, string>>>>> = {
  list: { array: "fromList", table: "fromRows" },
  array: { list: "toList" },
  table: { list: "toRows", array: "flat" },
};

/** Reports an argument that is an array where a function takes a list, or the other way round; says whether it is that. */
export function reportOtherCollection(
  inference: InferenceContext,
  fn: Expr,
  arg: Expr,
  actual: OpenType,
  expected: OpenType,
  scope: LocalScope | undefined,
): boolean {
  const [given, wanted] = [collectionOf(actual), collectionOf(expected)];
  if (given === undefined || wanted === undefined || given === wanted) return false;
  const name = fn.tag === "variable" && isBuiltIn(inference, fn.name, scope) ? fn.name : "";
  const text = inference.text(outerSpan(arg)) ?? "..";
  const argument =
    NAME.test(text) || arg.grouped !== undefined || arg.tag === "list" || arg.tag === "array" ? text : `(${text})`;
  // a literal of rows
  const isRows = wanted === "table" && arg.tag === "array" && arg.items.every(({ tag }) => tag === "array");
  const rows = isRows ? `fromRows ${argument.replaceAll("#[", "[")}` : "";
  const shown = argument.length > LONGEST_SHOWN ? ".." : argument;
  const write = (title: string, written: string, at: Expr): Fix => ({
    title: `write \`${title}\``,
    edits: [{ span: outerSpan(at), text: written }],
  });
  const twin = twinOf(inference, name, given);
  const convert = CONVERSIONS[given][wanted];
  const [hint, fix] =
    (name === "dot" || name === "matVec") && given === "table"
      ? ["`matVec m a` is a table times an array, `matMul m n` a product of tables", undefined]
      : name === "parMap" && given === "array"
        ? ["of an array, `parBuild (size a) (\\i -> f (a ! i))` does it", undefined]
        : twin !== undefined
          ? [`of ${WORDS[given].toLowerCase().replace("array2", "Array2")} it is \`${twin}\``, write(twin, twin, fn)]
          : isRows
            ? [`\`fromRows\` makes one of a list of lists: \`${rows}\``, write(rows, `(${rows})`, arg)]
            : convert !== undefined
              ? [
                  `\`${convert} ${shown}\` makes one of it`,
                  write(`${convert} ${shown}`, `(${convert} ${argument})`, arg),
                ]
              : [`\`reshape n m ${shown}\` makes one of it, of n rows and m columns`, undefined];
  const takes = `${subject(inference, fn)} takes ${WORDS[wanted]}`;
  const message = `${takes}, but ${subject(inference, arg)} is ${WORDS[given]}, ${isType(showOpen(actual))}; ${hint}`;
  inference.diagnostics.report(mistake("argument", arg.span, message, { fix }));
  return true;
}

/** The functions of a collection for those of two numbers. */
const EXTREMES: Readonly<Record<string, string>> = { max: "maximum", min: "minimum" };

/** The functions of two numbers that stand for the one of a collection where one argument is given. */
export function takesExtreme(
  inference: InferenceContext,
  fn: Expr,
  given: number,
  scope: LocalScope | undefined,
): boolean {
  return (
    given === 1 && fn.tag === "variable" && Object.hasOwn(EXTREMES, fn.name) && isBuiltIn(inference, fn.name, scope)
  );
}

/** Reports `max xs` of a list or an array, for a function that {@link takesExtreme} holds of; gives the type of an element, where it is that. */
export function reportExtreme(
  inference: InferenceContext,
  expr: Extract<Expr, { tag: "apply" }>,
  actual: OpenType,
): OpenType | undefined {
  const kind = collectionOf(actual);
  const at = prune(actual);
  if (kind === undefined || kind === "table" || at.tag !== "con" || expr.fn.tag !== "variable") return undefined;
  const [arg] = expr.args as [Expr];
  const text = inference.text(outerSpan(arg)) ?? "..";
  const of = NAME.test(text) || arg.grouped !== undefined ? text : `(${text})`;
  const written = `${present(EXTREMES[expr.fn.name])}${kind === "list" ? "" : "A"} ${of}`;
  const which = expr.fn.name === "max" ? "largest" : "smallest";
  const what = `${WORDS[kind]}, ${isType(showOpen(actual))}`;
  const message = `\`${expr.fn.name}\` takes two numbers, but ${subject(inference, arg)} is ${what}; its ${which} element is \`${written}\``;
  const edits = [{ span: cover(outerSpan(expr.fn), outerSpan(arg)), text: written }];
  const fix = { title: `write \`${written}\``, edits };
  inference.diagnostics.report(mistake(EXTREME, arg.span, message, { notes: originNotes(inference, arg), fix }));
  return nth(at.args, 0);
}

/** Where an expression got its type from, as a note. */
export function originNotes(inference: InferenceContext, expr: Expr): readonly Note[] {
  const origin = inference.originOf(expr);
  return origin === undefined ? [] : [origin];
}

/** The kind of the mistake that {@link reportExtreme} reports. */
export const EXTREME = "extreme";

/** Reports `xs ! i` of a list, or `a ! i` of a table; says whether it is that. */
export function reportOtherElement(inference: InferenceContext, left: Expr, type: OpenType, index: Expr): boolean {
  const kind = collectionOf(type);
  if (kind !== "list" && kind !== "table") return false;
  const text = inference.text(outerSpan(left)) ?? "..";
  const argument = NAME.test(text) || left.grouped !== undefined ? text : `(${text})`;
  let span = cover(outerSpan(left), outerSpan(index));
  const indices = kind === "table" && index.tag === "tuple" ? index.items : [index];
  const shown = indices.map((one) => asIndex(inference.text(outerSpan(one)) ?? ".."));
  // `a ! i ! j`
  const second = /^\s*!\s*([\p{L}\p{N}_']+|\([^()]*\))/u.exec(
    inference.text({ ...span, from: span.to, to: span.to + LONGEST_SHOWN }) ?? "",
  );
  if (kind === "table" && shown.length === 1 && second !== null) {
    shown.push(nth(second, 1));
    span = { ...span, to: span.to + nth(second, 0).length };
  }
  const written =
    kind === "list"
      ? listElement(argument, nth(shown, 0))
      : `${shown.length === 1 ? "row" : "at2"} ${argument} ${shown.join(" ")}`;
  const what = kind === "list" ? "a list: an element" : `an Array2: ${shown.length === 1 ? "a row" : "an element"}`;
  const message = `\`!\` takes an Array, and ${subject(inference, left)} is ${what} of it is \`${written}\``;
  const edits = [{ span, text: `(${written})` }];
  inference.diagnostics.report(
    mistake("operator-!", left.span, message, { fix: { title: `write \`${written}\``, edits } }),
  );
  return true;
}

/** Reports `f a ! i` where f gives no array: application binds tighter. Gives the application to the element, where it is that. */
export function reportIndexedResult(
  inference: InferenceContext,
  left: Expr,
  index: Expr,
  scope: LocalScope | undefined,
): Expr | undefined {
  if (left.tag !== "apply" || left.grouped !== undefined) return undefined;
  let type = typeOfName(inference, left.fn, scope);
  for (let given = 0; given < left.args.length; given++) type = type?.tag === "fun" ? prune(type.to) : undefined;
  const arg = lastOf(left.args);
  if (type?.tag !== "con" || type.args.length > 0 || arg.tag !== "variable") return undefined;
  const span = cover(outerSpan(arg), outerSpan(index));
  const head = inference.text({ ...left.span, to: outerSpan(arg).from }) ?? "";
  const written = `${head}(${inference.text(span) ?? ".."})`;
  const message = `application binds tighter than \`!\`: this takes an element of \`${inference.text(left.span) ?? ".."}\`; write \`${written}\``;
  const edits = [
    { span: { ...span, to: span.from }, text: "(" },
    { span: { ...span, from: span.to }, text: ")" },
  ];
  inference.diagnostics.report(
    mistake("operator-!", left.span, message, { fix: { title: `write \`${written}\``, edits } }),
  );
  const operation: Operation = { operator: "!", operatorSpan: span, operand: index };
  const element: Expr = { tag: "left", first: arg, rest: [operation], span };
  return { ...left, args: [...left.args.slice(0, -1), element] };
}

/** The functions that do something with each element. */
const EACH: Readonly<Record<Collection, string>> = { list: "map", array: "mapA", table: "map2" };
const VERBS: Readonly<Partial<Record<Operator, string>>> = {
  "+": "adds",
  "-": "subtracts",
  "*": "multiplies",
  "/": "divides",
  "^": "raises",
};

/** An operand with its type, as far as that is known. */
interface Operand {
  readonly expr: Expr;
  readonly type: OpenType;
}

/** An operand that is a collection, and which. */
function collectionIn({ type }: Operand): { readonly kind: Collection; readonly element: OpenType } | undefined {
  const [kind, at] = [collectionOf(type), prune(type)];
  return kind === undefined || at.tag !== "con" ? undefined : { kind, element: nth(at.args, 0) };
}

function isNumber(type: OpenType): boolean {
  const at = prune(type);
  return at.tag === "meta" ? at.kind === "number" : at.tag === "con" && (at.name === "Real" || at.name === "Int");
}

/** The text of an operand as an argument. */
function operandText(inference: InferenceContext, { expr }: Operand): string {
  const text = inference.text(outerSpan(expr)) ?? "..";
  const isAtom = NAME.test(text) || /^[\d.]+$/.test(text) || expr.grouped !== undefined;
  return isAtom || expr.tag === "list" || expr.tag === "array" ? text : `(${text})`;
}

/**
 * Reports an operator of numbers between a collection and a number, or a table and an array, and one of lists between others; gives the type
 * of what is meant, where it is that.
 */
export function reportCollectionOperator(
  inference: InferenceContext,
  operator: Operator,
  left: Operand,
  right: Operand,
): OpenType | undefined {
  const meant = operator === "::" || operator === "++" ? joined(inference, operator, left, right) : undefined;
  const found = meant ?? eachOf(inference, operator, left, right);
  if (found === undefined) return undefined;
  const title = found.written.length > LONGEST_SHOWN ? `write \`${found.by}\`` : `write \`${found.written}\``;
  const message = `${found.says} ${title.slice("write ".length)}`;
  const span = cover(outerSpan(left.expr), outerSpan(right.expr));
  const edits = [{ span, text: found.written }];
  const notes = originNotes(inference, found.at.expr);
  const fix = { title, edits };
  inference.diagnostics.report(mistake(`operator-${operator}`, found.at.expr.span, message, { notes, fix }));
  return found.type;
}

/** The meaning of an operator between other operands than its own: a sentence, the text, the function that does it, and the type. */
interface Meant {
  readonly says: string;
  readonly at: Operand;
  readonly written: string;
  readonly by: string;
  readonly type: OpenType;
}

/** `m * v`, `xs + ys`. */
function ofBoth(inference: InferenceContext, operator: Operator, left: Operand, right: Operand): Meant | undefined {
  const [one, other] = [collectionIn(left), collectionIn(right)];
  if (one === undefined || other === undefined) return undefined;
  const [a, b] = [operandText(inference, left), operandText(inference, right)];
  const base = `\`${operator}\` ${VERBS[operator]} numbers, but ${subject(inference, left.expr)} is ${WORDS[one.kind]}`;
  if (operator === "*" && one.kind === "table" && other.kind === "array")
    return {
      says: `${base}; its product with an array is`,
      at: left,
      written: `matVec ${a} ${b}`,
      by: "matVec",
      type: right.type,
    };
  // a product of tables is also `matMul`
  if (one.kind !== other.kind || operator === "^" || (operator === "*" && one.kind === "table")) return undefined;
  if (![one, other].every(({ element }) => isNumber(element) || prune(element).tag === "meta")) return undefined;
  const by = { list: "zipWith", array: "zipWithA", table: "zipWith2" }[one.kind];
  const says = `${base}; element by element it is`;
  return { says, at: left, written: `${by} (${operator}) ${a} ${b}`, by, type: left.type };
}

/** `xs + 1.0`, `2.0 * a`. */
function eachOf(inference: InferenceContext, operator: Operator, left: Operand, right: Operand): Meant | undefined {
  const verb = VERBS[operator];
  const [one, other] = [collectionIn(left), collectionIn(right)];
  if (verb === undefined || (one === undefined) === (other === undefined))
    return verb === undefined ? undefined : ofBoth(inference, operator, left, right);
  const [many, number] = one === undefined ? [right, left] : [left, right];
  const { kind, element } = present(one ?? other);
  const isOpen = prune(element).tag === "meta";
  if (!isNumber(number.type) || !(isOpen || isNumber(element)) || (operator === "^" && many === right))
    return undefined;
  const text = inference.text(outerSpan(number.expr)) ?? "..";
  const x = ["x", "y", "z", "u", "v", "w"].find((name) => !new RegExp(`\\b${name}\\b`).test(text)) ?? "element";
  const body = many === left ? `${x} ${operator} ${text}` : `${text} ${operator} ${x}`;
  const written = `${EACH[kind]} (\\${x} -> ${body}) ${operandText(inference, many)}`;
  const what = `${WORDS[kind]}, ${isType(showOpen(many.type))}`;
  const says = `\`${operator}\` ${verb} numbers, but ${subject(inference, many.expr)} is ${what}; with each element it is`;
  return { says, at: many, written, by: EACH[kind], type: many.type };
}

/** `xs :: 1.0`, `1.0 :: a`, `a ++ b` of arrays. */
function joined(inference: InferenceContext, operator: "::" | "++", left: Operand, right: Operand): Meant | undefined {
  const [one, other] = [collectionOf(left.type), collectionOf(right.type)];
  const [front, end] = [left, right].map((operand) => inference.text(outerSpan(operand.expr)) ?? "..");
  if (operator === "++") {
    if (one !== "array" || other !== "array") return undefined;
    const written = `appendA ${operandText(inference, left)} ${operandText(inference, right)}`;
    const says = `\`++\` joins two lists, but ${subject(inference, left.expr)} is an Array; of arrays it is`;
    return { says, at: left, written, by: "appendA", type: left.type };
  }
  const puts = "`::` puts an element in front of a list";
  if (other === "array") {
    const written = `appendA #[${front}] ${operandText(inference, right)}`;
    const says = `${puts}, but ${subject(inference, right.expr)} is an Array; in front of that it is`;
    return { says, at: right, written, by: "appendA", type: right.type };
  }
  if (one !== "list" || other !== undefined || !isNumber(right.type)) return undefined;
  const says = `${puts}, and ${subject(inference, right.expr)} is none; at the end of ${subject(inference, left.expr)} it is`;
  return { says, at: right, written: `${front} ++ [${end}]`, by: "++", type: left.type };
}

/** An index as an argument: in parentheses, unless it is an atom. */
function asIndex(text: string): string {
  return /^(?:[\p{L}\p{N}_']+|\(.*\))$/su.test(text) ? text : `(${text})`;
}

/** An element of a list, counted from 0; the list and the number are atoms. */
export function listElement(list: string, index: string): string {
  return index === "0" ? `head ${list}` : `head (drop ${index} ${list})`;
}

/** Whether a name means what is built in. */
export function isBuiltIn(inference: InferenceContext, name: string, scope: LocalScope | undefined): boolean {
  if (lookUpLocal(scope, name) !== undefined) return false;
  const entity = lookUp(inference.module, "values", name);
  return entity?.tag === "primitive" || (entity?.tag === "global" && entity.span.source === "<prelude>");
}

/** Functions that take a list, an array or a table as an argument. */
const TAKES = {
  list: "sum|length|head|tail|reverse|product|maximum|minimum|sort|last|fromList|concat",
  array: "sumA|size|toList|maximumA|minimumA|sortA|productA|reverseA",
  table: "rows|cols|flat|toRows|transpose|sumRows|sumCols|matVec|matMul",
} as const;

/** Which of both a name of unknown type is, by what its declaration does with it, or by the input that it has; undefined where nothing tells. */
export function collectionByUse(text: string, around: Extent, name: string): Collection | undefined {
  if (!NAME.test(name)) return undefined;
  const region = text.slice(around.from, around.to);
  for (const kind of ["list", "array", "table"] as const)
    if (new RegExp(`\\b(?:${TAKES[kind]})[ \\t]+${name}(?![\\p{L}\\p{N}_'])`, "u").test(region)) return kind;
  if (!new RegExp(`^def main \\(?${name}\\)?[ \\t]*=`, "mu").test(text)) return undefined;
  const open = /^--[ \t]*at:[ \t]*(\[|#\[|Array2|build2|fromRows)/m.exec(text)?.[1];
  return open === undefined ? undefined : open === "[" ? "list" : open === "#[" ? "array" : "table";
}
