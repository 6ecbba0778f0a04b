// Invariants of every program of the intermediate language, between any two passes: each variable is defined once, before its uses and in
// their scope; kinds agree; blocks end as their surroundings demand. It throws where a program breaks one, with the statement.
import { nth, present } from "../../engine/base/nth.ts";
import { internal } from "../../engine/base/unreachable.ts";
import {
  type Atom,
  atomsOf,
  type Block,
  blocksOf,
  type End,
  type Fn,
  type For,
  type Fork,
  type If,
  type Loop,
  outsOf,
  type Stmt,
  type Var,
} from "../../engine/compile/ir/ir.ts";
import type { Kind } from "../../engine/compile/ir/kind.ts";
import { printIr } from "../../engine/compile/ir/print.ts";
import { OPS } from "../../engine/scalars/ops.ts";

/** Checks functions that belong to one program; those that they call are among them. */
export function validateIr(fns: readonly Fn[]): void {
  const all = new Set(fns);
  for (const fn of fns) new Validator(fn, all).function();
}

/** A block's context: where control goes from its end, and the variables in scope. */
interface Around {
  /** The kinds that the block yields; undefined where it may not yield. */
  readonly yields: readonly Kind[];
  readonly loops: ReadonlySet<Loop>;
  readonly scope: Scope;
}

interface Scope {
  readonly defined: Map<number, Kind>;
  readonly outer: Scope | undefined;
}

class Validator {
  private readonly fn: Fn;
  private readonly fns: ReadonlySet<Fn>;
  /** The variables that the function defines, anywhere. */
  private readonly defined = new Set<number>();
  private readonly loops = new Set<Loop>();

  constructor(fn: Fn, fns: ReadonlySet<Fn>) {
    this.fn = fn;
    this.fns = fns;
  }

  function(): void {
    const { params, body, results } = this.fn;
    const scope: Scope = { defined: new Map(), outer: undefined };
    for (const param of params) this.define(param, scope);
    this.block(body, { yields: results, loops: new Set(), scope });
  }

  private wrong(what: string, where: unknown): never {
    const text = printIr([this.fn])
      .map((line) => line.text)
      .join("\n");
    return internal(`the function ${this.fn.name} of the intermediate language is not valid: ${what}`, where, text);
  }

  private define(one: { readonly id: number; readonly kind: Kind }, { defined }: Scope): void {
    if (this.defined.has(one.id)) this.wrong("a variable is defined twice", `v${one.id}`);
    this.defined.add(one.id);
    defined.set(one.id, one.kind);
  }

  private use(atom: Atom, scope: Scope): void {
    if (atom.tag === "literal") {
      const type = typeof atom.value;
      const wanted = atom.kind === "pointer" ? "undefined" : atom.kind === "bool" ? "boolean" : "number";
      if (type !== wanted) this.wrong(`a literal of kind ${atom.kind} is of type ${type}`, atom.value);
      return;
    }
    let at: Scope | undefined = scope;
    while (at !== undefined && !at.defined.has(atom.id)) at = at.outer;
    if (at === undefined) this.wrong("a variable is used where it is not in scope", `v${atom.id}`);
    if (at.defined.get(atom.id) !== atom.kind) this.wrong("a variable changes its kind", `v${atom.id}`);
  }

  private kinds(what: string, found: readonly { readonly kind: Kind }[], wanted: readonly Kind[]): void {
    const kinds = found.map(({ kind }) => kind);
    if (kinds.length !== wanted.length || kinds.some((kind, index) => !fits(kind, nth(wanted, index))))
      this.wrong(
        `${what} are of other kinds than they should be`,
        `${kinds.join(", ")} instead of ${wanted.join(", ")}`,
      );
  }

  private block(block: Block, around: Around): void {
    const scope: Scope = { defined: new Map(), outer: around.scope };
    for (const stmt of block.stmts) {
      for (const atom of atomsOf(stmt)) this.use(atom, scope);
      this.stmt(stmt, { ...around, scope });
      for (const out of outsOf(stmt)) this.define(out, scope);
    }
    this.end(block, { ...around, scope });
  }

  private end({ end, stmts }: Block, { yields, loops, scope }: Around): void {
    if (end.tag === "stop") {
      if (!stmts.some(neverCompletes)) this.wrong("control comes to where it should stop", stmts.at(-1)?.tag);
      return;
    }
    for (const atom of end.atoms) this.use(atom, scope);
    if (end.tag === "yield") return this.kinds("the parts of what a block yields", end.atoms, yields);
    if (!loops.has(end.loop)) this.wrong("a block leads to a loop that it is not in", end.tag);
    const to = end.tag === "next" ? end.loop.params : end.loop.outs;
    this.kinds(`the parts of ${end.tag}`, end.atoms, kindsOf(to));
  }

