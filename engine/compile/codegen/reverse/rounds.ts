// Rounds of loops backwards, and how what they have left comes back.
import type { Item } from "../../analyse/items.ts";
import type { Group, RecordPlan } from "../../analyse/record-plan.ts";
import { isFlat } from "../../ir/control-flow.ts";
import { type Block, blocksOf } from "../../ir/ir.ts";
import { tick } from "../calls.ts";
import { STRETCH } from "../runtime-state.ts";
import type { Cotangents, Frame } from "./cotangents.ts";
import { chunkBefore } from "./on-tape.ts";

/** The records of a segment as its adjoint takes them, and the rounds that take them. */
export class AdjointRounds {
  private readonly c: Cotangents;
  private readonly plan: RecordPlan;
  /** Whether the rounds that are being written run as a stretch: many in one loop, whose records lie in one chunk. */
  private isStretch = false;

  constructor(c: Cotangents, plan: RecordPlan) {
    this.c = c;
    this.plan = plan;
  }

  /** Reads a block's part of the record, and recomputes from it. */
  pop(block: Block): void {
    const group = this.plan.get(block);
    if (group !== undefined) this.c.exchange.take(this.c, group, this.isStretch);
  }

  /** Code of rounds whose records come back without a look at where their chunk ends, if they are short. */
  stretched<R>(body: Block, run: () => R): R {
    const before = this.isStretch;
    this.isStretch = before || isFlat(body);
    const result = run();
    this.isStretch = before;
    return result;
  }

  /**
   * Rounds from the last to the first; `from` is the number of the first that is taken back. Short ones go in stretches, whose records
   * lie in one chunk of each store, so that a round needs no other test than its count. Rounds that take nothing back are left out.
   */
  downwards(i: Item, m: Item, from: string, body: Block, round: Frame): void {
    const { c } = this;
    if (round.lines.length === 0) return;
    const numbers = this.most(body, (group) => group.numbers.length);
    const indices = this.most(body, (group) => group.indices.length);
    if (!isFlat(body)) {
      c.emit(`for (${c.local(i)} = ${from}; ${i.name} >= 0; ${i.name}--) {`);
      c.emit(tick(c.frame.calls));
      c.emitAll(round);
      c.emit("}");
      return;
    }
    c.emit(`${c.local(i)} = ${from};`);
    c.emit(`while (${i.name} >= 0) {`);
    if (numbers > 0) c.emit(`if (tp === 0 && tk > 0) { ${chunkBefore(c, "T", "tp", "backT")} }`);
    if (indices > 0) c.emit(`if (ip === 0 && ik > 0) { ${chunkBefore(c, "I", "ip", "backI")} }`);
    const parts = [`${i.name} + 1`, String(STRETCH)];
    if (numbers > 0) parts.push(`Math.floor(tp / ${numbers})`);
    if (indices > 0) parts.push(`Math.floor(ip / ${indices})`);
    c.emit(`${c.local(m)} = Math.max(1, Math.min(${parts.join(", ")}));`);
    c.emit(tick(c.frame.calls, m.name));
    c.emit(`${m.name} = ${i.name} - ${m.name};`);
    if (c.mode === "fast") {
      const call = c.loops?.call({ lines: round.lines, counter: i, end: m, isDown: true, carried: [] });
      if (call !== undefined) c.emit(call);
    }
    c.emit(`for (; ${i.name} > ${m.name}; ${i.name}--) {`);
    c.emitAll(round);
    c.emit("}");
    c.emit("}");
  }

  /** The most that a round can have left on the tape. */
  private most(block: Block, count: (group: Group) => number): number {
    const group = this.plan.get(block);
    let sum = group === undefined ? 0 : count(group);
    for (const stmt of block.stmts) for (const inner of blocksOf(stmt)) sum += this.most(inner, count);
    return sum;
  }
}
