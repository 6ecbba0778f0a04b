// The table of leaf operations that are native: on arrays, and the monoid on c. First-order, polymorphic, total in types.
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

/** The type and the linearity of a native operation. What it does is not here: evaluator and compiler each have it by its key. */
export interface Prim {
  /** How it is printed. */
  readonly name: string;
  readonly variables: readonly string[];
  readonly args: readonly Type[];
  readonly result: Type;
  /** The arguments that it is linear in: where it may stand in the body of a linear function (Fig. 3.5). */
  readonly linearIn: readonly number[];
}

function define(name: string, args: readonly Type[], result: Type, linearIn: readonly number[] = []): Prim {
  const found = freeVariables(result);
  for (const arg of args) freeVariables(arg, found);
  return { name, variables: [...found.keys()], args, result, linearIn };
}

const table = {
  size: define("size", [con("Array", a)], INT),
  index: define("!", [con("Array", a), INT], a),
  fromList: define("fromList", [list(a)], con("Array", a), [0]),
  toList: define("toList", [con("Array", a)], list(a), [0]),
  failHead: define("failHead", [UNIT], a),
  failTail: define("failTail", [UNIT], a),
  failMaximum: define("failMaximum", [UNIT], a),
  failBuild: define("failBuild", [INT], a),
  failSizes: define("failSizes", [INT, INT], a),
  /** 0 with the shape of a value: its Reals become 0, constructors and Ints are kept. Walks the value. */
  zeroOf: define("zeroOf", [a], a),
  /** What Wrap binds 𝟎 to, for every `0 : c` of the run (design.md, Zero). Gives its argument. */
  bindZero: define("bindZero", [a], a),
  /** 0 : c, the value that Wrap bound; counted by its scalars. */
  zero: define("𝟎", [], a, []),
  /** The elementwise sum on c: adds Reals, keeps the rest of the left operand. */
  plus: define("addᶜ", [a, a], a, [0, 1]),
  /** x · c: multiplies the Reals of c, keeps the rest. */
  scale: define("scaleᶜ", [REAL, a], a, [0]),
  /** The zeros beside the hot entry of a one-hot, with the shape of a value; counted as one-hot work. */
  coldOf: define("0", [a], a),
  /** A part of c that an update made anew: the value itself, counted as one-hot work. */
  hot: define("hot", [a], a),
  /** A function that is linear by the laws of the interface that it is part of (SCall, SCotan): the function itself. */
  asLinear: define("asLinear", [fun(a, b)], lin(a, b)),
  // persistent balanced maps from ℤ (§3.4)
  mapEmpty: define("emptyMap", [], con("Map", a)),
  mapSingle: define("singleton", [INT, a], con("Map", a)),
  /** m ∪ m' with linear factoring: where both have a key, one call at the sum of the arguments. */
  mapUnion: define("union", [con("Map", tuple(a, REAL)), con("Map", tuple(a, REAL))], con("Map", tuple(a, REAL))),
  mapIsEmpty: define("isEmpty", [con("Map", a)], BOOL),
  mapHighest: define("highest", [con("Map", a)], INT),
  /** For a stage that is broken on purpose; 'highest' is what resolving takes. */
  mapLowest: define("lowest", [con("Map", a)], INT),
  mapMember: define("member", [INT, con("Map", a)], BOOL),
  mapLookup: define("lookup", [INT, con("Map", a)], a),
  mapInsert: define("insert", [INT, a, con("Map", a)], con("Map", a)),
  mapDelete: define("delete", [INT, con("Map", a)], con("Map", a)),
  // mutable arrays (§3.7.1); what they do, they do when they are evaluated
  alloc: define("alloc", [INT, a], con("MArray", a)),
  get: define("get", [INT, con("MArray", a)], a),
  set: define("set", [INT, a, con("MArray", a)], UNIT),
  freeze: define("freeze", [con("MArray", a)], con("Array", a)),
  /** The size of a mutable array. */
  cells: define("cells", [con("MArray", a)], INT),
  /** An array of twice the size (at least 1), with the same elements and a filling for the rest. */
  grow: define("grow", [con("MArray", a), a], con("MArray", a)),
  /** Writes a tape entry (§3.8.3): as `set`, counted apart. */
  record: define("record", [INT, a, con("MArray", a)], UNIT),
  /** What the forward pass keeps of the scalar with an ID, in no array: gives the pair of both; counted as a tape entry. */
  save: define("save", [INT, a], tuple(INT, a)),
  // what first-order programs tell of scalars that are paired with nothing
  /** The scalar itself, which gets its number here. */
  born: define("bornˡ", [REAL], REAL),
  /** The cotangent itself, the whole one of the scalar whose number is the sum of two Ints. */
  reach: define("reachˡ", [INT, INT, REAL], REAL),
  /** v̇ + ẇ and v * ẇ of first-order programs, Real by Real. */
  linearPlus: define("addˡ", [a, a], a, [0, 1]),
  linearScale: define("scaleˡ", [REAL, a], a, [1]),
  /** Forgets a value, at the cost of its scalars (Radul et al. 2023, §4.3). */
  drop: define("dropˡ", [a], UNIT),
  // jobs (§3.10); what they share is changed atomically
  /** The job that runs: its number, the same in every order of jobs. */
  thisJob: define("thisJob", [], INT),
  /** Conses onto the first element. */
  pushTo: define("pushTo", [a, con("MArray", list(a))], UNIT),
  /** Replaces an element by what a function makes of it. */
  modify: define("modify", [INT, fun(a, a), con("MArray", a)], UNIT),
} satisfies Record<string, Prim>;

/** The key of a native operation in the table. */
export type PrimId = keyof typeof table;

/** Every native leaf operation by its id. */
export const PRIMS: Readonly<Record<PrimId, Prim>> = table;
