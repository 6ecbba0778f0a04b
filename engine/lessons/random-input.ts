// Inputs of a type that are made from a seed: what an exercise is tried at beside the inputs that its author gives.

import { mulberry32 } from "../base/mulberry32.ts";
import { nth, present } from "../base/nth.ts";
import { dataTypeOf, type Module } from "../types/scope.ts";
import { fieldsAt, LIST, shownName, type Type } from "../types/type.ts";

/** Which inputs are made. */
export interface RandomOptions {
  readonly seed: number;
  readonly count: number;
  /** Whether all Reals are above 0. */
  readonly isPositive: boolean;
}

/** Constructors around each other in a random input, beyond which those that end it are taken. */
const DEEPEST = 6;

/** Expressions of a type, different ones for different seeds; none for a type with functions. */
export function randomInputs(
  module: Module,
  type: Type,
  { seed, count, isPositive }: RandomOptions,
): readonly string[] {
  const next = mulberry32(seed);
  const made: string[] = [];
  for (let index = 0; index < count; index++) {
    const one = new Maker(module, next, isPositive).of(type, 0);
    if (one === undefined) return [];
    made.push(one);
  }
  return made;
}

class Maker {
  private readonly module: Module;
  private readonly next: () => number;
  private readonly isPositive: boolean;

  constructor(module: Module, next: () => number, isPositive: boolean) {
    this.module = module;
    this.next = next;
    this.isPositive = isPositive;
  }

  of(type: Type, depth: number): string | undefined {
    if (type.tag === "tuple") {
      const items = type.items.map((item) => this.of(item, depth));
      return items.includes(undefined) ? undefined : `(${items.join(", ")})`;
    }
    if (type.tag !== "con") return undefined;
    switch (type.name) {
      case "Real": {
        const size = 0.25 + 3 * this.next();
        return (this.isPositive || this.next() < 0.6 ? size : -size).toFixed(2);
      }
      case "Int":
        return String(1 + Math.floor(4 * this.next()));
      case "Bool":
        return this.next() < 0.5 ? "True" : "False";
      case LIST:
        return this.items(nth(type.args, 0), depth, "[");
      case "Array":
        return this.items(nth(type.args, 0), depth, "#[");
      default:
        return this.data(type, depth);
    }
  }

  private items(item: Type, depth: number, open: string): string | undefined {
    const items = Array.from({ length: 1 + Math.floor(4 * this.next()) }, () => this.of(item, depth + 1));
    return items.includes(undefined) ? undefined : `${open}${items.join(", ")}]`;
  }

  private data(type: Extract<Type, { tag: "con" }>, depth: number): string | undefined {
    const data = dataTypeOf(this.module, type.name);
    if (data === undefined) return undefined;
    // deep inside, only what ends is taken
    const ends = data.constructors.filter((one) =>
      fieldsAt(data, one, type.args).every((field) => !mentions(field, type.name)),
    );
    const among = depth >= DEEPEST && ends.length > 0 ? ends : data.constructors;
    const constructor = nth(among, Math.floor(among.length * this.next()));
    const fields = fieldsAt(data, constructor, type.args).map((field) => this.of(field, depth + 1));
    if (fields.includes(undefined)) return undefined;
    return [
      shownName(constructor.name),
      ...fields.map((field) => (/^[\w.[(#]/.test(present(field)) && !/\s/.test(present(field)) ? field : `(${field})`)),
    ].join(" ");
  }
}

function mentions(type: Type, name: string): boolean {
  if (type.tag === "con") return type.name === name || type.args.some((arg) => mentions(arg, name));
  return type.tag === "tuple" && type.items.some((item) => mentions(item, name));
}