  /** The rule of each statement: a table, which is clearer whole. */
  private stmt(stmt: Stmt, around: Around): void {
    switch (stmt.tag) {
      case "if":
        return this.branch(stmt, around);
      case "loop":
        return this.loop(stmt, around);
      case "for":
        return this.counted(stmt, around);
      case "op": {
        const { args, result } = OPS[stmt.op];
        this.kinds(`the operands of ${stmt.op}`, stmt.args, args.map(kindOf));
        return this.kinds(`the results of ${stmt.op}`, [stmt.out], [kindOf(result)]);
      }
      case "chain":
        this.kinds(
          "the partials of an op",
          stmt.partials,
          this.fn.mode === "plain" ? kindsOf(stmt.partials) : reals(stmt.args),
        );
        return this.kinds(
          "the parts of an op",
          [stmt.value, ...stmt.args, stmt.out],
          reals([stmt.value, ...stmt.args, stmt.out]),
        );
      case "plain":
        return this.kinds("the parts of plain", [stmt.arg, stmt.out], ["real", "real"]);
      case "and":
        return this.kinds("the parts of and", [...stmt.args, stmt.out], ["bool", "bool", "bool"]);
      case "not":
        return this.kinds("the parts of not", [stmt.arg, stmt.out], ["bool", "bool"]);
      case "is":
        return this.kinds("the parts of is", [stmt.of, stmt.out], [stmt.con.data.kind, "bool"]);
      case "new":
        this.kinds(`the fields of ${stmt.con.name}`, stmt.fields, stmt.con.kinds);
        return this.kinds("the results of new", [stmt.out], [stmt.con.data.kind]);
      case "link":
        return this.kinds(
          "the parts of link",
          [stmt.of, stmt.value],
          [stmt.con.data.kind, nth(stmt.con.kinds, stmt.index)],
        );
      case "fields":
        this.kinds(`the fields of ${stmt.con.name}`, stmt.outs, stmt.con.kinds);
        return this.kinds("what fields are taken of", [stmt.of], [stmt.con.data.kind]);
      case "contiguous":
        return this.kinds("the parts of contiguous", [stmt.of, ...stmt.outs], [stmt.con.data.kind, "index", "index"]);
      case "conses":
        return this.kinds(
          "the parts of conses",
          [stmt.size, stmt.first, stmt.rest, stmt.out],
          ["index", "index", stmt.con.data.kind, stmt.con.data.kind],
        );
      case "alloc":
        this.kinds("the columns of an array", stmt.outs, stmt.kinds.map(columnKind));
        return this.kinds("the size of an array", [stmt.size], ["index"]);
      case "column": {
        const isOfReals = stmt.out.kind === "index";
        if (isOfReals && stmt.values.some((value) => typeof value === "boolean"))
          this.wrong("a truth value is a Real", stmt.out.id);
        return this.kinds("a column", [stmt.out], [isOfReals ? "index" : "pointer"]);
      }
      case "put":
        this.kinds("the columns of an array", stmt.columns, stmt.kinds.map(columnKind));
        this.kinds("the parts of an element", stmt.values, stmt.kinds);
        return this.kinds("an index", [stmt.index], ["index"]);
      case "get":
        this.kinds("the columns of an array", stmt.columns, kindsOf(stmt.outs).map(columnKind));
        return this.kinds("an index", [stmt.index], ["index"]);
      case "bounds":
        return this.kinds("the parts of bounds", [stmt.index, stmt.size], ["index", "index"]);
      case "push":
        return this.kinds("what is pushed", stmt.values, stmt.stack.kinds);
      case "pop":
        return this.kinds("what is popped", stmt.outs, stmt.stack.kinds);
      case "call":
        this.called(stmt.fn);
        if (stmt.job !== undefined && stmt.job.place >= present(stmt.job.fork.count))
          this.wrong("a fork has fewer jobs", stmt.job.place);
        this.kinds("the arguments of a call", stmt.args, kindsOf(stmt.fn.params));
        return this.kinds("the results of a call", stmt.outs, stmt.fn.results);
      case "mark":
        if (stmt.pass.tangent === undefined || !this.fns.has(stmt.pass.tangent))
          this.wrong("a function is not part of the program", "tangent");
        return;
      case "sweep": {
        const { primal, tangent, count } = stmt.pass;
        if (!this.fns.has(primal) || (tangent !== undefined && !this.fns.has(tangent)))
          this.wrong("a function is not part of the program", primal.name);
        this.kinds("the arguments of a pass", stmt.args, kindsOf(primal.params));
        return this.kinds("the results of a pass", stmt.outs, new Array<Kind>(count).fill("real"));
      }
      case "closure":
        for (const fn of [stmt.active, stmt.plain]) {
          if (fn === undefined) continue;
          if (!this.fns.has(fn)) this.wrong("a function is not part of the program", fn.name);
          this.kinds("what a function captures", stmt.captured, kindsOf(fn.params.slice(0, stmt.captured.length)));
        }
        return this.kinds("a function as an object", [stmt.out], ["pointer"]);
      case "apply":
        if (this.fn.mode === "plain" && stmt.mode === "active") this.wrong("plain code takes derivatives", stmt.tag);
        return this.kinds("what is applied", [stmt.of], ["pointer"]);
      case "global":
        this.called(stmt.global.fn);
        return this.kinds("the parts of a definition", stmt.outs, stmt.global.fn.results);
      case "fail":
        return;
    }
  }

