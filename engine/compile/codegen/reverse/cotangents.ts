// The cotangents of an adjoint while it is written: the cotangent of a Real is a local variable d; what has a cell flows from and to A.
//
// Two versions are made: `fast`, and `nan-safe`, in which −0 stands for "not reached by any path" (contributions are never −0), so that
// nothing that is unreached is multiplied by a partial: 0 · ∞ would be NaN. The NaN-safe one runs where the fast one gave a NaN.
//
// The code lies in frames: what runs once or not at all, such as a side of a branch, or the round of a loop, is a frame within another.
import { nth, present } from "../../../base/nth.ts";
import { step } from "../../../base/watch.ts";
import type { Span } from "../../../source/span.ts";
import type { Activity } from "../../analyse/activity.ts";
import type { Item, Items } from "../../analyse/items.ts";
import { type Group, RecordPlanner, ROOT, type Shared } from "../../analyse/record-plan.ts";
import type { StorageAnalysis } from "../../analyse/storage-analysis.ts";
import type { Atom, Block, Stmt, Var } from "../../ir/ir.ts";
import { literalCode } from "../../ir/literals.ts";
import type { Links } from "../../ir/source-links.ts";
import type { LoopTable } from "../../webassembly/loop-table.ts";
import { Calls } from "../calls.ts";
import type { AdjointPart } from "../runtime-state.ts";

/** The output: the plan of the records, or one of the two adjoints. */
export type AdjointMode = "plan" | "fast" | "nan-safe";

/** Code that runs once or not at all in the frame around it; `set` are cotangents that have been assigned in it. */
export interface Frame {
  readonly blocks: Set<Block>;
  readonly lines: string[];
  /** The local variables that the lines name, each once, in order. */
  readonly names: Set<Item>;
  /** The functions that the lines call. */
  readonly calls: Calls;
  readonly set: Set<number>;
  /** Cotangents of the frames around that it adds to. */
  readonly contributed: Set<number>;
  /** Contributions to cells that are not in the sum of all yet. */
  readonly sent: Item[];
  readonly outer: Frame | undefined;
}

/** How an adjoint reads saved values and emits cotangents. */
export interface Exchange {
  /** Reads a block's entries back; `isStretch`: there is no need to look for their place. */
  take(c: Cotangents, group: Group, isStretch: boolean): void;
  /** A cotangent is complete as far as the adjoint goes; `isSingleUse`: there is no other contribution. */
  send(c: Cotangents, one: Var, isSingleUse: boolean): void;
  /** The sum of the cotangents that were sent. */
  total(c: Cotangents, total: string, sent: readonly Item[]): void;
}

/** The context of an adjoint. */
export interface AdjointContext {
  readonly storage: StorageAnalysis;
  readonly activity: Activity;
  readonly shared: Shared & { readonly loops?: LoopTable | undefined };
  readonly exchange: Exchange;
  /** Tapes all needs of the adjoint rather than recomputing. */
  readonly keepsAll: boolean;
}

/** The cotangents of a segment's Reals, as its adjoint computes them. */
export class Cotangents {
  frame: Frame = newFrame(new Set([ROOT]), undefined);
  /** The Reals that have had contributions, by their number. */
  readonly reached = new Map<number, Var>();
  readonly mode: AdjointMode;
  readonly storage: StorageAnalysis;
  readonly activity: Activity;
  readonly items: Items;
  readonly exchange: Exchange;
  readonly planner: RecordPlanner;
  /** Parts of the run time in the code. */
  readonly uses = new Set<AdjointPart>();
  readonly loops: LoopTable | undefined;
  /** Where the code comes from that is being written. */
  at: Span | undefined;
  private readonly links: Links | undefined;

  constructor(stmts: readonly Stmt[], context: AdjointContext, mode: AdjointMode) {
    const { storage, activity, shared, exchange, keepsAll } = context;
    this.links = shared.links;
    this.items = shared.items;
    this.loops = shared.loops;
    this.storage = storage;
    this.activity = activity;
    this.exchange = exchange;
    this.mode = mode;
    this.planner = new RecordPlanner(stmts, storage, shared.items, keepsAll);
  }

  emit(line: string, ...from: readonly (Span | undefined)[]): void {
    step();
    const { links } = this;
    this.frame.lines.push(links === undefined ? line : links.mark(line, from.length === 0 ? [this.at] : from));
  }

  /** Where a variable comes from; undefined where code is not to be explained. */
  originOf(one: Var | undefined): Span | undefined {
    return this.links && this.storage.originOf(one);
  }

  /** A line that comes from where an item does. */
  linkedTo(item: Item, line: string): string {
    return this.links?.mark(line, [this.originOf(item.of)]) ?? line;
  }

  /** The lines of a frame within this one. There may be more of them than a call takes arguments. */
  emitAll({ lines, names, calls }: Frame): void {
    if (lines.length === 0) return;
    for (const line of lines) this.frame.lines.push(line);
    for (const name of names) this.frame.names.add(name);
    this.frame.calls.addAll(calls.names);
  }

  /** A local variable: its name. */
  local(item: Item): string {
    this.frame.names.add(item);
    return item.name;
  }

  /** An element of a store, or the cotangent of a cell. */
  element(part: Exclude<AdjointPart, "z">, index: string): string {
    this.uses.add(part);
    return `${part}[${index}]`;
  }

