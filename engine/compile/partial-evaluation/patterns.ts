// Patterns: whether a value matches, as far as possible while compiling, and what its variables are bound to.
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import type { CorePattern } from "../../core/terms/term.ts";
import { type Atom, literal } from "../ir/ir.ts";
import { type AbstractValue, BlockBuilder, bind, type Env } from "./abstract-value.ts";
import { fieldsOf } from "./materialise.ts";

/** Whether a value matches: known, or a `bool` that is computed. */
export type Test = boolean | Atom;

/** Whether two tests both hold. */
export function both(a: Test, b: Test, out: BlockBuilder): Test {
  if (a === false || b === false) return false;
  if (a === true) return b;
  if (b === true) return a;
  const both = out.newVar("bool");
  out.emit({ tag: "and", out: both, args: [a, b] });
  return both;
}

/** Whether a value matches a pattern; what is not known is computed by statements of `out`. */
export function testPattern(pattern: CorePattern, sym: AbstractValue, out: BlockBuilder): Test {
  switch (pattern.tag) {
    case "var":
    case "any":
      return true;
    case "number": {
      if (sym.tag !== "scalar") return internal("a number pattern on what is no number", sym.tag);
      if (sym.atom.tag === "literal") return sym.atom.value === pattern.value;
      const test = out.newVar("bool");
      const isReal = sym.kind === "real";
      const args = [sym.atom, literal(sym.kind, pattern.value)];
      out.emit({ tag: "op", out: test, op: isReal ? "eq" : "eqInt", args, span: undefined });
      return test;
    }
    case "tuple":
      return testAll(pattern.items, partsOf(sym, out), out);
    case "con": {
      if (sym.tag === "scalar") {
        const { atom } = sym;
        const known = out.truth(atom);
        if (known !== undefined) return (pattern.con === "True") === known;
        if (pattern.con === "True") return atom;
        const test = out.newVar("bool");
        out.emit({ tag: "not", out: test, arg: atom });
        return test;
      }
      if (sym.tag === "product") return testAll(pattern.args, sym.items, out);
      if (sym.tag === "known") return sym.con.name === pattern.con && testAll(pattern.args, sym.fields, out);
      if (sym.tag !== "data") return internal("a constructor pattern on what is no data", sym.tag);
      const con =
        sym.layout.cons.find((one) => one.name === pattern.con) ?? internal("an unknown constructor", pattern.con);
      const fact = sym.layout.cons.length === 1 ? con : out.fact(sym.atom)?.con;
      if (fact !== undefined) return fact === con && testAll(pattern.args, fieldsOf(sym, con, out), out);
      if (out.isExcluded(sym.atom, con)) return false;
      const is = out.newVar("bool");
      out.emit({ tag: "is", out: is, of: sym.atom, con });
      if (pattern.args.every(matchesAll)) return is;
      const then = new BlockBuilder(out);
      then.learn(sym.atom, con);
      const inner = testAll(pattern.args, fieldsOf(sym, con, then), then);
      if (inner === true) return is;
      then.block.end = { tag: "yield", atoms: [inner === false ? literal("bool", false) : inner] };
      const otherwise = new BlockBuilder(out);
      otherwise.block.end = { tag: "yield", atoms: [literal("bool", false)] };
      const test = out.newVar("bool");
      out.emit({ tag: "if", test: is, yes: then.block, no: otherwise.block, outs: [test] });
      return test;
    }
    case "dual":
      return internal("a dual number in a source program");
  }
}

function testAll(patterns: readonly CorePattern[], syms: readonly AbstractValue[], out: BlockBuilder): Test {
  let test: Test = true;
  for (let i = 0; i < patterns.length && test !== false; i++)
    if (!matchesAll(nth(patterns, i))) test = both(test, testPattern(nth(patterns, i), nth(syms, i), out), out);
  return test;
}

/** Whether a pattern matches every value, as its form alone says. */
function matchesAll(pattern: CorePattern): boolean {
  switch (pattern.tag) {
    case "var":
    case "any":
      return true;
    case "tuple":
      return pattern.items.every(matchesAll);
    default:
      return false;
  }
}

/** The components of a tuple, which is an object where it is wide. */
export function partsOf(sym: AbstractValue, out: BlockBuilder): readonly AbstractValue[] {
  if (sym.tag === "product") return sym.items;
  if (sym.tag === "known") return sym.fields;
  if (sym.tag === "data") return fieldsOf(sym, nth(sym.layout.cons, 0), out);
  return internal("a tuple was expected", sym.tag);
}

/** Tells the block of a branch what the test before it said; `isTrue` says which branch. */
export function learnFrom(pattern: CorePattern, sym: AbstractValue, isTrue: boolean, out: BlockBuilder): void {
  if (pattern.tag === "tuple" && sym.tag === "product") {
    const refuted = pattern.items.filter((item) => !matchesAll(item));
    if (isTrue || refuted.length === 1)
      pattern.items.forEach((item, index) => learnFrom(item, nth(sym.items, index), isTrue, out));
    return;
  }
  if (pattern.tag !== "con") return;
  if (sym.tag === "scalar") return out.learnTruth(sym.atom, (pattern.con === "True") === isTrue);
  if (sym.tag !== "data") return;
  const con = present(sym.layout.cons.find((one) => one.name === pattern.con));
  if (isTrue) out.learn(sym.atom, con, out.fact(sym.atom)?.fields);
  else if (pattern.args.every(matchesAll)) out.exclude(sym.atom, con);
}

/** Binds the variables of a pattern that is known to match. */
export function bindPattern(
  pattern: CorePattern,
  sym: AbstractValue,
  env: Env,
  out: BlockBuilder,
  use: (name: string, sym: AbstractValue) => AbstractValue,
): Env {
  switch (pattern.tag) {
    case "var":
      return bind(env, pattern.name, use(pattern.name, sym));
    case "any":
      use("", sym);
      return env;
    case "number":
      return env;
    case "tuple":
      return bindAll(pattern.items, partsOf(sym, out), env, out, use);
    case "con": {
      if (sym.tag === "scalar") return env;
      if (sym.tag === "product") return bindAll(pattern.args, sym.items, env, out, use);
      if (pattern.args.length === 0) return env;
      const con = sym.tag === "data" ? present(sym.layout.cons.find((one) => one.name === pattern.con)) : undefined;
      const fields = sym.tag === "known" ? sym.fields : fieldsOf(sym, present(con), out);
      return bindAll(pattern.args, fields, env, out, use);
    }
    case "dual":
      return internal("a dual number in a source program");
  }
}

function bindAll(
  patterns: readonly CorePattern[],
  syms: readonly AbstractValue[],
  env: Env,
  out: BlockBuilder,
  use: (name: string, sym: AbstractValue) => AbstractValue,
): Env {
  return patterns.reduce((inner, pattern, index) => bindPattern(pattern, nth(syms, index), inner, out, use), env);
}
