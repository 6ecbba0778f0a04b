// The language between core and JavaScript: first-order, monomorphic, structured; its variables are unboxed components.
import { step } from "../../base/watch.ts";
import type { OpId } from "../../scalars/ops.ts";
import type { Span } from "../../source/span.ts";
import type { Kind } from "./kind.ts";
import type { ConLayout, Layout } from "./layout.ts";
import type { Origin } from "./origin.ts";

/** A component of a value, computed once where it is defined. */
export interface Var {
  readonly tag: "var";
  readonly id: number;
  readonly kind: Kind;
}

/** A component that is known; a Real, Int or index by its number, a Bool by its truth. */
export interface Literal {
  readonly tag: "literal";
  readonly kind: Kind;
  readonly value: number | boolean | undefined;
}

/** Operands of statements. */
export type Atom = Var | Literal;

/** A function of the program at given static arguments. Its components come in and go out one by one. */
export interface Fn extends Origin {
  readonly id: number;
  readonly name: string;
  /** Whether derivatives are taken through it. */
  readonly mode: Mode;
  /** How Reals come in and go out: as the numbers of their cells, or as plain numbers. */
  readonly passing: "reference" | "value";
  params: readonly Var[];
  results: readonly Kind[];
  body: Block;
  /** Of a derivative in the program, or a function with a pullback of its own. Its body leaves no records but one, of its arguments. */
  readonly pass?: Pass;
}

/** A function that is differentiated as a whole: a call of it leaves a record, which is taken back by `tangent`. */
export interface Pass {
  /** How many of the parameters are captured; the others are the point. */
  readonly captured: number;
  /** How many Reals it gives before what `tangent` gets the cotangent of. */
  readonly count: number;
  /**
   * From what is captured, the point, the cotangent of the results and one for each of the Reals: a Real whose gradient is the cotangent of the
   * point. Undefined where nobody differentiates the pass.
   */
  tangent: Fn | undefined;
}

/**
 * A derivative in a program, as a function of what f captures and of the point. It gives `count` Reals, which f gives, and the gradient of the
 * first by the point, in cells in a row. Its `tangent` is the derivative of f in the direction of the gradient's cotangent, for second
 * derivatives commute, and the sum of all Reals times their weights.
 */
export interface Gradient extends Pass {
  /** Whether there are Ints among the cells of the point: then those of its Reals are noted one by one. */
  readonly hasInts: boolean;
  /** f. */
  readonly primal: Fn;
}

/** `active`: derivatives are wanted; `plain`: values only. */
export type Mode = "active" | "plain";

/** A program: its entry, and all that the entry reaches. Passes take such a program and give one. */
export interface IrProgram {
  readonly entry: Fn;
  readonly fns: readonly Fn[];
  readonly globals: readonly GlobalValue[];
  /** How the input and the output of the entry lie in components. */
  readonly param: Layout;
  readonly result: Layout;
  /** Where passes get new variables. */
  readonly variables: Variables;
}

/** A definition without parameters: evaluated at most once in a run, when it is first needed. */
export interface GlobalValue {
  readonly id: number;
  readonly name: string;
  readonly span: Span | undefined;
  readonly fn: Fn;
}

/** Statements, one after the other, and what comes then. */
export interface Block {
  readonly stmts: Stmt[];
  /** `stop`: control does not come here, for a statement fails. */
  end: End;
}

/** How a block ends: `yield` gives what it stands for to the statement around it. */
export type End =
  | { readonly tag: "yield"; readonly atoms: readonly Atom[] }
  /** The next round of an enclosing loop. */
  | { readonly tag: "next"; readonly loop: Loop; readonly atoms: readonly Atom[] }
  /** Out of an enclosing loop, with its results. */
  | { readonly tag: "leave"; readonly loop: Loop; readonly atoms: readonly Atom[] }
  | { readonly tag: "stop" };

/** Rounds of a body until it yields: what it yields is the loop's result. */
export interface Loop extends Origin {
  readonly tag: "loop";
  params: readonly Var[];
  init: readonly Atom[];
  readonly body: Block;
  outs: readonly Var[];
}

/** One of two blocks; what it yields are the results. */
export interface If extends Origin {
  readonly tag: "if";
  readonly test: Atom;
  readonly yes: Block;
  readonly no: Block;
  outs: readonly Var[];
}

/**
 * Jobs that may run at the same time, and are joined before what comes after them (thesis §3.10). The calls of a pair or a tuple stand one
 * after the other, each with the fork; those of `parMap` and `parBuild` are one call in a counted loop, which has the fork.
 */
