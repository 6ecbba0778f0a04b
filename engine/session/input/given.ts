// A value given beside a program that has the form of one of its own: a cotangent that of the result, a direction that of the input.
import { formDifference, type Shape } from "../../core/values/shape.ts";
import { showStart } from "../../core/values/show-value.ts";
import type { Value } from "../../core/values/values.ts";
import { type Budget, watchOf } from "../../evaluate/tasks/budget.ts";
import { mistake } from "../../source/diagnostic.ts";
import type { SourceName } from "../../source/span.ts";
import type { DirectiveText } from "../../syntax/header.ts";
import type { Type } from "../../types/type.ts";
import type { Steps } from "../run/drive.ts";
import type { Ended } from "../run/outcome.ts";
import { evaluateInput } from "./input.ts";
import type { Prepared } from "./prepare.ts";

/** A value, or how the computation of it ended. */
export type Got =
  | { readonly tag: "value"; readonly value: Value }
  | { readonly tag: "ended"; readonly ended: Exclude<Ended, { readonly tag: "done" }> };

/** An expression, what it stands for, and the value whose form it must have. */
export interface Given {
  readonly source: SourceName;
  readonly text: string;
  readonly directive: DirectiveText | undefined;
  readonly type: Type;
  readonly shape: Shape;
  readonly like: Value;
  /** Its name, and the part whose form it must have, in messages. */
  readonly what: "cotangent" | "direction";
  readonly of: "result" | "input";
}

/** Evaluates an expression and compares its form. Its Ints are not looked at. Throws what the watch of the budget throws. */
export function* valueLike(prepared: Prepared, given: Given, budget: Budget): Steps<Got> {
  const watch = watchOf(budget);
  const { source, text, directive, type, shape, like, what, of } = given;
  const called = `the ${what} of \`${prepared.entry.entity.name}\``;
  const found = yield* evaluateInput(
    prepared.checked,
    { source, text, directive, type, what: called, n: prepared.n },
    budget,
  );
  if (found.tag === "stopped") return { tag: "ended", ended: { tag: "stopped", phase: "input" } };
  if (found.tag === "mistake") return { tag: "ended", ended: found };
  const difference = formDifference(shape, like, found.value, watch);
  if (difference === undefined) return found;
  const place = directive?.span ?? { source, from: 0, to: text.length };
  const message = `the ${what} must have the form of the ${of}, ${shorten(showStart(shape, like, SHORT + 1, watch).text)}, but they differ: ${difference}`;
  return { tag: "ended", ended: { tag: "mistake", diagnostics: [mistake(`${what}-form`, place, message)] } };
}

/** Characters of a value in a message. */
const SHORT = 80;

function shorten(text: string): string {
  return text.length <= SHORT ? text : `${text.slice(0, SHORT - 3)}...`;
}
