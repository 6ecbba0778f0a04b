// IR to JavaScript: a function of the program becomes one that runs, and for where the stack does not suffice the same as a generator;
// each of its segments leaves a record on the tape, for which there is an adjoint.

import { nth, present } from "../../../base/nth.ts";
import { valueCode } from "../../../scalars/javascript.ts";
import { ROOT } from "../../analyse/record-plan.ts";
import { isSimple } from "../../ir/control-flow.ts";
import type { Atom, Block, End, Fn, For, If, Loop, Stmt, Var } from "../../ir/ir.ts";
import { tick } from "../calls.ts";
import { makeSegment, type Segment } from "../codegen-context.ts";
import { writeMark, writeSweep } from "../passes-text.ts";
import type { Line } from "../runtime-state.ts";
import { declared } from "../text.ts";
import { writeData } from "./data-writer.ts";
import { callsOfFork, handedOver, handOver, type Rounds, roundResult, writeFork } from "./forks.ts";
import type { Leave } from "./leaving.ts";
import { opFailure, Stretches } from "./stretches.ts";
import type { Writer } from "./writer.ts";

/**
 * About the bytes of a frame on JavaScript's stack, and of a local variable there. Frames of 5, 20, 80 and 200 locals took 136, 257, 739 and
 * 1705 bytes in Node 20, before V8 optimised them; so they are taken for larger than they are, small ones by half, large ones by a quarter.
 */
const FRAME = 150;
const FRAME_LOCAL = 10;

/** How a function is written; `segments` are those of the function, shared by its two forms. */
export interface Form {
  readonly segments: Map<Stmt, Segment>;
  readonly isGenerator: boolean;
  readonly leave: Leave;
}

/** The text of a function, in one of its two forms. */
export class FunctionWriter {
  private readonly w: Writer;
  private readonly form: Form;
  private readonly loops: Stretches;
  private readonly isRecorded: boolean;
  /** Whether forks may hand jobs over. Where JavaScript's stack does not suffice, they do not. */
  private readonly runsJobs: boolean;
  /** The loop whose rounds are jobs that is written. */
  private inJobs: { readonly loop: For; readonly rounds: Rounds } | undefined;
  /** The blocks that the current statement is in, outermost first. */
  private readonly open: Block[] = [];

  constructor(w: Writer, form: Form) {
    this.w = w;
    this.form = form;
    this.loops = new Stretches(w);
    this.isRecorded = w.fn.mode === "active" && w.fn.pass === undefined;
    this.runsJobs = w.context.jobs !== undefined && !form.isGenerator;
  }

  text(): string {
    const { w } = this;
    const { fn } = w;
    const given = fn.params.map((param) => w.passedBy(param));
    const params = given.map(({ name }) => name).join(", ");
    w.at = fn.at;
    if (fn.passing === "value") for (const param of fn.params) w.allocateSlot(param);
    else for (const param of fn.params) if (param.kind === "real") w.emit(w.loaded(param));
    this.statements(fn.body.stmts, undefined);
    if (fn.body.end.tag === "yield") this.results(fn.body.end.atoms);
    const header = this.form.isGenerator ? `function* g${fn.id}` : `function f${fn.id}`;
    const body = w.state.around(w.lines);
    const isGiven = new Set(given);
    const variables = [...w.names].filter((one) => !isGiven.has(one));
    const weight = FRAME + FRAME_LOCAL * variables.length;
    const { calls } = w.context;
    const enter = this.isCounted
      ? `if (depth > DEEPEST) return ${calls.runtime("deep")}(g${fn.id}(${params}));\nconst entered = depth;\ndepth += ${weight};\n${tick(calls)}\n`
      : "";
    const begin = fn.pass === undefined || fn.pass.count === 0 ? "" : "const from = nOut, notes = noted.length;\n";
    return `${header}(${params}) {\n${enter}${begin}${declared(variables)}${body}\n}\n`;
  }