export interface Fork {
  /** From 0 on; copies of a fork share its number. */
  readonly id: number;
  readonly span: Span | undefined;
  /** How many jobs there are where the program says so. */
  readonly count: number | undefined;
  /** How many arguments, from the first on, are the same for all jobs. */
  readonly captured: number;
}

/**
 * A counted loop: `index` from 0 below `count`; what the body yields is carried to the next round. With a `fork` each round is a job: its
 * body gets the arguments of one call, calls, and puts the results into arrays; it carries nothing.
 */
export interface For extends Origin {
  readonly tag: "for";
  readonly fork?: Fork | undefined;
  readonly index: Var;
  readonly count: Atom;
  params: readonly Var[];
  init: readonly Atom[];
  readonly body: Block;
  outs: readonly Var[];
}

/** A step of a function. What it defines is in scope in the rest of its block, and in the blocks in there. */
export type Stmt = If | Loop | For | (Origin & Simple);

type Simple =
  | {
      readonly tag: "op";
      readonly out: Var;
      readonly op: OpId;
      readonly args: readonly Atom[];
      readonly span: Span | undefined;
    }
  /** A custom op: its value, with the partial by each argument. */
  | {
      readonly tag: "chain";
      readonly out: Var;
      readonly value: Atom;
      readonly args: readonly Atom[];
      readonly partials: readonly Atom[];
    }
  /** The same number, without a derivative. The cell of one that is noted is a part of the point of a pass. */
  | { readonly tag: "plain"; readonly out: Var; readonly arg: Atom; readonly isNoted?: true }
  | { readonly tag: "and"; readonly out: Var; readonly args: readonly [Atom, Atom] }
  | { readonly tag: "not"; readonly out: Var; readonly arg: Atom }
  | { readonly tag: "is"; readonly out: Var; readonly of: Atom; readonly con: ConLayout }
  | { readonly tag: "new"; readonly out: Var; readonly con: ConLayout; readonly fields: readonly Atom[] }
  /** Sets a component of an object that has just been made, and that nobody has looked at. */
  | {
      readonly tag: "link";
      readonly of: Atom;
      readonly con: ConLayout;
      readonly index: number;
      readonly value: Atom;
    }
  | { readonly tag: "fields"; readonly outs: readonly Var[]; readonly of: Atom; readonly con: ConLayout }
  /** A contiguous list of Reals: how many there are (−1 where the list is not contiguous), and the first cell. See `isRealCons`. */
  | {
      readonly tag: "contiguous";
      readonly outs: readonly [size: Var, first: Var];
      readonly of: Atom;
      readonly con: ConLayout;
    }
  /** The list of the Reals in so many cells, from a first one on, and of those of another list after them. */
  | {
      readonly tag: "conses";
      readonly out: Var;
      readonly size: Atom;
      readonly first: Atom;
      readonly rest: Atom;
      readonly con: ConLayout;
    }
  /** Columns of an array: contiguous cells for Reals, a JavaScript array for the rest. */
  | { readonly tag: "alloc"; readonly outs: readonly Var[]; readonly kinds: readonly Kind[]; readonly size: Atom }
  /** A column of known numbers: the first of contiguous cells for Reals, a JavaScript array for Ints and truth values. */
  | { readonly tag: "column"; readonly out: Var; readonly values: readonly ColumnValue[] }
  /** `isSum`: the element is added to the one that is there. Nothing reads the array before all of it is there. */
  | {
      readonly tag: "put";
      readonly columns: readonly Atom[];
      readonly kinds: readonly Kind[];
      readonly index: Atom;
      readonly values: readonly Atom[];
      readonly isSum?: true;
    }
  /** `isSingleUse`: no other statement reads these Reals, and this one reads each at most once in a run (see `single-use-inputs.ts`). */
  | {
      readonly tag: "get";
      readonly outs: readonly Var[];
      readonly columns: readonly Atom[];
      readonly index: Atom;
      isSingleUse?: boolean;
    }
  /** Fails where an index is not below the size of an array. */
  | { readonly tag: "bounds"; readonly index: Atom; readonly size: Atom; readonly span: Span | undefined }
  /** Onto the stack of what waits for the rest of a recursion, and back. */
  | { readonly tag: "push"; readonly stack: SpillStack; readonly values: readonly Atom[] }
  | { readonly tag: "pop"; readonly stack: SpillStack; readonly outs: readonly Var[] }
  | {
      readonly tag: "call";
      readonly fn: Fn;
      readonly args: readonly Atom[];
      readonly outs: readonly Var[];
      readonly span: Span | undefined;
      /** The call is a job of a fork, at a place among its jobs. */
      readonly job?: { readonly fork: Fork; readonly place: number } | undefined;
    }
  /** Within a function with a pullback of its own: the cells from here on are a copy of what it gives. */
  | { readonly tag: "mark"; readonly pass: Pass }
  /** Within the function of a derivative: calls f at a copy of the point, and sweeps; the copy becomes the gradient. */
  | { readonly tag: "sweep"; readonly pass: Gradient; readonly args: readonly Atom[]; readonly outs: readonly Var[] }
  /** A function as an object, for where derivatives are taken and for where they are not. */
  | {
      readonly tag: "closure";
      readonly out: Var;
      readonly active: Fn | undefined;
      readonly plain: Fn | undefined;
      readonly captured: readonly Atom[];
    }
  | {
      readonly tag: "apply";
      readonly of: Atom;
      readonly args: readonly Atom[];
      readonly outs: readonly Var[];
      readonly mode: Mode;
    }
  | { readonly tag: "global"; readonly global: GlobalValue; readonly outs: readonly Var[] }
  | { readonly tag: "fail"; readonly failure: Failure };

