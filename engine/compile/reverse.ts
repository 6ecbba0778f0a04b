// The adjoint of a segment: its statements backwards, each adding to the cotangents of what it was computed from.
//
// The cotangent of a Real is a local variable d of the adjoint; what has a cell flows from and to A. Two versions are made: `fast`, and
// `careful`, in which −0 stands for "not reached by any path" (contributions are never −0), so that nothing that is unreached is
// multiplied by a partial: 0 · ∞ would be NaN. The careful one runs where the fast one gave a NaN.
import type { Activity } from "./activity.ts";
import { type Cells, isFlat } from "./cells.ts";
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
} from "./ir.ts";
import { literalCode } from "./literals.ts";
import { ADJOINTS } from "./op-code.ts";
import { cellItem, type Group, type LoopNames, type Plan, Planner, ROOT, valueItem } from "./segment.ts";
import { alwaysNext, compatible, compatibleSide, diverts, type Round, type Way } from "./ways.ts";

export type Manner = "plan" | "fast" | "careful";

/** Code that runs once or not at all in the frame around it; `set` are cotangents that have been assigned in it. */
interface Frame {
  readonly blocks: Set<Block>;
  readonly lines: string[];
  readonly set: Set<number>;
  /** Cotangents of the frames around that it adds to. */
  readonly contributed: Set<number>;
  /** Contributions to cells that are not in the sum of all yet. */
  readonly sent: string[];
  readonly outer: Frame | undefined;
}

export class Reverser {
  protected frame: Frame = newFrame(new Set([ROOT]), undefined);
  private readonly inside = new Set<Block>();
  private readonly planner: Planner;
  private readonly stmts: readonly Stmt[];
  private readonly cells: Cells;
  private readonly activity: Activity;
  private readonly names: LoopNames;
  protected readonly manner: Manner;
  protected readonly plan: Plan;

  /** `keepsAll`: what the adjoint needs is remembered rather than computed again. */
  constructor(
    stmts: readonly Stmt[],
    cells: Cells,
    activity: Activity,
    names: LoopNames,
    manner: Manner,
    plan: Plan = new Map(),
    keepsAll = false,
  ) {
    this.stmts = stmts;
    this.cells = cells;
    this.activity = activity;
    this.names = names;
    this.manner = manner;
    this.plan = plan;
    const visit = (block: Block): void => {
      this.inside.add(block);
      for (const stmt of block.stmts) for (const inner of blocksOf(stmt)) visit(inner);
    };
    for (const stmt of stmts) for (const inner of blocksOf(stmt)) visit(inner);
    this.planner = new Planner(cells, this.inside, names, keepsAll);
    const shareIn = (block: Block): void => {
      for (const stmt of block.stmts) {
        if (stmt.tag === "loop") this.shareRounds(stmt.body, stmt);
        for (const inner of blocksOf(stmt)) shareIn(inner);
      }
    };
    shareIn({ stmts: [...stmts], end: { tag: "stop" } });
  }

  /** Branches that always lead to the next round of a loop share the record of the round. */
  private shareRounds(block: Block, loop: Loop): void {
    for (const stmt of block.stmts)
      if (stmt.tag === "if" && diverts(stmt, loop))
        for (const side of [stmt.yes, stmt.no])
          if (alwaysNext(side, loop)) {
            this.planner.share(side, loop.body);
            this.shareRounds(side, loop);
          }
  }

  /** The statements of the adjoint; in the manner `plan`, what it needs is noted instead. */
  run(): readonly string[] {
    this.begin();
    this.pop(ROOT);
    this.backwards(this.stmts);
    this.end();
    return this.frame.lines;
  }

  protected begin(): void {
    const first = this.stmts.flatMap((stmt) => ("outs" in stmt ? stmt.outs : "out" in stmt ? [stmt.out] : []))[0];
    this.planner.segment = first && this.cells.place(first)?.segment;
  }

  protected end(): void {
    this.flush();
    this.sum();
  }

  get planned(): Plan {
    return this.planner.plan();
  }

  // ---- frames and cotangents

  protected emit(line: string): void {
    this.frame.lines.push(line);
  }

