// Names of what was transformed: a half arrow over a name for each R (the paper's ↼x), so that R of R has names of its own.
import { mapTerm } from "../../../core/terms/map-term.ts";
import { type CorePattern, subscript, type Term } from "../../../core/terms/term.ts";

const HARPOON = "\u20d0";

/** x⃐: a name with half arrows over its first letter, one more if not said otherwise. No program has such a name. */
export function transformedName(name: string, times = 1): string {
  return name.replace(/^(\P{M}\p{M}*)/u, `$1${HARPOON.repeat(times)}`);
}

/** The name before it was transformed. */
export function untransformedName(name: string): string {
  return name.replaceAll(HARPOON, "");
}

/** How many times what a name stands for was transformed. */
export function levelOf(name: string): number {
  return [...name].filter((letter) => letter === HARPOON).length;
}

const SUPERSCRIPTS = /[⁰¹²³⁴-⁹]+/gu;

/** A term with so many half arrows over the variables that are none of some; a number above that R gave them becomes one below. */
export function marked(term: Term, times: number, stay: Iterable<string>): Term {
  const names = new Map([...stay].map((name) => [name, name]));
  const taken = new Set(names.keys());
  const named = (name: string): string => {
    let chosen = names.get(name);
    if (chosen !== undefined) return chosen;
    const base = transformedName(name.replace(SUPERSCRIPTS, ""), times);
    chosen = base;
    for (let index = 1; taken.has(chosen); index++) chosen = subscript(base, index);
    taken.add(chosen);
    names.set(name, chosen);
    return chosen;
  };
  const pattern = (at: CorePattern): CorePattern => {
    switch (at.tag) {
      case "var":
        return { ...at, name: named(at.name) };
      case "tuple":
        return { ...at, items: at.items.map(pattern) };
      case "con":
        return { ...at, args: at.args.map(pattern) };
      default:
        return at;
    }
  };
  const visit = (inner: Term): Term =>
    mapTerm(inner, (at) => {
      switch (at.tag) {
        case "var":
          return { ...at, name: named(at.name) };
        case "lam":
          return { ...at, param: pattern(at.param), body: visit(at.body) };
        case "let": {
          const bindings = at.bindings.map((one) => ({
            ...one,
            pattern: pattern(one.pattern),
            bound: visit(one.bound),
          }));
          return { ...at, bindings, body: visit(at.body) };
        }
        case "case": {
          const branches = at.branches.map((one) => ({ pattern: pattern(one.pattern), body: visit(one.body) }));
          return { ...at, scrutinee: visit(at.scrutinee), branches };
        }
        default:
          return undefined;
      }
    });
  return visit(term);
}
