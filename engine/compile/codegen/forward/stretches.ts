// Loops: their rounds in stretches for which there is room in all stores, so that a round needs no other test than its count.
import { type StorageAnalysis, stepOf } from "../../analyse/storage-analysis.ts";
import { isFlat } from "../../ir/control-flow.ts";
import type { Failure, For, Loop, Stmt, Var } from "../../ir/ir.ts";
import { FAR_FROM_END, FREE, type Line, STORES, STRETCH } from "../runtime-state.ts";
import type { Writer } from "./writer.ts";

/** The loops of a function that is written. */
export class Stretches {
  private readonly w: Writer;
  /** Short loops, whose rounds go in stretches: leaving one leaves the loop of its stretches. */
  private readonly short = new Set<Loop | For>();
  /** Steps of counters. */
  private readonly steps = new Set<Stmt>();

  constructor(w: Writer) {
    this.w = w;
  }

  /** Whether a statement is the step of a counter, which needs no look at the range of Int in each round. */
  isStep(stmt: Stmt): boolean {
    return this.steps.has(stmt);
  }

  /** The statement that leaves a loop. */
  exit(loop: Loop): string {
    return `break ${this.short.has(loop) ? "O" : "L"}${this.w.context.items.numberOf(loop)};`;
  }

  /** A loop; the variable of a counted one goes on from stretch to stretch. */
  rounds(loop: Loop | For, emitBody: () => void): void {
    const { w } = this;
    const name = w.context.items.numberOf(loop);
    const counted = loop.tag === "for" ? { index: w.v(loop.index), count: w.value(loop.count) } : undefined;
    const before = w.lines.length;
    const isShort = w.reserved === undefined && isFlat(loop.body);
    if (isShort) {
      w.local(w.context.items.stretch(loop));
      this.short.add(loop);
      w.reserved = { V: 0, T: 0, I: 0, H: 0, S: 0 };
    }
    const counters = isShort ? this.countersOf(loop) : [];
    emitBody();
    const body = w.lines.splice(before);
    const { reserved } = w;
    if (isShort) w.reserved = undefined;
    if (counted !== undefined) w.emit(`${counted.index} = 0;`);
    if (!isShort || reserved === undefined) {
      if (counted === undefined) w.emit(`L${name}: for (;;) {`);
      else w.emit(`for (; ${counted.index} < ${counted.count}; ${counted.index}++) {`);
      w.emit(w.state.tick());
      w.emitAll(body, "}");
      return;
    }
    const m = w.local(w.context.items.stretch(loop));
    w.emit(counted === undefined ? `O${name}: for (;;) {` : `while (${counted.index} < ${counted.count}) {`);
    w.emit(`${m} = ${counted === undefined ? STRETCH : `Math.min(${STRETCH}, ${counted.count} - ${counted.index})`};`);
    w.emit(`if ((fuel -= ${m}) < 0) { fuel = ${w.context.calls.runtime("tick")}(); }`);
    for (const { param, site } of counters)
      w.emit(`if (!(Math.abs(${w.v(param)}) < ${FAR_FROM_END})) throw mistake(${site}, [${w.v(param)}]);`);
    for (const store of STORES) {
      const each = reserved[store];
      if (each === 0) continue;
      w.emit(w.state.room(store, String(each)));
      w.emit(`if (${FREE[store]} < ${m} * ${each}) { ${m} = Math.floor((${FREE[store]}) / ${each}); }`);
    }
    if (counted === undefined) {
      w.emit(`L${name}: for (; ${m} > 0; ${m}--) {`);
      w.emitAll(body, "}");
    } else {
      w.emit(`${m} += ${counted.index};`);
      this.inWebAssembly(loop, body);
      w.emit(`for (; ${counted.index} < ${m}; ${counted.index}++) {`);
      w.emitAll(body, "}");
    }
    w.emit("}");
  }

  /** Where there are many rounds of a counted loop, they run in WebAssembly, if they can. */
  private inWebAssembly(loop: Loop | For, body: readonly Line[]): void {
    const { items, loops } = this.w.context;
    const lines = body.flatMap((line) => (typeof line === "string" ? [line] : []));
    if (loops === undefined || loop.tag !== "for" || lines.length < body.length) return;
    const carried = loop.params.map((param) => items.value(param));
    const [counter, end] = [items.value(loop.index), items.stretch(loop)];
    const call = loops.call({ lines, counter, end, isDown: false, carried });
    if (call !== undefined) this.w.emit(call);
  }

  /**
   * The Int parameters of a short loop that go on by small steps. Their range is looked at once for many rounds, and well before
   * its end: the machine then says whether the end is reached.
   */
  private countersOf(loop: Loop | For): { readonly param: Var; readonly site: number }[] {
    const { storage, context } = this.w;
    return loop.params.flatMap((param, index) => {
      const found = counterStep(loop, index, storage);
      if (found === undefined || param.kind !== "int") return [];
      for (const stmt of found.stmts) this.steps.add(stmt);
      const [stmt] = found.stmts;
      const span = stmt?.tag === "op" ? stmt.span : undefined;
      return [{ param, site: context.site(opFailure("addInt", span), stmt?.at) }];
    });
  }
}

/** A small step of a parameter. */
function counterStep(loop: Loop | For, index: number, storage: StorageAnalysis): ReturnType<typeof stepOf> {
  const found = stepOf(loop, index, storage);
  return found === undefined || Math.abs(found.step) > 100 ? undefined : found;
}

/** The mistakes that an operation can be. */
export function opFailure(op: string, span: Failure["span"]): Failure {
  return { kind: op, message: [], span };
}
