// Definitions in A-normal form as R takes them: functions, and the types of their code.
import { fun, type Type, tuple } from "../../types/type.ts";
import type { AnfGlobal, Fn } from "../front/anf.ts";
import { BACK } from "./sensitivities.ts";

/** The function that a definition is; undefined where it is a value. */
export function functionOf({ global: { kind }, body }: AnfGlobal): Fn | undefined {
  const last = body.bindings.at(-1);
  return kind === "function" && last?.step.tag === "lambda" ? last.step.fn : undefined;
}

/** R[σ] → R[τ] × (Sens → Sens × Sens), of R[σ] and R[τ]. */
export function code(from: Type, to: Type): Type {
  return fun(from, tuple(to, BACK));
}