  protected d(one: Var): string {
    return `d${one.id}`;
  }

  private blockOf(one: Var): Block {
    const place = this.cells.place(one)!;
    return this.inside.has(place.block) ? place.block : ROOT;
  }

  private isLocal(one: Var): boolean {
    return this.frame.blocks.has(this.blockOf(one));
  }

  private isLive(one: Var): boolean {
    return this.activity.isActive(one) && (this.isSet(one) || this.isBornHere(one));
  }

  private isBornHere(one: Var): boolean {
    return this.cells.isBorn(one);
  }

  /** Adds to a cotangent. `isMove`: the amount is a cotangent as it stands, which may say "not reached". */
  protected add(to: Atom, amount: string, isMove: boolean): void {
    if (!this.activity.isActive(to)) return;
    const { frame } = this;
    const d = this.d(to);
    const value = this.manner === "careful" && !isMove ? `(${amount}) + 0` : amount;
    if (!this.isLocal(to)) {
      frame.contributed.add(to.id);
      this.addresses.set(to.id, to);
      frame.lines.push(`${d} += ${value};`);
      return;
    }
    frame.lines.push(`${d} ${frame.set.has(to.id) ? "+=" : "="} ${value};`);
    frame.set.add(to.id);
    this.addresses.set(to.id, to);
  }

  private readonly addresses = new Map<number, Var>();

  private get unreached(): string {
    return this.manner === "careful" ? "-0" : "0";
  }

  /** Runs in a frame of its own, whose lines `wrap` puts into this one. */
  private nested(blocks: readonly Block[], run: () => void): Frame {
    const outer = this.frame;
    const inner = newFrame(new Set(blocks), outer);
    this.frame = inner;
    run();
    this.sum();
    this.frame = outer;
    return inner;
  }

  /** What inner frames add to has to be there before them. */
  private prepare(inner: Iterable<Frame>): void {
    for (const { contributed } of inner)
      for (const id of contributed) {
        const one = this.addresses.get(id)!;
        if (!this.isLocal(one)) this.frame.contributed.add(id);
        else if (!this.frame.set.has(id)) {
          this.emit(`${this.d(one)} = ${this.unreached};`);
          this.frame.set.add(id);
        }
      }
  }

  /** What the record holds for a block comes back, and what is computed again from it. */
  protected pop(block: Block): void {
    const group = this.plan.get(block);
    if (group === undefined) return;
    const { numbers, indices, again } = group;
    if (numbers.length > 0) {
      if (!this.isStretch) this.emit(`if (tp === 0) { backT(); T = Tin; tp = tpOut; }`);
      this.emit(`tp -= ${numbers.length};`);
      numbers.forEach((item, index) => this.emit(`${item} = T[tp${index === 0 ? "" : ` + ${index}`}];`));
    }
    if (indices.length > 0) {
      if (!this.isStretch) this.emit(`if (ip === 0) { backI(); I = Iin; ip = ipOut; }`);
      this.emit(`ip -= ${indices.length};`);
      indices.forEach((item, index) => {
        const truth = group.truths.has(item) ? " === 1" : "";
        this.emit(`${item} = I[ip${index === 0 ? "" : ` + ${index}`}]${truth};`);
      });
    }
    for (const { code } of again) this.emit(code);
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

  /** Rounds from the last to the first; `from` is the number of the first that is taken back. */
  private downwards(i: string, m: string, from: string, body: Block, lines: readonly string[]): void {
    const numbers = this.most(body, (group) => group.numbers.length);
    const indices = this.most(body, (group) => group.indices.length);
    if (this.isStretch || !isFlat(body) || numbers + indices === 0) {
      this.emit(`for (${i} = ${from}; ${i} >= 0; ${i}--) {`);
      this.frame.lines.push(...lines, "}");
      return;
    }
    this.emit(`${i} = ${from};`);
    this.emit(`while (${i} >= 0) {`);
    if (numbers > 0) this.emit(`if (tp === 0 && tk > 0) { backT(); T = Tin; tp = tpOut; }`);
    if (indices > 0) this.emit(`if (ip === 0 && ik > 0) { backI(); I = Iin; ip = ipOut; }`);
    const parts = [`${i} + 1`];
    if (numbers > 0) parts.push(`Math.floor(tp / ${numbers})`);
    if (indices > 0) parts.push(`Math.floor(ip / ${indices})`);
    this.emit(`${m} = ${i} - Math.max(1, Math.min(${parts.join(", ")}));`);
    this.emit(`for (; ${i} > ${m}; ${i}--) {`);
    this.frame.lines.push(...lines, "}", "}");
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
      const one = this.addresses.get(id);
      if (one === undefined || this.definesAtTop(one)) continue;
      this.send(one, false);
    }
  }