  /** The local variable of a cotangent. */
  d(one: Var): string {
    return this.local(this.items.cotangent(one));
  }

  /** The cotangent of a loop's parameter in the round after. */
  e(param: Var): string {
    return this.local(this.items.carried(param));
  }

  /** The block of the segment that a Real is defined in. */
  private blockOf(one: Var): Block {
    const place = present(this.storage.place(one));
    return this.planner.inside.has(place.block) ? place.block : ROOT;
  }

  /** Whether a Real is defined in the frame that is written, rather than around it. */
  private isLocal(one: Var): boolean {
    return this.frame.blocks.has(this.blockOf(one));
  }

  /** Whether a Real may have a cotangent where the adjoint has come to. */
  isLive(one: Var): boolean {
    return this.activity.isActive(one) && (this.isSet(one) || this.needsSlotHere(one));
  }

  /** Whether a Real has a cell since it was defined here, to which others may have contributed. */
  needsSlotHere(one: Var): boolean {
    return this.storage.needsSlot(one);
  }

  /** Adds to a cotangent. `isMove`: the amount is a cotangent as it stands, which may say "not reached". */
  add(to: Atom, amount: string, isMove: boolean): void {
    if (!this.activity.isActive(to)) return;
    const { frame } = this;
    const d = this.d(to);
    const value = this.mode === "nan-safe" && !isMove ? `(${amount}) + 0` : amount;
    if (!this.isLocal(to)) {
      frame.contributed.add(to.id);
      this.reached.set(to.id, to);
      this.emit(`${d} += ${value};`);
      return;
    }
    this.emit(`${d} ${frame.set.has(to.id) ? "+=" : "="} ${value};`);
    frame.set.add(to.id);
    this.reached.set(to.id, to);
  }

  /** The cotangent of what no path has reached so far. */
  get unreached(): string {
    return this.mode === "nan-safe" ? "-0" : "0";
  }

  /** Runs in a frame of its own, whose lines the caller puts into this one. */
  nested(blocks: readonly Block[], run: () => void): Frame {
    const outer = this.frame;
    const inner = newFrame(new Set(blocks), outer);
    this.frame = inner;
    run();
    this.sum();
    this.frame = outer;
    return inner;
  }

  /** Prepares cotangents that inner frames add to. */
  prepare(inner: Iterable<Frame>): void {
    for (const { contributed } of inner)
      for (const id of contributed) {
        const one = present(this.reached.get(id));
        if (!this.isLocal(one)) this.frame.contributed.add(id);
        else if (!this.frame.set.has(id)) {
          this.emit(`${this.d(one)} = ${this.unreached};`);
          this.frame.set.add(id);
        }
      }
  }

  /** Whether the local variable of a cotangent has been assigned. */
  isSet(one: Var): boolean {
    for (let at: Frame | undefined = this.frame; at !== undefined; at = at.outer)
      if (at.set.has(one.id) || at.contributed.has(one.id)) return true;
    return false;
  }

  /** The cotangent of a Real that is complete: what lies in its cell is added. */
  complete(one: Var): void {
    if (!this.needsSlotHere(one) || !this.activity.isActive(one)) return;
    this.planner.cell(one);
    this.reached.set(one.id, one);
    if (!this.isLocal(one)) this.frame.contributed.add(one.id);
    this.emit(`${this.d(one)} ${this.isSet(one) ? "+=" : "="} ${this.element("A", this.items.cell(one).name)};`);
    if (this.isLocal(one)) this.frame.set.add(one.id);
  }

  /** Multiplies a cotangent by partials: with care, only where a path has reached it. */
  guarded(one: Var, run: () => void): void {
    if (this.mode !== "nan-safe") return run();
    const inner = this.nested([], run);
    if (inner.lines.length === 0) return;
    this.prepare([inner]);
    this.emit(`if (!Object.is(${this.d(one)}, -0)) {`);
    this.emitAll(inner);
    this.emit("}");
  }

  /** Cotangents of a block's yielded atoms, from those of the results outside. */
  yielded(outs: readonly Var[], atoms: readonly Atom[]): void {
    outs.forEach((out, index) => {
      if (this.activity.isActive(out) && this.isSet(out)) this.add(nth(atoms, index), this.d(out), true);
    });
  }

  /** The value of an atom, which the record or what is computed again has to give. */
  code(atom: Atom): string {
    if (atom.tag === "literal") return literalCode(atom.value as number | boolean);
    this.planner.value(atom);
    return this.local(this.items.value(atom));
  }

  /** Adds what was sent to the sum of all contributions, which is finite only if each of them is: then no cotangent is NaN. */
  sum(): void {
    const sent = this.frame.sent.splice(0);
    if (sent.length === 0) return;
    let terms: readonly string[] = sent.map(({ name }) => name);
    // pairs of pairs, for each sum waits for those that it is made of
    while (terms.length > 1)
      terms = terms.flatMap((term, at) =>
        at % 2 === 1 ? [] : at + 1 === terms.length ? [term] : [`(${term} + ${terms[at + 1]})`],
      );
    this.exchange.total(this, nth(terms, 0), sent);
  }
}

function newFrame(blocks: Set<Block>, outer: Frame | undefined): Frame {
  return {
    blocks,
    lines: [],
    names: new Set(),
    calls: new Calls(),
    set: new Set(),
    contributed: new Set(),
    sent: [],
    outer,
  };
}
