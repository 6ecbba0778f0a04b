// A segment: a straight piece of a function, with branches and loops but without calls that have records of their own. It leaves one
// record on the tape, and has one adjoint. This file decides what the record holds: what the adjoint needs and cannot compute again.
import { nth } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { OPS, type OpId } from "../../scalars/ops.ts";
import { type Atom, type Block, blocksOf, type For, type Loop, type Stmt, type Var } from "../ir/ir.ts";
import { literalCode } from "../ir/literals.ts";
import type { Links } from "../ir/source-links.ts";
import type { Item, Items } from "./items.ts";
import { alwaysNext, diverts } from "./loop-exits.ts";
import { type DefinitionSite, type StorageAnalysis, stepOf } from "./storage-analysis.ts";

/** Sentinel block for live-ins and top-level definitions. */
export const ROOT: Block = { stmts: [], end: { tag: "stop" } };

/** Items taped at the end of a block, and those recomputed at the beginning of its adjoint. */
export interface Group {
  /** Numbers, for the one tape. */
  readonly numbers: Item[];
  /** Cells, counts and truth values, for the other. */
  readonly indices: Item[];
  readonly recompute: { readonly item: Item; readonly order: number; readonly from: Repeated }[];
}

/** The source of a recomputed item: the value of a cell, an expression, or an operation on such. */
export type Repeated =
  | { readonly cell: Item }
  | { readonly code: string }
  | { readonly op: OpId; readonly args: readonly string[] };

/** A record: groups by the block whose rounds or executions they belong to. */
export type RecordPlan = ReadonlyMap<Block, Group>;

/** Shared by a program's adjoints: its items, and links to its text where they are wanted. */
export interface Shared {
  readonly items: Items;
  readonly links: Links | undefined;
}

/** Gathers what the adjoint of a segment needs, and decides what of it the record holds and what is computed again. */
export class RecordPlanner {
  private readonly groups = new Map<Block, Group>();
  private readonly done = new Map<Item, "free" | "recomputed" | "saved">();
  private readonly wanted = new Set<Item>();
  private readonly loops = new Map<Item, { readonly block: Block; readonly order: number }>();
  private readonly overridden = new Map<Item, Block>();
  /** The body of the innermost loop around each block of the segment, itself included. */
  private readonly loopOf = new Map<Block, Block>();
  private readonly storage: StorageAnalysis;
  /** The blocks within the segment. */
  readonly inside: ReadonlySet<Block>;
  private readonly items: Items;
  private readonly keepsAll: boolean;

  /** `stmts` are those of the segment; `keepsAll`: nothing is computed again. */
  constructor(stmts: readonly Stmt[], storage: StorageAnalysis, items: Items, keepsAll: boolean) {
    this.storage = storage;
    this.items = items;
    this.keepsAll = keepsAll;
    const inside = new Set<Block>();
    const visit = (some: readonly Stmt[], loop: Block | undefined): void => {
      for (const stmt of some) {
        if (stmt.tag === "loop") this.shareRounds(stmt.body, stmt);
        for (const block of blocksOf(stmt)) {
          inside.add(block);
          const around = stmt.tag === "if" ? loop : block;
          if (around !== undefined) this.loopOf.set(block, around);
          visit(block.stmts, around);
        }
      }
    };
    visit(stmts, undefined);
    this.inside = inside;
  }

  value(atom: Atom): void {
    if (atom.tag === "var") this.wanted.add(this.items.value(atom));
  }

  cell(one: Var): void {
    this.wanted.add(this.items.cell(one));
  }

  rounds(loop: Loop, block: Block, order: number): void {
    const item = this.items.rounds(loop);
    this.loops.set(item, { block: this.scope(block), order });
    this.wanted.add(item);
  }

  /** A test that says which way a round of a loop went is remembered with the round. */
  decision(atom: Atom, body: Block): void {
    if (atom.tag === "literal") return;
    this.value(atom);
    const { block } = this.placeOf(atom);
    if (block !== body && this.inside.has(block)) this.overridden.set(this.items.value(atom), body);
  }

  plan(): RecordPlan {
    for (let before = -1; before !== this.done.size; ) {
      before = this.done.size;
      for (const item of [...this.wanted].sort((a, b) => this.orderOf(a) - this.orderOf(b))) this.settle(item);
    }
    for (const { recompute } of this.groups.values()) recompute.sort((a, b) => a.order - b.order);
    return this.groups;
  }

