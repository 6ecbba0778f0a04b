// The adjoint of a segment: its statements backwards, each adding to the cotangents of what it was computed from (`cotangents.ts`), what
// it needs of the forward pass coming back from the segment's record (`record-plan.ts`).

import { ADJOINTS } from "../../core/scalars/javascript.ts";
import type { Activity } from "../analyse/activity.ts";
import { compatible, compatibleSide, diverts, type LoopExit, type Round } from "../analyse/loop-exits.ts";
import {
  cellItem,
  type Group,
  type LoopNames,
  type RecordPlan,
  RecordPlanner,
  ROOT,
  type Shared,
  valueItem,
} from "../analyse/record-plan.ts";
import type { StorageAnalysis } from "../analyse/storage-analysis.ts";
import { isFlat } from "../ir/control-flow.ts";
import {
  type Atom,
  atomsOf,
  type Block,
  blocksOf,
  type End,
  endAtoms,
  type For,
  type If,
  type Loop,
  type Stmt,
  type Var,
} from "../ir/ir.ts";
import { type AdjointMode, Cotangents, type Frame } from "./cotangents.ts";
import { type AdjointCode, STRETCH } from "./runtime-state.ts";

/** A round that may be long. */
const TICK = "if (--fuel < 0) fuel = tick();";

/** Writes the adjoint of a segment. */
export class AdjointWriter extends Cotangents {
  private readonly stmts: readonly Stmt[];
  private readonly names: LoopNames;
  protected readonly plan: RecordPlan;

  /** `keepsAll`: what the adjoint needs is remembered rather than computed again. */
  constructor(
    stmts: readonly Stmt[],
    storage: StorageAnalysis,
    activity: Activity,
    shared: Shared,
    mode: AdjointMode,
    plan: RecordPlan = new Map(),
    keepsAll = false,
  ) {
    super(storage, activity, mode, new RecordPlanner(stmts, storage, shared.names, keepsAll), shared.links);
    this.stmts = stmts;
    this.names = shared.names;
    this.plan = plan;
  }

  /** The statements of the adjoint; in the mode `plan`, what it needs is noted instead. */
  run(): readonly string[] {
    this.begin();
    this.pop(ROOT);
    this.backwards(this.stmts);
    this.end();
    return this.frame.lines;
  }

  /** The statements as text, and what that uses of the run time. */
  written(): AdjointCode {
    const code = this.run().join("\n");
    return { code, names: this.frame.names, uses: this.uses };
  }

  protected begin(): void {
    const first = this.stmts.flatMap((stmt) => ("outs" in stmt ? stmt.outs : "out" in stmt ? [stmt.out] : []))[0];
    this.planner.segment = first && this.storage.place(first)?.segment;
  }

  protected end(): void {
    this.flush();
    this.sum();
  }

  get planned(): RecordPlan {
    return this.planner.plan();
  }

  // ---- frames and cotangents

  /** What the record holds for a block comes back, and what is computed again from it. */
  protected pop(block: Block): void {
    const group = this.plan.get(block);
    if (group === undefined) return;
    const { numbers, indices, recompute } = group;
    if (numbers.length > 0) {
      if (!this.isStretch) this.emit(`if (tp === 0) { backT(); T = Tin; tp = tpOut; }`);
      this.emit(`tp -= ${numbers.length};`);
      numbers.forEach((item, index) =>
        this.emit(
          `${this.local(item)} = ${this.element("T", `tp${index === 0 ? "" : ` + ${index}`}`)};`,
          this.originOf(item) ?? this.at,
        ),
      );
    }
    if (indices.length > 0) {
      if (!this.isStretch) this.emit(`if (ip === 0) { backI(); I = Iin; ip = ipOut; }`);
      this.emit(`ip -= ${indices.length};`);
      indices.forEach((item, index) => {
        const truth = group.truths.has(item) ? " === 1" : "";
        this.emit(
          `${this.local(item)} = ${this.element("I", `ip${index === 0 ? "" : ` + ${index}`}`)}${truth};`,
          this.originOf(item) ?? this.at,
        );
      });
    }
    for (const { item, from } of recompute) {
      const code = "cell" in from ? this.element("V", from.cell) : from.code;
      this.emit(`${this.local(item)} = ${code};`, this.originOf(item) ?? this.at);
    }
  }

  /** Within rounds whose records lie in one chunk each, many rounds in one. */
  private isStretch = false;

  /** Code of rounds whose records come back without a look at where their chunk ends, if they are short. */
  private stretched<R>(body: Block, run: () => R): R {
    const before = this.isStretch;
    this.isStretch = before || isFlat(body);
    const result = run();
    this.isStretch = before;
    return result;
  }

