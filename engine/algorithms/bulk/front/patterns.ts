// Patterns on values of a program that is unrolled.
import { nth } from "../../../base/nth.ts";
import { internal } from "../../../base/unreachable.ts";
import type { CorePattern } from "../../../core/terms/term.ts";
import { TRUE_VALUE } from "../../../core/values/values.ts";
import { type Bulk, condOf, opOf, scalarOf } from "../language/syntax.ts";
import type { Part } from "./parts.ts";

/** The tests on numbers that decide whether a pattern fits; none where it does, undefined where it does not. */
export function testsOf(pattern: CorePattern, part: Part): readonly Bulk[] | undefined {
  if (part.tag === "failure") return [];
  switch (pattern.tag) {
    case "number": {
      if (part.tag === "int") return part.value === pattern.value ? [] : undefined;
      if (part.tag !== "number") return internal("a pattern of a number on another value", part.tag);
      return [opOf(pattern.type === "Int" ? "eqInt" : "eq", [part.term, scalarOf(pattern.value, pattern.type)])];
    }
    case "tuple":
      return allTests(pattern.items, itemsOf(part));
    case "con":
      if (part.tag === "number")
        return [
          pattern.con === TRUE_VALUE.con ? part.term : condOf(part.term, scalarOf(0, "Bool"), scalarOf(1, "Bool")),
        ];
      if (part.tag !== "data" || part.con !== pattern.con) return undefined;
      return allTests(pattern.args, part.fields);
    default:
      return [];
  }
}

function allTests(patterns: readonly CorePattern[], parts: readonly Part[]): readonly Bulk[] | undefined {
  const all: Bulk[] = [];
  for (const [index, pattern] of patterns.entries()) {
    const tests = testsOf(pattern, nth(parts, index));
    if (tests === undefined) return undefined;
    all.push(...tests);
  }
  return all;
}

/** The items of a tuple. */
export function itemsOf(part: Part): readonly Part[] {
  return part.tag === "tuple" ? part.items : internal("a value is no tuple", part.tag);
}

/** The fields of a constructor; none of a truth value that numbers decide. */
export function fieldsOf(part: Part): readonly Part[] {
  return part.tag === "data" ? part.fields : [];
}

/** The variables of a pattern. */
export function namesOf(pattern: CorePattern): readonly string[] {
  switch (pattern.tag) {
    case "var":
      return [pattern.name];
    case "tuple":
      return pattern.items.flatMap(namesOf);
    case "con":
      return pattern.args.flatMap(namesOf);
    default:
      return [];
  }
}
