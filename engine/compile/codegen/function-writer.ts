// IR to JavaScript: a function of the program becomes one that runs, and for where the stack does not suffice the same as a generator;
// each of its segments leaves a record on the tape, for which there is an adjoint.

import { valueCode } from "../../core/scalars/javascript.ts";
import type { Activity } from "../analyse/activity.ts";
import { type Group, type RecordPlan, ROOT } from "../analyse/record-plan.ts";
import { type StorageAnalysis, stepOf } from "../analyse/storage-analysis.ts";
import { isFlat, isSimple } from "../ir/control-flow.ts";
import type { Atom, Block, End, Failure, Fn, For, If, Loop, Stmt, Var } from "../ir/ir.ts";
import { type CodegenContext, makeSegment, type Segment } from "./codegen-context.ts";
import { DataWriter } from "./data-writer.ts";
import { FAR_FROM_END, FREE, RESTORE, SAVE, STORES, STRETCH } from "./runtime-state.ts";
import { declared } from "./text.ts";

/** The text of a function, in one of its two forms. */
export class FunctionWriter extends DataWriter {
  protected plan: RecordPlan | undefined;
  private counted = new Set<Loop>();
  private readonly isGenerator: boolean;
  private readonly segments: Map<Stmt, Segment>;
  private readonly isRecorded: boolean;

  /** `segments` are those of the function, shared by its two forms. */
  constructor(
    fn: Fn,
    context: CodegenContext,
    activity: Activity,
    storage: StorageAnalysis,
    segments: Map<Stmt, Segment>,
    isGenerator: boolean,
  ) {
    super(fn, context, activity, storage);
    this.segments = segments;
    this.isGenerator = isGenerator;
    this.isRecorded = fn.mode === "active";
  }

  text(): string {
    const { fn } = this;
    const params = fn.params.map((param) => this.name(param));
    this.at = fn.at;
    if (fn.passing === "value") for (const param of fn.params) this.allocateSlot(param);
    else for (const param of fn.params) if (param.kind === "real") this.emit(this.loaded(param));
    this.statements(fn.body.stmts, undefined);
    if (fn.body.end.tag === "yield") this.results(fn.body.end.atoms);
    const header = this.isGenerator ? `function* g${fn.id}` : `function f${fn.id}`;
    const leave = "\u0001leave\u0001";
    const body = this.state.around(this.lines.join("\n"));
    const variables = [...this.names].filter((one) => !params.includes(one));
    // about the bytes of its frame on JavaScript's stack
    const weight = 150 + 10 * variables.length;
    const isCounted = !this.isGenerator && !this.context.shallow.has(fn);
    const enter = isCounted
      ? `if (depth > DEEPEST) return deep(g${fn.id}(${params.join(", ")}));\ndepth += ${weight};\nif (--fuel < 0) fuel = tick();\n`
      : "";
    const whole = body.replaceAll(leave, isCounted ? `depth -= ${weight};\n` : "");
    return `${header}(${params.join(", ")}) {\n${enter}${declared(variables)}${whole}\n}\n`;
  }

  private results(atoms: readonly Atom[]): void {
    const codes = atoms.map((atom) => this.passed(atom, this.fn.passing));
    this.context.widest = Math.max(this.context.widest, codes.length);
    codes.forEach((code, index) => {
      if (index > 0) this.emit(`$${index} = ${code};`);
    });
    this.lines.push(SAVE);
    this.emit(`\u0001leave\u0001return ${codes[0] ?? ""};`);
  }

  // ---- segments

  /** Statements, those between calls as segments with records. `inside` is given within one. */
  private statements(stmts: readonly Stmt[], inside: Segment | undefined): void {
    if (inside !== undefined || !this.isRecorded) {
      for (const stmt of stmts) this.stmt(stmt, inside);
      return;
    }
    for (let from = 0; from < stmts.length; ) {
      let to = from;
      while (to < stmts.length && isSimple(stmts[to]!)) to++;
      if (to === from) {
        this.stmt(stmts[from]!, undefined);
        from++;
        continue;
      }
      this.segment(stmts.slice(from, to));
      from = to;
    }
  }

  private segment(stmts: readonly Stmt[]): void {
    let segment = this.segments.get(stmts[0]!);
    if (segment === undefined) {
      segment = makeSegment(this.fn, stmts, this.storage, this.activity, this.context);
      this.segments.set(stmts[0]!, segment);
    }
    this.plan = segment.plan;
    this.counted = segment.counted;
    for (const stmt of stmts) this.stmt(stmt, segment);
    if (segment.id !== undefined) this.remember(segment.plan.get(ROOT), segment.id);
    this.plan = undefined;
    this.counted = new Set();
  }

