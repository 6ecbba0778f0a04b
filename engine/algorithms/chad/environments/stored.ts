// Environments that hold what was sent to them alone: a persistent map (thesis, §6.3.1), the local accumulation monad over that map (§6.3.2), and
// the same monad over mutable cells (§6.4).
import { internal } from "../../../base/unreachable.ts";
import { readDefinitions } from "../../../core/notation/read.ts";
import type { NamedCall } from "../../../core/terms/meaning.ts";
import {
  apply,
  type CorePattern,
  type Global,
  lambda,
  OWN_MARK,
  prim,
  type Term,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import { typeKey } from "../../../core/values/shape.ts";
import { con, type DataType, fun, type Type, tuple, typeVariable, UNIT } from "../../../types/type.ts";
import type { FreshNames } from "../../common/fresh-names.ts";
import { sensitivityName } from "../../common/marked-names.ts";
import { definition, global, letIn, open, pairOf, pairPattern } from "../../common/rule-terms.ts";
import type { Cotangents } from "../cotangents/cotangents.ts";
import { believedLinear, NOTHING } from "../cotangents/pieces.ts";
import { COUNTED, EVENTS } from "../descriptions.ts";
import { ADD_BOXES, BOX, Boxes, NO_BOX } from "./boxes.ts";
import { type Environment, type Scope, type Variables, variableIn, variablesOf } from "./environment.ts";

/** The name of the environment around a scope that is left. */
const AROUND = "e₀";

/** Maps from variables, by their number from 1, to boxes: a tree in which the bits of the number lead the way, with its size. */
const MAPS = `
data Tree = Tip | Bare Tree Tree | Full ℤ Box Tree Tree
data Map = Map ℤ Tree
def Pruned : Tree × Tree → Tree = λ(l : Tree, r : Tree). case l of {
    Tip → case r of { Tip → Tip | _ → Bare(l, r) }
  | _ → Bare(l, r) }
def PlaceAt : ℤ × ℤ × Box × Tree → ℤ × Tree = λ(p : ℤ, k : ℤ, b : Box, t : Tree). case t of {
    Tip → if p == 1 then (1, Full(k, b, Tip, Tip)) else Below (p, k, b, Tip, Tip, 0, ${NO_BOX} ())
  | Bare(l, r) → if p == 1 then (1, Full(k, b, l, r)) else Below (p, k, b, l, r, 0, ${NO_BOX} ())
  | Full(k', b', l, r) → if p == 1 then (0, Full(k, ${ADD_BOXES} (b', b), l, r)) else Below (p, k, b, l, r, k', b') }
def Below : ℤ × ℤ × Box × Tree × Tree × ℤ × Box → ℤ × Tree =
  λ(p : ℤ, k : ℤ, b : Box, l : Tree, r : Tree, k' : ℤ, b' : Box).
    if mod(p, 2) == 0
    then let (n, l') = PlaceAt (div(p, 2), k, b, l) in (n, if k' == 0 then Bare(l', r) else Full(k', b', l', r))
    else let (n, r') = PlaceAt (div(p, 2), k, b, r) in (n, if k' == 0 then Bare(l, r') else Full(k', b', l, r'))
def Place : ℤ × Box × Map → Map = λ(k : ℤ, b : Box, m : Map). case m of {
    Map(s, t) → let (n, t') = PlaceAt (k, k, b, t) in Map(s + n, t') }
def TakeAt : ℤ × Tree → ℤ × Box × Tree = λ(p : ℤ, t : Tree). case t of {
    Tip → (0, ${NO_BOX} (), Tip)
  | Bare(l, r) → if p == 1 then (0, ${NO_BOX} (), t)
      else if mod(p, 2) == 0
      then let (n, b, l') = TakeAt (div(p, 2), l) in (n, b, Pruned (l', r))
      else let (n, b, r') = TakeAt (div(p, 2), r) in (n, b, Pruned (l, r'))
  | Full(k', b', l, r) → if p == 1 then (1, b', Pruned (l, r))
      else if mod(p, 2) == 0
      then let (n, b, l') = TakeAt (div(p, 2), l) in (n, b, Full(k', b', l', r))
      else let (n, b, r') = TakeAt (div(p, 2), r) in (n, b, Full(k', b', l, r')) }
def Pop : ℤ × Map → Box × Map = λ(k : ℤ, m : Map). case m of {
    Map(s, t) → let (n, b, t') = TakeAt (k, t) in (b, Map(s - n, t')) }
`;

/** The union: the entries of the smaller map are moved into the larger one. */
const UNIONS = `
def Move : ℤ × Box × Map → Map = λ(k : ℤ, b : Box, m : Map). Place (k, b, m)
def MoveAll : Tree × Map → Map = λ(t : Tree, m : Map). case t of {
    Tip → m
  | Bare(l, r) → MoveAll (r, MoveAll (l, m))
  | Full(k, b, l, r) → MoveAll (r, MoveAll (l, Move (k, b, m))) }
def EmptyMap : 𝟏 ⊸ Map = asLinear(λ(). Map(0, Tip))
def Merged : Map → Map = λ(m : Map). m
def Merge : Map × Map ⊸ Map = asLinear(λ(a : Map, b : Map). case a of {
    Map(n, s) → case b of { Map(m, t) → Merged (if n < m then MoveAll (s, b) else MoveAll (t, a)) } })
`;

/** The local accumulation monad over maps: EVM a = Map → a × Map. */
const LOCAL = `
def Return : 𝟏 ⊸ (Map → 𝟏 × Map) = asLinear(λ(). λ(m : Map). ((), m))
def AndThen : (Map → 𝟏 × Map) × (Map → 𝟏 × Map) ⊸ (Map → 𝟏 × Map) =
  asLinear(λ(f : Map → 𝟏 × Map, g : Map → 𝟏 × Map). λ(m : Map). let (_, m') = f m in g m')
def Bind⟦a⟧ : (a ⊸ (Map → 𝟏 × Map)) → (Map → a × Map) ⊸ (Map → 𝟏 × Map) =
  λ(g : a ⊸ (Map → 𝟏 × Map)). asLinear(λ(f : Map → a × Map). λ(m : Map). let (x, m') = f m in g x m')
def Ended⟦a⟧ : a → a = λ(x : a). x
def Run⟦a⟧ : ℤ → (Map → a × Map) ⊸ a = λ(_ : ℤ). asLinear(λ(f : Map → a × Map). let (x, _) = f Map(0, Tip) in Ended⟦a⟧ x)
`;

/** The same over cells, one for each variable: EVM a = MArray Box → a. */
const CELLS = `
def Return : 𝟏 ⊸ (MArray Box → 𝟏) = asLinear(λ(). λ(_ : MArray Box). ())
def AndThen : (MArray Box → 𝟏) × (MArray Box → 𝟏) ⊸ (MArray Box → 𝟏) =
  asLinear(λ(f : MArray Box → 𝟏, g : MArray Box → 𝟏). λ(m : MArray Box). let _ = f m in g m)
def Bind⟦a⟧ : (a ⊸ (MArray Box → 𝟏)) → (MArray Box → a) ⊸ (MArray Box → 𝟏) =
  λ(g : a ⊸ (MArray Box → 𝟏)). asLinear(λ(f : MArray Box → a). λ(m : MArray Box). let x = f m in g x m)
def Ended⟦a⟧ : a → a = λ(x : a). x
def Run⟦a⟧ : ℤ → (MArray Box → a) ⊸ a = λ(n : ℤ). asLinear(λ(f : MArray Box → a). Ended⟦a⟧ (f (alloc(n, ${NO_BOX} ()))))
`;

/** How cotangents are stored. */
export type Storage = "map" | "local" | "cells";

const TEXTS: Readonly<Record<Storage, string>> = { map: MAPS + UNIONS, local: MAPS + LOCAL, cells: CELLS };

const MAP = con(`Map${OWN_MARK}`);

/** The definitions that are made for each program, as the texts above use them. */
const MADE = `
def ${NO_BOX} : 𝟏 → Box = λ(_ : 𝟏). ${NO_BOX} ()
def ${ADD_BOXES} : Box × Box → Box = λ(s : Box, t : Box). s
`;

/** The definitions that a stage adds to every program, and their data types. */
function interfaceOf(storage: Storage): ReturnType<typeof readDefinitions> {
  const { data, globals } = readDefinitions(MADE + TEXTS[storage], { Box: BOX });
  return { data, globals: globals.filter(({ name }) => name !== NO_BOX && name !== ADD_BOXES) };
}

/** The names of identities around cotangents whose calls are events. */
const WORDS = { [EVENTS.one]: "sent", [EVENTS.scope]: "left" } as const;

/** The name of an action in a scope, whose begin is an event; no definition has it. */
const OPENED = "opened";

/** Environments with what was sent to them. */
export class Stored implements Environment {
  readonly calls: NamedCall[] = [];
  readonly functions = undefined;
  readonly sums = { plus: ["Merge", "AndThen"], zeros: ["EmptyMap", "Return"] };
  private readonly storage: Storage;
  private readonly boxes: Boxes;
  private readonly cotangents: Cotangents;
  private readonly own: Global[] = [];
  private readonly known = new Map<string, string>();
  private readonly names: FreshNames;
  /** The numbers of variables in maps: what has one name, depth and type shares one, for only one of them is in scope. */
  private readonly numbers = new Map<string, number>();

  /** `names` are those that definitions get. */
  constructor(cotangents: Cotangents, storage: Storage, names: FreshNames) {
    this.cotangents = cotangents;
    this.names = names;
    this.storage = storage;
    this.boxes = new Boxes(cotangents);
    this.calls.push(
      { of: "Move", means: { counts: COUNTED.boxes } },
      { of: "Merge", means: { counts: COUNTED.sums } },
      { of: "Merged", means: { tells: EVENTS.plus } },
      { of: "Run", means: { tells: EVENTS.enter } },
      { of: "Ended", means: { tells: EVENTS.leave } },
    );
  }

  get globals(): readonly Global[] {
    return [...interfaceOf(this.storage).globals, ...this.boxes.globals, ...this.own];
  }

  get data(): readonly DataType[] {
    return [this.boxes.data, ...interfaceOf(this.storage).data];
  }

  type(): Type {
    return this.storage === "map" ? MAP : this.monad(UNIT);
  }

  zero(): Term {
    return apply(global(this.storage === "map" ? "EmptyMap" : "Return"), NOTHING);
  }

  one(scope: Scope, name: string, cotangent: Term): Term {
    const found = variableIn(scope, name) ?? internal("a variable is not in scope", name);
    return apply(
      this.defined("one", found, (own) => this.oneOf(own, found)),
      cotangent,
    );
  }

  sum(_scope: Scope, terms: readonly Term[]): Term {
    const [first, ...rest] = terms;
    if (first === undefined) return this.zero();
    const plus = global(this.storage === "map" ? "Merge" : "AndThen");
    return rest.reduce((left, right) => apply(plus, pairOf(left, right)), first);
  }

  leave(outer: Scope, inner: Scope, m: Term, rest: Term): Term {
    const variables = variablesOf(inner, outer).toReversed();
    if (this.storage === "map") return letIn(this.popped(variables, m), this.sum(outer, [variable(AROUND), rest]));
    const type = variables.reduce<Type>((inside, one) => tuple(inside, this.cotangents.type(one.type)), UNIT);
    const fn: Term = { tag: "lam", linear: true, param: this.scopePattern(variables), body: rest };
    return apply({ tag: "global", name: "Bind", types: [type] }, fn, this.scoped(variables, m));
  }

  run(scope: Scope, m: Term, result: Term, depth: number): Term {
    const variables = variablesOf(scope).toReversed();
    if (this.storage === "map") return letIn(this.popped(variables, m), result);
    const type = variables.reduce<Type>((inside, one) => tuple(inside, this.cotangents.type(one.type)), UNIT);
    const ran = apply({ tag: "global", name: "Run", types: [type] }, { tag: "int", value: depth });
    return letIn([[this.scopePattern(variables), apply(ran, this.scoped(variables, m))]], result);
  }

  /** EVM a. */
  private monad(result: Type): Type {
    return this.storage === "local" ? fun(MAP, tuple(result, MAP)) : fun(con("MArray", BOX), result);
  }

  /** The bindings that take variables out of a map, the innermost first. */
  private popped(variables: readonly Variables[], m: Term): readonly (readonly [CorePattern, Term])[] {
    if (variables.length === 0) return [[open(AROUND), m]];
    return variables.map((one, index) => [
      pairPattern(open(sensitivityName(one.name)), open(AROUND)),
      apply(
        this.defined("pop", one, (own) => this.popOf(own, one)),
        index === 0 ? m : variable(AROUND),
      ),
    ]);
  }

  /** scope_x₁ (scope_x₂ m), x₂ being the innermost. */
  private scoped(variables: readonly Variables[], m: Term): Term {
    let type: Type = UNIT;
    return variables.reduce((inside, one) => {
      const scope = this.defined("scope", one, (own) => this.scopeOf(own, one));
      const applied = apply({ ...scope, types: [type] } as Term, inside);
      type = tuple(type, this.cotangents.type(one.type));
      return applied;
    }, m);
  }

  private scopePattern(variables: readonly Variables[]): CorePattern {
    return variables.reduce<CorePattern>(
      (inside, one) => pairPattern(inside, varPattern(sensitivityName(one.name), this.cotangents.type(one.type))),
      { tag: "any", type: UNIT },
    );
  }

  /** The number of a variable: in a map its own, in cells its place in the scope. */
  private number(one: Variables): Term {
    return { tag: "int", value: this.numberOf(one) };
  }

  private numberOf(one: Variables): number {
    if (this.storage === "cells") return one.depth - 1;
    const key = placeOf(one);
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.numbers.size + 1;
      this.numbers.set(key, number);
    }
    return number;
  }

  private defined(word: string, one: Variables, make: (name: string) => Global): Term {
    const key = `${word} ${placeOf(one)}`;
    let name = this.known.get(key);
    if (name === undefined) {
      name = this.names.name(`${word}_${one.name}`);
      this.known.set(key, name);
      this.own.push(make(name));
    }
    return global(name);
  }

  /** one_x d. */
  private oneOf(name: string, one: Variables): Global {
    const { type } = one;
    const of = this.cotangents.type(type);
    const told = this.told(EVENTS.one, one, of);
    this.calls.push({ of: told.name, means: { counts: COUNTED.boxes } });
    const boxed = this.boxes.boxed(type, apply(global(told.name), variable("d")));
    const number = this.number(one);
    const unit: Term = NOTHING;
    const m = variable("m");
    const bodies: Readonly<Record<Storage, () => Term>> = {
      map: () => apply(global("Place"), { tag: "tuple", items: [number, boxed, apply(global("EmptyMap"), unit)] }),
      local: () =>
        lambda(varPattern("m", MAP), pairOf(unit, apply(global("Place"), { tag: "tuple", items: [number, boxed, m] }))),
      cells: () => {
        const more = lambda(varPattern("b", BOX), apply(global(ADD_BOXES), pairOf(variable("b"), boxed)));
        return lambda(varPattern("m", con("MArray", BOX)), prim("modify", [BOX], [number, more, m]));
      },
    };
    return believedLinear(name, of, this.type(), lambda(varPattern("d", of), bodies[this.storage]()));
  }

  /** pop_x : Map ⊸ D₂[τ] × Map. */
  private popOf(name: string, one: Variables): Global {
    const { type } = one;
    const of = this.cotangents.type(type);
    const told = this.told(EVENTS.scope, one, of);
    const taken = apply(global("Pop"), pairOf(this.number(one), variable("m")));
    const given = pairOf(apply(global(told.name), this.boxes.opened(type, variable("b"))), variable("m'"));
    const body = letIn([[pairPattern(open("b"), open("m'")), taken]], given);
    return believedLinear(name, MAP, tuple(of, MAP), lambda(varPattern("m", MAP), body));
  }

  /** scope_x : EVM a ⊸ EVM (a × D₂[τ]). */
  private scopeOf(name: string, one: Variables): Global {
    const { type } = one;
    const number = this.number(one);
    const a = typeVariable("a");
    const of = this.cotangents.type(type);
    const told = this.told(EVENTS.scope, one, of);
    this.calls.push({ of: told.name, means: { counts: COUNTED.scopes } });
    const [from, to] = [this.monad(a), this.monad(tuple(a, of))];
    const result = pairOf(variable("x"), apply(global(told.name), this.boxes.opened(type, variable("b"))));
    const run = apply(variable("f"), variable("m"));
    const m = this.storage === "local" ? varPattern("m", MAP) : varPattern("m", con("MArray", BOX));
    const body =
      this.storage === "local"
        ? letIn(
            [
              [pairPattern(open("x"), open("m'")), run],
              [pairPattern(open("b"), open("m''")), apply(global("Pop"), pairOf(number, variable("m'")))],
            ],
            pairOf(result, variable("m''")),
          )
        : letIn(
            [
              [open("x"), run],
              [open("b"), prim("get", [BOX], [number, variable("m")])],
              [{ tag: "any", type: UNIT }, prim("set", [BOX], [number, apply(global(NO_BOX), NOTHING), variable("m")])],
            ],
            result,
          );
    const opened = this.names.name(`${OPENED}_${one.name}`);
    this.calls.push({ of: opened, means: { tells: EVENTS.open, about: this.about(one) } });
    const within: Term = { tag: "lam", linear: false, named: opened, param: m, body };
    return { ...believedLinear(name, from, to, lambda(varPattern("f", from), within)), variables: ["a"] };
  }

  /** A variable and its number, for events. */
  private about(one: Variables): readonly string[] {
    return [one.name, String(this.numberOf(one))];
  }

  /** An identity around a cotangent whose calls are an event about a variable. */
  private told(event: keyof typeof WORDS, { name: about, ...one }: Variables, type: Type): Global {
    const name = this.names.name(`${WORDS[event]}_${about}`);
    const made = definition(name, fun(type, type), lambda(varPattern("d", type), variable("d")));
    this.calls.push({
      of: name,
      means: { tells: event, about: this.about({ name: about, ...one }) },
    });
    this.own.push(made);
    return made;
  }
}

const placeOf = ({ name, depth, type }: Variables): string => `${name} ${depth} ${typeKey(type)}`;
