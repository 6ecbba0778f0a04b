// The passes over the intermediate language between partial evaluation and the analyses, in their order. Each takes a well-formed program
// (tests look at it after each pass: test/support/validate-ir.ts) and gives one. Calls lead to functions as they are, so a function keeps
// its identity, and `changes` says what of it a pass replaces in place.
import { hasForks, looksAtRows } from "../ir/control-flow.ts";
import type { IrProgram } from "../ir/ir.ts";
import { tidy } from "../ir/rewrite.ts";
import { checkAhead } from "./checks-ahead.ts";
import { countLists } from "./counted-lists.ts";
import { straightenFunction } from "./failing-branches.ts";
import { indexFunction } from "./index-arithmetic.ts";
import { outlineLong } from "./outlining.ts";
import { markSingleUse } from "./single-use-inputs.ts";
import { jamFunction } from "./unroll-and-jam.ts";

/** A pass. */
export interface Pass {
  readonly id: "tidied" | "straightened" | "lists" | "indexed" | "ahead" | "cut" | "once" | "jammed";
  /** Whether programs of straight code take it too: they have no loops, and lie in pieces of their own (`codegen/straight/program.ts`). */
  readonly isForStraightLine: boolean;
  /** Changed in place: the body of a function becomes another one, or a mark is set in its statements. */
  readonly changes: "bodies" | "marks";
  readonly apply: (program: IrProgram) => IrProgram;
}

/** All passes, in order. */
export const PASSES: readonly Pass[] = [
  {
    id: "tidied",
    isForStraightLine: true,
    changes: "bodies",
    apply: (program) => {
      for (const fn of program.fns) fn.body = tidy(fn.body, program.variables);
      return program;
    },
  },
  {
    id: "straightened",
    isForStraightLine: false,
    changes: "bodies",
    apply: (program) => {
      for (const fn of program.fns) fn.body = straightenFunction(fn, program.variables);
      return program;
    },
  },
  {
    id: "lists",
    isForStraightLine: false,
    changes: "bodies",
    apply: (program) => {
      // the order in which contributions are added up differs, and whether a list lies in a row depends on threads
      if (program.fns.some(({ body }) => hasForks(body))) return program;
      for (const fn of program.fns) countLists(fn, program.variables);
      return program;
    },
  },
  {
    id: "indexed",
    isForStraightLine: false,
    changes: "bodies",
    apply: (program) => {
      for (const fn of program.fns) fn.body = indexFunction(fn, program.variables);
      return program;
    },
  },
  {
    id: "ahead",
    isForStraightLine: false,
    changes: "bodies",
    apply: (program) => {
      for (const fn of program.fns) checkAhead(fn.body, program.variables);
      return program;
    },
  },
  {
    id: "cut",
    isForStraightLine: false,
    changes: "bodies",
    apply: (program) => ({ ...program, fns: outlineLong(program.fns) }),
  },
  {
    id: "once",
    isForStraightLine: false,
    changes: "marks",
    apply: (program) => {
      markSingleUse(program.entry);
      return program;
    },
  },
  {
    id: "jammed",
    isForStraightLine: false,
    changes: "bodies",
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
