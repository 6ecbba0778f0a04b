// Terms of the table of scalar operations as terms of the core, which can be differentiated again, checked and printed.
import { nth } from "../../base/nth.ts";
import type { OpId } from "../../scalars/ops.ts";
import type { ScalarTerm } from "../../scalars/scalar-term.ts";
import type { Span } from "../../source/span.ts";
import { REAL } from "../../types/type.ts";
import { builtin, conditional, type Term, truth, variable, varPattern } from "./term.ts";

/**
 * A term over operands as a term of the core. Operands are used any number of times: names, or numbers. A name that it binds is none of
 * theirs, for no program can have written it.
 */
export function scalarTerm(term: ScalarTerm, operands: readonly Term[], span?: Span): Term {
  const core = (one: ScalarTerm): Term => scalarTerm(one, operands, span);
  switch (term.tag) {
    case "operand":
      return nth(operands, term.index);
    case "number":
      return { tag: term.type === "Int" ? "int" : "real", value: term.value };
    case "name":
      return variable(ownName(term.name));
    case "op":
      return builtin(term.op as OpId, term.args.map(core), span);
    case "if":
      return conditional(core(term.test), core(term.yes), core(term.no), span);
    case "and":
      return conditional(core(term.left), core(term.right), truth("False"), span);
    case "or":
      return conditional(core(term.left), truth("True"), core(term.right), span);
    case "let": {
      const pattern = varPattern(ownName(term.name), REAL);
      return {
        tag: "let",
        bindings: [{ pattern, variables: [], bound: core(term.bound) }],
        body: core(term.body),
        span,
      };
    }
  }
}

function ownName(name: string): string {
  return `${name}°`;
}
