// Types in the papers' notation: ℝ, ℤ, 𝟏, σ × τ, σ → τ, σ̲ ⊸ τ.
import { nth } from "../../base/nth.ts";
import { LIST, type Type } from "../../types/type.ts";

/** The short names of the type variables in scope, and of data types whose mark is not needed. */
export type VariableNames = ReadonlyMap<string, string>;

/** Prints a type; level 0: anything, 1: a factor of × or the left of an arrow, 2: an argument. */
export function printType(type: Type, names: VariableNames = new Map(), level: 0 | 1 | 2 = 0): string {
  const at = (inner: Type, inside: 0 | 1 | 2) => printType(inner, names, inside);
  const wrap = (text: string, from: 1 | 2): string => (level >= from ? `(${text})` : text);
  switch (type.tag) {
    case "var":
      return names.get(type.name) ?? type.name;
    case "con": {
      if (type.name === "Real") return "ℝ";
      if (type.name === "Int") return "ℤ";
      if (type.name === LIST) return `[${at(nth(type.args, 0), 0)}]`;
      const text = [names.get(type.name) ?? type.name, ...type.args.map((arg) => at(arg, 2))].join(" ");
      return type.args.length > 0 ? wrap(text, 2) : text;
    }
    case "tuple":
      if (type.items.length === 0) return "𝟏";
      return wrap(type.items.map((item) => at(item, 1)).join(" × "), 1);
    case "fun":
      return wrap(`${at(type.from, 1)} → ${at(type.to, 0)}`, 1);
    case "lin":
      return wrap(`${underlined(at(type.from, 1))} ⊸ ${at(type.to, 0)}`, 1);
  }
}

/** σ̲, the type of cotangents of σ: the marks are for people, and are skipped by the reader. */
export function underlined(text: string): string {
  return text === "ℝ" ? "ℝ\u0332" : text;
}
