// Matching values against patterns.
import type { DataValue, Value } from "../../core/values/values.ts";
import { ScalarMistake } from "../../scalars/mistake.ts";
import type { Matcher } from "../code/code.ts";
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
