// An input made up from its type: what the fix of a missing input fills in.
import { nth } from "../../base/nth.ts";
import { dataTypeOf, type Module } from "../../types/scope.ts";
import { con, fieldsAt, LIST, shownName, showType, type Type } from "../../types/type.ts";

/** Characters of an example: what is longer is no example that anyone would edit. */
const LONGEST_EXAMPLE = 400;

/** How many types are looked at: data types can branch without end. */
const MOST_TYPES = 2000;

/**
 * An expression of a type, in Dual: 0.5 for a Real, two elements for a list or an array, and of a data type the first constructor
 * that is not recursive and holds something, else the first that is not recursive. Undefined for a type with functions, and where
 * the expression would be long. The numbers that are given stand in it from the left, as long as there are some.
 */
export function exampleOf(module: Module, type: Type, numbers: readonly string[] = []): string | undefined {
  let left = MOST_TYPES;
  const waiting = [...numbers];
  const example = of(type, []);
  return example === undefined || example.length > LONGEST_EXAMPLE ? undefined : example;

  /** `open` are the data types around, written out: what leads back to one of them is recursive. */
  function of(at: Type, open: readonly string[]): string | undefined {
    if (left-- <= 0) return undefined;
    switch (at.tag) {
      case "tuple": {
        const items = allOf(at.items, open);
        return items === undefined ? undefined : `(${items.join(", ")})`;
      }
      case "con":
        return ofNamed(at, open);
      default:
        return undefined;
    }
  }

  function allOf(types: readonly Type[], open: readonly string[]): readonly string[] | undefined {
    const found: string[] = [];
    for (const one of types) {
      const example = of(one, open);
      if (example === undefined || example.length > LONGEST_EXAMPLE) return undefined;
      found.push(example);
    }
    return found;
  }

  function ofNamed(at: Extract<Type, { tag: "con" }>, open: readonly string[]): string | undefined {
    switch (at.name) {
      case "Real":
        return waiting.shift() ?? "0.5";
      case "Int":
        return asInt(waiting.shift()) ?? "1";
      case "Bool":
        return "True";
      case LIST:
        return `[${elements(nth(at.args, 0), open)}]`;
      case "Array":
        return `#[${elements(nth(at.args, 0), open)}]`;
      default:
        return ofData(at, open);
    }
  }

  /** As many of a type as take the numbers that wait, else two; none where that would lead back to a type around. */
  function elements(item: Type, open: readonly string[]): string {
    const given = waiting.length > 0;
    const one = of(item, open);
    if (one === undefined) return "";
    if (!given) return `${one}, ${one}`;
    const all = [one];
    for (let before = Number.POSITIVE_INFINITY; waiting.length > 0 && waiting.length < before; ) {
      before = waiting.length;
      const next = of(item, open);
      if (next === undefined) break;
      all.push(next);
    }
    return all.join(", ");
  }

  function ofData(at: Extract<Type, { tag: "con" }>, open: readonly string[]): string | undefined {
    const data = dataTypeOf(module, at.name);
    const key = showType(con(at.name, ...at.args));
    if (data === undefined || open.includes(key)) return undefined;
    let bare: string | undefined;
    for (const constructor of data.constructors) {
      const fields = allOf(fieldsAt(data, constructor, at.args), [...open, key]);
      const name = shownName(constructor.name);
      if (fields === undefined) continue;
      if (fields.length > 0) return [name, ...fields.map(asArgument)].join(" ");
      bare ??= name;
    }
    return bare;
  }
}

/** A number as an Int: undefined where it has decimals that count. */
function asInt(number: string | undefined): string | undefined {
  return number === undefined ? undefined : /^(-?\d+)(?:\.0+)?$/.exec(number)?.[1];
}

/** An expression as an argument: in parentheses where it is an application. */
function asArgument(example: string): string {
  return /^[\p{L}_][^ ]* /u.test(example) ? `(${example})` : example;
}
