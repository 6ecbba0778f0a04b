// The adjoint of a segment: its statements backwards, each adding to the cotangents of what it was computed from (`cotangents.ts`), what
// it needs of the forward pass coming back from the segment's record (`record-plan.ts`).
import { nth, present } from "../../../base/nth.ts";
import { ADJOINTS } from "../../../scalars/javascript.ts";
import { type RecordPlan, ROOT } from "../../analyse/record-plan.ts";
import type { Atom, Block, End, For, If, Stmt, Var } from "../../ir/ir.ts";
import type { AdjointCode } from "../runtime-state.ts";
import { type AdjointContext, type AdjointMode, Cotangents, type Frame } from "./cotangents.ts";
import { type Backwards, closeParam, loopBackwards, stores } from "./loops.ts";
import { AdjointRounds } from "./rounds.ts";

/** Writes the adjoint of a segment. */
export class AdjointWriter implements Backwards {
  readonly stmts: readonly Stmt[];
  private readonly atTop: ReadonlySet<Stmt>;
  readonly c: Cotangents;
  readonly rounds: AdjointRounds;

  /** Whether a choice was left out, for neither way has anything to do, as far as the plan says what comes back there. */
  hasLeftOut = false;

  /** `plan`: what the records hold, where that is known. */
  constructor(stmts: readonly Stmt[], context: AdjointContext, mode: AdjointMode, plan: RecordPlan = new Map()) {
    this.stmts = stmts;
    this.atTop = new Set(stmts);
    this.c = new Cotangents(stmts, context, mode);
    this.rounds = new AdjointRounds(this.c, plan);
  }

  /** The statements of the adjoint; in the mode `plan`, what it needs is noted instead. */
  run(): readonly string[] {
    const { c } = this;
    this.begin();
    this.rounds.pop(ROOT);
    this.backwards(this.stmts);
    this.end();
    return c.frame.lines;
  }

  /** The statements as text, and what that uses of the run time. */
  written(): AdjointCode {
    const { c } = this;
    const code = this.run().join("\n");
    const { frame, uses } = c;
    return { code, names: frame.names, uses, calls: frame.calls.names };
  }

  begin(): void {
    const { c } = this;
    const first = this.stmts.flatMap((stmt) => ("outs" in stmt ? stmt.outs : "out" in stmt ? [stmt.out] : []))[0];
    c.planner.segment = first && c.storage.place(first)?.segment;
  }

  end(): void {
    const { c } = this;
    this.flush();
    c.sum();
  }

  get planned(): RecordPlan {
    return this.c.planner.plan();
  }

  /** Adds cotangents of live-ins of the segment to their cells. */
  private flush(): void {
    const { c } = this;
    for (const id of c.frame.set) {
      const one = c.reached.get(id);
      if (one === undefined || this.definesAtTop(one)) continue;
      c.at = c.originOf(one);
      c.exchange.send(c, one, false);
    }
  }

  private definesAtTop(one: Var): boolean {
    const { c } = this;
    const definition = present(c.storage.place(one)).definition;
    return definition.tag === "stmt" && this.atTop.has(definition.stmt);
  }

  // ---- statements

  backwards(stmts: readonly Stmt[]): void {
    for (let i = stmts.length - 1; i >= 0; i--) this.stmt(nth(stmts, i));
  }

  private stmt(stmt: Stmt): void {
    const { c } = this;
    const around = c.at;
    c.at = stmt.at;
    this.adjoint(stmt);
    c.at = around;
  }

