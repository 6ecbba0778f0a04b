// The table of leaf operations that are native and part of the core, for any algorithm: on arrays and maps, the monoid on c, marks and jobs. First-order,
// polymorphic, total in types. What one algorithm alone needs, it brings (`core/events/native.ts`).
import type { OpFailure } from "../../scalars/mistake.ts";
import { curried, NATIVES, type NativeType } from "../../types/builtins.ts";
import {
  BOOL,
  con,
  freeVariables,
  fun,
  INT,
  lin,
  list,
  REAL,
  type Type,
  tuple,
  typeVariable,
  UNIT,
} from "../../types/type.ts";

const a = typeVariable("a");
const b = typeVariable("b");

/** The type and the linearity of a native operation. The machine implements those of this table by their key. */
export interface Prim {
  /** How it is printed. */
  readonly name: string;
  readonly variables: readonly string[];
  readonly args: readonly Type[];
  readonly result: Type;
  /** Of what only fails: the text of the failure. */
  readonly text?: string;
  /** Of the application of a function with a pullback of its own: the name of that function. */
  readonly op?: string;
  /** The arguments that it is linear in: where it may stand in the body of a linear function (Fig. 3.5). */
  readonly linearIn: readonly number[];
}

/** The type of a native operation; its variables are those of the types. */
export function signature(name: string, args: readonly Type[], result: Type, linearIn: readonly number[] = []): Prim {
  const found = freeVariables(result);
  for (const arg of args) freeVariables(arg, found);
  return { name, variables: [...found.keys()], args, result, linearIn };
}

/** Those that programs have, too, with the types that they have there. */
const natives = Object.fromEntries(
  Object.entries<NativeType>(NATIVES).map(([id, { name, args, result, linearIn }]) => [
    id,
    // their type variables in the order of the type that programs see
    { ...signature(name, args, result, linearIn), variables: [...freeVariables(curried(...args, result)).keys()] },
  ]),
) as unknown as Record<keyof typeof NATIVES, Prim>;