  /** Puts what a block's record holds onto the tape; a segment's ends with its number. */
  protected remember(group: Group | undefined, id?: number): void {
    const numbers = group?.numbers ?? [];
    const indices = [
      ...(group?.indices ?? []).map((item) => (group!.truths.has(item) ? `${item} ? 1 : 0` : item)),
      ...(id === undefined ? [] : [String(id)]),
    ];
    const counter =
      numbers.length + indices.length === 0 ? undefined : this.context.counter(id === undefined ? group! : this.plan!);
    if (counter !== undefined) this.emit(`C[${counter}]++;`);
    if (numbers.length > 0) {
      const [count] = [numbers.length];
      this.reserve("T", count);
      numbers.forEach((item, index) =>
        this.emit(
          `${this.state.at("T", `tp${index === 0 ? "" : ` + ${index}`}`)} = ${item};`,
          this.storage.originOf(item) ?? this.at,
        ),
      );
      this.emit(`tp += ${count};`);
    }
    if (indices.length > 0) {
      const count = indices.length;
      this.reserve("I", count);
      indices.forEach((item, index) =>
        this.emit(
          `${this.state.at("I", `ip${index === 0 ? "" : ` + ${index}`}`)} = ${item};`,
          this.storage.originOf(item) ?? this.at,
        ),
      );
      this.emit(`ip += ${count};`);
    }
  }

  /**
   * A loop, its rounds in stretches for which there is room in all stores, so that a round needs no other test than its count.
   * `head` and `count` are given for a counted loop, whose variable goes on from stretch to stretch.
   */
  private rounds(loop: Loop | For, emitBody: () => void): void {
    const name = this.context.names.of(loop);
    const counted = loop.tag === "for" ? { index: this.v(loop.index), count: this.value(loop.count) } : undefined;
    const before = this.lines.length;
    const isShort = this.reserved === undefined && isFlat(loop.body);
    if (isShort) {
      this.local(`m${name}`);
      this.stretched.add(loop);
      this.reserved = { V: 0, T: 0, I: 0, H: 0, S: 0 };
    }
    const counters = isShort ? this.countersOf(loop) : [];
    emitBody();
    const body = this.lines.splice(before);
    const { reserved } = this;
    if (isShort) this.reserved = undefined;
    if (counted !== undefined) this.emit(`${counted.index} = 0;`);
    if (!isShort || reserved === undefined) {
      if (counted === undefined) this.emit(`L${name}: for (;;) {`);
      else this.emit(`for (; ${counted.index} < ${counted.count}; ${counted.index}++) {`);
      this.emit(this.state.tick());
      this.emitAll(body, "}");
      return;
    }
    const m = this.local(`m${name}`);
    this.emit(counted === undefined ? `O${name}: for (;;) {` : `while (${counted.index} < ${counted.count}) {`);
    this.emit(
      `${m} = ${counted === undefined ? STRETCH : `Math.min(${STRETCH}, ${counted.count} - ${counted.index})`};`,
    );
    this.emit(`if ((fuel -= ${m}) < 0) { fuel = tick(); }`);
    for (const { param, site } of counters)
      this.emit(`if (!(Math.abs(${this.v(param)}) < ${FAR_FROM_END})) throw mistake(${site}, [${this.v(param)}]);`);
    for (const store of STORES) {
      const each = reserved[store];
      if (each === 0) continue;
      this.emit(this.state.room(store, String(each)));
      this.emit(`if (${FREE[store]} < ${m} * ${each}) { ${m} = Math.floor((${FREE[store]}) / ${each}); }`);
    }
    if (counted === undefined) {
      this.emit(`L${name}: for (; ${m} > 0; ${m}--) {`);
      this.emitAll(body, "}");
    } else {
      this.emit(`for (${m} += ${counted.index}; ${counted.index} < ${m}; ${counted.index}++) {`);
      this.emitAll(body, "}");
    }
    this.emit("}");
  }

  /** Short loops, whose rounds go in stretches: who leaves one leaves the loop of its stretches. */
  private readonly stretched = new Set<Loop | For>();

  private breakOut(loop: Loop): void {
    this.emit(`break ${this.stretched.has(loop) ? "O" : "L"}${this.context.names.of(loop)};`);
  }

  /** Steps of counters, which need no look at the range of Int in each round. */
  private readonly steps = new Set<Stmt>();

