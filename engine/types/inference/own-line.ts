// An expression on a line of its own, as in an interactive session: the parser reads it as arguments at the end of the definition above it.
import { nth } from "../../base/nth.ts";
import { type Fix, mistake } from "../../source/diagnostic.ts";
import type { Expr } from "../../syntax/ast.ts";
import { LONGEST_SHOWN } from "../reasons.ts";
import { lookUp } from "../scope.ts";
import type { InferenceContext } from "./infer-context.ts";

type Apply = Extract<Expr, { tag: "apply" }>;

/**
 * Reports an argument that cannot be applied, where it begins a line that is not indented; `given` is its number among the arguments, from 0.
 * Says whether it begins a line.
 */
export function reportOwnLine(inference: InferenceContext, expr: Apply, given: number): boolean {
  const arg = nth(expr.args, given);
  const text = inference.wholeText(arg.span.source);
  const line = text === undefined ? undefined : ownLine(text, expr, given);
  if (text === undefined || line === undefined) return false;
  const hasMain = lookUp(inference.module, "values", "main") !== undefined;
  const [advice, fix] = inputFix(inference, text, line, expr, given) ?? [
    hasMain ? "what a program computes is written in `main`" : "write an expression as `def main = ..`",
    hasMain
      ? undefined
      : { title: "write `def main =`", edits: [{ span: { ...arg.span, ...atStart(line) }, text: "def main = " }] },
  ];
  const message = `this line begins no definition, so it continues the one above: ${advice}`;
  inference.diagnostics.report(mistake("missing-def", arg.span, message, { fix }));
  return true;
}

interface Line {
  readonly from: number;
  readonly to: number;
}

const atStart = ({ from }: Line): Line => ({ from, to: from });

/** The line that an argument begins, where only parentheses stand before it. */
function ownLine(text: string, expr: Apply, given: number): Line | undefined {
  const { from: start } = nth(expr.args, given).span;
  const before = given === 0 ? expr.fn.span.to : nth(expr.args, given - 1).span.to;
  const gap = text.slice(before, start);
  const at = gap.lastIndexOf("\n");
  if (at < 0 || !/^\(*$/.test(gap.slice(at + 1))) return undefined;
  const end = text.indexOf("\n", start);
  return { from: before + at + 1, to: end < 0 ? text.length : end };
}

/** The advice for `f 1.0 2.0` on a line, where the program defines `f`: the headers `-- entry:` and `-- at:`; undefined for other lines. */
function inputFix(
  inference: InferenceContext,
  text: string,
  line: Line,
  expr: Apply,
  given: number,
): readonly [string, Fix | undefined] | undefined {
  const fn = nth(expr.args, given);
  const isDefined = fn.tag === "variable" && inference.module.values.has(fn.name);
  const args = expr.args.slice(given + 1).filter(({ span }) => span.to <= line.to);
  const last = args.at(-1);
  if (!isDefined || last === undefined || !/^\)*[ \t]*$/.test(text.slice(last.span.to, line.to))) return undefined;
  const written = args.map(({ span }) => inference.text(span) ?? "..").join(", ");
  const input = args.length === 1 ? written : `(${written})`;
  const headers = fn.name === "main" ? [`-- at: ${input}`] : [`-- entry: ${fn.name}`, `-- at: ${input}`];
  const isLong = input.length > LONGEST_SHOWN;
  const shown = isLong ? "the headers `-- entry:` and `-- at:`" : headers.map((one) => `\`${one}\``).join(" and ");
  const advice = `write the input of a function as ${shown}`;
  if (/^--[ \t]*(?:at|entry):/m.test(text)) return [advice, undefined];
  const { source } = fn.span;
  const edits = [
    { span: { source, from: 0, to: 0 }, text: headers.map((one) => `${one}\n`).join("") },
    { span: { source, from: line.from, to: Math.min(text.length, line.to + 1) }, text: "" },
  ];
  return [advice, { title: `write ${shown}`, edits }];
}
