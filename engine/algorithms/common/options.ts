// The options that the parts of this folder read, and what the faults among them make of a stage's own definitions: what is printed is
// what runs, and gives a wrong gradient where the part mattered. An algorithm describes the options that its stages offer.
import { mapTerm } from "../../core/terms/map-term.ts";
import type { CoreProgram, Term } from "../../core/terms/term.ts";
import { OPS } from "../../scalars/ops.ts";

/** What can be varied in a stage that is made of the parts of this folder. */
export interface CommonOptions {
  /** Deinterleave stages the calls of the output's backpropagators, instead of calling them (thesis, footnote 22). */
  readonly stageOutputs?: boolean;
  /** The operands of operations that give no Real are computed without dual parts (thesis §3.9, φ and ψ). */
  readonly plainDiscrete?: boolean;
  /** Broken on purpose: a contribution takes the place of what waits in its cell, and is not added to it. */
  readonly overwrite?: boolean;
  /**
   * Broken on purpose: the lowest ID is resolved first. What comes later to a resolved cell is lost; in a map it waits for another call.
   */
  readonly ascending?: boolean;
  /** Broken on purpose: the two partials of an operation on two Reals are swapped. */
  readonly swapPartials?: boolean;
  /** Broken on purpose: what comes to a scalar that waits is passed on at once, by a call of its own. */
  readonly unmerged?: boolean;
  /** Broken on purpose: what nothing has reached is resolved, too, with the cotangent 0. */
  readonly resolveUnreached?: boolean;
  /** Broken on purpose: two scalars share each key of the map of calls that wait. */
  readonly sharedKeys?: boolean;
  /** Broken on purpose: an operation passes nothing on to a variable that its function captured. */
  readonly forgetCaptured?: boolean;
}

/** The parts of a stage with one array of cells that can be broken, as texts of its definitions. */
export interface CellRules {
  /** What a cell holds where a comes to a₁: linear factoring. */
  readonly sum: string;
  /** Whether what comes to a cell that waits is passed on at once, by a call of its own. */
  readonly passesOn: boolean;
  /** Resolving begins at the highest ID, goes to the next lower one, and ends below the lowest (thesis §3.4). */
  readonly first: string;
  readonly next: string;
  readonly isPast: string;
  /** Whether a cell that nothing has reached is resolved as if 0 had. */
  readonly resolvesUnreached: boolean;
}

/** The parts of a stage with a map of calls that can be broken. */
export interface MapRules {
  /** Which of the keys is resolved next. */
  readonly taken: "highest" | "lowest";
  /** The key of what waits for the scalar i. */
  readonly key: string;
  /** What becomes of the collector c and the map m where x comes to the scalar i with the backpropagator f. */
  readonly noted: string;
}

/** The parts of `cayley` and `sparse` with the chosen faults in them; without any, the parts that give the right gradient. */
export function mapRules(options: CommonOptions): MapRules {
  const { overwrite = false, ascending = false, unmerged = false, sharedKeys = false } = options;
  const sum = overwrite ? "x" : "x + x₁";
  const key = sharedKeys ? "i - mod(i, 2)" : "i";
  return {
    taken: ascending ? "lowest" : "highest",
    key,
    noted: unmerged
      ? `
  if member(${key}, m) then f x (Staged(c, m)) else Staged(c, insert(${key}, (f, x), m))`
      : ` Staged(c,
  if member(${key}, m) then let (_, x₁) = lookup(${key}, m) in insert(${key}, (f, ${sum}), m) else insert(${key}, (f, x), m))`,
  };
}

/** The program with the partials of operations on two Reals swapped. */
export function withSwappedPartials(program: CoreProgram): CoreProgram {
  const swapped = (term: Term): Term =>
    mapTerm(term, (at) => {
      if (at.tag !== "partial" || at.op.tag !== "builtin") return undefined;
      const { args } = OPS[at.op.id];
      if (args.length !== 2 || args.some((arg) => arg !== "Real")) return undefined;
      return { ...at, index: 1 - at.index, cotangent: swapped(at.cotangent) };
    });
  return { ...program, globals: program.globals.map((one) => ({ ...one, term: swapped(one.term) })) };
}

/** The parts of the stages with cells with the chosen faults in them; without any, the parts that give the right gradient. */
export function cellRules(options: CommonOptions): CellRules {
  const { overwrite = false, ascending = false, unmerged = false, resolveUnreached = false } = options;
  return {
    sum: overwrite ? "a" : "a + a₁",
    passesOn: unmerged,
    first: ascending ? "0" : "o - 1",
    next: ascending ? "i + 1" : "i - 1",
    isPast: ascending ? "i == o" : "i < 0",
    resolvesUnreached: resolveUnreached,
  };
}
