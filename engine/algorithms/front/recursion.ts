// Recursion in a program, and data types that contain themselves: what the languages of papers leave out.
import { nth } from "../../base/nth.ts";
import { childrenOf } from "../../core/terms/map-term.ts";
import type { CoreProgram, Term } from "../../core/terms/term.ts";
import { type DataType, LIST, shownName, type Type } from "../../types/type.ts";

/** The recursion of a program, in words; of several things, the one that the program itself defines. Undefined where there is none. */
export function recursionIn(program: CoreProgram): string | undefined {
  const calls = callsItself(program);
  const data = program.data.find((one) => one.name !== LIST && containsItself(one, program.data));
  return calls.own ?? (data === undefined ? undefined : `\`${shownName(data.name)}\` contains itself`) ?? calls.prelude;
}

/**
 * The first definition that calls itself, of those that the entry uses: one of the program, and of the prelude the one that the program
 * names, whose own definition or what it uses there calls itself.
 */
function callsItself({ globals, entry }: CoreProgram): { readonly own?: string; readonly prelude?: string } {
  const named = new Map(globals.map((one) => [one.name, one]));
  const found: { own?: string; prelude?: string } = {};
  const done = new Set<string>();
  const busy: string[] = [];
  const visit = (name: string): void => {
    const global = named.get(name);
    if (global === undefined) return;
    const note = (shown: string, way: readonly string[]): void => {
      const entered = way.map((one) => named.get(one)?.builtin).find((builtin) => builtin !== undefined);
      if (entered === undefined) found.own ??= `\`${shown}\` calls itself`;
      else found.prelude ??= `\`${entered}\` (built in) recurses`;
    };
    // a name without the types of its instance
    if (busy.includes(name)) return note(shownName(nth(name.split("@"), 0)), busy);
    if (done.has(name)) return;
    busy.push(name);
    const terms: Term[] = [global.term];
    for (let term = terms.pop(); term !== undefined; term = terms.pop()) {
      if (term.tag === "global") visit(term.name);
      if (term.tag === "letrec") note(shownName(nth(term.functions, 0).name), busy);
      terms.push(...childrenOf(term));
    }
    busy.pop();
    done.add(name);
  };
  visit(entry);
  return found;
}

/** Whether a field of a data type holds, through whatever types, one of its own values. */
function containsItself(data: DataType, all: readonly DataType[]): boolean {
  const seen = new Set<string>();
  const holds = (type: Type): boolean => {
    switch (type.tag) {
      case "fun":
      case "lin":
        return holds(type.from) || holds(type.to);
      case "tuple":
        return type.items.some(holds);
      case "con": {
        if (type.name === data.name || type.args.some(holds)) return true;
        if (seen.has(type.name)) return false;
        seen.add(type.name);
        const other = all.find((one) => one.name === type.name);
        return other !== undefined && fieldsOf(other).some(holds);
      }
      default:
        return false;
    }
  };
  return fieldsOf(data).some(holds);
}

function fieldsOf({ constructors }: DataType): readonly Type[] {
  return constructors.flatMap(({ fields }) => fields);
}
