// The texts that the stages print: the program in the array language, the same without `build1`, and D or the gradient, line by line.
import { present } from "../../base/nth.ts";
import type { Span } from "../../source/span.ts";
import type { NotationLine, SourceProgram } from "../algorithm.ts";
import type { BulkStep, RuleChoice } from "./bot.ts";
import { DualLines } from "./dual-lines.ts";
import { type ArrayProgram, arrayProgram, inBulk, linesOf } from "./front/front.ts";
import { numbersIn } from "./front/parts.ts";
import { printArrayType, printBulk } from "./language/print.ts";
import { isReal, variableOf } from "./language/syntax.ts";
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

function dual(array: ArrayProgram): readonly NotationLine[] {
  const { lines, results } = linesOf(array);
  const printed = new DualLines(array.names);
  const inputs = array.inputs.filter(isReal).map((one) => line(`  ${printed.delta(one)} = Input ${one.name}`));
  const body = printed.lines(lines, "  ");
  const values = results.map((one) => (isReal(one) ? `${printBulk(one)}, ${printed.delta(one)}` : printBulk(one)));
  return [line(`D[${array.name}] =`), ...inputs, ...body, line(`  (${values.join(", ")})`)];
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
