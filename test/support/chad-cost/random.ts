// Random well-typed source terms with values of their variables, cotangents and cells.
import fc from "fast-check";
import { evaluate, IntOverflow } from "./evaluate.ts";
import type { Cells } from "./monad.ts";
import type { SourceTerm } from "./terms.ts";
import type { Subject } from "./theorems.ts";
import { cotangentType, INT, type LinearType, product, REAL, SIGNS, sameType, sum, type Type, UNIT } from "./types.ts";
import { ABSENT, type Linear, NOTHING, type Plain, plainOf } from "./values.ts";

/** A random subject of the theorems; its cotangent fits the value of its term. */
export interface RandomSubject extends Subject {
  readonly value: Plain;
  /** Any cotangent of the result's type, and any cells, whose sides need not be those of values. */
  readonly anyCotangent: Linear;
  readonly anyCells: Cells;
}

/** Random subjects; where a condition is given, those that meet it. */
export function subjects(condition: (subject: RandomSubject) => boolean = () => true): fc.Arbitrary<RandomSubject> {
  return fc.gen().map((gen) => {
    const random = new Random((most) => gen(fc.nat, most));
    // a filter after `fc.gen` would draw the same again and again
    for (;;) {
      const subject = random.subject();
      if (subject !== undefined && condition(subject)) return subject;
    }
  });
}

/** Two random cotangents of one type that fit one value, then two of that type that need not. */
export const SUMMANDS: fc.Arbitrary<{ readonly fitting: readonly [Linear, Linear]; readonly any: [Linear, Linear] }> =
  fc.gen().map((gen) => {
    const random = new Random((most) => gen(fc.nat, most));
    const type = random.type(4, [INT]);
    const value = random.value(type);
    const one = () => random.linear(cotangentType(type));
    return { fitting: [random.fitting(type, value), random.fitting(type, value)], any: [one(), one()] };
  });

/** The value of a term, unless its Ints outgrow a number. */
function valueOf(values: readonly Plain[], term: SourceTerm): Plain | undefined {
  try {
    return plainOf(evaluate(values, term)[0]);
  } catch (error) {
    if (error instanceof IntOverflow) return undefined;
    throw error;
  }
}

/** Random things, from uniform integers from 0 to a bound, included. */
class Random {
  readonly #upTo: (most: number) => number;

  constructor(upTo: (most: number) => number) {
    this.#upTo = upTo;
  }

  /** An integer from 0, less than the count. */
  below(count: number): number {
    return this.#upTo(count - 1);
  }

  /** A subject, unless its Ints outgrow a number. */
  subject(): RandomSubject | undefined {
    const ints = this.below(2) > 0 ? [INT] : [];
    const types = [...this.#list(4, () => this.type(2, ints)), ...ints, ...this.#list(2, () => this.type(1, ints))];
    const values = types.map((type) => this.value(type));
    const result = this.type(2, types);
    const term = this.#term(types, result, 1 + this.below(5));
    const value = valueOf(values, term);
    if (value === undefined) return undefined;
    return {
      types,
      values,
      term,
      value,
      cotangent: this.fitting(result, value),
      anyCotangent: this.linear(cotangentType(result)),
      anyCells: types.map((type) => this.linear(cotangentType(type))),
    };
  }

  #list<T>(count: number, make: () => T): readonly T[] {
    return Array.from({ length: this.below(count) }, make);
  }

  #of<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  /** A type; Int only where a variable has it, for there are no literals. */
  type(depth: number, environment: readonly Type[]): Type {
    const kind = this.below(depth > 0 ? 10 : 6);
    if (kind < 4) return REAL;
    if (kind === 4) return UNIT;
    if (kind === 5) return environment.includes(INT) ? INT : REAL;
    const [left, right] = [this.type(depth - 1, environment), this.type(depth - 1, environment)];
    return kind < 8 ? product(left, right) : sum(left, right);
  }

