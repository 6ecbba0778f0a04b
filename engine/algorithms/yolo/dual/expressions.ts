// Operations and their partials as expressions of Dual.
import { nth, present } from "../../../base/nth.ts";
import { showReal } from "../../../core/values/show-value.ts";
import { OPS, type OpId } from "../../../scalars/ops.ts";
import type { ScalarTerm } from "../../../scalars/scalar-term.ts";

/** How tight an expression binds. */
export enum Level {
  Words,
  Test,
  Operator,
  Application,
  Atom,
}

/** An expression. */
export interface Text {
  readonly text: string;
  readonly level: Level;
}

/** A name, or something else that needs no brackets. */
export function atom(text: string): Text {
  return { text, level: Level.Atom };
}

/** A number. */
export function realText(value: number): Text {
  const text = showReal(value);
  return { text, level: text.startsWith("-") ? Level.Operator : Level.Atom };
}

/** An Int. */
export function intText(value: number): Text {
  return { text: String(value), level: value < 0 ? Level.Operator : Level.Atom };
}

/** An expression with brackets where it binds less than is needed. */
function atLeast(level: Level, one: Text): string {
  return one.level < level ? `(${one.text})` : one.text;
}

/** None or many as a tuple, one as it is. */
export function tupleText(items: readonly string[]): string {
  return items.length === 1 ? nth(items, 0) : `(${items.join(", ")})`;
}

/** A function, applied. */
export function applied(name: string, args: readonly Text[]): Text {
  if (args.length === 0) return atom(name);
  return { text: [name, ...args.map((one) => atLeast(Level.Atom, one))].join(" "), level: Level.Application };
}

/** A built-in operation, applied. A factor of 1 is left out, and so is 0 in a sum. */
export function operation(id: OpId, args: readonly Text[]): Text {
  const { symbol, infix, result } = OPS[id];
  const [left, right] = args as readonly [Text, Text];
  if (id === "neg" && left.level < Level.Application && NEGATED.test(left.text)) return atom(left.text.slice(1));
  if (id === "neg") return { text: `-${atLeast(Level.Application, left)}`, level: Level.Operator };
  if (id === "mul" && left.text === ONE) return right;
  if (id === "mul" && right.text === ONE) return left;
  if (id === "add" && left.text === ZERO) return right;
  if (id === "add" && right.text === ZERO) return left;
  if (!infix) return applied(symbol, args);
  const sides = [left, right].map((one) => atLeast(Level.Application, one));
  return { text: sides.join(` ${symbol} `), level: result === "Bool" ? Level.Test : Level.Operator };
}

/** A name or a number with a minus. */
const NEGATED = /^-[\p{L}\p{M}\d_'.]+$/u;
const ONE = realText(1).text;
const ZERO = realText(0).text;

/** A term over operands; what it binds is bound before it by `bind`, which gives it a name. */
export function termText(term: ScalarTerm, operands: readonly Text[], bind: (name: string, bound: Text) => Text): Text {
  const named = new Map<string, Text>();
  const write = (one: ScalarTerm): Text => {
    switch (one.tag) {
      case "operand":
        return nth(operands, one.index);
      case "name":
        return present(named.get(one.name));
      case "number":
        return one.type === "Int" ? intText(one.value) : realText(one.value);
      case "op":
        return operation(one.op as OpId, one.args.map(write));
      case "if": {
        const [test, yes, no] = [one.test, one.yes, one.no].map((part) => write(part).text);
        return { text: `if ${test} then ${yes} else ${no}`, level: Level.Words };
      }
      case "and":
      case "or": {
        const sides = [one.left, one.right].map((part) => atLeast(Level.Test, write(part)));
        return { text: sides.join(one.tag === "and" ? " && " : " || "), level: Level.Words };
      }
      case "let":
        named.set(one.name, bind(one.name, write(one.bound)));
        return write(one.body);
    }
  };
  return write(term);
}
