// IR to JavaScript: a function of the program becomes one that runs, and for where the stack does not suffice the same as a generator;
// each of its segments leaves a record on the tape, for which there is an adjoint.
import type { Activity } from "./activity.ts";
import { type Cells, isFlat, isSimple, stepOf } from "./cells.ts";
import { type Emission, makeSegment, type Segment } from "./emission.ts";
import type { Atom, Block, End, Failure, Fn, For, If, Loop, Stmt, Var } from "./ir.ts";
import { type ConLayout, hasRun, nullaryAddress, wordsOf } from "./layout.ts";
import { literalCode } from "./literals.ts";
import { opValue } from "./op-code.ts";
import { type Group, type Plan, ROOT } from "./segment.ts";
import { FAR_FROM_END, FREE, MORE, RESTORE, SAVE, STORES, STRETCH, type Store, withState } from "./stores.ts";
import { declared, variablesOf } from "./text.ts";

/** The text of a function, in one of its two forms. */
export class FnEmitter {
  protected readonly lines: string[] = [];
  private readonly cells: Cells;
  protected plan: Plan | undefined;
  private counted = new Set<Loop>();
  protected readonly fn: Fn;
  private readonly emission: Emission;
  private readonly activity: Activity;
  private readonly isGenerator: boolean;
  private readonly segments: Map<Stmt, Segment>;
  private readonly isRecorded: boolean;

  /** `segments` are those of the function, shared by its two forms. */
  constructor(
    fn: Fn,
    emission: Emission,
    activity: Activity,
    cells: Cells,
    segments: Map<Stmt, Segment>,
    isGenerator: boolean,
  ) {
    this.fn = fn;
    this.emission = emission;
    this.activity = activity;
    this.cells = cells;
    this.segments = segments;
    this.isGenerator = isGenerator;
    this.isRecorded = fn.mode === "active";
  }

  text(): string {
    const { fn } = this;
    const params = fn.params.map((param) => this.name(param));
    if (fn.reals === "value") for (const param of fn.params) this.born(param);
    this.statements(fn.body.stmts, undefined);
    if (fn.body.end.tag === "yield") this.results(fn.body.end.atoms);
    const header = this.isGenerator ? `function* g${fn.id}` : `function f${fn.id}`;
    const values = fn.params
      .filter((param) => param.kind === "real" && fn.reals === "cell")
      .map((param) => `v${param.id} = V[c${param.id}];`);
    const leave = "\u0001leave\u0001";
    const body = withState([...values, ...this.lines].join("\n"));
    const variables = variablesOf(body, params);
    if (this.isGenerator)
      return `${header}(${params.join(", ")}) {\n${declared(variables)}${body.replaceAll(leave, "")}\n}\n`;
    // about the bytes of its frame on JavaScript's stack
    const weight = 150 + 10 * variables.length;
    const enter = `if (depth > DEEPEST) return deep(g${fn.id}(${params.join(", ")}));\ndepth += ${weight};\nif (--fuel < 0) fuel = tick();\n`;
    return `${header}(${params.join(", ")}) {\n${enter}${declared(variables)}${body.replaceAll(leave, `depth -= ${weight};\n`)}\n}\n`;
  }

  private name(one: Var): string {
    return one.kind === "real" && this.fn.reals === "cell" ? `c${one.id}` : `v${one.id}`;
  }

  protected emit(line: string): void {
    this.lines.push(line);
  }

  protected value(atom: Atom): string {
    return atom.tag === "literal" ? literalCode(atom.value) : `v${atom.id}`;
  }

  private cell(atom: Atom): string {
    return atom.tag === "literal" ? String(this.emission.constant(atom.value as number)) : `c${atom.id}`;
  }

  /** How an atom lies in a structure. */
  private stored(atom: Atom): string {
    return atom.kind === "real" ? this.cell(atom) : this.value(atom);
  }

