// Subjects of the theorems as programs in Dual, so that the project's stages can be held against the reference.

import { nth } from "../../../engine/base/nth.ts";
import { showReal } from "../../../engine/core/values/show-value.ts";
import type { SourceTerm } from "./terms.ts";
import type { Subject } from "./theorems.ts";
import { SIGNS, type Type } from "./types.ts";
import { typeOf, typeOfPart } from "./typing.ts";
import type { Linear, Plain } from "./values.ts";

/** A subject with one variable at least as a program; `value` is that of its term. */
export function dualText({ types, values, term, cotangent }: Subject, value: Plain): string {
  const names = types.map((_, index) => `x${index}`);
  const parameters = types.map((type, index) => `${nth(names, index)} : ${typeText(type)}`);
  const at = values.map((one, index) => valueText(nth(types, index), one));
  const result = typeOf(types, term);
  return [
    `-- at: (${at.join(", ")})`,
    `-- cotangent: ${cotangentText(result, value, cotangent)}`,
    `def main (${parameters.join(", ")}) = ${new Writer().term(term, types, names)}`,
  ].join("\n");
}

function typeText(type: Type): string {
  switch (type.tag) {
    case "unit":
      return "()";
    case "int":
      return "Int";
    case "real":
      return "Real";
    case "product":
      return `(${typeText(type.left)}, ${typeText(type.right)})`;
    case "sum":
      return `(Either ${typeText(type.left)} ${typeText(type.right)})`;
  }
}

/** A value as an expression in parentheses. */
function valueText(type: Type, value: Plain): string {
  if (typeof value === "number") return `(${type.tag === "int" ? value : showReal(value)})`;
  if (value.tag === "unit") return "()";
  const { left, right } = partsOf(type);
  if (value.tag === "pair") return `(${valueText(left, value.left)}, ${valueText(right, value.right)})`;
  return value.tag === "inl" ? `(Left ${valueText(left, value.of)})` : `(Right ${valueText(right, value.of)})`;
}

/** A cotangent as Dual wants it, with the shape of its value. */
function cotangentText(type: Type, value: Plain, cotangent: Linear): string {
  return valueText(type, withReals(type, value, scalarsOf(type, value, cotangent)[Symbol.iterator]()));
}

/** The value with other Reals, from left to right. */
function withReals(type: Type, value: Plain, reals: Iterator<number>): Plain {
  if (typeof value === "number") return type.tag === "real" ? (reals.next().value as number) : value;
  if (value.tag === "unit") return value;
  const { left, right } = partsOf(type);
  if (value.tag === "pair")
    return { tag: "pair", left: withReals(left, value.left, reals), right: withReals(right, value.right, reals) };
  return { tag: value.tag, of: withReals(value.tag === "inl" ? left : right, value.of, reals) };
}

/** The Reals of a cotangent that fits the value, from left to right; 0 where it is absent. */
export function scalarsOf(type: Type, value: Plain, cotangent: Linear | undefined): readonly number[] {
  if (typeof value === "number") return type.tag === "real" ? [(cotangent as number | undefined) ?? 0] : [];
  if (value.tag === "unit") return [];
  const { left, right } = partsOf(type);
  const found = typeof cotangent === "object" && cotangent.tag !== "absent" ? cotangent : undefined;
  if (found !== undefined && found.tag !== value.tag) throw new Error(`a cotangent ${found.tag} at ${value.tag}`);
  if (value.tag === "pair") {
    const parts = found?.tag === "pair" ? found : undefined;
    return [...scalarsOf(left, value.left, parts?.left), ...scalarsOf(right, value.right, parts?.right)];
  }
  const part = found?.tag === value.tag ? found.of : undefined;
  return scalarsOf(value.tag === "inl" ? left : right, value.of, part);
}

function partsOf(type: Type): { readonly left: Type; readonly right: Type } {
  if (!("left" in type)) throw new Error(`no parts: ${type.tag}`);
  return type;
}

/** Writes terms, each as an expression in parentheses; bound variables have fresh names. */
class Writer {
  #count = 0;

  term(term: SourceTerm, types: readonly Type[], names: readonly string[]): string {
    const go = (part: SourceTerm): string => this.term(part, types, names);
    const bound = (part: SourceTerm, type: Type, name: string): string =>
      this.term(part, [type, ...types], [name, ...names]);
    switch (term.tag) {
      case "var":
        return nth(names, term.index);
      case "let": {
        const name = this.#fresh();
        return `(let ${name} = ${go(term.value)} in ${bound(term.body, typeOf(types, term.value), name)})`;
      }
      case "prim":
        return this.#primitive(term.op, go(term.of));
      case "unit":
        return "()";
      case "pair":
        return `(${go(term.left)}, ${go(term.right)})`;
      case "fst":
      case "snd":
        return `(${term.tag} ${go(term.of)})`;
      case "inl":
      case "inr":
        return `(${term.tag === "inl" ? "Left" : "Right"} ${go(term.of)} : ${typeText(typeOf(types, term))})`;
      case "case": {
        const { left, right } = typeOfPart("sum", types, term.of);
        const [inl, inr] = [this.#fresh(), this.#fresh()];
        return `(case ${go(term.of)} of { Left ${inl} -> ${bound(term.inl, left, inl)} | Right ${inr} -> ${bound(term.inr, right, inr)} })`;
      }
    }
  }

  #fresh(): string {
    return `y${this.#count++}`;
  }

  #primitive(op: Extract<SourceTerm, { tag: "prim" }>["op"], of: string): string {
    const name = this.#fresh();
    // the argument is evaluated, as it is in the reference
    if (typeof op === "object") return `(let ${name} = ${of} in (${showReal(op.literal)}))`;
    switch (op) {
      case "neg":
      case "ineg":
        return `(-${of})`;
      case "sign":
        return `(let ${name} = ${of} in if ${name} < 0.0 then Left (Left ()) else if 0.0 < ${name} then Left (Right ()) else Right () : ${typeText(SIGNS)})`;
      default:
        return `(let ${name} = ${of} in fst ${name} ${op.endsWith("add") ? "+" : "*"} snd ${name})`;
    }
  }
}
