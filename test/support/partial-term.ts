// Partial derivatives as terms of the core, which can be differentiated again, checked and printed.

import { builtin, type CorePattern, type Term, variable, varPattern } from "../../engine/core/terms/term.ts";
import { OPS, type OpId } from "../../engine/scalars/ops.ts";
import type { ScalarTerm } from "../../engine/scalars/scalar-term.ts";
import { REAL } from "../../engine/types/type.ts";

/** ∂op/∂operand at operands; undefined where the operation has none. Operands are used any number of times: names, or numbers. */
export function partialTerm(op: OpId, index: number, operands: readonly Term[]): Term | undefined {
  const partial = OPS[op].derivatives[index];
  return partial && coreTerm(partial.term, operands);
}

/** A term over operands as a term of the core. A name that it binds is none of the operands'. */
export function coreTerm(term: ScalarTerm, operands: readonly Term[]): Term {
  const core = (one: ScalarTerm): Term => coreTerm(one, operands);
  switch (term.tag) {
    case "operand":
      return operands[term.index]!;
    case "number":
      return { tag: term.type === "Real" ? "real" : "int", value: term.value };
    case "op":
      return builtin(term.op as OpId, term.args.map(core));
    case "if":
      return conditional(core(term.test), core(term.yes), core(term.no));
    case "and":
      return conditional(core(term.left), core(term.right), truth("False"));
    case "or":
      return conditional(core(term.left), truth("True"), core(term.right));
    case "let": {
      const pattern = varPattern(ownName(term.name), REAL);
      return { tag: "let", bindings: [{ pattern, variables: [], bound: core(term.bound) }], body: core(term.body) };
    }
    case "name":
      return variable(ownName(term.name));
  }
}

/** A name that no program can have written. */
function ownName(name: string): string {
  return `${name}°`;
}

function truth(con: "True" | "False"): Term {
  return { tag: "con", data: "Bool", con, types: [], args: [] };
}

function conditional(test: Term, yes: Term, no: Term): Term {
  const pattern = (con: string): CorePattern => ({ tag: "con", data: "Bool", con, types: [], args: [] });
  const branches = [
    { pattern: pattern("True"), body: yes },
    { pattern: pattern("False"), body: no },
  ];
  return { tag: "case", scrutinee: test, branches };
}