  /**
   * The Int parameters of a short loop that go on by small steps. Their range is looked at once for many rounds, and well before
   * its end: the machine then says whether the end is reached.
   */
  private countersOf(loop: Loop | For): { readonly param: Var; readonly site: number }[] {
    return loop.params.flatMap((param, index) => {
      const found = stepOf(loop, index, this.storage);
      if (found === undefined || Math.abs(found.step) > 100 || param.kind !== "int") return [];
      for (const stmt of found.stmts) this.steps.add(stmt);
      const [stmt] = found.stmts;
      const span = stmt?.tag === "op" ? stmt.span : undefined;
      return [{ param, site: this.context.site(opFailure("addInt", span)) }];
    });
  }

  // ---- statements

  protected stmt(stmt: Stmt, segment: Segment | undefined): void {
    const around = this.at;
    this.at = stmt.at;
    this.written(stmt, segment);
    this.at = around;
  }

  private written(stmt: Stmt, segment: Segment | undefined): void {
    switch (stmt.tag) {
      case "op": {
        const args = stmt.args.map((arg) => this.value(arg));
        if (this.steps.has(stmt)) {
          this.emit(`${this.v(stmt.out)} = ${args[0]} ${stmt.op === "addInt" ? "+" : "-"} ${args[1]};`);
          return;
        }
        const site = (): number => this.context.site(opFailure(stmt.op, stmt.span));
        const isIndex = stmt.out.kind === "index";
        this.emit(`${this.v(stmt.out)} = ${valueCode(stmt.op, args, site, isIndex)};`);
        return this.allocateSlot(stmt.out);
      }
      case "chain":
        this.emit(`${this.v(stmt.out)} = ${this.value(stmt.value)};`);
        return this.allocateSlot(stmt.out);
      case "plain":
        this.emit(`${this.v(stmt.out)} = ${this.value(stmt.arg)};`);
        return this.allocateSlot(stmt.out);
      case "and":
        return this.emit(`${this.v(stmt.out)} = ${this.value(stmt.args[0])} && ${this.value(stmt.args[1])};`);
      case "not":
        return this.emit(`${this.v(stmt.out)} = !${this.value(stmt.arg)};`);
      case "is":
      case "new":
      case "link":
      case "fields":
      case "contiguous":
      case "alloc":
      case "put":
      case "get":
      case "bounds":
      case "push":
      case "pop":
        return this.data(stmt);
      case "fail": {
        const site = this.context.site(stmt.failure);
        const values = stmt.failure.message.filter((part): part is Atom => typeof part !== "string");
        return this.emit(`throw mistake(${site}, [${values.map((part) => this.value(part)).join(", ")}]);`);
      }
      case "call": {
        const args = stmt.args.map((arg) => this.passed(arg, stmt.fn.passing)).join(", ");
        const isDirect = !this.isGenerator || this.context.shallow.has(stmt.fn);
        const code = isDirect ? `f${stmt.fn.id}(${args})` : `(yield g${stmt.fn.id}(${args}))`;
        return this.called(code, stmt.outs, stmt.fn.passing);
      }
      case "apply": {
        const of = this.value(stmt.of);
        const args = [`${of}.c`, ...stmt.args.map((arg) => this.stored(arg))].join(", ");
        const [direct, generator] = stmt.mode === "active" ? ["f", "g"] : ["p", "q"];
        const code = this.isGenerator ? `(yield ${of}.${generator}(${args}))` : `${of}.${direct}(${args})`;
        return this.called(code, stmt.outs, "reference");
      }
      case "closure": {
        const captured = stmt.captured.map((atom) => this.stored(atom)).join(", ");
        for (const fn of [stmt.active, stmt.plain])
          if (fn !== undefined) this.context.objects.set(fn, stmt.captured.length);
        const [f, g] =
          stmt.active === undefined ? ["undefined", "undefined"] : [`a${stmt.active.id}`, `b${stmt.active.id}`];
        const [p, q] =
          stmt.plain === undefined ? ["undefined", "undefined"] : [`a${stmt.plain.id}`, `b${stmt.plain.id}`];
        return this.emit(`${this.v(stmt.out)} = new Function_(${f}, ${g}, ${p}, ${q}, [${captured}]);`);
      }
      case "global": {
        this.emit(`${SAVE}x${stmt.global.id}();${RESTORE}`);
        stmt.outs.forEach((out, index) => this.load(out, `x${stmt.global.id}_${index}`));
        return;
      }
      case "if":
        return this.branch(stmt, segment);
      case "loop":
        return this.loop(stmt, segment);
      case "for": {
        const carry = segment !== undefined || !this.isRecorded ? undefined : true;
        stmt.params.forEach((param, index) => this.move(param, stmt.init[index]!, carry));
        this.rounds(stmt, () => {
          this.settled(stmt.params, carry);
          this.statements(stmt.body.stmts, segment);
          const { end } = stmt.body;
          if (end.tag !== "yield") return;
          this.remember(this.plan?.get(stmt.body));
          this.moveAll(stmt.params, end.atoms, carry);
        });
        stmt.outs.forEach((out, index) => this.move(out, stmt.params[index]!, carry));
        return this.settled(stmt.outs, carry);
      }
    }
  }

