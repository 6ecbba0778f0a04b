// The texts that the stages print: the program in the array language, the same without `build1`, and D or the gradient, line by line.
import { present } from "../../base/nth.ts";
import { OPS } from "../../scalars/ops.ts";
import type { Span } from "../../source/span.ts";
import type { NotationLine, SourceProgram } from "../algorithm.ts";
import type { BulkStep, RuleChoice } from "./bot.ts";
import { deltaName, factorOf } from "./core/deltas.ts";
import { fullOrder } from "./core/emit.ts";
import { isReal } from "./core/wrap.ts";
import type { Line } from "./flat.ts";
import { type ArrayProgram, arrayProgram, inBulk, linesOf } from "./front/front.ts";
import { numbersIn } from "./front/parts.ts";
import { printArrayType, printBulk, printIndexFunction, printShape } from "./language/print.ts";
import { type Bulk, variableOf } from "./language/syntax.ts";
import { reversed, zerosOf } from "./symbolic-pass.ts";

const line = (text: string, span?: Span): NotationLine => ({ text, span });

const EMPTY = line("");

/** The head: a program is made for the shape of its input. */
function head({ inputs }: ArrayProgram): readonly NotationLine[] {
  const shapes = inputs.map((one) => `${one.name} : ${printArrayType(one)}`).join(", ");
  return [line(`-- made for ${shapes === "" ? "no numbers" : shapes}; other shapes give another program`), EMPTY];
}

/** The program as it is, or in bulk form. */
function program({ name, bindings, result }: ArrayProgram): readonly NotationLine[] {
  const results = numbersIn(result);
  const value =
    results.length === 1 ? printBulk(present(results[0])) : `(${results.map((one) => printBulk(one)).join(", ")})`;
  return [
    line(`${name} =`),
    ...bindings.map((one) => line(`  let ${one.name} = ${printBulk(one.bound)} in`, one.bound.span)),
    line(`  ${value}`, results[0]?.span),
  ];
}

/** D on lines: x = t beside dx = Share id Δ. */
function dualLines(
  lines: readonly Line[],
  indent: string,
  start: string,
  counter: { at: number },
): readonly NotationLine[] {
  return lines.flatMap((one): readonly NotationLine[] => {
    const { name, term, isPlain, body } = one;
    if (body !== undefined && term.tag === "build") {
      const first = line(
        `${indent}${name}${isPlain ? "" : `, ${deltaName(name)}`} = build1 ${term.shape[0]} (\\${term.variable}.`,
        term.span,
      );
      const inner = dualLines(body.lines, `${indent}  `, start, counter);
      const result = printBulk(body.result);
      const last = isPlain ? result : `${result}, ${deltaOf(body.result)}`;
      if (!isPlain) counter.at++;
      return [first, ...inner, line(`${indent}  ${last})`)];
    }
    const left = `${indent}${name} = ${printBulk(term)}`;
    if (isPlain || (term.tag === "op" && term.op === "real")) return [line(left, term.span)];
    counter.at++;
    const right = `${deltaName(name)} = Share ${counter.at} ${atom(printDelta(term))}`;
    const from = Math.max(left.length + 2, BESIDE);
    return [{ text: `${left.padEnd(from)}${right}`, span: term.span, reverseFrom: from }];
  });
}

/** Where Deltas stand beside values, at least. */
const BESIDE = 44;

function deltaOf(one: Bulk): string {
  return one.tag === "variable" ? deltaName(one.name) : "Zero";
}

/** The Delta of a line. */
function printDelta(term: Bulk): string {
  switch (term.tag) {
    case "op":
      return sum(
        term.args.flatMap((arg, index) => {
          if (OPS[term.op].derivatives[index] === undefined) return [];
          const factor = factorOf(term, index);
          return factor === undefined ? [deltaOf(arg)] : [`Scale ${atom(printBulk(factor))} ${deltaOf(arg)}`];
        }),
      );
    case "custom":
      return sum(term.operands.map(({ of, partial }) => `Scale ${atom(printBulk(partial))} ${deltaOf(of)}`));
    case "index":
      return `Index ${deltaOf(term.of)} [${term.at.map((one) => printBulk(one)).join(", ")}]`;
    case "sum":
      return `SumOuter ${deltaOf(term.of)}`;
    case "gather":
      return `Gather ${deltaOf(term.of)} ${printIndexFunction(term)}`;
    case "scatter":
      return `Scatter ${deltaOf(term.of)} ${printIndexFunction(term)}`;
    case "stack":
      return `LitArray [${term.items.map(deltaOf).join(", ")}]`;
    case "replicate":
      return `Replicate ${deltaOf(term.of)}`;
    case "transpose":
      return `Transpose_{${fullOrder(term).join(",")}} ${deltaOf(term.of)}`;
    case "reshape":
      return `Reshape ${printShape(term.shape)} ${deltaOf(term.of)}`;
    default:
      return "Zero";
  }
}

