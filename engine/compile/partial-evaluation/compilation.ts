// State of specialising a program: one record, which all parts of partial evaluation work on.
import type { CoreProgram, Global, Term } from "../../core/terms/term.ts";
import type { Type } from "../../types/type.ts";
import type { Fn, GlobalValue, Loop, Mode, Variables } from "../ir/ir.ts";
import type { Layout } from "../ir/layout.ts";
import type { Origins } from "../ir/origin.ts";
import type { AbstractValue, BlockBuilder, Env, Lambda, Named } from "./abstract-value.ts";
import type { Materialiser } from "./materialise.ts";

/** The present compilation: the body of one function. */
export interface Context {
  readonly mode: Mode;
  readonly instances: Instance[];
  /** The compilation that needed this function. */
  readonly outer: Context | undefined;
}

/** A call of a recursive function that is being compiled. */
export interface Instance {
  readonly key: string;
  readonly named: Named;
  readonly loop: Loop;
  readonly result: Layout;
  /** The function that it becomes where calls of it wait for their results. */
  fn: Fn | undefined;
}

/** The calls under way whose results a term in tail position would give: a call of one of them is its next round. */
export type Tails = readonly Instance[];
/** No tail call. */
export const NONE: Tails = [];

/** A call of a definition or local function with all its arguments. */
export type Call = Extract<AbstractValue, { tag: "named" }>;

/** A function that forks run as a job. */
export interface JobFn {
  readonly fn: Fn;
  readonly result: Layout;
  /** Whether it is being compiled: then it calls itself. */
  isOpen: boolean;
}

/** A definition without parameters that has been needed. */
export interface Definition {
  readonly global: GlobalValue;
  template: AbstractValue | undefined;
  done: boolean;
}

/** The record: what is known of the program, what has been made of it, and what is under way. */
export interface Compilation extends Materialiser {
  readonly program: CoreProgram;
  /** Of the whole program. */
  readonly mode: Mode;
  readonly globals: Map<string, Global>;
  readonly lambdas: Map<Term, Type>;
  /** Definitions that are functions, by name. */
  readonly named: Map<string, Named>;
  /** Definitions that may need themselves, by name. */
  readonly recursive: Set<string>;
  /** Definitions that are called rather than inlined, by name. */
  readonly long: Set<string>;
  /** The functions made so far. */
  readonly fns: Fn[];
  /** Those that are ready, by what they were specialised to. */
  readonly known: Map<string, Fn>;
  readonly values: Map<string, Definition>;
  /** How often each function is called so far. */
  readonly calls: Map<Fn, number>;
  /** Functions that calls have been made of while their instance was compiled, by its key. */
  readonly promised: Map<string, Fn>;
  /** Instances that must not be left by a tail call of one around them. */
  readonly closed: Set<string>;
  readonly localIds: Map<Term, number>;
  readonly variables: Variables;
  /** Which part of the text is being compiled. */
  readonly origins: Origins;
  /** The functions of jobs, by what they were specialised to. */
  readonly jobs: Map<string, JobFn>;
  /** Parts of forks as functions of nothing. */
  readonly parts: Map<Term, Lambda>;
  forkCount: number;
  namedCount: number;
  context: Context;
  /** Whether the value or a partial of a custom op is being compiled. */
  isInOp: boolean;
  /** Terms compiled so far, copies included. */
  size: number;
  /** More than this are too many. */
  readonly largest: number;
  /** Evaluates a term; undefined where control does not come back. What terms need, needs terms: so it is here. */
  eval(term: Term, env: Env, out: BlockBuilder, tails: Tails): AbstractValue | undefined;
  /** Evaluates a derivative in the program, or a part of its rules. */
  derivative(term: Extract<Term, { tag: "prim" }>, env: Env, out: BlockBuilder): AbstractValue | undefined;
  /** The definition with tangents that a name with a mark stands for. Throws LeftToMachine where derivatives nest too deep. */
  globalWithTangents(name: string): Global;
  /** Calls a definition or local function with all its arguments. */
  call(call: Call, out: BlockBuilder, tails: Tails): AbstractValue | undefined;
}
