// Where each variable of a function is defined, and which Reals need a cell: those that are stored, passed on, or live from one
// segment of the tape to another.
import { nth } from "../../base/nth.ts";
import type { Span } from "../../source/span.ts";
import { isSimple } from "../ir/control-flow.ts";
import {
  type Atom,
  atomsOf,
  type Block,
  blocksOf,
  endAtoms,
  type Fn,
  type For,
  type If,
  type Loop,
  type Stmt,
  type Var,
} from "../ir/ir.ts";
import type { Activity } from "./activity.ts";

/** Where a variable comes from. `param` is of a loop, `index` of a counted one; `outer` of the function. */
export type Definition =
  | { readonly tag: "stmt"; readonly stmt: Stmt; readonly index: number }
  | { readonly tag: "param"; readonly loop: Loop | For; readonly index: number }
  | { readonly tag: "index"; readonly loop: For }
  | { readonly tag: "outside" };

/** Where a variable is defined. */
export interface DefinitionSite {
  readonly definition: Definition;
  /** The block that it is defined in: for a parameter of a loop, the loop's body. */
  readonly block: Block;
  /** Its place in the order of the program. */
  readonly order: number;
  /** The straight piece of the function that it is defined in; undefined between them. */
  readonly segment: object | undefined;
}

/** Where each variable of a function is defined, and which of its Reals need a cell. */
export class StorageAnalysis {
  readonly places = new Map<number, DefinitionSite>();
  private readonly needed = new Set<number>();
  private readonly carried = new Set<number>();
  private order = 0;
  private readonly fn: Fn;
  private readonly activity: Activity;

  /** `isOne`: the function is one segment, its result with it. */
  constructor(fn: Fn, activity: Activity, isOne = fn.mode === "plain" || fn.pass !== undefined) {
    this.fn = fn;
    this.activity = activity;
    for (const param of fn.params) this.define(param, { tag: "outside" }, fn.body, undefined);
    this.walk(fn.body, isOne ? fn.body : undefined);
    if (fn.body.end.tag === "yield" && fn.passing === "reference") this.store(fn.body.end.atoms);
  }

  place(one: Var): DefinitionSite | undefined {
    return this.places.get(one.id);
  }

  /** Where a variable comes from; undefined for what is none. */
  originOf(one: Var | undefined): Span | undefined {
    const place = one && this.place(one);
    if (place === undefined) return undefined;
    const { definition } = place;
    switch (definition.tag) {
      case "stmt":
        return definition.stmt.at;
      case "param":
      case "index":
        return definition.loop.at;
      case "outside":
        return this.fn.at;
    }
  }

  /** Whether a Real gets a cell where it is defined. */
  needsSlot(one: Var): boolean {
    return this.needed.has(one.id) && !this.hasCell(one);
  }

  /** Whether a Real comes with a cell. */
  hasCell(one: Var): boolean {
    const definition = this.places.get(one.id)?.definition;
    if (definition === undefined) return false;
    if (definition.tag === "outside") return this.fn.passing === "reference";
    if (this.carried.has(one.id)) return true;
    if (definition.tag !== "stmt") return false;
    const { stmt } = definition;
    if (stmt.tag === "call") return stmt.fn.passing === "reference";
    return (
      stmt.tag === "sweep" ||
      stmt.tag === "fields" ||
      stmt.tag === "pop" ||
      stmt.tag === "get" ||
      stmt.tag === "apply" ||
      stmt.tag === "global"
    );
  }

  private define(one: Var, definition: Definition, block: Block, segment: object | undefined): void {
    this.places.set(one.id, { definition, block, order: this.order++, segment });
  }

  private store(atoms: readonly Atom[]): void {
    for (const atom of atoms) if (atom.tag === "var" && atom.kind === "real") this.needed.add(atom.id);
  }

  private use(atoms: readonly Atom[], segment: object | undefined): void {
    for (const atom of atoms)
      if (this.activity.isActive(atom) && this.places.get(atom.id)?.segment !== segment) this.needed.add(atom.id);
  }

  /** `segment` is given inside of one; between them each run of simple statements is one. */
  private walk(block: Block, segment: object | undefined): void {
    let current = segment;
    for (const stmt of block.stmts) {
      const simple = segment !== undefined || isSimple(stmt);
      if (!simple) current = undefined;
      else current ??= {};
      this.use(atomsOf(stmt), current);
      this.stmt(stmt, block, current);
    }
    this.use(endAtoms(block.end), segment);
  }

