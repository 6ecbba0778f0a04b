// Inference of names: variables, constructors and operators, and what the user may have meant by one that is unknown.
import { nth, present } from "../../base/nth.ts";
import { type Fix, mistake } from "../../source/diagnostic.ts";
import { slipOf } from "../../source/nearest.ts";
import { isUsersText, type Span } from "../../source/span.ts";
import { advisers } from "../../syntax/advice.ts";
import type { Expr, Operation, Operator } from "../../syntax/ast.ts";
import { foreignValue } from "../../syntax/foreign/values.ts";
import { isForeignWord, swappedWord } from "../../syntax/foreign/words.ts";
import { DECLARATION, KEYWORDS } from "../../syntax/keywords.ts";
import { regionAround } from "../../syntax/regions.ts";
import { type OpenType, prune } from "../open.ts";
import { LONGEST_SHOWN } from "../reasons.ts";
import { dataWithFields, type Entity, type LocalScope, lookUp, lookUpLocal, namesIn } from "../scope.ts";
import { BOOL } from "../type.ts";
import type { InferenceContext } from "./infer-context.ts";
import { reportUnknownConstructor } from "./infer-patterns.ts";

type Variable = Extract<Expr, { tag: "variable" }>;

/** The type of a variable where it stands; of an unknown one it reports that, and gives an unknown type. */
export function inferVariable(inference: InferenceContext, expr: Variable, scope: LocalScope | undefined): OpenType {
  const entity: Entity | undefined = lookUpLocal(scope, expr.name) ?? lookUp(inference.module, "values", expr.name);
  if (entity === undefined) {
    if (!inference.faulty.has(expr.name)) reportUnknown(inference, expr, scope);
    return inference.metas.fresh();
  }
  return instantiate(inference, expr, entity);
}

/** The type of a name at one use, with fresh types for its quantified variables. The table remembers what the use means. */
export function instantiate(inference: InferenceContext, expr: Expr | Operation, entity: Entity): OpenType {
  const isFaulty = entity.tag === "global" && entity.faulty;
  if (isFaulty || ((entity.tag === "local" || entity.tag === "global") && entity.scheme === undefined)) {
    inference.table.uses.set(expr, { entity, args: [] });
    return isFaulty ? inference.metas.fresh() : entity.type;
  }
  const { type, args } = inference.metas.instantiate(present(entity.scheme));
  inference.table.uses.set(expr, { entity, args });
  return type;
}

/** The type of an operator at one use, as a function of its operands. */
export function operatorType(
  inference: InferenceContext,
  expr: Expr | Operation,
  operator: Operator,
  at: Span,
): OpenType {
  if (operator === "&&" || operator === "||")
    return { tag: "fun", from: BOOL, to: { tag: "fun", from: BOOL, to: BOOL } };
  if (operator === "|>") {
    const [a, b] = [inference.metas.fresh(), inference.metas.fresh()];
    return { tag: "fun", from: a, to: { tag: "fun", from: { tag: "fun", from: a, to: b }, to: b } };
  }
  if (operator === "::") return instantiate(inference, expr, present(lookUp(inference.module, "constructors", "::")));
  const name = operator === "++" ? "append" : operator;
  let module = inference.module;
  // the operators mean the built-ins whatever the program defines
  while (module.parent !== undefined && (operator !== "++" || module.parent.parent !== undefined))
    module = module.parent;
  const entity = lookUp(module, "values", name);
  if (entity === undefined) {
    inference.diagnostics.report(mistake("unknown-operator", at, `the operator \`${operator}\` is not defined`));
    return inference.metas.fresh();
  }
  return instantiate(inference, expr, entity);
}

/** The type of a constructor where it stands: a function of its fields. Reports an unknown one. */
export function inferConstructor(inference: InferenceContext, expr: Extract<Expr, { tag: "constructor" }>): OpenType {
  const entity = lookUp(inference.module, "constructors", expr.name);
  if (entity !== undefined) return instantiate(inference, expr, entity);
  if (!inference.faulty.has(expr.name)) reportUnknownConstructor(inference, expr.name, expr.span);
  return inference.metas.fresh();
}