  /** A number in halves: sums and products of few are exact. */
  #real(): number {
    return this.below(9) / 2 - 2;
  }

  /** A value of a type. */
  value(type: Type): Plain {
    switch (type.tag) {
      case "unit":
        return NOTHING;
      case "int":
        return this.below(5) - 2;
      case "real":
        return this.#real();
      case "product":
        return { tag: "pair", left: this.value(type.left), right: this.value(type.right) };
      case "sum":
        return this.below(2) > 0
          ? { tag: "inr", of: this.value(type.right) }
          : { tag: "inl", of: this.value(type.left) };
    }
  }

  /** Any cotangent of a type. */
  linear(type: LinearType): Linear {
    if (type.tag === "unit") return NOTHING;
    if (!("left" in type)) return this.#real();
    const kind = this.below(4);
    if (kind === 0) return ABSENT;
    if (type.tag === "product") return { tag: "pair", left: this.linear(type.left), right: this.linear(type.right) };
    return kind > 1 ? { tag: "inr", of: this.linear(type.right) } : { tag: "inl", of: this.linear(type.left) };
  }

  /** A cotangent that fits a value: of its sides. */
  fitting(type: Type, value: Plain): Linear {
    if (type.tag === "real") return this.#real();
    if (typeof value === "number" || value.tag === "unit") return NOTHING;
    if (this.below(4) === 0) return ABSENT;
    const { left, right } = type as Extract<Type, { tag: "product" | "sum" }>;
    if (value.tag === "pair")
      return { tag: "pair", left: this.fitting(left, value.left), right: this.fitting(right, value.right) };
    return { tag: value.tag, of: this.fitting(value.tag === "inl" ? left : right, value.of) };
  }

  /** A term of a type, at most so deep below what makes a value of the type. */
  #term(environment: readonly Type[], type: Type, depth: number): SourceTerm {
    const variables = environment.flatMap((one, index) => (sameType(one, type) ? [index] : []));
    if (variables.length > 0 && this.below(depth > 0 ? 5 : 1) === 0) return { tag: "var", index: this.#of(variables) };
    if (depth === 0) return this.#made(environment, type, 0);
    const go = (wanted: Type): SourceTerm => this.#term(environment, wanted, depth - 1);
    const inside = (bound: Type): SourceTerm => this.#term([bound, ...environment], type, depth - 1);
    switch (this.below(8)) {
      case 0:
      case 1: {
        const bound = this.type(2, environment);
        return { tag: "let", value: go(bound), body: inside(bound) };
      }
      case 2: {
        const of = this.#sum(environment);
        return { tag: "case", of: go(sum(of.left, of.right)), inl: inside(of.left), inr: inside(of.right) };
      }
      case 3: {
        const whole = this.#around(type, environment);
        const isFirst = sameType(whole.left, type);
        return { tag: isFirst ? "fst" : "snd", of: go(product(whole.left, whole.right)) };
      }
      default:
        return this.#made(environment, type, depth);
    }
  }

  /** Both parts of a sum; often one that a variable has. */
  #sum(environment: readonly Type[]): { readonly left: Type; readonly right: Type } {
    const known = environment.flatMap((type) => (type.tag === "sum" ? [type] : []));
    const fresh = this.below(2) > 0 ? SIGNS : sum(this.type(1, environment), this.type(1, environment));
    return this.#of([fresh, ...known]) as Extract<Type, { tag: "sum" }>;
  }

  /** Both parts of a product of which one has the type; often one that a variable has. */
  #around(type: Type, environment: readonly Type[]): { readonly left: Type; readonly right: Type } {
    const known = environment.flatMap((one) =>
      one.tag === "product" && (sameType(one.left, type) || sameType(one.right, type)) ? [one] : [],
    );
    const other = this.type(1, environment);
    return this.#of([this.below(2) > 0 ? { left: type, right: other } : { left: other, right: type }, ...known]);
  }

  /** A term that makes a value of the type by its constructor, a literal or an operation. */
  #made(environment: readonly Type[], type: Type, depth: number): SourceTerm {
    const go = (wanted: Type): SourceTerm => this.#term(environment, wanted, Math.max(0, depth - 1));
    switch (type.tag) {
      case "unit":
        return { tag: "unit" };
      case "int":
        // at depth 0 there is a variable
        return this.below(3) === 0
          ? { tag: "prim", op: "ineg", of: go(INT) }
          : { tag: "prim", op: this.below(2) > 0 ? "imul" : "iadd", of: go(product(INT, INT)) };
      case "real": {
        const kind = depth === 0 ? 0 : this.below(8);
        if (kind === 0) return { tag: "prim", op: { literal: this.#real() }, of: go(UNIT) };
        if (kind === 1) return { tag: "prim", op: "neg", of: go(REAL) };
        return { tag: "prim", op: kind < 5 ? "add" : "mul", of: go(product(REAL, REAL)) };
      }
      case "product":
        return { tag: "pair", left: go(type.left), right: go(type.right) };
      case "sum":
        if (sameType(type, SIGNS) && depth > 0 && this.below(2) > 0) return { tag: "prim", op: "sign", of: go(REAL) };
        return this.below(2) > 0
          ? { tag: "inr", of: go(type.right), other: type.left }
          : { tag: "inl", of: go(type.left), other: type.right };
    }
  }
}