  private adjoint(stmt: Stmt): void {
    const { c } = this;
    switch (stmt.tag) {
      case "op": {
        const { out, args } = stmt;
        const adjoints = ADJOINTS[stmt.op];
        if (adjoints.every((adjoint) => adjoint === undefined) || !c.isLive(out)) return;
        c.complete(out);
        return c.guarded(out, () =>
          adjoints.forEach((adjoint, index) => {
            const arg = nth(args, index);
            if (adjoint === undefined || !c.activity.isActive(arg)) return;
            const needed = args.map((one, at) => (adjoint.needs.includes(at) ? c.code(one) : ""));
            const result = adjoint.needs.includes("result") ? c.code(out) : "";
            c.add(arg, c.frame.calls.scalar(adjoint.code(c.d(out), needed, result)), adjoint.passes);
          }),
        );
      }
      case "chain":
        if (!c.isLive(stmt.out)) return;
        c.complete(stmt.out);
        return c.guarded(stmt.out, () =>
          stmt.args.forEach((arg, index) => {
            if (c.activity.isActive(arg)) c.add(arg, `${c.d(stmt.out)} * ${c.code(nth(stmt.partials, index))}`, false);
          }),
        );
      case "fields":
      case "pop":
      case "get":
      case "apply":
      case "global":
      case "call":
        for (const out of "outs" in stmt ? stmt.outs : []) {
          if (!c.activity.isActive(out) || !c.isSet(out)) continue;
          c.exchange.send(c, out, stmt.tag === "get" && stmt.isSingleUse === true && out.kind === "real");
        }
        return;
      case "put":
        stmt.values.forEach((value, index) => {
          if (!c.activity.isActive(value)) return;
          const [base, at] = [c.code(nth(stmt.columns, index)), c.code(stmt.index)];
          c.add(value, c.element("A", `${base} + ${at}`), true);
        });
        return;
      case "if":
        return this.branch(stmt);
      case "loop":
        return loopBackwards(this, stmt);
      case "for":
        return this.counted(stmt);
      default:
        return;
    }
  }

  private branch(stmt: If): void {
    const { c } = this;
    for (const out of stmt.outs) if (c.isLive(out)) c.complete(out);
    const side = (block: Block): Frame =>
      c.nested([block], () => {
        this.rounds.pop(block);
        if (block.end.tag === "yield") c.yielded(stmt.outs, block.end.atoms);
        this.backwards(block.stmts);
      });
    this.choose(stmt.test, side(stmt.yes), side(stmt.no), undefined);
  }

  choose(test: Atom, then: Frame, otherwise: Frame, body: Block | undefined): void {
    const { c } = this;
    if (then.lines.length === 0 && otherwise.lines.length === 0) {
      this.hasLeftOut = true;
      return;
    }
    c.prepare([then, otherwise]);
    const code = c.code(test);
    if (body !== undefined) c.planner.decision(test, body);
    if (then.lines.length === 0) c.emit(`if (!(${code})) {`);
    else {
      c.emit(`if (${code}) {`);
      c.emitAll(then);
      if (otherwise.lines.length > 0) c.emit("} else {");
    }
    c.emitAll(otherwise);
    c.emit("}");
  }

  private counted(stmt: For): void {
    const { c } = this;
    const { params, outs, init, body, count } = stmt;
    for (const out of outs) if (c.isLive(out)) c.complete(out);
    const carried = params.flatMap((param, index) =>
      c.activity.isActive(param)
        ? [{ param, out: nth(outs, index), init: nth(init, index), next: nextOf(body.end, index) }]
        : [],
    );
    const round = this.rounds.stretched(body, () =>
      c.nested([body], () => {
        for (const { param } of carried) c.reached.set(param.id, param);
        this.rounds.pop(body);
        for (const { param } of carried) c.emit(`${c.e(param)} = ${c.d(param)};`);
        for (const { param, next } of carried) if (next !== undefined) c.add(next, c.e(param), true);
        this.backwards(body.stmts);
        for (const { param } of carried) closeParam(c, param);
      }),
    );
    if (carried.length === 0 && !stores(c.activity, body)) return;
    for (const { param, out } of carried) {
      c.emit(`${c.d(param)} = ${c.isSet(out) ? c.d(out) : c.unreached};`);
    }
    c.prepare([round]);
    const i = c.items.value(stmt.index);
    this.rounds.downwards(i, c.items.stretch(stmt), `${c.code(count)} - 1`, body, round);
    for (const { param, init: from } of carried) c.add(from, c.d(param), true);
  }
}

function nextOf(end: End, index: number): Atom | undefined {
  return end.tag === "yield" ? end.atoms[index] : undefined;
}