  /** Whether it counts how deep JavaScript's stack is. */
  private get isCounted(): boolean {
    return !this.form.isGenerator && !this.w.context.shallow.has(this.w.fn);
  }

  private results(atoms: readonly Atom[]): void {
    const { w } = this;
    const codes = atoms.map((atom) => w.passed(atom, w.fn.passing));
    w.context.widest = Math.max(w.context.widest, codes.length);
    codes.forEach((code, index) => {
      if (index > 0) w.emit(`$${index} = ${code};`);
    });
    w.sync("save");
    if (this.isCounted) w.emit("depth = entered;");
    w.emit(`return ${codes[0] ?? ""};`);
  }

  // ---- segments

  /** Statements, those between calls as segments with records. `inside` is given within one. */
  private statements(stmts: readonly Stmt[], inside: Segment | undefined): void {
    for (let from = 0; from < stmts.length; ) {
      const calls = this.runsJobs ? callsOfFork(stmts, from) : undefined;
      if (calls !== undefined) {
        writeFork(this.w, calls, present(nth(calls, 0).job).fork);
        from += calls.length;
        continue;
      }
      if (inside !== undefined || !this.isRecorded) {
        this.stmt(nth(stmts, from), inside);
        from++;
        continue;
      }
      let to = from;
      while (to < stmts.length && isSimple(nth(stmts, to))) to++;
      if (to === from) {
        this.stmt(nth(stmts, from), undefined);
        from++;
        continue;
      }
      this.segment(stmts.slice(from, to));
      from = to;
    }
  }

  private segment(stmts: readonly Stmt[]): void {
    const { w } = this;
    const { segments } = this.form;
    let segment = segments.get(nth(stmts, 0));
    if (segment === undefined) {
      segment = makeSegment(w.fn, stmts, w.storage, w.activity, w.context);
      segments.set(nth(stmts, 0), segment);
    }
    for (const stmt of stmts) this.stmt(stmt, segment);
    if (segment.id !== undefined) this.form.leave(w, segment.plan.get(ROOT), segment);
  }

  // ---- statements

  /** A statement; `segment` is given within one. */
  stmt(stmt: Stmt, segment: Segment | undefined): void {
    const { w } = this;
    const around = w.at;
    w.at = stmt.at;
    this.written(stmt, segment);
    w.at = around;
  }

