// Keeping the user's definitions apart from those that the transformations add: lower-case names that both may have.
import { mapTerm } from "../../core/terms/map-term.ts";
import { type CoreProgram, type Global, MONOID, type Term } from "../../core/terms/term.ts";

/** The lower-case names of definitions that the transformations of all stages add; with subscripts, as φ₁, no program can have them. */
const OWN: readonly string[] = [MONOID.zero, MONOID.plus, "inSequence", "φ", "ψ"];

/** A source program in which no definition has a name that a transformation adds: `added` are those of the stage at hand. */
export function renamedApart(program: CoreProgram, added: readonly Global[]): CoreProgram {
  const own = new Set([...OWN, ...added.map(({ name }) => name)]);
  if (!program.globals.some(({ name }) => own.has(name))) return program;
  // what stands behind # is not shown to the user
  const renamed = (name: string): string => (own.has(name) ? `${name}#` : name);
  const rename = (term: Term): Term =>
    mapTerm(term, (at) => (at.tag === "global" ? { ...at, name: renamed(at.name) } : undefined));
  return {
    ...program,
    ops: program.ops.map((op) => ({ ...op, value: rename(op.value), partials: op.partials.map(rename) })),
    globals: program.globals.map((global) => ({ ...global, name: renamed(global.name), term: rename(global.term) })),
    entry: renamed(program.entry),
  };
}
