// The value and gradient that the header of a file states.
import { UNWATCHED } from "../../engine/base/watch.ts";
import { realsOf, type Shape } from "../../engine/core/values/shape.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { evaluateInput } from "../../engine/session/input/input.ts";
import type { Prepared } from "../../engine/session/input/prepare.ts";
import { finish } from "../../engine/session/run/drive.ts";

/** The scalars of a header's `value` or `gradient`. */
export function expected(prepared: Prepared, key: "value" | "gradient"): readonly number[] {
  const directive = prepared.checked.header[key];
  if (directive === undefined) throw new Error(`the header has no ${key}`);
  const [type, shape]: readonly [Prepared["entry"]["param"], Shape] =
    key === "value" ? [prepared.entry.result, prepared.resultShape] : [prepared.entry.param, prepared.paramShape];
  const input = { source: "<at>", text: directive.text, directive, type, what: `the ${key}`, n: prepared.n } as const;
  const evaluated = finish(evaluateInput(prepared.checked, input, DEFAULT_BUDGET));
  if (evaluated.tag !== "value")
    throw new Error(`the header's ${key} cannot be evaluated: ${JSON.stringify(evaluated)}`);
  return realsOf(shape, evaluated.value, UNWATCHED);
}
