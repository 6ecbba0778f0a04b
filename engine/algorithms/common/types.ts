// D on types (Fig. 3.6, §3.9): homomorphic except on scalars, and the D-typed copies of data types that hold scalars.
//
//   D[ℝ] = ℝ × dual      D[ℤ] = ℤ      D[σ × τ] = D[σ] × D[τ]      D[σ → τ] = D[σ] → D[τ]      D[α] = α
//   D[T τ..] = DT D[τ]..  where  data DT α.. = DC D[σ]..  for  data T α.. = C σ..
//
// A data type whose constructors mention ℝ only through its parameters is its own copy (thesis, footnote 35).

import { internal } from "../../base/unreachable.ts";
import { type CorePattern, DUAL } from "../../core/terms/term.ts";
import type { DataType, Type } from "../../types/type.ts";

/** The name of the D-typed copy of a data type or constructor. */
function copyName(name: string): string {
  return `D.${name}`;
}

/** Where a transformation of types differs from D. */
export interface TypeRules {
  /** Scalars stay as they are: D[ℝ] = ℝ. */
  readonly isPlain?: true;
  /** D[σ → τ], of D[σ] and D[τ], and the type itself; D[σ] → D[τ], if left out. */
  fn?(from: Type, to: Type, type: { readonly from: Type; readonly to: Type }): Type;
}

/** D on the types of one program. */
export class TypeTransform {
  private readonly copied: ReadonlySet<string>;
  private readonly data: readonly DataType[];
  private readonly rules: TypeRules;

  constructor(data: readonly DataType[], rules: TypeRules = {}) {
    this.data = data;
    this.rules = rules;
    this.copied = copiedTypes(data, rules);
  }

  /** D[τ]. */
  type(type: Type): Type {
    switch (type.tag) {
      case "con":
        if (type.name === "Real") return this.rules.isPlain === true ? type : DUAL;
        return { tag: "con", name: this.dataName(type.name), args: type.args.map((arg) => this.type(arg)) };
      case "tuple":
        return { tag: "tuple", items: type.items.map((item) => this.type(item)) };
      case "fun":
      case "lin": {
        const [from, to] = [this.type(type.from), this.type(type.to)];
        return this.rules.fn?.(from, to, type) ?? { tag: type.tag, from, to };
      }
      case "var":
        return type;
    }
  }

  /** D[p], for scalars that are paired with a dual part. */
  pattern(pattern: CorePattern, dualPart: Type): CorePattern {
    switch (pattern.tag) {
      case "var":
      case "any":
        return { ...pattern, type: this.type(pattern.type) };
      case "number": {
        if (pattern.type === "Int" || this.rules.isPlain === true) return pattern;
        return { tag: "dual", primal: pattern, dual: { tag: "any", type: dualPart } };
      }
      case "tuple":
        return { tag: "tuple", items: pattern.items.map((item) => this.pattern(item, dualPart)) };
      case "con":
        return {
          tag: "con",
          data: this.dataName(pattern.data),
          con: this.constructorName(pattern.data, pattern.con),
          types: pattern.types.map((type) => this.type(type)),
          args: pattern.args.map((arg) => this.pattern(arg, dualPart)),
        };
      case "dual":
        return internal("a dual number in a source program");
    }
  }

  /** The name of DT for a data type T. */
  dataName(name: string): string {
    return this.copied.has(name) ? copyName(name) : name;
  }

  /** The name of DC for a constructor C of a data type. */
  constructorName(data: string, constructor: string): string {
    return this.copied.has(data) ? copyName(constructor) : constructor;
  }

  /** The data types of the transformed program: the program's own, and the copies. */
  dataTypes(): readonly DataType[] {
    const copies = this.data
      .filter((data) => this.copied.has(data.name))
      .map((data) => ({
        name: copyName(data.name),
        params: data.params,
        constructors: data.constructors.map(({ name, fields }) => ({
          name: copyName(name),
          fields: fields.map((field) => this.type(field)),
        })),
      }));
    // the program may be one that was transformed before
    return [...new Map([...this.data, ...copies].map((one) => [one.name, one])).values()];
  }
}

/** The data types that need a copy: those that mention ℝ, or another such type, in a constructor; or functions, where these change. */
function copiedTypes(data: readonly DataType[], { isPlain, fn }: TypeRules): ReadonlySet<string> {
  const copied = new Set<string>();
  const mentions = (type: Type): boolean => {
    switch (type.tag) {
      case "con":
        return (type.name === "Real" && isPlain !== true) || copied.has(type.name) || type.args.some(mentions);
      case "tuple":
        return type.items.some(mentions);
      case "fun":
      case "lin":
        return fn !== undefined || mentions(type.from) || mentions(type.to);
      case "var":
        return false;
    }
  };
  for (let size = -1; size < copied.size; ) {
    size = copied.size;
    for (const one of data) if (one.constructors.some(({ fields }) => fields.some(mentions))) copied.add(one.name);
  }
  return copied;
}
