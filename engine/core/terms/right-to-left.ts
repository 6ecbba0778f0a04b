// A program whose parts are evaluated from right to left, as OCaml does: the parts of an application, a tuple, data, a list, an
// array or an operation that gives a Real are bound one after the other, the last part first. Krawiec et al. (2022) print Fig. 12
// from such a run; which scalar gets which number depends on the order, and no gradient does.

import { present } from "../../base/nth.ts";
import { OPS } from "../../scalars/ops.ts";
import { mapTerm } from "./map-term.ts";
import { type CoreProgram, OPEN_TYPE, subscript, type Term, variable, varPattern } from "./term.ts";

/** The program, evaluated from right to left. Operations that give no Real keep their order: nothing has a number there. */
export function rightToLeft(program: CoreProgram): CoreProgram {
  return { ...program, globals: program.globals.map((global) => ({ ...global, term: reordered(global.term) })) };
}

function reordered(term: Term): Term {
  const inner = mapTerm(term, (at) => (at === term ? undefined : reordered(at)));
  switch (inner.tag) {
    case "tuple":
    case "array":
      return bound(inner, inner.items, (items) => ({ ...inner, items }));
    case "con":
    case "prim":
      return bound(inner, inner.args, (args) => ({ ...inner, args }));
    case "op":
      if (inner.op.tag === "builtin" && OPS[inner.op.id].result !== "Real") return inner;
      return bound(inner, inner.args, (args) => ({ ...inner, args }));
    case "app":
      return bound(inner, [inner.fn, inner.arg], ([fn, arg]) => ({ ...inner, fn: present(fn), arg: present(arg) }));
    case "list": {
      const parts = inner.tail === undefined ? inner.items : [...inner.items, inner.tail];
      const { length } = inner.items;
      return bound(inner, parts, (all) => ({ ...inner, items: all.slice(0, length), tail: all[length] }));
    }
    default:
      return inner;
  }
}

/** Binds the parts that compute something, the last first; nothing where fewer than two do. */
function bound(whole: Term, parts: readonly Term[], make: (parts: readonly Term[]) => Term): Term {
  if (parts.filter(computes).length < 2) return whole;
  const name = (index: number): string => subscript("p", index + 1);
  const bindings = parts
    .flatMap((part, index) =>
      computes(part)
        ? [{ pattern: varPattern(name(index), OPEN_TYPE), variables: [], bound: part, span: part.span }]
        : [],
    )
    .reverse();
  return {
    tag: "let",
    bindings,
    body: make(parts.map((part, index) => (computes(part) ? variable(name(index)) : part))),
    span: whole.span,
  };
}

/** Whether a term does anything when it is evaluated, where it stands: a literal gets a number; a definition has its own place. */
function computes({ tag }: Term): boolean {
  return tag !== "var" && tag !== "global" && tag !== "lam" && tag !== "int";
}
