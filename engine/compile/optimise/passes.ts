// The passes over the intermediate language between partial evaluation and the analyses, in their order. Each takes a program and gives
// one, which `ir/validate.ts` holds to be well-formed. They change the bodies of functions in place, for calls lead to functions as they are.
import { hasForks, looksAtRows } from "../ir/control-flow.ts";
import type { IrProgram } from "../ir/ir.ts";
import { tidy } from "../ir/rewrite.ts";
import { outlineLong } from "./outlining.ts";
import { markSingleUse } from "./single-use-inputs.ts";
import { jamFunction } from "./unroll-and-jam.ts";

/** A pass. */
export interface Pass {
  readonly id: "tidied" | "cut" | "once" | "jammed";
  /** Whether programs of straight code take it too: they have no loops, and lie in pieces of their own (`codegen/straight/program.ts`). */
  readonly isForStraightLine: boolean;
  readonly apply: (program: IrProgram) => IrProgram;
}

/** All passes, in order. */
export const PASSES: readonly Pass[] = [
  {
    id: "tidied",
    isForStraightLine: true,
    apply: (program) => {
      for (const fn of program.fns) fn.body = tidy(fn.body, program.variables);
      return program;
    },
  },
  { id: "cut", isForStraightLine: false, apply: (program) => ({ ...program, fns: outlineLong(program.fns) }) },
  {
    id: "once",
    isForStraightLine: false,
    apply: (program) => {
      markSingleUse(program.entry);
      return program;
    },
  },
  {
    id: "jammed",
    isForStraightLine: false,
    apply: (program) => {
      // rounds that are taken together add what they contribute to one Real before the rest; whether a list lies in a row depends on the
      // threads that its cells come from, and the gradient must not
      const isForked = program.fns.some(({ body }) => hasForks(body));
      for (const fn of program.fns)
        if (!isForked || !looksAtRows(fn.body)) fn.body = jamFunction(fn.body, program.variables);
      return program;
    },
  },
];
