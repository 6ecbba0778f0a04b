// Programs with only the definitions that their entry uses.
import { childrenOf } from "../../core/terms/map-term.ts";
import type { CoreProgram, Term } from "../../core/terms/term.ts";

/** The program without definitions that neither its entry nor its operations reach. */
export function reachable(program: CoreProgram): CoreProgram {
  const byName = new Map(program.globals.map((one) => [one.name, one]));
  const found = new Set<string>([program.entry]);
  const open: Term[] = program.ops.flatMap(({ value, partials }) => [value, ...partials]);
  const entry = byName.get(program.entry);
  if (entry !== undefined) open.push(entry.term);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    open.push(...childrenOf(at));
    const used = at.tag === "global" && !found.has(at.name) ? byName.get(at.name) : undefined;
    if (used === undefined) continue;
    found.add(used.name);
    open.push(used.term);
  }
  return { ...program, globals: program.globals.filter(({ name }) => found.has(name)) };
}
