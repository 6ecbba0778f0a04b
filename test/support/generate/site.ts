// A place in the program where something is generated: what is in scope, the choices to use, the depth left.

import type { Alternative, Choices } from "./choices.ts";
import { type Feature, isFeature } from "./feature.ts";
import { candidates, extend, freeName, local, namesFor, type Variable } from "./scope.ts";
import type { Term } from "./syntax.ts";
import {
  arrayOf,
  Bool,
  BUILT_IN_DATA,
  type DataType,
  dataOf,
  Int,
  isNumeric,
  isWritable,
  listOf,
  mentions,
  partsOf,
  Real,
  sameType,
  showType,
  type Type,
  tupleOf,
} from "./type.ts";

/** Data of all places of one program. */
export interface World {
  readonly features: Set<Feature>;
  readonly data: DataType[];
  /** Names of definitions, data types, constructors and aliases. */
  readonly taken: Set<string>;
  /** Built-in names that the program defines anew, possibly after their use. */
  readonly redefined: Set<string>;
  /** Whether programs ask for derivatives, and operations have pullbacks. */
  readonly hasDerivatives: boolean;
  /** Generates an expression; set by expression.ts, so that the rules need not import it. */
  readonly expression: (site: Site, goal: Type) => Term;
}

/** A way to make a term of a goal type. */
export interface Rule {
  readonly label: string;
  readonly weight: number;
  readonly build: (site: Site, goal: Type) => Term;
}

/** Immutable; the methods that make parts or scopes give new places, those that choose record the choice. */
export class Site {
  readonly world: World;
  readonly scope: readonly Variable[];
  readonly choices: Choices;
  readonly depth: number;

  constructor(world: World, scope: readonly Variable[], choices: Choices, depth: number) {
    this.world = world;
    this.scope = scope;
    this.choices = choices;
    this.depth = depth;
  }

  /** Records that the program uses a construct; names that are not features are ignored. */
  feature(...names: readonly string[]): void {
    for (const name of names) if (isFeature(name)) this.world.features.add(name);
  }

  /** The same place with more variables in scope. */
  with(added: readonly Variable[]): Site {
    return new Site(this.world, extend(this.scope, added), this.choices, this.depth);
  }

  /** The same place without some of the variables in scope. */
  without(removed: readonly Variable[]): Site {
    const scope = this.scope.filter((variable) => !removed.includes(variable));
    return new Site(this.world, scope, this.choices, this.depth);
  }

  /** The same place with choices of its own, for a part with the given role. */
  part(key: string, label = key, choices = this.choices.at(key, label)): Site {
    return new Site(this.world, this.scope, choices, this.depth);
  }

  /** An expression one level deeper. */
  grow(key: string, goal: Type, added: readonly Variable[] = []): Term {
    return this.#expression(key, goal, added, this.depth - 1);
  }

  /** A truth value to decide on: more than a literal even where no depth is left. */
  test(key: string): Term {
    return this.#expression(key, Bool, [], Math.max(1, this.depth - 1));
  }

  /** A literal, a variable, or something built of these alone. */
  leaf(key: string, goal: Type, added: readonly Variable[] = []): Term {
    return this.#expression(key, goal, added, 0);
  }