  /**
   * Rounds from the last to the first; `from` is the number of the first that is taken back. Short ones go in stretches, whose records
   * lie in one chunk of each store, so that a round needs no other test than its count.
   */
  private downwards(i: string, m: string, from: string, body: Block, round: Frame): void {
    const numbers = this.most(body, (group) => group.numbers.length);
    const indices = this.most(body, (group) => group.indices.length);
    if (!isFlat(body)) {
      this.emit(`for (${this.local(i)} = ${from}; ${i} >= 0; ${i}--) {`);
      this.emit(TICK);
      this.emitAll(round);
      this.emit("}");
      return;
    }
    this.emit(`${this.local(i)} = ${from};`);
    this.emit(`while (${i} >= 0) {`);
    if (numbers > 0) this.emit(`if (tp === 0 && tk > 0) { backT(); T = Tin; tp = tpOut; }`);
    if (indices > 0) this.emit(`if (ip === 0 && ik > 0) { backI(); I = Iin; ip = ipOut; }`);
    const parts = [`${i} + 1`, String(STRETCH)];
    if (numbers > 0) parts.push(`Math.floor(tp / ${numbers})`);
    if (indices > 0) parts.push(`Math.floor(ip / ${indices})`);
    this.emit(`${this.local(m)} = Math.max(1, Math.min(${parts.join(", ")}));`);
    this.emit(`if ((fuel -= ${m}) < 0) fuel = tick();`);
    this.emit(`${m} = ${i} - ${m};`);
    this.emit(`for (; ${i} > ${m}; ${i}--) {`);
    this.emitAll(round);
    this.emit("}");
    this.emit("}");
  }

  /** The most that a round can have left on the tape. */
  private most(block: Block, count: (group: Group) => number): number {
    const group = this.plan.get(block);
    let sum = group === undefined ? 0 : count(group);
    for (const stmt of block.stmts) for (const inner of blocksOf(stmt)) sum += this.most(inner, count);
    return sum;
  }

  /** What comes from outside the segment has its cotangent in its cell. */
  private flush(): void {
    for (const id of this.frame.set) {
      const one = this.reached.get(id);
      if (one === undefined || this.definesAtTop(one)) continue;
      this.at = this.originOf(this.d(one));
      this.send(one, false);
    }
  }

  private definesAtTop(one: Var): boolean {
    const definition = this.storage.place(one)!.definition;
    return definition.tag === "stmt" && this.stmts.includes(definition.stmt);
  }

  // ---- statements

  protected backwards(stmts: readonly Stmt[]): void {
    for (let i = stmts.length - 1; i >= 0; i--) this.stmt(stmts[i]!);
  }

  private stmt(stmt: Stmt): void {
    const around = this.at;
    this.at = stmt.at;
    this.adjoint(stmt);
    this.at = around;
  }

  private adjoint(stmt: Stmt): void {
    switch (stmt.tag) {
      case "op": {
        const { out, args } = stmt;
        const adjoints = ADJOINTS[stmt.op];
        if (adjoints.every((adjoint) => adjoint === undefined) || !this.isLive(out)) return;
        this.complete(out);
        return this.guarded(out, () =>
          adjoints.forEach((adjoint, index) => {
            const arg = args[index]!;
            if (adjoint === undefined || !this.activity.isActive(arg)) return;
            const needed = args.map((one, at) => (adjoint.needs.includes(at) ? this.code(one) : ""));
            const result = adjoint.needs.includes("result") ? this.code(out) : "";
            this.add(arg, adjoint.code(this.d(out), needed, result), adjoint.passes);
          }),
        );
      }
      case "chain":
        if (!this.isLive(stmt.out)) return;
        this.complete(stmt.out);
        return this.guarded(stmt.out, () =>
          stmt.args.forEach((arg, index) => {
            if (this.activity.isActive(arg))
              this.add(arg, `${this.d(stmt.out)} * ${this.code(stmt.partials[index]!)}`, false);
          }),
        );
      case "fields":
      case "pop":
      case "get":
      case "apply":
      case "global":
      case "call":
        for (const out of "outs" in stmt ? stmt.outs : []) {
          if (!this.activity.isActive(out) || !this.isSet(out)) continue;
          this.send(out, stmt.tag === "get" && stmt.isSingleUse === true && out.kind === "real");
        }
        return;
      case "put":
        stmt.values.forEach((value, index) => {
          if (!this.activity.isActive(value)) return;
          const [base, at] = [this.code(stmt.columns[index]!), this.code(stmt.index)];
          this.add(value, this.element("A", `${base} + ${at}`), true);
        });
        return;
      case "if":
        return this.branch(stmt);
      case "loop":
        return this.loop(stmt);
      case "for":
        return this.counted(stmt);
      default:
        return;
    }
  }

