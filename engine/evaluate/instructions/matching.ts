// Matching values against patterns.
import type { DataValue, Value } from "../../core/values/values.ts";
import { ScalarMistake } from "../../scalars/mistake.ts";
import type { Matcher } from "../code/code.ts";
import type { PieceWriter } from "../pieces/writer.ts";
import { plainReal } from "../scalars/forward-op.ts";

/**
 * Whether a value matches; binds the variables of the pattern in a frame, as far as it matched. `compared` is called with each
 * number that is compared with one of the pattern.
 */
export function matches(
  matcher: Matcher,
  value: Value,
  frame: Value[],
  compared?: (value: Value, number: number) => void,
): boolean {
  switch (matcher.tag) {
    case "slot":
      frame[matcher.slot] = value;
      return true;
    case "any":
      return true;
    case "number":
      compared?.(value, matcher.value);
      return plainReal(value) === matcher.value;
    case "tuple":
      return allMatch(matcher.items, value as readonly Value[], frame, compared);
    case "con": {
      const data = value as DataValue;
      if (data.con !== matcher.con) return false;
      return allMatch(matcher.args, data.fields, frame, compared);
    }
  }
}

/** Whether all of some values match; most are variables. */
function allMatch(
  matchers: readonly Matcher[],
  values: readonly Value[],
  frame: Value[],
  compared?: (value: Value, number: number) => void,
): boolean {
  for (let i = 0; i < matchers.length; i++) {
    const matcher = matchers[i]!;
    if (matcher.tag === "slot") frame[matcher.slot] = values[i]!;
    else if (!matches(matcher, values[i]!, frame, compared)) return false;
  }
  return true;
}

/** Ends the run: no pattern matches. */
export function noMatch(message: string): never {
  throw new ScalarMistake("no-match", message);
}

/** The condition on which a value matches, as JavaScript. */
export function matchTest(to: PieceWriter, matcher: Matcher, value: string): string {
  const all = (matchers: readonly Matcher[], of: string): string[] =>
    matchers.map((one, index) => matchTest(to, one, `${of}[${index}]`)).filter((test) => test !== "true");
  switch (matcher.tag) {
    case "number":
      return `(typeof ${value} === "number" ? ${value} : ${to.constant(plainReal)}(${value})) === ${to.constant(matcher.value)}`;
    case "tuple":
      return all(matcher.items, value).join(" && ") || "true";
    case "con":
      return [`${value}.con === ${to.constant(matcher.con)}`, ...all(matcher.args, `${value}.fields`)].join(" && ");
    default:
      return "true";
  }
}

/** Writes how the variables of a pattern are bound to the parts of a value that matches. */
export function writeBinding(to: PieceWriter, matcher: Matcher, value: string): void {
  if (matcher.tag === "slot") return to.setSlot(matcher.slot, value);
  if (matcher.tag !== "tuple" && matcher.tag !== "con") return;
  const [parts, field] = matcher.tag === "tuple" ? [matcher.items, ""] : [matcher.args, "fields"];
  parts.forEach((part, index) => {
    if (part.tag !== "any" && part.tag !== "number") writeBinding(to, part, to.part(value, field, index));
  });
}

/** Writes how a value is matched that has to match. */
export function writeMatch(to: PieceWriter, matcher: Matcher, value: string): void {
  const test = matchTest(to, matcher, value);
  if (test !== "true") to.unless(`!(${test})`);
  writeBinding(to, matcher, value);
}
