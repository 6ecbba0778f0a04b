// Keeping the user's definitions apart from those that the transformations add: lower-case names that both may have.
import { mapTerm } from "../../core/map-term.ts";
import { type CoreProgram, MONOID, type Term } from "../../core/term.ts";

/** The lower-case names of definitions that transformations add; with subscripts, as φ₁, no program can have them. */
const OWN = new Set<string>([MONOID.zero, MONOID.plus, "genID", "inParallel", "inSequence", "φ", "ψ"]);

/** A source program in which no definition has a name that a transformation adds. */
export function apart(program: CoreProgram): CoreProgram {
  if (!program.globals.some(({ name }) => OWN.has(name))) return program;
  // what stands behind # is not shown to the user
  const renamed = (name: string): string => (OWN.has(name) ? `${name}#` : name);
  const rename = (term: Term): Term =>
    mapTerm(term, (at) => (at.tag === "global" ? { ...at, name: renamed(at.name) } : undefined));
  return {
    ...program,
    ops: program.ops.map((op) => ({ ...op, value: rename(op.value), partials: op.partials.map(rename) })),
    globals: program.globals.map((global) => ({ ...global, name: renamed(global.name), term: rename(global.term) })),
    entry: renamed(program.entry),
  };
}
