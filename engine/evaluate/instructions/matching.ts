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
    case "tuple": {
      const { items } = matcher;
      for (let i = 0; i < items.length; i++)
        if (!matches(items[i]!, (value as readonly Value[])[i]!, frame, compared)) return false;
      return true;
    }
    case "con": {
      const data = value as DataValue;
      if (data.con !== matcher.con) return false;
      const { args } = matcher;
      for (let i = 0; i < args.length; i++) if (!matches(args[i]!, data.fields[i]!, frame, compared)) return false;
      return true;
    }
  }
}

/** Ends the run: no pattern matches. */
export function noMatch(message: string): never {
  throw new ScalarMistake("no-match", message);
}