  private branch(stmt: If): void {
    for (const out of stmt.outs) if (this.isLive(out)) this.complete(out);
    const side = (block: Block): Frame =>
      this.nested([block], () => {
        this.pop(block);
        if (block.end.tag === "yield") this.yielded(stmt.outs, block.end.atoms);
        this.backwards(block.stmts);
      });
    this.choose(stmt.test, side(stmt.yes), side(stmt.no), undefined);
  }

  private choose(test: Atom, then: Frame, otherwise: Frame, body: Block | undefined): void {
    if (then.lines.length === 0 && otherwise.lines.length === 0) return;
    this.prepare([then, otherwise]);
    const code = this.code(test);
    if (body !== undefined) this.planner.decision(test, body);
    if (then.lines.length === 0) this.emit(`if (!(${code})) {`);
    else {
      this.emit(`if (${code}) {`);
      this.emitAll(then);
      if (otherwise.lines.length > 0) this.emit("} else {");
    }
    this.emitAll(otherwise);
    this.emit("}");
  }

  private counted(stmt: For): void {
    const { params, outs, init, body, count } = stmt;
    for (const out of outs) if (this.isLive(out)) this.complete(out);
    const carried = params.flatMap((param, index) =>
      this.activity.isActive(param)
        ? [{ param, out: outs[index]!, init: init[index]!, next: nextOf(body.end, index) }]
        : [],
    );
    const round = this.stretched(body, () =>
      this.nested([body], () => {
        for (const { param } of carried) this.reached.set(param.id, param);
        this.pop(body);
        for (const { param } of carried) this.emit(`${this.e(param)} = ${this.d(param)};`);
        for (const { param, next } of carried) if (next !== undefined) this.add(next, this.e(param), true);
        this.backwards(body.stmts);
        for (const { param } of carried) this.closeParam(param);
      }),
    );
    if (carried.length === 0 && !this.stores(body)) return;
    for (const { param, out } of carried) {
      this.emit(`${this.d(param)} = ${this.isSet(out) ? this.d(out) : this.unreached};`);
    }
    this.prepare([round]);
    const i = valueItem(stmt.index);
    this.downwards(i, `m${this.names.of(stmt)}`, `${this.code(count)} - 1`, body, round);
    for (const { param, init: from } of carried) this.add(from, this.d(param), true);
  }

  /** At the end of a round backwards, a parameter's cotangent is that of the round before. */
  private closeParam(param: Var): void {
    this.complete(param);
    if (!this.frame.set.has(param.id)) this.emit(`${this.d(param)} = ${this.unreached};`);
  }

  private stores(block: Block): boolean {
    const isActive = (atom: Atom): boolean => this.activity.isActive(atom);
    return (
      endAtoms(block.end).some(isActive) ||
      block.stmts.some((stmt) => atomsOf(stmt).some(isActive) || blocksOf(stmt).some((inner) => this.stores(inner)))
    );
  }

  private loop(loop: Loop): void {
    const { params, outs, init, body } = loop;
    for (const out of outs) if (this.isLive(out)) this.complete(out);
    if (!this.stores(body) && !params.some((param) => this.activity.isActive(param))) return;
    const carried = params.flatMap((param, index) =>
      this.activity.isActive(param) ? [{ param, init: init[index]!, index }] : [],
    );
    for (const { param } of carried) this.reached.set(param.id, param);
    const name = this.names.of(loop);
    const place = this.placeOf(loop);
    const [k, i] = [`k${name}`, `i${name}`];
    const yielded = (atoms: readonly Atom[]): void => this.yielded(outs, atoms);
    const open = (): void => {
      for (const { param } of carried) this.emit(`${this.e(param)} = ${this.d(param)};`);
    };
    const first = body.stmts.findIndex((stmt) => diverts(stmt, loop));
    const prefix = first < 0 ? [] : body.stmts.slice(0, first);
    const from = Math.max(0, first);
    const isPeeled = !prefix.some((stmt) => this.stores({ stmts: [stmt], end: { tag: "stop" } }));
    this.planner.rounds(loop, place.block, place.order);
    if (isPeeled) {
      // the last round, then the others
      const last = this.nested([body], () => {
        this.pop(body);
        this.round(body, from, { loop, exit: "leave", yielded });
        this.backwards(prefix);
      });
      const round = this.stretched(body, () =>
        this.nested([body], () => {
          this.pop(body);
          open();
          this.round(body, from, { loop, exit: "next", yielded });
          this.backwards(prefix);
          for (const { param } of carried) this.closeParam(param);
        }),
      );
      this.prepare([last, round]);
      this.emit(`${this.local(i)} = ${k};`);
      this.emitAll(last);
      for (const { param } of carried) {
        const needsSlot = this.needsSlotHere(param);
        if (needsSlot) this.planner.cell(param);
        const start = needsSlot ? this.element("A", cellItem(param)) : this.unreached;
        if (!last.set.has(param.id)) this.emit(`${this.d(param)} = ${start};`);
        else if (needsSlot) this.emit(`${this.d(param)} += ${start};`);
      }
      if (first >= 0 || body.end.tag === "next") {
        this.downwards(i, `m${name}`, `${k} - 1`, body, round);
      }
    } else {
      const round = this.nested([body], () => {
        this.pop(body);
        open();
        const way = (which: LoopExit): Frame =>
          this.nested([], () => this.round(body, from, { loop, exit: which, yielded }));
        const [exiting, going] = [way("leave"), way("next")];
        this.prepare([exiting, going]);
        this.emit(`if (${i} === ${k}) {`);
        this.emitAll(exiting);
        this.emit("} else {");
        this.emitAll(going);
        this.emit("}");
        this.backwards(prefix);
        for (const { param } of carried) this.closeParam(param);
      });
      for (const { param } of carried) this.emit(`${this.d(param)} = ${this.unreached};`);
      this.prepare([round]);
      this.emit(`for (${this.local(i)} = ${k}; ${i} >= 0; ${i}--) {`);
      this.emit(TICK);
      this.emitAll(round);
      this.emit("}");
    }
    for (const { param, init: start } of carried) this.add(start, this.d(param), true);
  }