  private called(code: string, outs: readonly Var[], passing: Fn["passing"]): void {
    this.context.widest = Math.max(this.context.widest, outs.length);
    const target = (out: Var): string => (out.kind === "real" && passing === "reference" ? this.c(out) : this.v(out));
    const first = outs[0] === undefined ? "" : `${target(outs[0])} = `;
    this.emit(`${SAVE}${first}${code};${RESTORE}`);
    outs.forEach((out, index) => {
      if (index > 0) this.emit(`${target(out)} = $${index};`);
    });
    for (const out of outs) {
      if (out.kind !== "real") continue;
      if (passing === "reference") this.emit(this.loaded(out));
      else this.allocateSlot(out);
    }
  }

  private branch(stmt: If, segment: Segment | undefined): void {
    const carry = segment !== undefined || !this.isRecorded ? undefined : true;
    const side = (block: Block): void => {
      this.statements(block.stmts, segment);
      const { end } = block;
      if (end.tag === "yield") {
        this.remember(this.plan?.get(block));
        this.moveAll(stmt.outs, end.atoms, carry);
      } else this.divert(end, segment);
    };
    const test = this.value(stmt.test);
    const before = this.lines.length;
    const lines = [stmt.yes, stmt.no].map((block) => {
      this.open.push(block);
      side(block);
      this.open.pop();
      return this.lines.splice(before);
    });
    const [yes, no] = lines as [string[], string[]];
    if (yes.length > 0) {
      this.emit(`if (${test}) {`);
      this.emitAll(yes, no.length > 0 ? "} else {" : "}");
    } else if (no.length > 0) this.emit(`if (!(${test})) {`);
    if (no.length > 0) this.emitAll(no, "}");
    this.settled(stmt.outs, carry);
  }

  /** The blocks that the current statement is in, outermost first. */
  private readonly open: Block[] = [];

  /** Leaves blocks for the next round of a loop, or out of it; their records go onto the tape. */
  private divert(end: End, segment: Segment | undefined): void {
    if (end.tag !== "next" && end.tag !== "leave") return;
    const { loop } = end;
    const carry = segment?.loops.has(loop) === true || !this.isRecorded ? undefined : true;
    const name = this.context.names.of(loop);
    for (let at = this.open.length - 1; at >= 0; at--) {
      const one = this.open[at]!;
      this.remember(this.plan?.get(one));
      if (one === loop.body) break;
    }
    if (end.tag === "next") {
      if (this.counted.has(loop)) this.emit(`${this.local(`k${name}`)}++;`);
      this.moveAll(loop.params, end.atoms, carry);
      this.emit(`continue L${name};`);
    } else {
      this.moveAll(loop.outs, end.atoms, carry);
      this.breakOut(loop);
    }
  }

  private loop(stmt: Loop, segment: Segment | undefined): void {
    const carry = segment !== undefined || !this.isRecorded ? undefined : true;
    const name = this.context.names.of(stmt);
    stmt.params.forEach((param, index) => this.move(param, stmt.init[index]!, carry));
    if (this.counted.has(stmt)) this.emit(`${this.local(`k${name}`)} = 0;`);
    this.rounds(stmt, () => {
      this.settled(stmt.params, carry);
      this.open.push(stmt.body);
      this.statements(stmt.body.stmts, segment);
      const { end } = stmt.body;
      if (end.tag === "yield") {
        this.remember(this.plan?.get(stmt.body));
        this.moveAll(stmt.outs, end.atoms, carry);
        this.breakOut(stmt);
      } else this.divert(end, segment);
      this.open.pop();
    });
    this.settled(stmt.outs, carry);
  }
}

/** The mistakes that an operation can be. */
function opFailure(op: string, span: Failure["span"]): Failure {
  return { kind: op, message: [], span };
}