  /** The code of each statement: a table by its tag, which is clearer whole. */
  private written(stmt: Stmt, segment: Segment | undefined): void {
    const { w } = this;
    switch (stmt.tag) {
      case "op": {
        const args = stmt.args.map((arg) => w.value(arg));
        if (this.loops.isStep(stmt)) {
          w.emit(`${w.v(stmt.out)} = ${args[0]} ${stmt.op === "addInt" ? "+" : "-"} ${args[1]};`);
          return;
        }
        const site = (): number => w.context.site(opFailure(stmt.op, stmt.span), stmt.at);
        const isIndex = stmt.out.kind === "index";
        w.emit(`${w.v(stmt.out)} = ${w.context.calls.scalar(valueCode(stmt.op, args, site, isIndex))};`);
        return w.allocateSlot(stmt.out);
      }
      case "chain":
        w.emit(`${w.v(stmt.out)} = ${w.value(stmt.value)};`);
        return w.allocateSlot(stmt.out);
      case "plain":
        w.emit(`${w.v(stmt.out)} = ${w.value(stmt.arg)};`);
        w.allocateSlot(stmt.out);
        if (stmt.isNoted) w.emit(`noted.push(${w.c(stmt.out)});`);
        return;
      case "and":
        return w.emit(`${w.v(stmt.out)} = ${w.value(stmt.args[0])} && ${w.value(stmt.args[1])};`);
      case "not":
        return w.emit(`${w.v(stmt.out)} = !${w.value(stmt.arg)};`);
      case "is":
      case "new":
      case "link":
      case "fields":
      case "contiguous":
      case "conses":
      case "alloc":
      case "column":
      case "put":
      case "get":
      case "bounds":
      case "push":
      case "pop":
        return writeData(w, stmt);
      case "fail": {
        const site = w.context.site(stmt.failure, stmt.at);
        const values = stmt.failure.message.filter((part): part is Atom => typeof part !== "string");
        return w.emit(`throw mistake(${site}, [${values.map((part) => w.value(part)).join(", ")}]);`);
      }
      case "call": {
        const args = stmt.args.map((arg) => w.passed(arg, stmt.fn.passing)).join(", ");
        const isDirect = !this.form.isGenerator || w.context.shallow.has(stmt.fn);
        const direct = stmt.fn.pass !== undefined && this.isRecorded ? "w" : "f";
        const code = isDirect ? `${direct}${stmt.fn.id}(${args})` : `(yield g${stmt.fn.id}(${args}))`;
        return this.called(code, stmt.outs, stmt.fn.passing, this.inJobs);
      }
      case "mark":
        return writeMark(w);
      case "sweep":
        return writeSweep(w, stmt);
      case "apply": {
        const of = w.value(stmt.of);
        const args = [`${of}.c`, ...stmt.args.map((arg) => w.stored(arg))].join(", ");
        const [direct, generator] = stmt.mode === "active" ? ["f", "g"] : ["p", "q"];
        const code = this.form.isGenerator ? `(yield ${of}.${generator}(${args}))` : `${of}.${direct}(${args})`;
        return this.called(code, stmt.outs, "reference");
      }
      case "closure": {
        const captured = stmt.captured.map((atom) => w.stored(atom)).join(", ");
        for (const fn of [stmt.active, stmt.plain])
          if (fn !== undefined) w.context.objects.set(fn, stmt.captured.length);
        const [f, g] =
          stmt.active === undefined ? ["undefined", "undefined"] : [`a${stmt.active.id}`, `b${stmt.active.id}`];
        const [p, q] =
          stmt.plain === undefined ? ["undefined", "undefined"] : [`a${stmt.plain.id}`, `b${stmt.plain.id}`];
        return w.emit(
          `${w.v(stmt.out)} = new ${w.context.calls.runtime("Function_")}(${f}, ${g}, ${p}, ${q}, [${captured}]);`,
        );
      }
      case "global": {
        w.emitSynced(`x${stmt.global.id}();`);
        stmt.outs.forEach((out, index) => w.load(out, `x${stmt.global.id}_${index}`));
        return;
      }
      case "if":
        return this.branch(stmt, segment);
      case "loop":
        return this.loop(stmt, segment);
      case "for": {
        const around = this.inJobs;
        this.inJobs = undefined;
        if (stmt.fork !== undefined && this.runsJobs) {
          const number = w.context.items.numberOf(stmt);
          const rounds = { results: `R${number}`, began: `B${number}` };
          handOver(w, stmt, rounds, (one) => this.stmt(one, undefined));
          this.inJobs = { loop: stmt, rounds };
        }
        const carry = segment !== undefined || !this.isRecorded ? undefined : true;
        stmt.params.forEach((param, index) => w.move(param, nth(stmt.init, index), carry));
        this.loops.rounds(stmt, () => {
          w.settled(stmt.params, carry);
          this.statements(stmt.body.stmts, segment);
          const { end } = stmt.body;
          if (end.tag !== "yield") return;
          this.form.leave(w, segment?.plan.get(stmt.body));
          w.moveAll(stmt.params, end.atoms, carry);
        });
        if (this.inJobs !== undefined) handedOver(w, stmt, this.inJobs.rounds);
        this.inJobs = around;
        stmt.outs.forEach((out, index) => w.move(out, nth(stmt.params, index), carry));
        return w.settled(stmt.outs, carry);
      }
    }
  }