/** A number or truth value of a column. */
export type ColumnValue = number | boolean;

/** A stack for what waits for the rest of a recursion: its pushes and pops belong together. */
export interface SpillStack {
  readonly kinds: readonly Kind[];
}

/** The user's mistake: its kind, its message with the numbers in it, its place; where that is in the prelude, the place of the call. */
export interface Failure {
  readonly call?: Span | undefined;
  readonly kind: string;
  readonly message: readonly (string | Atom)[];
  readonly span: Span | undefined;
}

/** Numbers the variables of one program. */
export class Variables {
  private count = 0;

  /** A variable that no other statement of the program defines. */
  newVar(kind: Kind): Var {
    return { tag: "var", id: this.count++, kind };
  }
}

/** A component that is known. */
export function literal(kind: Kind, value: number | boolean | undefined): Literal {
  return { tag: "literal", kind, value };
}

/** The blocks inside a statement. */
export function blocksOf(stmt: Stmt): readonly Block[] {
  step();
  switch (stmt.tag) {
    case "if":
      return [stmt.yes, stmt.no];
    case "loop":
    case "for":
      return [stmt.body];
    default:
      return [];
  }
}

/** How many statements there are, with those in blocks, where one is as long as `each` says. */
export function sizeOf(stmts: readonly Stmt[], each: (stmt: Stmt) => number = () => 1): number {
  const of = (some: readonly Stmt[], sum: number): number =>
    some.reduce((size, stmt) => blocksOf(stmt).reduce((all, { stmts }) => of(stmts, all), size + each(stmt)), sum);
  return of(stmts, 0);
}

/** The variables a statement defines. */
export function outsOf(stmt: Stmt): readonly Var[] {
  step();
  switch (stmt.tag) {
    case "op":
    case "chain":
    case "plain":
    case "and":
    case "not":
    case "is":
    case "new":
    case "conses":
    case "column":
    case "closure":
      return [stmt.out];
    case "put":
    case "link":
    case "bounds":
    case "push":
    case "mark":
    case "fail":
      return [];
    default:
      return stmt.outs;
  }
}

/** The operands of a statement, without the blocks inside it. */
export function atomsOf(stmt: Stmt): readonly Atom[] {
  step();
  switch (stmt.tag) {
    case "if":
      return [stmt.test];
    case "loop":
      return stmt.init;
    case "for":
      return [stmt.count, ...stmt.init];
    case "op":
    case "and":
    case "call":
    case "sweep":
      return stmt.args;
    case "chain":
      return [stmt.value, ...stmt.args, ...stmt.partials];
    case "plain":
    case "not":
      return [stmt.arg];
    case "is":
    case "contiguous":
    case "fields":
      return [stmt.of];
    case "new":
      return stmt.fields;
    case "link":
      return [stmt.of, stmt.value];
    case "conses":
      return [stmt.size, stmt.first, stmt.rest];
    case "alloc":
      return [stmt.size];
    case "put":
      return [...stmt.columns, stmt.index, ...stmt.values];
    case "get":
      return [...stmt.columns, stmt.index];
    case "bounds":
      return [stmt.index, stmt.size];
    case "push":
      return stmt.values;
    case "column":
    case "pop":
    case "mark":
    case "global":
      return [];
    case "closure":
      return stmt.captured;
    case "apply":
      return [stmt.of, ...stmt.args];
    case "fail":
      return stmt.failure.message.filter((part): part is Atom => typeof part !== "string");
  }
}

/** Operands of a block's end. */
export function endAtoms(end: End): readonly Atom[] {
  return end.tag === "stop" ? [] : end.atoms;
}
