// The evaluator that defines CHAD's cost (§6.10.4, `eval`): a value, and the number of steps.
import { zero } from "./linear.ts";
import { addTo, bind, pure, run, scope } from "./monad.ts";
import type { Primitive, Term } from "./terms.ts";
import { ABSENT, as, type Costed, type Linear, linearOf, NOTHING, numberOf, type Side, type Value } from "./values.ts";

/** Values of the variables, the innermost first. */
export type Environment = readonly Value[];

/** Value and cost of a term, of either language. */
export function evaluate(environment: Environment, term: Term): Costed<Value> {
  /** The value of a form with one part. */
  const one = (part: Term, make: (value: Value) => Value): Costed<Value> => {
    const [value, cost] = evaluate(environment, part);
    return [make(value), 1 + cost];
  };
  /** The value of a form with two parts. */
  const two = ({ left, right }: Parts, make: (left: Value, right: Value) => Value): Costed<Value> => {
    const [first, onTheLeft] = evaluate(environment, left);
    const [second, onTheRight] = evaluate(environment, right);
    return [make(first, second), 1 + onTheLeft + onTheRight];
  };
  switch (term.tag) {
    case "var":
      return [environment[term.index]!, 1];
    case "let": {
      const [value, cost] = evaluate(environment, term.value);
      const [result, more] = evaluate([value, ...environment], term.body);
      return [result, 1 + cost + more];
    }
    case "lam": {
      // the thesis' table has the free variables here; CHAD's closures hold just these
      const captured = term.captured.map((index) => environment[index]!);
      const call = (argument: Value): Costed<Value> => evaluate([argument, ...captured], term.body);
      return [{ tag: "function", call }, 1 + captured.length];
    }
    case "app": {
      const [callee, onTheLeft] = evaluate(environment, term.left);
      const [argument, onTheRight] = evaluate(environment, term.right);
      const [result, called] = as("function", callee).call(argument);
      return [result, 1 + onTheLeft + onTheRight + called];
    }
    case "prim":
      return one(term.of, (value) => primitive(term.op, value));
    case "unit":
    case "lunit":
      return [NOTHING, 1];
    case "pair":
    case "lpair":
      return two(term, (left, right) => ({ tag: "pair", left, right }));
    case "fst":
      return one(term.of, (value) => as("pair", value).left);
    case "snd":
      return one(term.of, (value) => as("pair", value).right);
    case "inl":
    case "linl":
      return one(term.of, (of) => ({ tag: "inl", of }));
    case "inr":
    case "linr":
      return one(term.of, (of) => ({ tag: "inr", of }));
    case "case": {
      const [value, cost] = evaluate(environment, term.of);
      const { of, tag } = side(value);
      const [result, more] = evaluate([of, ...environment], term[tag]);
      return [result, 1 + cost + more];
    }
    case "pureevm":
      return one(term.of, (value) => ({ tag: "computation", run: pure(value) }));
    case "bindevm":
      return two(term, (first, next) => ({
        tag: "computation",
        run: bind(as("computation", first).run, as("function", next).call),
      }));
    case "runevm": {
      const [computation, onTheLeft] = evaluate(environment, term.left);
      const [cells, onTheRight] = evaluate(environment, term.right);
      const [left, after, ran] = run(as("computation", computation).run, cellsOf(cells));
      return [{ tag: "pair", left, right: tupleOf(after) }, 1 + onTheLeft + onTheRight + ran];
    }
    case "addevm":
      return one(term.of, (value) => ({ tag: "computation", run: addTo(term.index, linearOf(value)) }));
    case "scopeevm":
      return two(term, (initial, inside) => ({
        tag: "computation",
        run: scope(linearOf(initial), as("computation", inside).run),
      }));
    case "lfst":
    case "lsnd":
    case "lcastl":
    case "lcastr": {
      const [value, cost] = evaluate(environment, term.of);
      const [part, more] = component(term.tag, value) ?? zero(term.result);
      return [part, 1 + cost + more];
    }
    case "lpairzero":
    case "lsumzero":
      return [ABSENT, 1];
  }
}

/** The cost of a term. */
export function costOf(environment: Environment, term: Term): number {
  return evaluate(environment, term)[1];
}

interface Parts {
  readonly left: Term;
  readonly right: Term;
}

/** A side of a sum. */
function side(value: Value): Side<Value> {
  return typeof value === "object" && value.tag === "inl" ? value : as("inr", value);
}

/**
 * A component of a cotangent, at no further cost; undefined where it is zero for being absent. As in the Agda source, it is zero on the
 * other side of a sum, too, where the thesis' text and the project's stages have an error. CHAD never looks there.
 */
function component(tag: "lfst" | "lsnd" | "lcastl" | "lcastr", whole: Value): Costed<Value> | undefined {
  if (typeof whole === "object" && whole.tag === "absent") return undefined;
  if (tag === "lfst") return [as("pair", whole).left, 0];
  if (tag === "lsnd") return [as("pair", whole).right, 0];
  const { tag: found, of } = side(whole);
  return found === (tag === "lcastl" ? "inl" : "inr") ? [of, 0] : undefined;
}

/** A tuple of cotangents, nested to the right, as cells (`LETup-to-LEτ`). */
function cellsOf(tuple: Value): readonly Linear[] {
  if (typeof tuple === "object" && tuple.tag === "unit") return [];
  const { left, right } = as("pair", tuple);
  return [linearOf(left), ...cellsOf(right)];
}

/** Cells as a tuple (`LEτ-to-LETup`). */
function tupleOf(cells: readonly Linear[]): Value {
  return cells.reduceRight<Value>((right, left) => ({ tag: "pair", left, right }), NOTHING);
}

/** The result of a primitive operation (`evalprim`). */
function primitive(op: Primitive, value: Value): Value {
  if (typeof op === "object") return op.literal;
  switch (op) {
    case "lzero":
      return 0;
    case "neg":
    case "lneg":
      return -numberOf(value);
    case "ineg":
      return integer(0 - numberOf(value));
    case "sign":
      return signOf(numberOf(value));
    default: {
      const { left, right } = as("pair", value);
      const [a, b] = [numberOf(left), numberOf(right)];
      if (op === "add" || op === "ladd") return a + b;
      if (op === "mul" || op === "lscale") return a * b;
      return integer(op === "iadd" ? a + b : a * b);
    }
  }
}

/** Negative or positive, or zero and NaN. */
function signOf(x: number): Value {
  if (x < 0) return { tag: "inl", of: { tag: "inl", of: NOTHING } };
  if (0 < x) return { tag: "inl", of: { tag: "inr", of: NOTHING } };
  return { tag: "inr", of: NOTHING };
}

/** An Int that a number does not hold exactly. Those of Agda have no bound. */
export class IntOverflow extends Error {}

function integer(value: number): number {
  if (!Number.isSafeInteger(value)) throw new IntOverflow(`an Int beyond 2^53: ${value}`);
  return value + 0;
}