  private scope(block: Block): Block {
    if (!this.inside.has(block)) return ROOT;
    return this.shared.get(block) ?? block;
  }

  /** Branches of loop bodies that all rounds but the last take, with the body: they share a group. */
  private readonly shared = new Map<Block, Block>();

  /** Branches that always lead to the next round of a loop share the record of the round. */
  private shareRounds(block: Block, loop: Loop): void {
    for (const stmt of block.stmts)
      if (stmt.tag === "if" && diverts(stmt, loop))
        for (const side of [stmt.yes, stmt.no])
          if (alwaysNext(side, loop)) {
            this.shared.set(side, loop.body);
            this.shareRounds(side, loop);
          }
  }

  private placeOf(one: Var): DefinitionSite {
    return this.storage.place(one) ?? internal("a variable has no place", one.id);
  }

  private orderOf(item: Item): number {
    return this.loops.get(item)?.order ?? this.placeOf(varOf(item)).order;
  }

  private isInside(one: Var): boolean {
    const { block, segment } = this.placeOf(one);
    return this.inside.has(block) || (segment !== undefined && segment === this.segment);
  }

  /** The identity of the segment, for variables that it defines at its top. */
  segment: object | undefined;

  private group(block: Block): Group {
    let group = this.groups.get(block);
    if (group === undefined) {
      group = { numbers: [], indices: [], recompute: [] };
      this.groups.set(block, group);
    }
    return group;
  }

  private save(item: Item, block: Block, isIndex: boolean): void {
    const group = this.group(block);
    (isIndex ? group.indices : group.numbers).push(item);
    this.done.set(item, "saved");
  }

  private settle(item: Item): void {
    if (this.done.has(item)) return;
    const loop = this.loops.get(item);
    // there may be more rounds than a word counts
    if (loop !== undefined) return this.save(item, loop.block, false);
    const one = varOf(item);
    const place = this.placeOf(one);
    const block = this.overridden.get(item) ?? this.scope(place.block);
    const isCell = item.is === "cell";
    const mayRepeat = !this.keepsAll && this.isInside(one) && !this.overridden.has(item);
    const from = mayRepeat ? this.recompute(one, isCell, place, 0) : undefined;
    if (from === "free") this.done.set(item, "free");
    else if (from !== undefined) {
      this.done.set(item, "recomputed");
      this.group(block).recompute.push({ item, order: place.order, from });
    } else {
      // a number with a cell is where its cell is
      if (!isCell && one.kind === "real" && (this.storage.hasCell(one) || this.wanted.has(this.items.cell(one)))) {
        this.cell(one);
        this.settle(this.items.cell(one));
        this.done.set(item, "recomputed");
        this.group(block).recompute.push({ item, order: place.order + 0.5, from: { cell: this.items.cell(one) } });
        return;
      }
      if (one.kind === "pointer") internal("an adjoint needs an object", item.name);
      this.save(item, block, isCell || (one.kind !== "real" && one.kind !== "int"));
    }
  }

  /** The source for recomputing an item; free where it is there anyway, undefined where it has to be taped. */
  private recompute(
    one: Var,
    isCell: boolean,
    { definition }: DefinitionSite,
    depth: number,
  ): Repeated | "free" | undefined {
    switch (definition.tag) {
      case "index":
        return isCell ? undefined : "free";
      case "param":
        return isCell ? undefined : expression(this.induction(definition.loop, definition.index));
      case "outside":
        return undefined;
      case "stmt":
        if (!isCell && definition.stmt.tag === "get" && one.kind === "real") {
          this.cell(one);
          this.settle(this.items.cell(one));
          return { cell: this.items.cell(one) };
        }
        return this.recomputeStmt(one, isCell, definition.stmt, definition.index, depth);
    }
  }