  private stmt(stmt: Stmt, block: Block, segment: object | undefined): void {
    switch (stmt.tag) {
      case "new":
        this.store(stmt.fields);
        break;
      case "link":
        this.store([stmt.value]);
        break;
      case "push":
        this.store(stmt.values);
        break;
      case "closure":
        this.store(stmt.captured);
        break;
      case "apply":
      case "sweep":
        this.store(stmt.args);
        break;
      case "call":
        if (stmt.fn.passing === "reference") this.store(stmt.args);
        break;
      case "loop":
      case "for":
        stmt.params.forEach((param, index) =>
          this.define(param, { tag: "param", loop: stmt, index }, stmt.body, segment),
        );
        if (stmt.tag === "for") this.define(stmt.index, { tag: "index", loop: stmt }, stmt.body, segment);
        break;
    }
    for (const inner of blocksOf(stmt)) this.walk(inner, segment);
    const outs = "outs" in stmt ? stmt.outs : "out" in stmt ? [stmt.out] : [];
    outs.forEach((out, index) => this.define(out, { tag: "stmt", stmt, index }, block, segment));
    if (segment === undefined && (stmt.tag === "if" || stmt.tag === "loop" || stmt.tag === "for")) this.carry(stmt);
  }

  /** Sources of an active Real on several ways between segments are carried by its cell. */
  private carry(stmt: If | Loop | For): void {
    const flow = (to: readonly Var[], atoms: readonly Atom[]): void => {
      to.forEach((one, index) => {
        if (!this.activity.isActive(one)) return;
        this.carried.add(one.id);
        this.store([nth(atoms, index)]);
      });
    };
    if (stmt.tag === "loop") flow(stmt.params, stmt.init);
    if (stmt.tag === "for") {
      flow(stmt.params, stmt.init);
      flow(stmt.outs, stmt.params);
    }
    const visit = (block: Block, yields: readonly Var[] | undefined): void => {
      const { end } = block;
      if (end.tag === "yield" && yields !== undefined) flow(yields, end.atoms);
      if (end.tag === "next" && end.loop === stmt) flow(end.loop.params, end.atoms);
      if (end.tag === "leave" && end.loop === stmt) flow(end.loop.outs, end.atoms);
      for (const inner of block.stmts) for (const one of blocksOf(inner)) visit(one, undefined);
    };
    if (stmt.tag === "if") {
      visit(stmt.yes, stmt.outs);
      visit(stmt.no, stmt.outs);
    } else visit(stmt.body, stmt.tag === "for" ? stmt.params : stmt.outs);
  }
}

/** How an Int parameter of a loop goes on: what is added to it in each round, and the statements that do. */
export interface Step {
  readonly step: number;
  readonly stmts: readonly Stmt[];
}

/** The step of an Int parameter of a loop, where it is always the same number. */
export function stepOf(loop: Loop | For, index: number, storage: StorageAnalysis): Step | undefined {
  const param = nth(loop.params, index);
  if (loop.tag === "for" || (param.kind !== "int" && param.kind !== "index")) return undefined;
  const steps = new Set<number | undefined>();
  const stmts: Stmt[] = [];
  const visit = (block: Block): void => {
    const { end } = block;
    if (end.tag === "next" && end.loop === loop) {
      const atom = nth(end.atoms, index);
      const definition = atom.tag === "var" ? storage.place(atom)?.definition : undefined;
      const stmt = definition?.tag === "stmt" ? definition.stmt : undefined;
      let found: number | undefined;
      if (stmt?.tag === "op" && (stmt.op === "addInt" || stmt.op === "subInt")) {
        const [a, b] = stmt.args as [Atom, Atom];
        if (a === param && b.tag === "literal") found = (stmt.op === "addInt" ? 1 : -1) * (b.value as number);
        else if (b === param && a.tag === "literal" && stmt.op === "addInt") found = a.value as number;
        stmts.push(stmt);
      }
      steps.add(found);
    }
    for (const stmt of block.stmts) for (const inner of blocksOf(stmt)) visit(inner);
  };
  visit(loop.body);
  const [step] = steps;
  return steps.size === 1 && step !== undefined ? { step, stmts } : undefined;
}