  private placeOf(loop: Loop): { readonly block: Block; readonly order: number } {
    // a loop is where its parameters' loop stands: the block around its body
    const found = this.blockAround(loop, this.stmts, ROOT);
    const order = loop.params[0] === undefined ? 0 : this.storage.place(loop.params[0])!.order;
    return { block: found ?? ROOT, order };
  }

  private blockAround(loop: Loop, stmts: readonly Stmt[], block: Block): Block | undefined {
    for (const stmt of stmts) {
      if (stmt === loop) return block;
      for (const inner of blocksOf(stmt)) {
        const found = this.blockAround(loop, inner.stmts, inner);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  /** A round of a loop backwards, from the statement `from` on, for the ways that end as asked. */
  private round(body: Block, from: number, round: Round): void {
    this.paths(body, from, [], round, (atoms) => round.yielded(atoms));
  }

  /**
   * The statements of a block from one on, and the ways that lead on from them. `around` are the blocks between the loop's
   * body and this one. Records come back in the order in which they left: those of what follows a block before its own.
   */
  private paths(
    block: Block,
    from: number,
    around: readonly Block[],
    round: Round,
    yields: (atoms: readonly Atom[]) => void,
  ): void {
    const { body } = round.loop;
    const at = block.stmts.findIndex((stmt, index) => index >= from && diverts(stmt, round.loop));
    const here = block === body ? around : [...around, block];
    if (at < 0) {
      const { end } = block;
      if (end.tag === "yield") {
        yields(end.atoms);
        if (block !== body) this.pop(block);
      } else {
        for (const one of here) this.pop(one);
        this.ending(end, round);
      }
      return this.backwards(block.stmts.slice(from));
    }
    const stmt = block.stmts[at] as If;
    const past = (atoms: readonly Atom[]): void => {
      this.paths(block, at + 1, around, round, yields);
      for (const out of stmt.outs) if (this.isLive(out)) this.complete(out);
      this.yielded(stmt.outs, atoms);
    };
    const rest = compatible(block, at + 1, round);
    const sides = [stmt.yes, stmt.no].filter((side) => compatibleSide(side, round, rest));
    if (sides.length === 1) {
      const [side] = sides as [Block];
      this.frame.blocks.add(side);
      this.paths(side, 0, here, round, past);
    } else if (sides.length === 2) {
      const way = (side: Block): Frame => this.nested([side], () => this.paths(side, 0, here, round, past));
      this.choose(stmt.test, way(stmt.yes), way(stmt.no), body);
    }
    this.backwards(block.stmts.slice(from, at));
  }

  /** A round that ended by going on with the next, or out of the loop. */
  private ending(end: End, round: Round): void {
    if (end.tag === "leave") round.yielded(end.atoms);
    else if (end.tag === "next")
      round.loop.params.forEach((param, index) => {
        if (this.activity.isActive(param)) this.add(end.atoms[index]!, this.e(param), true);
      });
  }
}

function nextOf(end: End, index: number): Atom | undefined {
  return end.tag === "yield" ? end.atoms[index] : undefined;
}
