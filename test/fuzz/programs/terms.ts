// Terms of a type: what may stand anywhere, and which rule is taken. What is special to a type is in leaves.ts and forms.ts.
//
// A term is a text that needs no parentheses around it.
import type { Random } from "../random.ts";
import type { Known } from "./builtins.ts";
import { clauses, lets, recursion } from "./control.ts";
import { fieldAccess, formsOf } from "./forms.ts";
import { leaf } from "./leaves.ts";
import { Patterns } from "./patterns.ts";
import type { Scope } from "./scope.ts";
import {
  array,
  BOOL,
  data,
  fun,
  hasVariable,
  INT,
  list,
  matches,
  REAL,
  SIZE,
  type Substitution,
  substitute,
  type Type,
  tuple,
  typeText,
  UNIT,
} from "./types.ts";

/** There is no term of a type here: what was begun is given up. */
export class Stuck extends Error {}

/** A rule that makes a term, and how readily it is taken. */
export type Rule = readonly [weight: number, make: () => string];

export class Terms {
  readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  /** A term of the type. */
  make(type: Type, scope: Scope): string {
    const { random } = this;
    const { world } = scope;
    if (scope.depth <= 0 || --world.room <= 0) return this.simplest(type, scope);
    const inner = scope.deeper;
    const rules: Rule[] = [
      [2.5, () => this.known(type, inner) ?? this.simplest(type, scope)],
      [0.5, () => this.simplest(type, scope)],
      [0.5, () => lets.value(this, type, inner)],
      [0.25, () => lets.pattern(this, type, inner)],
      [0.35, () => lets.fn(this, type, inner)],
      [0.12, () => lets.polymorphic(this, type, inner)],
      [0.25, () => recursion.counted(this, type, inner)],
      [0.12, () => recursion.structural(this, type, inner)],
      [0.12, () => recursion.mutual(this, type, inner)],
      [0.4, () => `(if ${this.make(BOOL, inner)} then ${this.make(type, inner)} else ${this.make(type, inner)})`],
      [1.3, () => clauses(this, type, inner)],
      [0.25, () => this.applied(type, inner)],
      ...formsOf(this, type, inner),
      ...fieldAccess(this, type, inner),
    ];
    if (!hasVariable(type)) rules.push([0.06, () => `(${this.make(type, inner)} : ${typeText(type)})`]);
    return random.weighted(rules)();
  }

  /** A branch's end: a variable, or else an ever-present term. */
  simplest(type: Type, scope: Scope): string {
    const { random } = this;
    const fitting = scope.locals.filter((one) => one.uses === undefined && isSame(one, type));
    const isNumber = type.tag === "real" || type.tag === "int" || type.tag === "size" || type.tag === "bool";
    if (fitting.length > 0 && (!isNumber || random.chance(0.9))) return random.pick(fitting).text;
    return leaf(this, type, scope);
  }

  /** Something with a name, applied until it is of the type; undefined where there is nothing. */
  known(type: Type, scope: Scope): string | undefined {
    const { random } = this;
    const candidates: [number, { readonly known: Known; readonly args: readonly Type[]; readonly by: Substitution }][] =
      [];
    for (const known of [...scope.locals, ...scope.globals]) {
      if (known.uses !== undefined && known.uses.left <= 0) continue;
      const free = known.generic ?? NONE;
      const args: Type[] = [];
      for (let at = known.type; ; at = at.to) {
        const by: Substitution = new Map();
        if (matches(at, type, by, free)) candidates.push([known.weight, { known, args: [...args], by }]);
        if (at.tag !== "fun") break;
        args.push(at.from);
      }
    }
    if (candidates.length === 0) return undefined;
    const { known, args, by } = random.weighted(candidates);
    if (known.uses !== undefined) known.uses.left--;
    for (const name of known.generic ?? NONE) if (!by.has(name)) by.set(name, this.anyType(scope, 1));
    if (args.length === 0) return known.text;
    const made = args.map((arg) => this.make(substitute(arg, by), scope));
    if (random.chance(0.08)) return `(${made.at(-1)} |> ${[known.text, ...made.slice(0, -1)].join(" ")})`;
    return `(${[known.text, ...made].join(" ")})`;
  }

  /** A function that is applied where it stands. */
  private applied(type: Type, scope: Scope): string {
    const { random } = this;
    const from = this.anyType(scope, 2);
    if (random.chance(0.5)) return `(${this.make(fun(from, type), scope)} ${this.make(from, scope)})`;
    const parameter = new Patterns(random, scope.world.data).parameter(from, random.chance(0.3) && !hasVariable(from));
    return `((\\${parameter.text} -> ${this.make(type, scope.with(parameter.names))}) ${this.make(from, scope)})`;
  }

  /** Any type of the program. */
  anyType(scope: Scope, depth: number): Type {
    const { random } = this;
    const inside = (): Type => this.anyType(scope, depth - 1);
    const flat: (readonly [number, () => Type])[] = [
      [5, () => REAL],
      [2, () => INT],
      [0.7, () => SIZE],
      [2.5, () => BOOL],
      [0.15, () => UNIT],
    ];
    const nested: (readonly [number, () => Type])[] = [
      [2, () => tuple(...random.times(random.chance(0.8) ? 2 : 3, inside))],
      [2, () => list(inside())],
      [1.2, () => array(inside())],
      [0.9, () => fun(inside(), inside())],
      ...scope.world.data.map((one): readonly [number, () => Type] => [
        1.2,
        () => data(one.name, ...one.params.map(inside)),
      ]),
    ];
    return random.weighted(depth <= 0 ? flat : [...flat, ...nested])();
  }
}

const NONE: ReadonlySet<string> = new Set();

function isSame(known: Known, type: Type): boolean {
  return (known.generic === undefined || known.generic.size === 0) && matches(known.type, type, new Map(), NONE);
}