  private recomputeStmt(one: Var, isCell: boolean, stmt: Stmt, index: number, depth: number): Repeated | undefined {
    if (isCell) {
      if (stmt.tag !== "get") return undefined;
      const column = nth(stmt.columns, index);
      const [base, at] = [this.require(column), this.require(stmt.index)];
      return { code: `${base} + ${at}` };
    }
    if (stmt.tag === "plain") return expression(this.available(stmt.arg, depth));
    if (stmt.tag === "and" || stmt.tag === "not") {
      const args = (stmt.tag === "and" ? stmt.args : [stmt.arg]).map((arg) => this.available(arg, depth));
      if (args.includes(undefined)) return undefined;
      return { code: stmt.tag === "not" ? `!${args[0]}` : `${args[0]} && ${args[1]}` };
    }
    if (stmt.tag !== "op") return undefined;
    const sign = exactSign(stmt.op, one);
    if (!OPS[stmt.op].isCheap && sign === undefined) return undefined;
    const args = stmt.args.map((arg) => this.available(arg, depth, one.kind === "index" ? one : undefined));
    if (args.includes(undefined)) return undefined;
    // what was exact once is exact again
    return sign === undefined
      ? { op: stmt.op, args: args as string[] }
      : { code: sign === "*" ? `(${args[0]} * ${args[1]})` : `${args[0]} ${sign} ${args[1]}` };
  }

  /** An operand that will be there: its name. It is remembered where it has to be. */
  private require(atom: Atom): string {
    if (atom.tag === "literal") return String(atom.value);
    this.value(atom);
    const item = this.items.value(atom);
    this.settle(item);
    return item.name;
  }

  /** The name of an operand that is available without extra taping, or with less than its use in an inner loop would take. */
  private available(atom: Atom, depth: number, within?: Var): string | undefined {
    if (atom.tag === "literal") return literalCode(atom.value as number | boolean);
    const item = this.items.value(atom);
    if (this.wanted.has(item)) {
      this.settle(item);
      return item.name;
    }
    const place = this.placeOf(atom);
    if (within !== undefined && this.isOutside(place, within)) return this.require(atom);
    if (depth > 5 || !this.isInside(atom)) return undefined;
    const isFree = this.canRecompute(atom, place, depth + 1);
    if (!isFree) return undefined;
    this.value(atom);
    this.settle(item);
    return item.name;
  }

  /** Whether a variable is known before the rounds of the loop that another one is computed in. */
  private isOutside({ block }: DefinitionSite, within: Var): boolean {
    const loop = this.loopOf.get(this.placeOf(within).block);
    return loop !== undefined && this.loopOf.get(block) !== loop;
  }

  /** Whether a variable can be computed from what is there, without remembering more. */
  private canRecompute(one: Var, { definition }: DefinitionSite, depth: number): boolean {
    if (this.wanted.has(this.items.value(one))) return true;
    if (depth > 5) return false;
    const all = (atoms: readonly Atom[]): boolean =>
      atoms.every(
        (atom) =>
          atom.tag === "literal" ||
          this.wanted.has(this.items.value(atom)) ||
          (this.isInside(atom) && this.canRecompute(atom, this.placeOf(atom), depth + 1)),
      );
    switch (definition.tag) {
      case "index":
        return true;
      case "param": {
        const { loop, index } = definition;
        return stepOf(loop, index, this.storage) !== undefined && all([nth(loop.init, index)]);
      }
      case "outside":
        return false;
      case "stmt": {
        const { stmt } = definition;
        if (stmt.tag === "get" && one.kind === "real") return all([nth(stmt.columns, definition.index), stmt.index]);
        if (stmt.tag === "plain" || stmt.tag === "not") return all([stmt.arg]);
        if (stmt.tag === "and") return all(stmt.args);
        if (stmt.tag !== "op") return false;
        if (!OPS[stmt.op].isCheap && exactSign(stmt.op, one) === undefined) return false;
        return stmt.args.every(
          (arg) => all([arg]) || (one.kind === "index" && arg.tag === "var" && this.isOutside(this.placeOf(arg), one)),
        );
      }
    }
  }

  /** A number that grows by the same in each round. */
  private induction(loop: Loop | For, index: number): string | undefined {
    const step = stepOf(loop, index, this.storage)?.step;
    if (step === undefined) return undefined;
    return `${this.require(nth(loop.init, index))} + ${step} * ${this.items.round(loop).name}`;
  }
}

/** The sign of an operation whose exact result may be computed without a check again. */
function exactSign(op: OpId, { kind }: Var): "+" | "-" | "*" | undefined {
  if (kind !== "index" && kind !== "int") return undefined;
  if (op === "addInt" || op === "subInt") return op === "addInt" ? "+" : "-";
  // a product may be -0, which is as good a place as 0, and no Int
  return op === "mulInt" && kind === "index" ? "*" : undefined;
}

function expression(code: string | undefined): Repeated | undefined {
  return code === undefined ? undefined : { code };
}

function varOf({ of, name }: Item): Var {
  return of ?? internal("a variable has no place", name);
}