const table = {
  ...natives,
  /** 0 with the shape of a value: its Reals become 0, constructors and Ints are kept. Walks the value. */
  zeroOf: signature("zeroOf", [a], a),
  /** Wrap binds 𝟎 to this, for every `0 : c` of the run (engine/algorithms/decisions.md). Gives its argument. */
  bindZero: signature("bindZero", [a], a),
  /** 0 : c, the value that Wrap bound; counted by its scalars. */
  zero: signature("𝟎", [], a, []),
  /** The elementwise sum on c: adds Reals, keeps the rest of the left operand. */
  plus: signature("addᶜ", [a, a], a, [0, 1]),
  /** x · c: multiplies the Reals of c, keeps the rest. */
  scale: signature("scaleᶜ", [REAL, a], a, [0]),
  /** The zeros beside the hot entry of a one-hot, with the shape of a value; counted as one-hot work. */
  coldOf: signature("0", [a], a),
  /** A function that is linear by the laws of the interface that it is part of (SCall, SCotan): the function itself. */
  asLinear: signature("asLinear", [fun(a, b)], lin(a, b)),
  /** f x, for f with a pullback of its own: g x takes the cotangent of f x to that of x. */
  ruled: signature("ruled", [fun(a, b), fun(a, fun(b, a)), a], b),
  // persistent balanced maps from ℤ (§3.4)
  mapEmpty: signature("emptyMap", [], con("Map", a)),
  mapSingle: signature("singleton", [INT, a], con("Map", a)),
  /** m ∪ m' with linear factoring: where both have a key, one call at the sum of the arguments. */
  mapUnion: signature("union", [con("Map", tuple(a, REAL)), con("Map", tuple(a, REAL))], con("Map", tuple(a, REAL))),
  mapIsEmpty: signature("isEmpty", [con("Map", a)], BOOL),
  mapHighest: signature("highest", [con("Map", a)], INT),
  /** For a stage that is broken on purpose; 'highest' is what resolving takes. */
  mapLowest: signature("lowest", [con("Map", a)], INT),
  mapMember: signature("member", [INT, con("Map", a)], BOOL),
  mapLookup: signature("lookup", [INT, con("Map", a)], a),
  mapInsert: signature("insert", [INT, a, con("Map", a)], con("Map", a)),
  mapDelete: signature("delete", [INT, con("Map", a)], con("Map", a)),
  // mutable arrays (§3.7.1); what they do, they do when they are evaluated
  alloc: signature("alloc", [INT, a], con("MArray", a)),
  get: signature("get", [INT, con("MArray", a)], a),
  set: signature("set", [INT, a, con("MArray", a)], UNIT),
  freeze: signature("freeze", [con("MArray", a)], con("Array", a)),
  /** The size of a mutable array. */
  cells: signature("cells", [con("MArray", a)], INT),
  /** An array of twice the size (at least 1), with the same elements and a filling for the rest. */
  grow: signature("grow", [con("MArray", a), a], con("MArray", a)),
  /** Writes a tape entry (§3.8.3): as `set`, counted apart. */
  record: signature("record", [INT, a, con("MArray", a)], UNIT),
  // what first-order programs tell of scalars that are paired with nothing
  /** The scalar itself, which gets its number here. */
  born: signature("bornˡ", [REAL], REAL),
  /** The scalar itself, which gets its number here, with that number. */
  numbered: signature("bornⁿ", [REAL], tuple(REAL, INT)),
  /** The cotangent itself, the whole one of the scalar whose number is the sum of two Ints. */
  reach: signature("reachˡ", [INT, INT, REAL], REAL, [2]),
  /** The number that the next scalar gets. */
  here: signature("hereⁿ", [], INT),
  /** Calls a function that evaluates again what was evaluated before: its scalars keep their numbers, from the given one on. */
  again: signature("againⁿ", [INT, fun(UNIT, a)], a),
  // jobs (§3.10); what they share is changed atomically
  /** The job that runs: its number, the same in every order of jobs. */
  thisJob: signature("thisJob", [], INT),
  /** Conses onto the first element. */
  pushTo: signature("pushTo", [a, con("MArray", list(a))], UNIT),
  /** Replaces an element by what a function makes of it. */
  modify: signature("modify", [INT, fun(a, a), con("MArray", a)], UNIT),
} satisfies Record<string, Prim>;

/** The key of a native operation in the table. */
export type PrimId = keyof typeof table;

/** Every native leaf operation by its id. */
export const PRIMS: Readonly<Record<PrimId, Prim>> = table;

/** `error "text"`: the operation without arguments that ends a run with a text, of any type. */
export function failing(text: string): Prim {
  return { ...signature(ERROR, [], a), text };
}

/** The name of {@link failing}. */
export const ERROR = "error";

/** The failure of an operation that is {@link failing}; undefined for any other. */
export function failureIn({ text }: Prim): OpFailure | undefined {
  return text === undefined ? undefined : { kind: ERROR, said: [text] };
}

/** The application of a function with a pullback of its own, which has a name. */
export function ruled(op: string): Prim {
  return { ...PRIMS.ruled, op };
}

/** Whether a native operation is the application of a function with a pullback of its own. */
export function isRuled(prim: PrimId | Prim): boolean {
  return prim === "ruled" || (typeof prim !== "string" && prim.op !== undefined);
}

/** Whether a native operation is a derivative that a program asks for. */
export function isDerivative(prim: PrimId | Prim): prim is "grad" | "valueAndGrad" | "jvp" {
  return prim === "grad" || prim === "valueAndGrad" || prim === "jvp";
}

/** Whether a native operation is one that an algorithm, or a part of the engine, has brought. */
export function isRule(prim: PrimId | Prim): prim is Prim {
  return typeof prim !== "string" && prim.text === undefined && prim.op === undefined;
}

/** The type of a native operation, shared or an algorithm's own. */
export function primOf(prim: PrimId | Prim): Prim {
  return typeof prim === "string" ? PRIMS[prim] : prim;
}