  /** A cotangent to its cell; `isOnly`: it is the only contribution that the cell gets. */
  protected send(one: Var, isOnly: boolean): void {
    this.planner.cell(one);
    const isStored = isOnly && this.manner !== "careful";
    // what is stored is no −0 either
    this.emit(`A[${cellItem(one)}] ${isStored ? "=" : "+="} ${this.d(one)}${isStored ? " + 0" : ""};`);
    if (this.manner !== "careful") this.frame.sent.push(this.d(one));
  }

  /** Adds what was sent to the sum of all contributions, which is finite only if each of them is: then no cotangent is NaN. */
  private sum(): void {
    let terms = this.frame.sent.splice(0);
    if (terms.length === 0) return;
    // pairs of pairs, for each sum waits for those that it is made of
    while (terms.length > 1)
      terms = terms.flatMap((term, at) =>
        at % 2 === 1 ? [] : at + 1 === terms.length ? [term] : [`(${term} + ${terms[at + 1]})`],
      );
    this.sumOf(terms[0]!);
  }

  protected sumOf(total: string): void {
    this.emit(`z += ${total};`);
  }

  private definesAtTop(one: Var): boolean {
    const definition = this.cells.place(one)!.definition;
    return definition.tag === "stmt" && this.stmts.includes(definition.stmt);
  }

  private code(atom: Atom): string {
    if (atom.tag === "literal") return literalCode(atom.value as number | boolean);
    this.planner.value(atom);
    return valueItem(atom);
  }

  // ---- statements

  protected backwards(stmts: readonly Stmt[]): void {
    for (let i = stmts.length - 1; i >= 0; i--) this.stmt(stmts[i]!);
  }

  /** The cotangent of a Real that is complete: what lies in its cell is added. */
  private complete(one: Var): void {
    if (!this.isBornHere(one) || !this.activity.isActive(one)) return;
    this.planner.cell(one);
    this.addresses.set(one.id, one);
    if (!this.isLocal(one)) this.frame.contributed.add(one.id);
    this.emit(`${this.d(one)} ${this.isSet(one) ? "+=" : "="} A[${cellItem(one)}];`);
    if (this.isLocal(one)) this.frame.set.add(one.id);
  }

  private guarded(one: Var, run: () => void): void {
    if (this.manner !== "careful") return run();
    const inner = this.nested([], run);
    if (inner.lines.length === 0) return;
    this.prepare([inner]);
    this.emit(`if (!Object.is(${this.d(one)}, -0)) {`);
    this.frame.lines.push(...inner.lines, "}");
  }

