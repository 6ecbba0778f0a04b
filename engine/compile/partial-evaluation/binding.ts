// Binding values to patterns, and tests that have to hold: what fails, fails where the machine would.
import { nth } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import type { OpFailure } from "../../scalars/mistake.ts";
import type { Span } from "../../source/span.ts";
import type { UsesOfName } from "../core-facts/uses.ts";
import type { Atom, Failure } from "../ir/ir.ts";
import { type AbstractValue, BlockBuilder, type Env, type Named } from "./abstract-value.ts";
import type { Compilation } from "./compilation.ts";
import { settle } from "./materialise.ts";
import { bindPattern, learnFrom, testPattern } from "./patterns.ts";

/** Whether a value is to be used once, or to be made. */
function isDelayed(sym: AbstractValue): boolean {
  return sym.tag === "delayed" || sym.tag === "stream";
}

/** Binds the parameter of a function, or of a `let`, to its value; undefined where that certainly fails. */
export function bindParameter(
  c: Compilation,
  pattern: Named["params"][number],
  sym: AbstractValue,
  env: Env,
  uses: UsesOfName,
  span: Span | undefined,
  out: BlockBuilder,
  message?: string,
): Env | undefined {
  // a pattern looks into the value
  const value = pattern.tag === "var" || pattern.tag === "any" ? sym : made(c, sym, out);
  if (!matches(pattern, value, span, out, message)) return undefined;
  return bindPattern(pattern, value, env, out, (name, one) => bound(c, name, one, uses, out));
}

/** Fails unless a value matches a pattern; false where it certainly fails. */
export function matches(
  pattern: Named["params"][number],
  value: AbstractValue,
  span: Span | undefined,
  out: BlockBuilder,
  message = "the parameter's pattern does not match the argument",
): boolean {
  const test = testPattern(pattern, value, out);
  if (test === true) return true;
  if (!check(test, { kind: "no-match", message: [message], span }, out)) return false;
  learnFrom(pattern, value, true, out);
  return true;
}

/** Settles a delayed value used more than once. */
export function bound(
  c: Compilation,
  name: string,
  sym: AbstractValue,
  uses: UsesOfName,
  out: BlockBuilder,
): AbstractValue {
  return isDelayed(sym) && (name === "" || uses(name) !== "once") ? settle(c, sym, out) : sym;
}

/** A value that can be used more than once. */
export function made(c: Compilation, sym: AbstractValue, out: BlockBuilder): AbstractValue {
  return isDelayed(sym) ? settle(c, sym, out) : sym;
}

/** Fails unless a test holds; false where it certainly fails. */
export function check(test: boolean | Atom, failure: Failure, out: BlockBuilder): boolean {
  if (test === true) return true;
  if (test === false) {
    out.emit({ tag: "fail", failure });
    return false;
  }
  const then = new BlockBuilder(out);
  then.block.end = { tag: "yield", atoms: [] };
  const otherwise = new BlockBuilder(out);
  otherwise.emit({ tag: "fail", failure });
  out.emit({ tag: "if", test, yes: then.block, no: otherwise.block, outs: [] });
  return true;
}

/** Control ends here. */
export function fail(failure: Failure, out: BlockBuilder): undefined {
  out.emit({ tag: "fail", failure });
  return undefined;
}

/** How an operation fails at a place, with the numbers of its message. */
export function failureOf({ kind, said }: OpFailure, told: readonly Atom[], span: Span | undefined): Failure {
  const message = said.map((part) => {
    if (typeof part === "object") return internal("a message tells no plain number", kind);
    return typeof part === "number" ? nth(told, part) : part;
  });
  return { kind, message, span };
}
