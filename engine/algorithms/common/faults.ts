// Faults that a user asks for, to see what each part of a stage is for. They are changes of the stage's own definitions: what is printed
// is what runs, and gives a wrong gradient where the part mattered.
import type { StageOptions } from "../algorithm.ts";

/** The parts of a stage with one array of cells that can be broken, as texts of its definitions. */
export interface CellRules {
  /** What a cell holds where a comes to a₁: linear factoring. */
  readonly sum: string;
  /** Resolving begins at the highest ID, goes to the next lower one, and ends below the lowest (thesis §3.4). */
  readonly first: string;
  readonly next: string;
  readonly isPast: string;
}

export function cellRules({ overwrite = false, ascending = false }: StageOptions): CellRules {
  return {
    sum: overwrite ? "a" : "a + a₁",
    first: ascending ? "0" : "o - 1",
    next: ascending ? "i + 1" : "i - 1",
    isPast: ascending ? "i == o" : "i < 0",
  };
}
