// The partials of a program's own operations, as terms of derivatives within it: without places in the text, for what they compute are no scalars
// of the program. They are evaluated and differentiated as they are written.
import { mapTerm } from "../../../core/terms/map-term.ts";
import type { CoreProgram, CustomOp, Global, Term } from "../../../core/terms/term.ts";
import { FreshNames } from "../../common/fresh-names.ts";

/** The operations with partials of their own, and copies of the definitions that these use. */
export function derivedOps(program: CoreProgram): {
  readonly ops: ReadonlyMap<string, CustomOp>;
  readonly globals: readonly Global[];
} {
  const byName = new Map(program.globals.map((one) => [one.name, one]));
  const fresh = new FreshNames(program);
  const names = new Map<string, string>();
  const open: Global[] = [];
  const copied = (name: string): string => {
    const known = names.get(name);
    if (known !== undefined) return known;
    const made = fresh.name(name);
    names.set(name, made);
    const found = byName.get(name);
    if (found !== undefined) open.push(found);
    return made;
  };
  const unplaced = (term: Term): Term => {
    const inner = mapTerm(term, (at) => (at === term ? undefined : unplaced(at)));
    return { ...inner, ...(inner.tag === "global" ? { name: copied(inner.name) } : {}), span: undefined } as Term;
  };
  const ops = program.ops.map((op) => ({ ...op, partials: op.partials.map(unplaced) }));
  const globals: Global[] = [];
  for (let at = open.pop(); at !== undefined; at = open.pop())
    globals.push({ ...at, name: copied(at.name), term: unplaced(at.term), span: undefined });
  return { ops: new Map(ops.map((op) => [op.name, op])), globals };
}
