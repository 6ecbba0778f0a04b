// Patterns of a type: any that may match, with the names that they bind.
import type { Random } from "../random.ts";
import { type Known, local } from "./builtins.ts";
import { type Constructor, type DataType, fieldsOf, hasVariable, type Type, typeText } from "./types.ts";

export interface Pattern {
  /** As an operand of `->` or `=`. */
  readonly text: string;
  readonly names: readonly Known[];
  /** Whether it needs no parentheses as a parameter. */
  readonly isAtom: boolean;
}

/** Names that are bound: few, so that they hide each other, and the prelude's among them. */
const NAMES = "x y z a b n m k p q t u v w xs ys f g h x' _y sum map id fst max sin foldl range size not".split(" ");

/** A name that is not one of these. */
export function newName(random: Random, taken: ReadonlySet<string>): string {
  for (let attempt = 0; attempt < 20; attempt++) {
    const name = random.pick(NAMES);
    if (!taken.has(name)) return name;
  }
  return `v${taken.size}`;
}

export const REAL_LITERALS = ["0.0", "1.0", "2.0", "0.5", "-1.0", "1", "0", "-2", "3.0"];
export const INT_LITERALS = ["0", "1", "2", "3", "-1"];

/** Makes the patterns of one clause: no name is bound twice. */
export class Patterns {
  private readonly random: Random;
  private readonly data: readonly DataType[];
  private readonly taken = new Set<string>();
  private names: Known[] = [];

  constructor(random: Random, data: readonly DataType[]) {
    this.random = random;
    this.data = data;
  }

  /** A pattern; `readiness` in [0, 1] is how readily it looks into values. */
  make(type: Type, depth: number, readiness: number): Pattern {
    this.names = [];
    const text = this.of(type, depth, readiness);
    return { text, names: this.names, isAtom: isAtom(text) };
  }

  /** A pattern that always matches, as a parameter. */
  parameter(type: Type, isTyped: boolean): Pattern {
    const { random } = this;
    const made = random.chance(0.3) ? this.make(type, 2, random.chance(0.04) ? 1 : 0) : undefined;
    const pattern = made ?? this.make(type, 0, 0);
    if (isTyped) return { ...pattern, text: `(${pattern.text} : ${typeText(type)})`, isAtom: true };
    return pattern.isAtom ? pattern : { ...pattern, text: `(${pattern.text})`, isAtom: true };
  }

  private of(type: Type, depth: number, readiness: number): string {
    const { random } = this;
    const text = this.bare(type, depth, readiness);
    return random.chance(0.04) && !hasVariable(type) ? `(${text} : ${typeText(type)})` : text;
  }

  private bare(type: Type, depth: number, readiness: number): string {
    const { random } = this;
    // with no readiness only what cannot fail is looked into
    const looksIn = depth > 0 && (readiness === 0 ? random.chance(0.8) : random.chance(readiness));
    if (looksIn) {
      const inside = this.inside(type, depth, readiness);
      if (inside !== undefined) return inside;
    }
    if (random.chance(0.2)) return "_";
    const name = newName(random, this.taken);
    this.taken.add(name);
    this.names.push(local(name, type));
    return name;
  }

  private inside(type: Type, depth: number, readiness: number): string | undefined {
    const { random } = this;
    const part = (one: Type): string => this.of(one, depth - 1, readiness * 0.7);
    const atom = (one: Type): string => atomOf(part(one));
    const mayFail = readiness > 0;
    switch (type.tag) {
      case "real":
        return mayFail ? random.pick(REAL_LITERALS) : undefined;
      case "int":
      case "size":
        return mayFail ? random.pick(INT_LITERALS) : undefined;
      case "bool":
        return mayFail ? random.pick(["True", "False"]) : undefined;
      case "tuple":
        return `(${type.items.map(part).join(", ")})`;
      case "list":
        if (!mayFail) return undefined;
        return random.weighted<() => string>([
          [2, () => "[]"],
          [4, () => `${consOperand(part(type.item))} :: ${part(type)}`],
          [1, () => `[${random.times(random.between(1, 2), () => part(type.item)).join(", ")}]`],
        ])();
      case "data": {
        const found = this.data.find(({ name }) => name === type.name);
        if (found === undefined || (!mayFail && found.constructors.length > 1)) return undefined;
        const con = random.pick(found.constructors);
        if (con.names !== undefined && random.chance(0.6)) return this.record(found, con, type.args, part);
        return [con.name, ...fieldsOf(found, type.args, con.fields).map(atom)].join(" ");
      }
      default:
        return undefined;
    }
  }

  /** Some fields of a record by their names; a name alone binds a variable. */
  private record(
    of: DataType,
    { name, names, fields }: Constructor,
    args: readonly Type[],
    part: (one: Type) => string,
  ): string {
    const { random } = this;
    const types = fieldsOf(of, args, fields);
    const chosen = random.shuffled(names!.map((field, at) => [field, types[at]!] as const));
    const texts = chosen.slice(0, random.between(1, chosen.length)).map(([field, type]) => {
      if (this.taken.has(field) || random.chance(0.4)) return `${field} = ${part(type)}`;
      this.taken.add(field);
      this.names.push(local(field, type));
      return field;
    });
    return `${name} { ${texts.join(", ")} }`;
  }
}

function isAtom(text: string): boolean {
  return /^[\w'.]+$/.test(text) || /^\([^()]*\)$/.test(text) || /^\[[^[\]]*\]$/.test(text);
}

function atomOf(text: string): string {
  return isAtom(text) ? text : `(${text})`;
}

function consOperand(text: string): string {
  return text.includes("::") && !isAtom(text) ? `(${text})` : text;
}
