// Terms of the table of scalar operations as terms of the core, and the types that terms say.
import { builtin, type CorePattern, type Term, variable, varPattern } from "../../core/terms/term.ts";
import type { OpId } from "../../scalars/ops.ts";
import type { ScalarTerm } from "../../scalars/scalar-term.ts";
import type { Span } from "../../source/span.ts";
import { REAL, type Type } from "../../types/type.ts";

/** A term of the table of operations as one of the core. */
export function scalarTerm(term: ScalarTerm, xs: readonly Term[], span: Span | undefined): Term {
  const go = (one: ScalarTerm): Term => scalarTerm(one, xs, span);
  const choose = (test: Term, yes: Term, no: Term): Term => ({
    tag: "case",
    scrutinee: test,
    branches: [
      { pattern: truth("True"), body: yes },
      { pattern: truth("False"), body: no },
    ],
    span,
  });
  switch (term.tag) {
    case "operand":
      return xs[term.index]!;
    case "number":
      return { tag: term.type === "Int" ? "int" : "real", value: term.value };
    case "name":
      return variable(`${term.name}′`);
    case "op":
      return builtin(term.op as OpId, term.args.map(go), span);
    case "if":
      return choose(go(term.test), go(term.yes), go(term.no));
    case "and":
      return choose(go(term.left), go(term.right), truthTerm("False"));
    case "or":
      return choose(go(term.left), truthTerm("True"), go(term.right));
    case "let": {
      const pattern = varPattern(`${term.name}′`, REAL);
      return { tag: "let", bindings: [{ pattern, variables: [], bound: go(term.bound) }], body: go(term.body), span };
    }
  }
}

function truth(con: "True" | "False"): CorePattern {
  return { tag: "con", data: "Bool", con, types: [], args: [] };
}

function truthTerm(con: "True" | "False"): Term {
  return { tag: "con", data: "Bool", con, types: [], args: [] };
}

/** The types that a term says itself, without its parts. */
export function typesIn(term: Term): readonly Type[] {
  switch (term.tag) {
    case "var":
    case "global":
    case "con":
    case "prim":
      return term.types;
    case "list":
    case "array":
    case "forkList":
      return [term.item];
    case "lam":
      return typesOfPattern(term.param);
    case "let":
      return term.bindings.flatMap(({ pattern }) => typesOfPattern(pattern));
    case "letrec":
      return term.functions.map(({ type }) => type);
    case "case":
      return term.branches.flatMap(({ pattern }) => typesOfPattern(pattern));
    default:
      return [];
  }
}

function typesOfPattern(pattern: CorePattern): readonly Type[] {
  switch (pattern.tag) {
    case "var":
    case "any":
      return [pattern.type];
    case "number":
      return pattern.type === "Real" ? [REAL] : [];
    case "tuple":
      return pattern.items.flatMap(typesOfPattern);
    case "con":
      return [...pattern.types, ...pattern.args.flatMap(typesOfPattern)];
    case "dual":
      return [...typesOfPattern(pattern.primal), ...typesOfPattern(pattern.dual)];
  }
}