  private called(code: string, outs: readonly Var[], passing: Fn["passing"], jobs?: FunctionWriter["inJobs"]): void {
    const { w } = this;
    w.context.widest = Math.max(w.context.widest, outs.length);
    const target = (out: Var): string => (out.kind === "real" && passing === "reference" ? w.c(out) : w.v(out));
    const first = outs[0] === undefined ? "" : `${target(outs[0])} = `;
    if (jobs !== undefined) {
      w.emit(`if (${jobs.rounds.results} >= 0) {`);
      outs.forEach((out, index) =>
        w.emit(`${target(out)} = ${roundResult(w, jobs.loop, jobs.rounds, out.kind, index)};`),
      );
      w.emit("} else {");
    }
    w.emitSynced(`${first}${code};`);
    outs.forEach((out, index) => {
      if (index > 0) w.emit(`${target(out)} = $${index};`);
    });
    if (jobs !== undefined) w.emit("}");
    for (const out of outs) {
      if (out.kind !== "real") continue;
      if (passing === "reference") w.emit(w.loaded(out));
      else w.allocateSlot(out);
    }
  }

  private branch(stmt: If, segment: Segment | undefined): void {
    const { w } = this;
    const carry = segment !== undefined || !this.isRecorded ? undefined : true;
    const side = (block: Block): void => {
      this.statements(block.stmts, segment);
      const { end } = block;
      if (end.tag === "yield") {
        this.form.leave(w, segment?.plan.get(block));
        w.moveAll(stmt.outs, end.atoms, carry);
      } else this.divert(end, segment);
    };
    const test = w.value(stmt.test);
    const before = w.lines.length;
    const lines = [stmt.yes, stmt.no].map((block) => {
      this.open.push(block);
      side(block);
      this.open.pop();
      return w.lines.splice(before);
    });
    const [yes, no] = lines as [Line[], Line[]];
    if (yes.length > 0) {
      w.emit(`if (${test}) {`);
      w.emitAll(yes, no.length > 0 ? "} else {" : "}");
    } else if (no.length > 0) w.emit(`if (!(${test})) {`);
    if (no.length > 0) w.emitAll(no, "}");
    w.settled(stmt.outs, carry);
  }

  /** Leaves blocks for the next round of a loop, or out of it; their records go onto the tape. */
  private divert(end: End, segment: Segment | undefined): void {
    const { w } = this;
    if (end.tag !== "next" && end.tag !== "leave") return;
    const { loop } = end;
    const carry = segment?.loops.has(loop) === true || !this.isRecorded ? undefined : true;
    for (let at = this.open.length - 1; at >= 0; at--) {
      const one = nth(this.open, at);
      this.form.leave(w, segment?.plan.get(one));
      if (one === loop.body) break;
    }
    if (end.tag === "next") {
      if (segment?.counted.has(loop)) w.emit(`${w.local(w.context.items.rounds(loop))}++;`);
      w.moveAll(loop.params, end.atoms, carry);
      w.emit(`continue L${w.context.items.numberOf(loop)};`);
    } else {
      w.moveAll(loop.outs, end.atoms, carry);
      w.emit(this.loops.exit(loop));
    }
  }

  private loop(stmt: Loop, segment: Segment | undefined): void {
    const { w } = this;
    const carry = segment !== undefined || !this.isRecorded ? undefined : true;
    stmt.params.forEach((param, index) => w.move(param, nth(stmt.init, index), carry));
    if (segment?.counted.has(stmt)) w.emit(`${w.local(w.context.items.rounds(stmt))} = 0;`);
    this.loops.rounds(stmt, () => {
      w.settled(stmt.params, carry);
      this.open.push(stmt.body);
      this.statements(stmt.body.stmts, segment);
      const { end } = stmt.body;
      if (end.tag === "yield") {
        this.form.leave(w, segment?.plan.get(stmt.body));
        w.moveAll(stmt.outs, end.atoms, carry);
        w.emit(this.loops.exit(stmt));
      } else this.divert(end, segment);
      this.open.pop();
    });
    w.settled(stmt.outs, carry);
  }
}