  /** How an atom goes into a function or out of it. */
  private passed(atom: Atom, reals: Fn["reals"]): string {
    return reals === "cell" ? this.stored(atom) : this.value(atom);
  }

  private results(atoms: readonly Atom[]): void {
    const codes = atoms.map((atom) => this.passed(atom, this.fn.reals));
    this.emission.widest = Math.max(this.emission.widest, codes.length);
    codes.forEach((code, index) => {
      if (index > 0) this.emit(`$${index} = ${code};`);
    });
    this.emit(`${SAVE}\u0001leave\u0001return ${codes[0] ?? ""};`);
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
      segment = makeSegment(stmts, this.cells, this.activity, this.emission);
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
    if (numbers.length > 0) {
      const [count] = [numbers.length];
      this.reserve("T", count);
      numbers.forEach((item, index) => this.emit(`T[tp${index === 0 ? "" : ` + ${index}`}] = ${item};`));
      this.emit(`tp += ${count};`);
    }
    if (indices.length > 0) {
      const count = indices.length;
      this.reserve("I", count);
      indices.forEach((item, index) => this.emit(`I[ip${index === 0 ? "" : ` + ${index}`}] = ${item};`));
      this.emit(`ip += ${count};`);
    }
  }

  /** Makes sure that there is room; in a short loop, that is done for many rounds at once. */
  private reserve(store: Store, count: number): void {
    if (this.reserved !== undefined) this.reserved[store] += count;
    else this.emit(MORE[store](String(count)));
  }

  /** Within a short loop: how much of each store a round takes at most. */
  private reserved: Record<Store, number> | undefined;

  /**
   * A loop, its rounds in stretches for which there is room in all stores, so that a round needs no other test than its count.
   * `head` and `count` are given for a counted loop, whose variable goes on from stretch to stretch.
   */
  private rounds(loop: Loop | For, emitBody: () => void): void {
    const name = this.emission.names.of(loop);
    const counted = loop.tag === "for" ? { index: `v${loop.index.id}`, count: this.value(loop.count) } : undefined;
    const before = this.lines.length;
    const isShort = this.reserved === undefined && isFlat(loop.body);
    if (isShort) this.reserved = { V: 0, T: 0, I: 0, H: 0, S: 0 };
    const counters = isShort ? this.countersOf(loop) : [];
    emitBody();
    const body = this.lines.splice(before);
    const { reserved } = this;
    if (isShort) this.reserved = undefined;
    if (counted !== undefined) this.emit(`${counted.index} = 0;`);
    if (!isShort || reserved === undefined) {
      if (counted === undefined) this.emit(`L${name}: for (;;) {`);
      else this.emit(`for (; ${counted.index} < ${counted.count}; ${counted.index}++) {`);
      this.emit("if (--u < 0) { u = spend(); }");
      this.lines.push(...body, "}");
      return;
    }
    const m = `m${name}`;
    this.emit(counted === undefined ? `O${name}: for (;;) {` : `while (${counted.index} < ${counted.count}) {`);
    this.emit(
      `${m} = ${counted === undefined ? STRETCH : `Math.min(${STRETCH}, ${counted.count} - ${counted.index})`};`,
    );
    this.emit(`if ((fuel -= ${m}) < 0) { fuel = tick(); }`);
    for (const { param, site } of counters)
      this.emit(`if (!(Math.abs(v${param.id}) < ${FAR_FROM_END})) throw mistake(${site}, [v${param.id}]);`);
    for (const store of STORES) {
      const each = reserved[store];
      if (each === 0) continue;
      this.emit(MORE[store](String(each)));
      this.emit(`if (${FREE[store]} < ${m} * ${each}) { ${m} = Math.floor((${FREE[store]}) / ${each}); }`);
    }
    if (counted === undefined) {
      this.emit(`L${name}: for (; ${m} > 0; ${m}--) {`);
      this.lines.push(...body.map((line) => line.replaceAll(`break L${name};`, `break O${name};`)), "}");
    } else {
      this.emit(`for (${m} += ${counted.index}; ${counted.index} < ${m}; ${counted.index}++) {`);
      this.lines.push(...body, "}");
    }
    this.emit("}");
  }

