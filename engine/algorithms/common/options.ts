// The options that the parts of this folder read. An algorithm describes those that its stages offer.
import { mapTerm } from "../../core/terms/map-term.ts";
import type { CoreProgram, OpRef, Term } from "../../core/terms/term.ts";
import { OPS } from "../../scalars/ops.ts";

/** Variations of a stage made of the parts of this folder. */
export interface CommonOptions {
  /** Deinterleave stages the calls of the output's backpropagators, instead of calling them (thesis, footnote 22). */
  readonly stageOutputs?: boolean;
  /** The operands of operations that give no Real are computed without dual parts (thesis §3.9, φ and ψ). */
  readonly plainDiscrete?: boolean;
  /** Broken on purpose: the two partials of an operation on two Reals are swapped. */
  readonly swapPartials?: boolean;
  /** Broken on purpose: an operation passes nothing on to a variable that its function captured. */
  readonly forgetCaptured?: boolean;
}

/** Whether an operation has two operands, both of them Reals. */
function hasTwoReals({ ops }: CoreProgram, op: OpRef): boolean {
  if (op.tag === "custom") return ops.find(({ name }) => name === op.name)?.arity === 2;
  const { args } = OPS[op.id];
  return args.length === 2 && args.every((arg) => arg === "Real");
}

/** The program with the partials of operations on two Reals swapped. */
export function withSwappedPartials(program: CoreProgram): CoreProgram {
  const swapped = (term: Term): Term =>
    mapTerm(term, (at) => {
      if (at.tag !== "partial" || !hasTwoReals(program, at.op)) return undefined;
      return { ...at, index: 1 - at.index, cotangent: swapped(at.cotangent) };
    });
  return { ...program, globals: program.globals.map((one) => ({ ...one, term: swapped(one.term) })) };
}
