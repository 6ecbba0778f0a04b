// A source program as a program of Linear A: as it is where it is inside of that, else as the run at its input.
import { lastOf } from "../../../base/nth.ts";
import { internal } from "../../../base/unreachable.ts";
import { derivativeIn } from "../../../core/terms/derivatives.ts";
import type { Term } from "../../../core/terms/term.ts";
import type { Fragment, NotationLine, SourceProgram } from "../../algorithm.ts";
import type { Definition, LinearProgram } from "../linear-a/syntax.ts";
import { Outside, realsIn, straightProgram } from "./straight.ts";
import { type Structure, structureOf, structureOfType } from "./structure.ts";
import { tracedProgram } from "./traced.ts";

/** A program of Linear A that has no linear variables yet, and what goes in and out. */
export interface Front {
  readonly program: LinearProgram;
  readonly entry: Definition;
  readonly param: Structure;
  readonly result: Structure;
}

/** Whether a program is one of Linear A, or where it is not. */
export function fragmentOf(source: SourceProgram): Fragment {
  const front = straight(source);
  return front instanceof Outside ? { tag: "traced", at: front.at, why: front.message } : { tag: "inside" };
}

/** The program in Linear A; a program that is outside of that needs its trace. */
export function frontOf(source: SourceProgram): Front {
  const front = straight(source);
  if (!(front instanceof Outside)) return front;
  const { program, trace, param, result } = source;
  if (trace === undefined) return internal("a program that is no program of Linear A has no trace", front.message);
  const traced = tracedProgram(program.entry, trace);
  return {
    program: traced,
    entry: lastOf(traced),
    param: structureOf(param, trace.input, program),
    result: structureOf(result, trace.result, program),
  };
}

/** The head of a printed program that is a run, and not the program itself. */
export function headOf(source: SourceProgram): readonly NotationLine[] {
  const fragment = fragmentOf(source);
  if (fragment.tag === "inside") return [];
  const text = `-- a run at an input, not the program: ${fragment.why.replaceAll("`", "")}`;
  return [
    { text, span: fragment.at },
    { text: "", span: undefined },
  ];
}

/** The name that a derivative is asked for by. */
function nameIn(term: Term): string {
  return term.tag === "prim" ? `, by \`${term.prim}\`` : term.tag === "global" ? `, by \`${term.name}\`` : "";
}

function straight({ program, param, result }: SourceProgram): Front | Outside {
  const derivative = derivativeIn(program);
  if (derivative !== undefined)
    return new Outside(
      `the program asks for a derivative itself${nameIn(derivative)}, and Linear A has none`,
      derivative.span,
    );
  try {
    const entry = program.globals.find(({ name }) => name === program.entry);
    realsIn(param, `the input of \`${program.entry}\``, entry?.span);
    realsIn(result, `the result of \`${program.entry}\``, entry?.span);
    const translated = straightProgram(program);
    return {
      program: translated,
      entry: lastOf(translated),
      param: structureOfType(param),
      result: structureOfType(result),
    };
  } catch (error) {
    if (error instanceof Outside) return error;
    throw error;
  }
}