  /** Steps of counters, which need no look at the range of Int in each round. */
  private readonly steps = new Set<Stmt>();

  /**
   * The Int parameters of a short loop that go on by small steps. Their range is looked at once for many rounds, and well before
   * its end: the machine then says whether the end is reached.
   */
  private countersOf(loop: Loop | For): { readonly param: Var; readonly site: number }[] {
    return loop.params.flatMap((param, index) => {
      const found = stepOf(loop, index, this.cells);
      if (found === undefined || Math.abs(found.step) > 100 || param.kind !== "int") return [];
      for (const stmt of found.stmts) this.steps.add(stmt);
      const [stmt] = found.stmts;
      const span = stmt?.tag === "op" ? stmt.span : undefined;
      return [{ param, site: this.emission.site(opFailure("addInt", span)) }];
    });
  }

  /** A Real that is stored somewhere gets its cell where it is defined. */
  private born(one: Var): void {
    if (one.kind !== "real" || !this.cells.isBorn(one)) return;
    this.reserve("V", 1);
    this.emit(`c${one.id} = n++; V[c${one.id}] = v${one.id};`);
  }

  // ---- statements

  protected stmt(stmt: Stmt, segment: Segment | undefined): void {
    switch (stmt.tag) {
      case "op": {
        const args = stmt.args.map((arg) => this.value(arg));
        if (this.steps.has(stmt)) {
          this.emit(`v${stmt.out.id} = ${args[0]} ${stmt.op === "addInt" ? "+" : "-"} ${args[1]};`);
          return;
        }
        const site = (): number => this.emission.site(opFailure(stmt.op, stmt.span));
        const isIndex = stmt.out.kind === "index";
        this.emit(`v${stmt.out.id} = ${opValue(stmt.op, args, site, isIndex)};`);
        return this.born(stmt.out);
      }
      case "chain":
        this.emit(`v${stmt.out.id} = ${this.value(stmt.value)};`);
        return this.born(stmt.out);
      case "plain":
        this.emit(`v${stmt.out.id} = ${this.value(stmt.arg)};`);
        return this.born(stmt.out);
      case "and":
        return this.emit(`v${stmt.out.id} = ${this.value(stmt.args[0])} && ${this.value(stmt.args[1])};`);
      case "not":
        return this.emit(`v${stmt.out.id} = !${this.value(stmt.arg)};`);
      case "is":
        return this.emit(`v${stmt.out.id} = ${this.isCon(this.value(stmt.of), stmt.con)};`);
      case "new": {
        if (stmt.con.data.kind === "address") return this.record(stmt);
        const id = this.emission.classOf(stmt.con);
        const fields = stmt.fields.map((field) => this.stored(field));
        return this.emit(`v${stmt.out.id} = ${fields.length === 0 ? `N${id}` : `new K${id}(${fields.join(", ")})`};`);
      }
      case "link":
        if (stmt.con.data.kind === "address")
          return this.emit(`${this.word(stmt.of, stmt.con, stmt.index)} = ${this.stored(stmt.value)};`);
        return this.emit(`${this.value(stmt.of)}.f${stmt.index} = ${this.stored(stmt.value)};`);
      case "fields":
        if (stmt.con.data.kind === "address") {
          stmt.outs.forEach((out, index) => {
            const word = this.word(stmt.of, stmt.con, index);
            if (stmt.con.kinds[index] === "int") this.emit(`v${out.id} = V[${word}];`);
            else this.load(out, out.kind === "bool" ? `${word} === 1` : word);
          });
          return;
        }
        stmt.outs.forEach((out, index) => this.load(out, `${this.value(stmt.of)}.f${index}`));
        return;
      case "run": {
        const [of, size] = [this.value(stmt.of), `v${stmt.outs[0].id}`];
        this.emit(`${size} = ${of} < 0 ? 0 : H[${of} + 2] || runFrom(${of});`);
        return this.emit(`v${stmt.outs[1].id} = ${size} > 0 ? H[${of}] : 0;`);
      }
      case "alloc":
        return this.alloc(stmt);
      case "put":
        stmt.columns.forEach((column, index) => {
          const [at, value] = [this.value(stmt.index), this.value(stmt.values[index]!)];
          if (stmt.kinds[index] === "real") this.emit(`V[${this.value(column)} + ${at}] = ${value};`);
          else this.emit(`${this.value(column)}[${at}] = ${value};`);
        });
        return;
      case "get":
        stmt.outs.forEach((out, index) => {
          const [column, at] = [this.value(stmt.columns[index]!), this.value(stmt.index)];
          this.load(out, out.kind === "real" ? `${column} + ${at}` : `${column}[${at}]`);
        });
        return;
      case "bounds": {
        const site = this.emission.site({ kind: "index", message: [], span: stmt.span });
        const [index, size] = [this.value(stmt.index), this.value(stmt.size)];
        return this.emit(`if (!(${index} >= 0 && ${index} < ${size})) throw mistake(${site}, [${index}, ${size}]);`);
      }
      case "push": {
        const numbers = stmt.values.filter(({ kind }) => kind !== "pointer");
        if (numbers.length > 0) {
          this.reserve("S", numbers.length);
          stmt.values.forEach((one, index) => {
            if (one.kind === "pointer") return;
            if (stmt.waiting.kinds[index] === "int") {
              this.reserve("V", 1);
              this.emit(`V[n] = ${this.value(one)}; S[sp++] = n++;`);
            } else this.emit(`S[sp++] = ${one.kind === "bool" ? `+${this.value(one)}` : this.stored(one)};`);
          });
        }
        for (const one of stmt.values) if (one.kind === "pointer") this.emit(`O.push(${this.value(one)});`);
        return;
      }
      case "pop": {
        const reversed = stmt.outs.toReversed();
        for (const out of reversed) if (out.kind === "pointer") this.emit(`v${out.id} = O.pop();`);
        for (const out of reversed)
          if (out.kind === "int") this.emit(`v${out.id} = V[S[--sp]];`);
          else if (out.kind !== "pointer") this.load(out, out.kind === "bool" ? "S[--sp] === 1" : "S[--sp]");
        return;
      }
      case "fail": {
        const site = this.emission.site(stmt.failure);
        const values = stmt.failure.message.filter((part): part is Atom => typeof part !== "string");
        return this.emit(`throw mistake(${site}, [${values.map((part) => this.value(part)).join(", ")}]);`);
      }
      case "call": {
        const args = stmt.args.map((arg) => this.passed(arg, stmt.fn.reals)).join(", ");
        const code = this.isGenerator ? `(yield g${stmt.fn.id}(${args}))` : `f${stmt.fn.id}(${args})`;
        return this.called(code, stmt.outs, stmt.fn.reals);
      }
      case "apply": {
        const of = this.value(stmt.of);
        const args = [`${of}.c`, ...stmt.args.map((arg) => this.stored(arg))].join(", ");
        const [direct, generator] = stmt.mode === "active" ? ["f", "g"] : ["p", "q"];
        const code = this.isGenerator ? `(yield ${of}.${generator}(${args}))` : `${of}.${direct}(${args})`;
        return this.called(code, stmt.outs, "cell");
      }
      case "closure": {
        const captured = stmt.captured.map((atom) => this.stored(atom)).join(", ");
        for (const fn of [stmt.active, stmt.plain])
          if (fn !== undefined) this.emission.objects.set(fn, stmt.captured.length);
        const [f, g] =
          stmt.active === undefined ? ["undefined", "undefined"] : [`a${stmt.active.id}`, `b${stmt.active.id}`];
        const [p, q] =
          stmt.plain === undefined ? ["undefined", "undefined"] : [`a${stmt.plain.id}`, `b${stmt.plain.id}`];
        return this.emit(`v${stmt.out.id} = new Function_(${f}, ${g}, ${p}, ${q}, [${captured}]);`);
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

  /** A variable that comes from where a Real is a cell. */
  private load(out: Var, code: string): void {
    if (out.kind !== "real") return this.emit(`v${out.id} = ${code};`);
    this.emit(`c${out.id} = ${code}; v${out.id} = V[c${out.id}];`);
  }

  private called(code: string, outs: readonly Var[], reals: Fn["reals"]): void {
    this.emission.widest = Math.max(this.emission.widest, outs.length);
    const target = (out: Var): string => (out.kind === "real" && reals === "cell" ? `c${out.id}` : `v${out.id}`);
    const first = outs[0] === undefined ? "" : `${target(outs[0])} = `;
    this.emit(`${SAVE}${first}${code};${RESTORE}`);
    outs.forEach((out, index) => {
      if (index > 0) this.emit(`${target(out)} = $${index};`);
    });
    for (const out of outs) {
      if (out.kind !== "real") continue;
      if (reals === "cell") this.emit(`v${out.id} = V[c${out.id}];`);
      else this.born(out);
    }
  }

  private isCon(code: string, con: ConLayout): string {
    const { cons } = con.data;
    if (con.data.kind === "address") {
      if (con.kinds.length === 0) return `${code} === ${nullaryAddress(con)}`;
      return wordsOf(con).isTagged ? `${code} > -1 && H[${code}] === ${con.index}` : `${code} > -1`;
    }
    const id = this.emission.classOf(con);
    if (con.kinds.length === 0) return `${code} === N${id}`;
    const other = cons.length === 2 ? cons.find((one) => one !== con && one.kinds.length === 0) : undefined;
    if (other !== undefined) return `${code} !== N${this.emission.classOf(other)}`;
    return `${code}.t === ${con.index}`;
  }

  /** Data in the heap. */
  private record({ out, con, fields }: Extract<Stmt, { tag: "new" }>): void {
    const v = `v${out.id}`;
    if (fields.length === 0) return this.emit(`${v} = ${nullaryAddress(con)};`);
    const { isTagged, size } = wordsOf(con);
    this.reserve("H", size);
    this.emit(`${v} = h; h += ${size};`);
    if (isTagged) this.emit(`H[${v}] = ${con.index};`);
    if (hasRun(con)) this.emit(`H[${v} + ${size - 1}] = 0;`);
    fields.forEach((field, index) => {
      const word = this.word(out, con, index);
      if (field.kind === "bool") this.emit(`${word} = +${this.value(field)};`);
      else if (con.kinds[index] === "int") {
        // a number that may not fit a word lies in a cell
        this.reserve("V", 1);
        this.emit(`V[n] = ${this.value(field)}; ${word} = n++;`);
      } else this.emit(`${word} = ${this.stored(field)};`);
    });
  }

  private word(of: Atom, con: ConLayout, index: number): string {
    const at = index + (wordsOf(con).isTagged ? 1 : 0);
    return `H[${this.value(of)}${at === 0 ? "" : ` + ${at}`}]`;
  }

  private alloc({ outs, kinds, size }: Extract<Stmt, { tag: "alloc" }>): void {
    kinds.forEach((kind, index) => {
      const out = `v${outs[index]!.id}`;
      const count = this.value(size);
      if (kind === "real") {
        this.emit(MORE.V(count));
        this.emit(`${out} = n; n += ${count};`);
      } else this.emit(`${out} = newColumn(${count});`);
    });
  }

  /** A variable becomes what an atom is; `carry`: an active Real goes by its cell. */
  private move(to: Var, from: Atom, carry: true | undefined): void {
    if (carry === true && this.activity.isActive(to)) this.emit(`c${to.id} = ${this.cell(from)};`);
    else this.emit(`v${to.id} = ${this.value(from)};`);
  }

  private moveAll(to: readonly Var[], from: readonly Atom[], carry: true | undefined): void {
    const moved = to.map((one, index) => ({ one, atom: from[index]! })).filter(({ one, atom }) => one !== atom);
    // parameters that others are made of go by way of a copy
    const isUsed = ({ one }: (typeof moved)[number], at: number): boolean =>
      moved.some(({ atom }, index) => index > at && atom === one);
    const code = (one: Var, atom: Atom): string =>
      carry === true && this.activity.isActive(one) ? this.cell(atom) : this.value(atom);
    const name = (one: Var): string => (carry === true && this.activity.isActive(one) ? `c${one.id}` : `v${one.id}`);
    const late = moved.filter(isUsed);
    for (const [index, { one, atom }] of late.entries()) this.emit(`let w${index}_${one.id} = ${code(one, atom)};`);
    for (const entry of moved)
      if (!late.includes(entry)) this.emit(`${name(entry.one)} = ${code(entry.one, entry.atom)};`);
    for (const [index, { one }] of late.entries()) this.emit(`${name(one)} = w${index}_${one.id};`);
  }

  /** After a move: what was carried by its cell has its value, what is to be stored its cell. */
  private settled(vars: readonly Var[], carry: true | undefined): void {
    for (const one of vars) {
      if (carry === true && this.activity.isActive(one)) this.emit(`v${one.id} = V[c${one.id}];`);
      else this.born(one);
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
    this.emit(`if (${this.value(stmt.test)}) {`);
    this.open.push(stmt.yes);
    side(stmt.yes);
    this.open.pop();
    const before = this.lines.length;
    this.emit("} else {");
    this.open.push(stmt.no);
    side(stmt.no);
    this.open.pop();
    if (this.lines.length === before + 1) this.lines.pop();
    this.emit("}");
    this.settled(stmt.outs, carry);
  }

  /** The blocks that the current statement is in, outermost first. */
  private readonly open: Block[] = [];

  /** Leaves blocks for the next round of a loop, or out of it; their records go onto the tape. */
  private divert(end: End, segment: Segment | undefined): void {
    if (end.tag !== "next" && end.tag !== "leave") return;
    const { loop } = end;
    const carry = segment?.loops.has(loop) === true || !this.isRecorded ? undefined : true;
    const name = this.emission.names.of(loop);
    for (let at = this.open.length - 1; at >= 0; at--) {
      const one = this.open[at]!;
      this.remember(this.plan?.get(one));
      if (one === loop.body) break;
    }
    if (end.tag === "next") {
      if (this.counted.has(loop)) this.emit(`k${name}++;`);
      this.moveAll(loop.params, end.atoms, carry);
      this.emit(`continue L${name};`);
    } else {
      this.moveAll(loop.outs, end.atoms, carry);
      this.emit(`break L${name};`);
    }
  }

  private loop(stmt: Loop, segment: Segment | undefined): void {
    const carry = segment !== undefined || !this.isRecorded ? undefined : true;
    const name = this.emission.names.of(stmt);
    stmt.params.forEach((param, index) => this.move(param, stmt.init[index]!, carry));
    if (this.counted.has(stmt)) this.emit(`k${name} = 0;`);
    this.rounds(stmt, () => {
      this.settled(stmt.params, carry);
      this.open.push(stmt.body);
      this.statements(stmt.body.stmts, segment);
      const { end } = stmt.body;
      if (end.tag === "yield") {
        this.remember(this.plan?.get(stmt.body));
        this.moveAll(stmt.outs, end.atoms, carry);
        this.emit(`break L${name};`);
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
