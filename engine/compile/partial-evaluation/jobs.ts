// Fork-join (thesis §3.10): the parts of a fork become functions of their own, which other threads can run. A job without loops and calls takes
// less time than it takes to hand it to another thread, so it stands where it is.
import { nth } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import type { Term } from "../../core/terms/term.ts";
import { loopOf } from "../../prelude/loops.ts";
import type { Span } from "../../source/span.ts";
import { fun, substitute, type Type, UNIT } from "../../types/type.ts";
import { isFlat } from "../ir/control-flow.ts";
import type { Atom, For, Fork } from "../ir/ir.ts";
import type { Layout } from "../ir/layout.ts";
import { copyBlock } from "../ir/rewrite.ts";
import {
  type AbstractArray,
  Abstraction,
  type AbstractValue,
  BlockBuilder,
  EMPTY,
  type Env,
  fresh,
  fromComponents,
  type Lambda,
  type Named,
  UNIT_VALUE,
} from "./abstract-value.ts";
import { type Compilation, type JobFn, NONE, type Tails } from "./compilation.ts";
import { functionType, unaryFn } from "./functions.ts";
import { alloc, components, put, settle } from "./materialise.ts";

/** A job: its function, and what that captures here. */
interface Job {
  readonly made: JobFn;
  readonly captured: readonly Atom[];
}

/** Whether it may be worth handing to another thread. */
function isLong({ made }: Job): boolean {
  return made.isOpen || !isFlat(made.fn.body);
}

/** A function of one argument as a job. */
function jobOf(
  c: Compilation,
  body: AbstractValue,
  from: Type,
  to: Type,
  span: Span | undefined,
  out: BlockBuilder,
): Job {
  const settled = settle(c, body, out);
  const { key, leaves: captured, kinds } = new Abstraction(c).add(settled);
  const { mode } = c.context;
  const whole = `${mode} ${key}`;
  const known = c.jobs.get(whole);
  if (known !== undefined) return { made: known, captured };
  const passing = mode === "plain" ? "value" : "reference";
  const { fn, compile } = unaryFn(c, settled, kinds, { name: "job", mode, passing, from, to, span });
  const made: JobFn = { fn, result: c.layouts.of(to), isOpen: true };
  c.jobs.set(whole, made);
  compile();
  made.isOpen = false;
  return { made, captured };
}

/** A part of a fork as a function of nothing. */
function partOf(c: Compilation, item: Term): Lambda {
  const known = c.parts.get(item);
  if (known !== undefined) return known;
  const lam: Lambda = { tag: "lam", linear: false, param: { tag: "var", name: "()", type: UNIT }, body: item };
  c.parts.set(item, lam);
  return lam;
}

/** The parts of `par` or `⋆`: jobs where two of them at least may be long. */
export function evalFork(
  c: Compilation,
  items: readonly Term[],
  span: Span | undefined,
  env: Env,
  out: BlockBuilder,
): AbstractValue | undefined {
  const jobs = items.map((item) => {
    const type = c.lambdas.get(item) ?? internal("a part of a fork has no type");
    return jobOf(
      c,
      { tag: "closure", lam: partOf(c, item), env },
      UNIT,
      substitute(type, env.types),
      item.span ?? span,
      out,
    );
  });
  const isForked = jobs.filter(isLong).length > 1;
  const fork: Fork | undefined = isForked ? { id: c.forkCount++, span, count: jobs.length, captured: 0 } : undefined;
  const parts: AbstractValue[] = [];
  for (const [place, { made, captured }] of jobs.entries()) {
    const { fn, result } = made;
    // what is being compiled calls itself: there is nothing yet that could stand here instead
    if (fork !== undefined || made.isOpen) {
      const { sym, vars } = fresh(result, out);
      out.emit({ tag: "call", fn, args: captured, outs: vars, span, job: fork && { fork, place } });
      parts.push(sym);
      continue;
    }
    const copy = copyBlock(
      fn.body,
      new Map(fn.params.map((param, index) => [param.id, nth(captured, index)])),
      c.variables,
    );
    for (const stmt of copy.block.stmts) out.emit(stmt);
    const { end } = copy.block;
    if (end.tag !== "yield") {
      out.block.end = end;
      return undefined;
    }
    let at = 0;
    parts.push(fromComponents(result, () => nth(end.atoms, at++)));
  }
  return { tag: "product", items: parts };
}

/** The results of a list of parts that may run at the same time: they are forced one after the other by a map in jobs. */
export function evalForkList(
  c: Compilation,
  term: Extract<Term, { tag: "forkList" }>,
  env: Env,
  out: BlockBuilder,
  tails: Tails,
): AbstractValue | undefined {
  const thunks = c.eval(term.thunks, env, out, NONE);
  if (thunks === undefined) return undefined;
  const item = substitute(term.item, env.types);
  const call: Term = {
    tag: "app",
    fn: { tag: "var", name: "thunk", types: [] },
    arg: { tag: "tuple", items: [] },
  };
  const param = { tag: "var", name: "thunk", type: fun(UNIT, item) } as const;
  const force: AbstractValue = {
    tag: "closure",
    lam: { tag: "lam", linear: false, param, body: call },
    env: EMPTY,
  };
  const fn = mapOverLists(c);
  return c.call({ tag: "named", fn, types: [fun(UNIT, item), item], args: [force, thunks] }, out, tails);
}

/** The function of the prelude that maps over lists. */
function mapOverLists({ named }: Compilation): Named {
  for (const one of named.values()) if (loopOf(one)?.does === "map-list") return one;
  return internal("parList without a map over lists");
}

/** A function that is applied to each of many elements, as jobs; undefined where it is short, and within custom ops, which leave no records. */
export function elementJob(
  c: Compilation,
  f: AbstractValue,
  span: Span | undefined,
  out: BlockBuilder,
): ElementJob | undefined {
  if (c.isInOp) return undefined;
  const { from, to } = functionType(c, f);
  const job = jobOf(c, f, from, to, span, out);
  return isLong(job) ? { ...job, from, to } : undefined;
}

/** The function of the jobs of `parMap` or `parBuild`, with the types of an element before and after. */
export interface ElementJob extends Job {
  readonly from: Type;
  readonly to: Type;
}

/** A job's results for many elements, as an array. */
export function mapInJobs(
  c: Compilation,
  { made, captured, from, to }: ElementJob,
  size: Atom,
  at: (index: Atom, inner: BlockBuilder) => AbstractValue | undefined,
  span: Span | undefined,
  out: BlockBuilder,
): AbstractArray {
  const layout = c.layouts.of({ tag: "con", name: "Array", args: [to] }) as Extract<Layout, { tag: "array" }>;
  const array = alloc(layout, size, out);
  const index = out.newVar("index");
  const body = new BlockBuilder(out);
  const element = at(index, body) ?? UNIT_VALUE;
  const args = [...captured, ...components(c, element, c.layouts.of(from), body)];
  const { sym, vars } = fresh(made.result, out);
  body.emit({ tag: "call", fn: made.fn, args, outs: vars, span });
  put(c, array, index, sym, body);
  body.block.end = { tag: "yield", atoms: [] };
  const fork: Fork = { id: c.forkCount++, span: c.origins.of(span), count: undefined, captured: captured.length };
  const loop: For = { tag: "for", fork, index, count: size, params: [], init: [], body: body.block, outs: [] };
  out.emit({ ...loop, at: c.origins.current });
  return array;
}
