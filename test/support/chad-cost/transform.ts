// CHAD as its cost is proved (§6.10.4, `chad`): D[t] is a pair of the primal and the backpropagator, whose closures hold listed variables.
import { SKIP, sink, under } from "./sink.ts";
import type { SourcePrimitive, SourceTerm, Term } from "./terms.ts";
import { cotangentType, type Type } from "./types.ts";
import { typeOf, typeOfPart } from "./typing.ts";

/** D[t], for a term in an environment of the types, innermost first. */
export function chad(environment: readonly Type[], term: SourceTerm): Term {
  const go = (part: SourceTerm): Term => chad(environment, part);
  switch (term.tag) {
    case "var":
      return pair(v(term.index), lam([], { tag: "addevm", index: term.index, of: v(0) }));
    case "let": {
      const type = typeOf(environment, term.value);
      return letIn(
        go(term.value),
        letIn(
          fst(v(0)),
          binder(type, chad([type, ...environment], term.body), (cotangent) => cotangent),
        ),
      );
    }
    case "prim":
      return letIn(
        go(term.of),
        pair({ tag: "prim", op: term.op, of: fst(v(0)) }, passing(partials(term.op, fst(v(1)), v(0)))),
      );
    case "unit":
      return pair({ tag: "unit" }, lam([], { tag: "pureevm", of: { tag: "unit" } }));
    case "pair": {
      const { left, right } = pairTypes(environment, term);
      return letIn(
        pair(go(term.left), go(term.right)),
        pair(
          pair(fst(fst(v(0))), fst(snd(v(0)))),
          lam(
            [0],
            then(
              app(snd(fst(v(1))), { tag: "lfst", of: v(0), result: left }),
              app(snd(snd(v(1))), { tag: "lsnd", of: v(0), result: right }),
            ),
          ),
        ),
      );
    }
    case "fst": {
      const { right } = typeOfPart("product", environment, term.of);
      return letIn(go(term.of), pair(fst(fst(v(0))), passing({ tag: "lpair", left: v(0), right: zeroTerm(right) })));
    }
    case "snd": {
      const { left } = typeOfPart("product", environment, term.of);
      return letIn(go(term.of), pair(snd(fst(v(0))), passing({ tag: "lpair", left: zeroTerm(left), right: v(0) })));
    }
    case "inl":
    case "inr": {
      const cast = { tag: term.tag === "inl" ? "lcastl" : "lcastr", of: v(0) } as const;
      const result = cotangentType(typeOf(environment, term.of));
      return letIn(go(term.of), pair({ ...term, of: fst(v(0)) }, passing({ ...cast, result })));
    }
    case "case": {
      const { left, right } = typeOfPart("sum", environment, term.of);
      const branch = (type: Type, part: SourceTerm, tag: "linl" | "linr"): Term =>
        binder(type, chad([type, ...environment], part), (of) => ({ tag, of }));
      return letIn(go(term.of), {
        tag: "case",
        of: fst(v(0)),
        inl: branch(left, term.inl, "linl"),
        inr: branch(right, term.inr, "linr"),
      });
    }
  }
}

/**
 * The end of the rules for let and case, where the innermost variables are the primal of the bound variable and D of its term: the body,
 * and a backpropagator that gives the bound variable a cell and passes the end of that on.
 */
function binder(type: Type, body: Term, wrap: (cotangent: Term) => Term): Term {
  const scope: Term = { tag: "scopeevm", left: zeroTerm(type), right: app(snd(v(1)), v(0)) };
  const next = lam([2], app(snd(v(1)), wrap(fst(v(0)))));
  return letIn(sink(under(SKIP), body), pair(fst(v(0)), lam([0, 2], { tag: "bindevm", left: scope, right: next })));
}

/** A backpropagator that calls the one of the innermost variable, with a term of its own cotangent, 0, and that variable, 1. */
function passing(cotangent: Term): Term {
  return lam([0], app(snd(v(1)), cotangent));
}

/** One computation after the other (`thenevm`): let x = b in a >>= \_ -> x. */
function then(a: Term, b: Term): Term {
  return letIn(b, { tag: "bindevm", left: sink(SKIP, a), right: lam([0], v(1)) });
}

/** The cotangent of a primitive operation's argument, from the argument's primal and the result's cotangent (`dprim`). */
function partials(op: SourcePrimitive, primal: Term, cotangent: Term): Term {
  // the partials know these two variables only, so that they stand as they are in any environment
  return letIn(primal, letIn(sink(SKIP, cotangent), partialsOf(op)));
}

/** The same with variables: 0 is the cotangent, 1 the primal (`dprim'`). */
function partialsOf(op: SourcePrimitive): Term {
  if (typeof op === "object") return LUNIT;
  const scaled = (by: Term): Term => ({ tag: "prim", op: "lscale", of: pair(v(0), by) });
  switch (op) {
    case "add":
      return { tag: "lpair", left: v(0), right: v(0) };
    case "mul":
      return { tag: "lpair", left: scaled(snd(v(1))), right: scaled(fst(v(1))) };
    case "neg":
      return { tag: "prim", op: "lneg", of: v(0) };
    case "sign":
      return LZERO;
    case "iadd":
    case "imul":
      return { tag: "lpair", left: LUNIT, right: LUNIT };
    case "ineg":
      return LUNIT;
  }
}

/** The zero of a type's cotangents (`zerot`). */
export function zeroTerm(type: Type): Term {
  switch (type.tag) {
    case "unit":
    case "int":
      return LUNIT;
    case "real":
      return LZERO;
    case "product":
      return { tag: "lpairzero" };
    case "sum":
      return { tag: "lsumzero" };
  }
}

const LUNIT: Term = { tag: "lunit" };
const LZERO: Term = { tag: "prim", op: "lzero", of: LUNIT };

function pairTypes(environment: readonly Type[], { left, right }: { left: SourceTerm; right: SourceTerm }) {
  return { left: cotangentType(typeOf(environment, left)), right: cotangentType(typeOf(environment, right)) };
}

function v(index: number): Term {
  return { tag: "var", index };
}

function letIn(value: Term, body: Term): Term {
  return { tag: "let", value, body };
}

function pair(left: Term, right: Term): Term {
  return { tag: "pair", left, right };
}

function fst(of: Term): Term {
  return { tag: "fst", of };
}

function snd(of: Term): Term {
  return { tag: "snd", of };
}

/** A function whose closure holds the variables (`lamwith`). */
function lam(captured: readonly number[], body: Term): Term {
  return { tag: "lam", captured, body };
}

function app(left: Term, right: Term): Term {
  return { tag: "app", left, right };
}