  #expression(key: string, goal: Type, added: readonly Variable[], depth: number): Term {
    const range = goal.tag === "Int" && goal.range !== undefined ? ` ${goal.range}` : "";
    const choices = this.choices.at(key, `: ${showType(goal)}${range}`);
    return this.world.expression(new Site(this.world, extend(this.scope, added), choices, depth), goal);
  }

  /** A new variable; rarely, one that hides another. Names in `avoid` belong to the same construct. */
  fresh(key: string, type: Type, avoid: readonly Variable[] = [], pool = namesFor(type)): Variable {
    const taken = new Set([
      ...this.world.taken,
      ...[...this.scope, ...avoid].flatMap((v) => [v.name, ...(v.mentions ?? [])]),
    ]);
    // Variables of a type variable's type must stay in reach: there may be no other value of that type.
    const rigid = this.scope.filter((variable) => mentions(variable.type, (part) => part.tag === "Variable"));
    const forbidden = new Set([...this.world.taken, ...[...avoid, ...rigid].map((variable) => variable.name)]);
    const hides = this.choices.chance("shadowing", 3);
    const name = this.choices.remember(
      key,
      (chance) => {
        const stem = pool[chance?.integer(0, pool.length - 1) ?? 0] ?? "x";
        return hides && !forbidden.has(stem) ? stem : freeName(stem, taken);
      },
      (recorded) => (hides ? !forbidden.has(recorded) : !taken.has(recorded)),
    );
    if (taken.has(name)) this.feature("shadowing");
    if (/\p{Script=Greek}/u.test(name)) this.feature("Greek name");
    return local(name, type);
  }

  /** A type for something that may have any type: simple ones, and those that variables in scope suggest. */
  guess(key: string, suits: (type: Type) => boolean = () => true, extra: readonly Type[] = []): Type {
    const data = this.world.data.filter((known) => known.parameters.length === 0).map((known) => dataOf(known.name));
    const common: [Type, number][] = [
      [Real, 12],
      [Int, 4],
      [Bool, 2],
      [tupleOf(Real, Real), 4],
      [tupleOf(Real, Int), 2],
      [listOf(Real), 3],
      [arrayOf(Real), 2],
      [dataOf("Maybe", Real), 1],
      [tupleOf(Real, tupleOf(Real, Real)), 1],
    ];
    const local = this.scope
      .filter(({ origin, quantified }) => origin === "local" && quantified.size === 0)
      .map((variable) => variable.type);
    const rigid = local.filter((type) => type.tag === "Variable");
    const elements = local.filter((type) => type.tag === "List" || type.tag === "Array").map((type) => type.of);
    const whole = local.filter((type) => partsOf(type).length > 0 && type.tag !== "Function");
    const all: [Type, number][] = [
      ...common,
      ...[...data, ...rigid, ...elements, ...whole, ...extra].map((type): [Type, number] => [type, 4]),
    ];
    const suited = all.filter(([type]) => suits(type));
    const named = new Map(suited.map(([type]) => [showType(type), type]));
    const label = this.choices.pick(
      key,
      suited.map(([type, weight]): Alternative => [showType(type), weight]),
    );
    return named.get(label) ?? Real;
  }

  /** A type of numbers that suits the scope. */
  guessNumeric(key: string): Type {
    return this.guess(key, isNumeric, [Int]);
  }

  /** The data type with the given name. */
  dataNamed(name: string): DataType {
    const found = [...this.world.data, ...BUILT_IN_DATA].find((data) => data.name === name);
    if (found === undefined) throw new Error(`internal: no data type ${name}`);
    return found;
  }

  /** Whether values of the constructor's data type have no other constructor. */
  isOnlyConstructor(name: string): boolean {
    return this.world.data.some(({ constructors: [first, ...others] }) => first?.name === name && others.length === 0);
  }

  /** The variables of exactly this type. */
  variablesOf(goal: Type): Variable[] {
    return this.scope.filter((variable) => candidates(variable, goal).some(({ count }) => count === 0));
  }

  /** Whether a name means the built-in function here. */
  isBuiltIn(name: string): boolean {
    return !this.world.redefined.has(name) && !this.scope.some((variable) => variable.name === name);
  }

  /** Whether an annotation with this type may be written; records the features of one if so. */
  annotates(feature: Feature, type: Type): boolean {
    if (!isWritable(type)) return false;
    this.feature(feature);
    if (mentions(type, (part) => part.tag === "Variable")) this.feature("type variable");
    return true;
  }

  /** How often Reals that come from outside of a function have been used so far; see `closes`. */
  capturable(): number {
    return this.scope
      .filter((variable) => variable.origin === "local" && sameType(variable.type, Real))
      .reduce((sum, variable) => sum + variable.uses.count, 0);
  }

  /** Generates the body of a local function; records whether it captures a Real. */
  closure(generate: () => Term): Term {
    const before = this.capturable();
    const term = generate();
    if (this.capturable() > before) this.feature("closure over Real");
    return term;
  }
}