function sum(deltas: readonly string[]): string {
  return deltas.length === 0 ? "Zero" : deltas.reduceRight((rest, one) => `Add ${atom(one)} ${atom(rest)}`);
}

/** In parentheses, unless it is one word. */
function atom(text: string): string {
  return /^[^\s]*$|^\[[^[\]]*\]$/u.test(text) ? text : `(${text})`;
}

function dual(array: ArrayProgram): readonly NotationLine[] {
  const { lines, results } = linesOf(array);
  const inputs = array.inputs.filter(isReal).map(({ name }) => line(`  ${deltaName(name)} = Input ${name}`));
  const values = results.map((one) => (isReal(one) ? `${printBulk(one)}, ${deltaOf(one)}` : printBulk(one)));
  return [
    line(`D[${array.name}] =`),
    ...inputs,
    ...dualLines(lines, "  ", "", { at: 0 }),
    line(`  (${values.join(", ")})`),
  ];
}

/** The program in the array language, and D of it. */
export function oneHotsNotation(source: SourceProgram): readonly NotationLine[] {
  const array = arrayProgram(source);
  return [...head(array), ...program(array), EMPTY, ...dual(array)];
}

/** Steps that are printed at most. */
const MOST_STEPS = 50;

/** The way to bulk form, rule by rule: what a rule is for, and what it makes of it. */
function steps(all: readonly BulkStep[]): readonly NotationLine[] {
  const left = all.length - MOST_STEPS;
  return [
    line("rule by rule:"),
    ...all
      .slice(0, MOST_STEPS)
      .flatMap(({ rule, before, after }) => [
        line(`  ${rule.padEnd(RULE)}${printBulk(before)}`, before.span),
        line(`${"⇝ ".padStart(RULE + 2)}${printBulk(after)}`, before.span),
      ]),
    ...(left > 0 ? [line(`  and ${left} more`)] : []),
    EMPTY,
  ];
}

/** Room for the name of a rule. */
const RULE = 14;

/** The program in the array language, the way to the same without `build1`, and D of that. */
export function bulkNotation(source: SourceProgram, options: RuleChoice = {}): readonly NotationLine[] {
  const array = arrayProgram(source);
  const before = program(array);
  const after = inBulk(array, options);
  const way = after.steps.length === 0 ? [] : [...before, EMPTY, ...steps(after.steps)];
  return [...head(array), ...way, ...program(after), EMPTY, ...dual(after)];
}

/** The program in bulk form, line by line, and the gradient of its result at a cotangent. */
export function symbolicNotation(source: SourceProgram, options: RuleChoice = {}): readonly NotationLine[] {
  const array = inBulk(arrayProgram(source), options);
  const { lines, results } = linesOf(array);
  const seeds = results.map((of) => ({ of, cotangent: variableOf(array.names.fresh("c"), of) }));
  const { shared, gradients } = reversed(lines, seeds, array.names);
  const cotangents = seeds.filter(({ of }) => isReal(of)).map(({ cotangent }) => cotangent.name);
  return [
    ...head(array),
    line(`${array.name} =`),
    ...lines.map(({ name, term }) => line(`  ${name} = ${printBulk(term)}`, term.span)),
    line(`  (${results.map((one) => printBulk(one)).join(", ")})`),
    EMPTY,
    line(`gradient at ${cotangents.join(", ")} =`),
    ...shared.map(({ name, bound }) => line(`  ${name} = ${printBulk(bound)}`, bound.span)),
    ...array.inputs
      .filter(isReal)
      .map((one) => line(`  ${one.name}: ${printBulk(gradients.get(one.name) ?? zerosOf(one))}`, one.span)),
  ];
}
