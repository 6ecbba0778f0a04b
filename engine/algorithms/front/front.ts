// The way of a source program to A-normal form: closed types, no local recursion, parallel lists in sequence.
import { mapTerm } from "../../core/terms/map-term.ts";
import {
  apply,
  type CoreProgram,
  type Global,
  lambda,
  type Term,
  variable,
  varPattern,
} from "../../core/terms/term.ts";
import { CONS, fun, LIST, list, NIL, type Type, typeVariable, UNIT } from "../../types/type.ts";
import { lifted } from "./lifted.ts";
import { monomorphic } from "./monomorphic.ts";

/** The program as `anf.ts` takes it. Throws `TooManyInstances`. */
export function front(program: CoreProgram): CoreProgram {
  return lifted(monomorphic(inSequence(program)));
}

const NAME = "inSequence";

/** The program with each ⋆ t replaced by a definition that calls the functions of a list one after the other. */
function inSequence(program: CoreProgram): CoreProgram {
  let isNeeded = false;
  const replaced = (term: Term): Term =>
    mapTerm(term, (at) => {
      if (at.tag !== "forkList") return undefined;
      isNeeded = true;
      return apply({ tag: "global", name: NAME, types: [at.item], span: at.span }, replaced(at.thunks));
    });
  const globals = program.globals.map((one) => ({ ...one, term: replaced(one.term) }));
  return isNeeded ? { ...program, globals: [...globals, sequence()] } : program;
}

/** inSequence : [𝟏 → a] → [a]. */
function sequence(): Global {
  const a = typeVariable("a");
  const thunk: Type = fun(UNIT, a);
  const name: Term = { tag: "global", name: NAME, types: [a] };
  const called = apply(variable("f"), { tag: "tuple", items: [] });
  const rest = apply(name, variable("r"));
  return {
    name: NAME,
    builtin: NAME,
    kind: "function",
    variables: ["a"],
    type: fun(list(thunk), list(a)),
    span: undefined,
    term: lambda(varPattern("l", list(thunk)), {
      tag: "case",
      scrutinee: variable("l"),
      branches: [
        {
          pattern: { tag: "con", data: LIST, con: NIL, types: [thunk], args: [] },
          body: { tag: "list", items: [], tail: undefined, item: a },
        },
        {
          pattern: {
            tag: "con",
            data: LIST,
            con: CONS,
            types: [thunk],
            args: [varPattern("f", thunk), varPattern("r", list(thunk))],
          },
          body: { tag: "list", items: [called], tail: rest, item: a },
        },
      ],
    }),
  };
}
