// A function of the program while it is written: what its variables are called, how they lie in structures, and room for what is stored.
import { nth } from "../../../base/nth.ts";
import { step } from "../../../base/watch.ts";
import type { Span } from "../../../source/span.ts";
import type { Activity } from "../../analyse/activity.ts";
import type { Item } from "../../analyse/items.ts";
import type { StorageAnalysis } from "../../analyse/storage-analysis.ts";
import type { Atom, Fn, Var } from "../../ir/ir.ts";
import { literalCode } from "../../ir/literals.ts";
import type { CodegenContext } from "../codegen-context.ts";
import { type Line, StateInUse, type Store } from "../runtime-state.ts";

/** Lines of JavaScript for a function, and how it names things. */
export class Writer {
  readonly lines: Line[] = [];
  readonly fn: Fn;
  readonly context: CodegenContext;
  readonly activity: Activity;
  readonly storage: StorageAnalysis;
  readonly state: StateInUse;
  /** The local variables that the code names, each once, in order. */
  readonly names = new Set<Item>();
  /** Where the code comes from that is being written. */
  at: Span | undefined;
  /** Within a short loop: how much of each store a round takes at most. */
  reserved: Record<Store, number> | undefined;

  constructor(fn: Fn, context: CodegenContext, activity: Activity, storage: StorageAnalysis) {
    this.fn = fn;
    this.context = context;
    this.activity = activity;
    this.storage = storage;
    this.state = new StateInUse(context.calls, context.jobs !== undefined);
  }

  /** A local variable: its name. */
  local(item: Item): string {
    this.names.add(item);
    return item.name;
  }

  /** The local variable of a value. */
  v(one: Var): string {
    return this.local(this.context.items.value(one));
  }

  /** The local variable of the number of a Real's cell. */
  c(one: Var): string {
    return this.local(this.context.items.cell(one));
  }

  /** How a parameter comes into the function. */
  passedBy(one: Var): Item {
    const { items } = this.context;
    const item = one.kind === "real" && this.fn.passing === "reference" ? items.cell(one) : items.value(one);
    this.names.add(item);
    return item;
  }

  emit(line: string, from = this.at): void {
    step();
    const { links } = this.context;
    this.lines.push(links === undefined ? line : links.mark(line, [from]));
  }

  /** Code that uses the run time's state itself: the local copies of it are put back before, and taken again after. */
  emitSynced(code: string): void {
    this.sync("save");
    this.emit(code);
    this.sync("restore");
  }

  /** Puts the local copies of the run time's state back, or takes them again. */
  sync(sync: "save" | "restore"): void {
    this.lines.push({ sync, mark: this.context.links?.mark("", [this.at]) ?? "" });
  }

  /** Lines, and one that ends them. There may be more of them than a call takes arguments. */
  emitAll(lines: readonly Line[], end: string): void {
    for (const line of lines) this.lines.push(line);
    this.emit(end);
  }

  value(atom: Atom): string {
    return atom.tag === "literal" ? literalCode(atom.value) : this.v(atom);
  }

  cell(atom: Atom): string {
    return atom.tag === "literal" ? String(this.context.constant(atom.value as number)) : this.c(atom);
  }

  /** How an atom lies in a structure. */
  stored(atom: Atom): string {
    return atom.kind === "real" ? this.cell(atom) : this.value(atom);
  }

  /** How an atom goes into a function or out of it. */
  passed(atom: Atom, passing: Fn["passing"]): string {
    return passing === "reference" ? this.stored(atom) : this.value(atom);
  }

  /** Makes sure that there is room; in a short loop, that is done for many rounds at once. */
  reserve(store: Store, count: number): void {
    if (this.reserved !== undefined) this.reserved[store] += count;
    else this.emit(this.state.room(store, String(count)));
  }

  /** A Real that is stored somewhere gets its cell where it is defined. */
  allocateSlot(one: Var): void {
    if (one.kind !== "real" || !this.storage.needsSlot(one)) return;
    this.reserve("V", 1);
    this.emit(`${this.c(one)} = ${this.state.newCell()}; ${this.state.at("V", this.c(one))} = ${this.v(one)};`);
  }

  /** A variable that comes from where a Real is a cell. */
  load(out: Var, code: string): void {
    if (out.kind !== "real") return this.emit(`${this.v(out)} = ${code};`);
    this.emit(`${this.c(out)} = ${code}; ${this.loaded(out)}`);
  }

  /** The value of a Real is that of its cell. */
  loaded(one: Var): string {
    return `${this.v(one)} = ${this.state.at("V", this.c(one))};`;
  }

  /** A variable becomes what an atom is; `carry`: an active Real goes by its cell. */
  move(to: Var, from: Atom, carry: true | undefined): void {
    if (carry === true && this.activity.isActive(to)) this.emit(`${this.c(to)} = ${this.cell(from)};`);
    else this.emit(`${this.v(to)} = ${this.value(from)};`);
  }

  /** Variables become what atoms are, all at once. */
  moveAll(to: readonly Var[], from: readonly Atom[], carry: true | undefined): void {
    const moved = to.map((one, index) => ({ one, atom: nth(from, index) })).filter(({ one, atom }) => one !== atom);
    // parameters that others are made of go by way of a copy
    const lastUse = new Map(moved.map(({ atom }, index) => [atom, index]));
    const isUsed = ({ one }: (typeof moved)[number], at: number): boolean => (lastUse.get(one) ?? -1) > at;
    const code = (one: Var, atom: Atom): string =>
      carry === true && this.activity.isActive(one) ? this.cell(atom) : this.value(atom);
    const name = (one: Var): string => (carry === true && this.activity.isActive(one) ? this.c(one) : this.v(one));
    const late = moved.filter(isUsed);
    const isLate = new Set(late);
    for (const [index, { one, atom }] of late.entries()) this.emit(`let w${index}_${one.id} = ${code(one, atom)};`);
    for (const entry of moved)
      if (!isLate.has(entry)) this.emit(`${name(entry.one)} = ${code(entry.one, entry.atom)};`);
    for (const [index, { one }] of late.entries()) this.emit(`${name(one)} = w${index}_${one.id};`);
  }

  /** After a move, loads the values of Reals that were carried as cells, and allocates cells for those that are stored. */
  settled(vars: readonly Var[], carry: true | undefined): void {
    for (const one of vars) {
      if (carry === true && this.activity.isActive(one)) this.emit(this.loaded(one));
      else this.allocateSlot(one);
    }
  }
}