/** All names that a variable may be, the innermost first. */
function* namesInScope(inference: InferenceContext, scope: LocalScope | undefined): Iterable<string> {
  for (let at = scope; at !== undefined; at = at.outer) yield at.name;
  yield* namesIn(inference.module, "values");
}

/** Reports a name that is not defined, with the name that may be meant, a missing `rec`, or a habit of another language. */
export function reportUnknown(inference: InferenceContext, expr: Variable, scope: LocalScope | undefined): void {
  const local = inference.defining.find(({ text }) => text === expr.name);
  if (local !== undefined) {
    const message = `\`${expr.name}\` is not defined yet: a local function that calls itself is defined by \`let rec\``;
    const edits = [{ span: { ...local.span, to: local.span.from }, text: "rec " }];
    inference.diagnostics.report(
      mistake("missing-rec", expr.span, message, { fix: { title: "write `let rec`", edits } }),
    );
    return;
  }
  if (reportHabit(inference, expr, scope)) return;
  const [hint, fix] =
    constructorHint(inference, expr) ??
    fieldHint(inference, expr) ??
    leibnizHint(inference, expr) ??
    foreignHint(inference, expr) ??
    sweepHint(inference, expr) ??
    primeHint(inference, expr, scope) ??
    slipHint(inference, expr, scope);
  inference.diagnostics.report(mistake("unknown-name", expr.span, `\`${expr.name}\` is not defined${hint}`, { fix }));
}

/** The advice after an unknown name, and its fix. */
type Hint = readonly [words: string, fix: Fix | undefined];

/** The hint for a name that is that of a constructor but for its first letter. */
function constructorHint(inference: InferenceContext, { name, span }: Variable): Hint | undefined {
  const constructor = name.charAt(0).toUpperCase() + name.slice(1);
  const entity = lookUp(inference.module, "constructors", constructor);
  if (entity === undefined || constructor === name || foreignValue(name)?.tag === "constant") return undefined;
  const fix = { title: `write ${constructor}`, edits: [{ span, text: constructor }] };
  return [`; did you mean the constructor \`${constructor}\`?`, fix];
}

/** The hint for the n of a sweep, which only the input knows. */
function sweepHint(inference: InferenceContext, { name, span }: Variable): Hint | undefined {
  const hasSweep = name === "n" && /^--[ \t]*sweep:[ \t]*n\b/m.test(inference.wholeText(span.source) ?? "");
  return hasSweep
    ? [
        "; the `n` of `-- sweep:` is known to `-- at:` alone, which gives it to a parameter, `-- at: (n, 1.0)`",
        undefined,
      ]
    : undefined;
}

/** The hint for `d/dx` before an expression. */
function leibnizHint(inference: InferenceContext, { name, span }: Variable): Hint | undefined {
  const text = inference.wholeText(span.source) ?? "";
  const x =
    name === "d" ? /^[ \t]*\/[ \t]*d(\p{Ll})\b/u.exec(text.slice(span.to, span.to + LONGEST_WORD))?.[1] : undefined;
  return x === undefined ? undefined : [`; the derivative of a function f at ${x} is \`grad f ${x}\``, undefined];
}