  private stmt(stmt: Stmt): void {
    switch (stmt.tag) {
      case "op": {
        const { out, args } = stmt;
        const adjoints = ADJOINTS[stmt.op];
        if (adjoints === undefined || !this.isLive(out)) return;
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
          this.send(out, stmt.tag === "get" && stmt.isOnly === true && out.kind === "real");
        }
        return;
      case "put":
        stmt.values.forEach((value, index) => {
          if (!this.activity.isActive(value)) return;
          const [base, at] = [this.code(stmt.columns[index]!), this.code(stmt.index)];
          this.add(value, `A[${base} + ${at}]`, true);
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

  /** Cotangents of what a block yielded, from those of what it is called outside. */
  private yielded(outs: readonly Var[], atoms: readonly Atom[]): void {
    outs.forEach((out, index) => {
      if (this.activity.isActive(out) && this.isSet(out)) this.add(atoms[index]!, this.d(out), true);
    });
  }

  private isSet(one: Var): boolean {
    for (let at: Frame | undefined = this.frame; at !== undefined; at = at.outer)
      if (at.set.has(one.id) || at.contributed.has(one.id)) return true;
    return false;
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
      this.frame.lines.push(...then.lines);
      if (otherwise.lines.length > 0) this.emit("} else {");
    }
    this.frame.lines.push(...otherwise.lines, "}");
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
        for (const { param } of carried) this.addresses.set(param.id, param);
        this.pop(body);
        for (const { param } of carried) this.emit(`e${param.id} = ${this.d(param)};`);
        for (const { param, next } of carried) if (next !== undefined) this.add(next, `e${param.id}`, true);
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
    this.downwards(i, `m${this.names.of(stmt)}`, `${this.code(count)} - 1`, body, round.lines);
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
    for (const { param } of carried) this.addresses.set(param.id, param);
    const name = this.names.of(loop);
    const place = this.placeOf(loop);
    const [k, i] = [`k${name}`, `i${name}`];
    const exit = (atoms: readonly Atom[]): void => this.yielded(outs, atoms);
    const open = (): void => {
      for (const { param } of carried) this.emit(`e${param.id} = ${this.d(param)};`);
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
        this.round(body, from, { loop, way: "exit", exit });
        this.backwards(prefix);
      });
      const round = this.stretched(body, () =>
        this.nested([body], () => {
          this.pop(body);
          open();
          this.round(body, from, { loop, way: "next", exit });
          this.backwards(prefix);
          for (const { param } of carried) this.closeParam(param);
        }),
      );
      this.prepare([last, round]);
      this.emit(`${i} = ${k};`);
      this.frame.lines.push(...last.lines);
      for (const { param } of carried) {
        const isBorn = this.isBornHere(param);
        if (isBorn) this.planner.cell(param);
        const born = isBorn ? `A[${cellItem(param)}]` : this.unreached;
        if (!last.set.has(param.id)) this.emit(`${this.d(param)} = ${born};`);
        else if (isBorn) this.emit(`${this.d(param)} += ${born};`);
      }
      if (first >= 0 || body.end.tag === "next") {
        this.downwards(i, `m${name}`, `${k} - 1`, body, round.lines);
      }
    } else {
      const round = this.nested([body], () => {
        this.pop(body);
        open();
        const way = (which: Way): Frame => this.nested([], () => this.round(body, from, { loop, way: which, exit }));
        const [exiting, going] = [way("exit"), way("next")];
        this.prepare([exiting, going]);
        this.emit(`if (${i} === ${k}) {`);
        this.frame.lines.push(...exiting.lines, "} else {", ...going.lines, "}");
        this.backwards(prefix);
        for (const { param } of carried) this.closeParam(param);
      });
      for (const { param } of carried) this.emit(`${this.d(param)} = ${this.unreached};`);
      this.prepare([round]);
      this.emit(`for (${i} = ${k}; ${i} >= 0; ${i}--) {`);
      this.frame.lines.push(...round.lines, "}");
    }
    for (const { param, init: start } of carried) this.add(start, this.d(param), true);
  }

  private placeOf(loop: Loop): { readonly block: Block; readonly order: number } {
    // a loop is where its parameters' loop stands: the block around its body
    const found = this.blockAround(loop, this.stmts, ROOT);
    const order = loop.params[0] === undefined ? 0 : this.cells.place(loop.params[0])!.order;
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
    this.paths(body, from, [], round, (atoms) => round.exit(atoms));
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
    if (end.tag === "leave") round.exit(end.atoms);
    else if (end.tag === "next")
      round.loop.params.forEach((param, index) => {
        if (this.activity.isActive(param)) this.add(end.atoms[index]!, `e${param.id}`, true);
      });
  }
}

function nextOf(end: End, index: number): Atom | undefined {
  return end.tag === "yield" ? end.atoms[index] : undefined;
}

function newFrame(blocks: Set<Block>, outer: Frame | undefined): Frame {
  return { blocks, lines: [], set: new Set(), contributed: new Set(), sent: [], outer };
}