  private called(fn: Fn): void {
    if (!this.fns.has(fn)) this.wrong("a function is not part of the program", fn.name);
    if (this.fn.mode === "plain" && fn.mode === "active" && fn.pass === undefined)
      this.wrong("plain code takes derivatives", fn.name);
  }

  private branch({ test, yes, no, outs }: If, around: Around): void {
    this.kinds("the test of a branch", [test], ["bool"]);
    for (const block of [yes, no]) this.block(block, { ...around, yields: kindsOf(outs) });
  }

  private loop(loop: Loop, around: Around): void {
    if (this.loops.has(loop)) this.wrong("a loop stands at two places", "loop");
    this.loops.add(loop);
    this.kinds("the first values of a loop", loop.init, kindsOf(loop.params));
    const scope: Scope = { defined: new Map(), outer: around.scope };
    for (const param of loop.params) this.define(param, scope);
    const loops = new Set([...around.loops, loop]);
    this.block(loop.body, { yields: kindsOf(loop.outs), loops, scope });
  }

  private counted({ fork, index, count, params, init, body, outs }: For, around: Around): void {
    this.kinds("the count of a loop", [count, index], ["index", "index"]);
    this.kinds("the first values of a loop", init, kindsOf(params));
    this.kinds("the results of a loop", outs, kindsOf(params));
    const scope: Scope = { defined: new Map(), outer: around.scope };
    for (const one of [index, ...params]) this.define(one, scope);
    this.block(body, { yields: kindsOf(params), loops: around.loops, scope });
    if (fork !== undefined) this.jobs(fork, params, body, scope);
  }

  /** Rounds that are jobs: one call each, whose first arguments are the same for all; nothing goes from a round to the next. */
  private jobs({ captured }: Fork, params: readonly Var[], { stmts }: Block, { defined }: Scope): void {
    const calls = stmts.filter((stmt) => stmt.tag === "call");
    if (params.length > 0 || calls.length !== 1)
      this.wrong("a round that is a job has one call, and carries nothing", calls);
    const [call] = calls as [Extract<Stmt, { readonly tag: "call" }>];
    const inside = new Set([...defined.keys(), ...stmts.flatMap(outsOf).map(({ id }) => id)]);
    for (const arg of call.args.slice(0, captured))
      if (arg.tag === "var" && inside.has(arg.id))
        this.wrong("what jobs capture comes from outside the loop", `v${arg.id}`);
  }
}

/** Whether a component may stand for one of a kind: an Int and an index are both exact numbers. */
function fits(kind: Kind, wanted: Kind): boolean {
  const isExact = (one: Kind): boolean => one === "int" || one === "index";
  return kind === wanted || (isExact(kind) && isExact(wanted));
}

function kindsOf(atoms: readonly { readonly kind: Kind }[]): readonly Kind[] {
  return atoms.map(({ kind }) => kind);
}

function reals(atoms: readonly Atom[]): readonly Kind[] {
  return atoms.map(() => "real");
}

function kindOf(type: "Real" | "Int" | "Bool"): Kind {
  return type === "Real" ? "real" : type === "Int" ? "int" : "bool";
}

/** The kind of an array's column: contiguous cells for Reals, a JavaScript array for the rest. */
function columnKind(kind: Kind): Kind {
  return kind === "real" ? "index" : "pointer";
}

/** Whether control never comes to what follows a statement. */
function neverCompletes(stmt: Stmt): boolean {
  switch (stmt.tag) {
    case "fail":
      return true;
    case "if":
      return [stmt.yes, stmt.no].every(({ end }) => end.tag !== "yield");
    case "loop":
      return (
        !endsOf(stmt.body).some((end) => end.tag === "leave" && end.loop === stmt) && stmt.body.end.tag !== "yield"
      );
    default:
      return false;
  }
}

function endsOf(block: Block): readonly End[] {
  return [block.end, ...block.stmts.flatMap((stmt) => blocksOf(stmt).flatMap(endsOf))];
}