/** The hint for the name of a field, which is a function in Haskell. */
function fieldHint(inference: InferenceContext, { name, span }: Variable): Hint | undefined {
  if (dataWithFields(inference.module, [name]).length === 0) return undefined;
  const text = inference.wholeText(span.source) ?? "";
  const behind = /^[ \t]+([\p{Ll}_][\p{L}\p{N}_']*)(?![\p{L}\p{N}_'.]|[ \t]*\{)/u.exec(text.slice(span.to));
  const record = behind === null || KEYWORDS.includes(nth(behind, 1)) ? undefined : nth(behind, 1);
  const isGiven = record !== undefined && !isArgument(text, span.from);
  const written = isGiven ? `${record}.${name}` : `\\r -> r.${name}`;
  const fix = (to: number, put: string): Fix => ({
    title: `write \`${written}\``,
    edits: [{ span: { ...span, to }, text: put }],
  });
  if (isGiven)
    return [`; the field of a record is \`${written}\``, fix(span.to + nth(behind ?? [], 0).length, written)];
  const isCalled = isApplied(text, span.to) && !isArgument(text, span.from);
  const says = `; \`${name}\` is a field, taken by a dot, \`r.${name}\``;
  return [says, isCalled ? undefined : fix(span.to, `(${written})`)];
}

/** The hint for a name that another language has; what looks like it in Dual is something else. */
function foreignHint(inference: InferenceContext, { name, span }: Variable): Hint | undefined {
  const foreign = foreignValue(name);
  const write = (text: string): Fix => ({ title: `write ${text}`, edits: [{ span, text }] });
  switch (foreign?.tag) {
    case undefined:
      return undefined;
    case "none":
      return [": Dual has no such function", undefined];
    case "advice":
      return [`. ${foreign.says}`, undefined];
    case "twin":
      return [`; did you mean \`${foreign.name}\`?`, write(foreign.name)];
    case "constant": {
      // `null xs` of Haskell asks whether a list is empty
      const text = inference.wholeText(span.source) ?? "";
      const isCalled = isApplied(text, span.to) && !isArgument(text, span.from);
      const meant = foreign.text.replace(/^\((.*)\)$/, "$1");
      const hint = /^\d/.test(meant) ? `; it is ${meant}` : `; did you mean \`${meant}\`?`;
      return isCalled ? ["", undefined] : [hint, write(foreign.text)];
    }
    case "definition": {
      const hint = foreign.text.length > LONGEST_SHOWN ? ", but Dual can say it" : `. In Dual: \`${foreign.text}\``;
      return [hint, definitionFix(inference, name, foreign.text, span)];
    }
  }
}

/** The fix that puts a definition above the declaration that uses it. */
function definitionFix(inference: InferenceContext, name: string, definition: string, use: Span): Fix | undefined {
  const text = inference.wholeText(use.source);
  // an input stands in a text of its own
  if (text === undefined || !isUsersText(use.source)) return undefined;
  if (!inference.trials.take(text.length)) return undefined;
  const { from } = regionAround(text, use.from);
  const start = new RegExp(`^${DECLARATION}`).test(text.slice(from, from + LONGEST_WORD)) ? from : undefined;
  if (start === undefined) return undefined;
  const at = { source: use.source, from: start, to: start };
  return { title: `define \`${name}\``, edits: [{ span: at, text: `${definition}\n` }] };
}

/** The hint for `f'`, the derivative of a function f that there is. */
function primeHint(
  inference: InferenceContext,
  { name, span }: Variable,
  scope: LocalScope | undefined,
): Hint | undefined {
  const of = /^(.*[^'])'$/.exec(name)?.[1];
  const entity = of === undefined ? undefined : (lookUpLocal(scope, of) ?? lookUp(inference.module, "values", of));
  if (entity === undefined) return undefined;
  const type = prune(entity.tag === "local" || entity.tag === "global" ? entity.type : entity.scheme.type);
  if (type.tag !== "fun") return undefined;
  const written = `grad ${of}`;
  const text = inference.wholeText(span.source) ?? "";
  const isAlone = !isArgument(text, span.from);
  const fix = { title: `write \`${written}\``, edits: [{ span, text: isAlone ? written : `(${written})` }] };
  return [`; the derivative of \`${of}\` is \`${written}\``, fix];
}

/** The hint for a name that looks like a slip, or may be a parameter that is missing. */
function slipHint(inference: InferenceContext, expr: Variable, scope: LocalScope | undefined): Hint {
  const meant = slipOf(expr.name, namesInScope(inference, scope), inference.comparisons);
  if (meant === undefined) return ["", parameterFix(inference, expr)];
  const fix = { title: `write ${meant}`, edits: [{ span: expr.span, text: meant }] };
  return [`; did you mean \`${meant}\`?`, fix];
}

/** The fix that makes an unknown name a parameter of the definition around it, where nothing else in the text names that definition. */
function parameterFix(inference: InferenceContext, { name, span }: Variable): Fix | undefined {
  const text = inference.wholeText(span.source);
  if (text === undefined || isApplied(text, span.to)) return undefined;
  if (!inference.trials.take(text.length)) return undefined;
  const region = regionAround(text, span.from);
  const header = DEFINITION_HEADER.exec(text.slice(region.from, span.from));
  if (header === null) return undefined;
  const definition = nth(header, 1);
  const uses = text.split(/[^\p{L}\p{M}\d_']+/u).filter((word) => word === definition).length;
  if (uses !== 1 || isBoundIn(text.slice(region.from, region.to), name)) return undefined;
  const at = region.from + header[0].length;
  if (definition === "main" && header[0].trim() !== "def main")
    return inputFix(name, text, { ...span, from: region.from, to: at });
  return {
    title: `make \`${name}\` a parameter of \`${definition}\``,
    edits: [{ span: { source: span.source, from: at, to: at }, text: ` ${name}` }],
  };
}

/** Whether a `let`, a function or a branch of a definition binds a name: elsewhere it is out of scope, and not missing. */
function isBoundIn(definition: string, name: string): boolean {
  const word = `(?<![\\p{L}\\p{M}\\d_'])${name}(?![\\p{L}\\p{M}\\d_'])`;
  const binder = `(?:\\blet\\b|\\band\\b)[^=]*${word}[^=]*=|(?:[\\\\λ|;{]|\\bof\\b)[^|=;{}>\\\\]*${word}[^|=;{}>]*->`;
  return new RegExp(binder, "u").test(definition);
}

/** The fix that makes an unknown name one more number of the input, after the names that `main` has for it. */
function inputFix(name: string, text: string, { source, from, to }: Span): Fix | undefined {
  const names = INPUT_NAMES.exec(text.slice(from, to))?.[1];
  if (names === undefined) return undefined;
  const all = `(${[...names.matchAll(/[^\s,()]+/gu), [name]].join(", ")})`;
  const edits = [{ span: { source, from: to - names.length, to }, text: all }];
  // the input in the header gets a number for it
  const [line, begin, input] = HEADER_INPUT.exec(text) ?? [];
  if (line !== undefined && begin !== undefined && input !== undefined) {
    const isTuple = names.startsWith("(");
    if (isTuple && !input.endsWith(")")) return undefined;
    const at = text.indexOf(line) + begin.length;
    const one = isTuple ? `${input.slice(0, -1)}, 1.0)` : `(${input}, 1.0)`;
    edits.unshift({ span: { source, from: at, to: at + input.length }, text: one });
  }
  return { title: `make \`${name}\` an input: \`main ${all}\``, edits };
}

/** The input that the header gives, on a line of its own. */
const HEADER_INPUT = /^(--[ \t]*at:[ \t]*)(\S.*?)[ \t]*$/m;

/** `def main` with one name, or several in a tuple, without types. */
const INPUT_NAMES = /^def[ \t]+main[ \t]+([\p{Ll}_][\p{L}\p{M}\d_']*|\([\s\p{L}\p{M}\d_',]*\))$/u;

/** Whether an argument follows on the line. */
function isApplied(text: string, to: number): boolean {
  const next = /^[ \t]*([\p{L}_]+|[\d.([]|#\[)/u.exec(text.slice(to, to + LONGEST_WORD));
  return next !== null && !KEYWORDS.includes(nth(next, 1));
}
const LONGEST_WORD = 40;

/** Whether a function, or another argument, stands on the line before it. */
function isArgument(text: string, from: number): boolean {
  const previous = /([\p{L}_][\p{L}\p{M}\d_']*|[\d.)\]])[ \t]*$/u.exec(
    text.slice(Math.max(0, from - LONGEST_WORD), from),
  );
  return previous !== null && !KEYWORDS.includes(nth(previous, 1));
}

/** `def`, a name and parameters that are names or stand in parentheses, up to a type or `=`. */
const DEFINITION_HEADER =
  /^def[ \t]+([\p{Ll}_][\p{L}\p{M}\d_']*)(?:[ \t]+[\p{Ll}_][\p{L}\p{M}\d_']*|[ \t]*\([^()=]*\))*(?=[ \t]*[:=])/u;

/**
 * Reports an unknown name that is a word of another language, such as `return`, by the habit that it belongs to; says whether there
 * is one. A name that stands as a type in a pattern, `(x : xs)`, is such a word too.
 */
function reportHabit(inference: InferenceContext, expr: Variable, scope: LocalScope | undefined): boolean {
  if (inference.diagnostics.isFull) return false;
  const text = inference.wholeText(expr.span.source);
  if (text === undefined) return false;
  const { from, to } = expr.span;
  const swapped = swappedWord(expr.name);
  const isName =
    swapped !== undefined && (lookUpLocal(scope, swapped) ?? lookUp(inference.module, "values", swapped)) !== undefined;
  if (isForeignWord(expr.name) || (swapped !== undefined && !isName)) {
    // the advice is that on the word
    const place = { source: expr.span.source, text: `${text.slice(0, from)}${swapped ?? expr.name}${text.slice(to)}` };
    const advice = advisers()?.advise(place, regionAround(text, from), from, inference.trials, { word: true });
    if (advice?.part === undefined) return false;
    const says = advice.diagnostic.message;
    const message = swapped === undefined ? says : `\`${expr.name}\` reads as \`${swapped}\`: ${says}`;
    inference.diagnostics.reportInstead({ ...advice.diagnostic, message }, advice.part);
    return true;
  }
  if (reportMutable(inference, expr, text)) return true;
  if (!inference.isTypeVariable(expr.name)) return false;
  const region = regionAround(text, from);
  if (!inference.trials.take(from - region.from)) return false;
  const colon = consColon(text.slice(region.from, from), expr.name);
  if (colon === undefined) return false;
  const at = { source: expr.span.source, from: region.from + colon, to: region.from + colon + 1 };
  const message = `\`${expr.name}\` is a type here, for \`:\` gives a type; Dual takes a list apart by \`x :: ${expr.name}\``;
  const fix = { title: "write `::`", edits: [{ span: at, text: "::" }] };
  inference.diagnostics.reportInstead(mistake("cons", at, message, { fix }), { ...at, to });
  return true;
}

/** Reports a name that `let mut name = ..` or `let rce name x = ..` was to bind: it reads as a function `mut` or `rce` of that name. */
function reportMutable(inference: InferenceContext, { name, span }: Variable, text: string): boolean {
  const { from: start } = regionAround(text, span.from);
  if (!inference.trials.take(span.from - start)) return false;
  const [match] = [...text.slice(start, span.from).matchAll(LOST)].filter((one) => one[2] === name).slice(-1);
  if (match === undefined) return false;
  const from = start + match.index + match[0].indexOf(nth(match, 1));
  const at = { source: span.source, from, to: from + nth(match, 1).trimEnd().length };
  const word = nth(match, 1).trimEnd();
  if (!word.startsWith("mut")) {
    const fix = { title: "write `rec`", edits: [{ span: at, text: "rec" }] };
    inference.diagnostics.report(mistake("keyword-slip", at, `\`${word}\` reads as the keyword \`rec\``, { fix }));
    return true;
  }
  const edits = [{ span: { ...at, to: from + nth(match, 1).length }, text: "" }];
  const message = `a variable never changes in Dual: \`let ${name} = .. in\` binds it, and the same again a new one of the same name`;
  inference.diagnostics.report(mistake("change", at, message, { fix: { title: "write `let`", edits } }));
  return true;
}

/** A word behind `let` that is no name, and the name behind it. */
const LOST = /\blet\s+((?:mut(?:able)?|rce|erc|recc)\s+)([\p{Ll}_][\p{L}\p{N}_']*)/gu;

/** Where the colon stands of the last pattern `(x : name)` in a text. */
function consColon(text: string, name: string): number | undefined {
  const found = [...text.matchAll(/:\s*([\p{Ll}_][\p{L}\p{N}_']*)\s*\)/gu)].findLast((match) => match[1] === name);
  return found?.index;
}

/** The first of some expressions that is an unknown word of another language. */
export function foreignWordAmong(
  inference: InferenceContext,
  exprs: readonly Expr[],
  scope: LocalScope | undefined,
): Variable | undefined {
  for (const expr of exprs) {
    if (expr.tag !== "variable" || !isForeignWord(expr.name)) continue;
    if (lookUpLocal(scope, expr.name) === undefined && lookUp(inference.module, "values", expr.name) === undefined)
      return expr;
  }
  return undefined;
}
