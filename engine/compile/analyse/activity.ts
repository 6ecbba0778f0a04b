// Activity: which Reals depend on the input. What is stored flows into classes of cells, which are one where pointers may be equal
// (Steensgaard 1996); Reals themselves flow one way only.
import { nth, present } from "../../base/nth.ts";
import { OPS } from "../../scalars/ops.ts";
import type { Atom, Block, Fn, Pass, SpillStack, Stmt, Var } from "../ir/ir.ts";
import type { Kind } from "../ir/kind.ts";

/** A Real variable, or what a pointer or a run of cells leads to. */
class Node {
  private parent: Node | undefined;
  private active = false;
  private deep = false;
  private successors: Node[] = [];
  private children = new Map<string, Node>();

  find(): Node {
    let node: Node = this;
    while (node.parent !== undefined) node = node.parent;
    if (node !== this) this.parent = node;
    return node;
  }

  get isActive(): boolean {
    return this.find().active;
  }

  activate(): void {
    const pending: Node[] = [this.find()];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (node.active) continue;
      node.active = true;
      for (const next of node.successors) pending.push(next.find());
    }
  }

  /** Everything that it leads to depends on the input. */
  activateDeep(): void {
    const pending: Node[] = [this.find()];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (node.deep) continue;
      node.deep = true;
      node.activate();
      for (const child of node.children.values()) pending.push(child.find());
    }
  }

  flowsTo(other: Node): void {
    const [from, to] = [this.find(), other.find()];
    if (from === to) return;
    from.successors.push(to);
    if (from.active) to.activate();
  }

  child(key: string): Node {
    const node = this.find();
    let child = node.children.get(key);
    if (child === undefined) {
      child = new Node();
      node.children.set(key, child);
      if (node.deep) child.activateDeep();
    }
    return child.find();
  }

  unify(other: Node): void {
    const pending: [Node, Node][] = [[this, other]];
    for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
      const [a, b] = [pair[0].find(), pair[1].find()];
      if (a === b) continue;
      b.parent = a;
      a.successors.push(...b.successors);
      const [activate, deep] = [a.active !== b.active, a.deep !== b.deep];
      for (const [key, child] of b.children) {
        const own = a.children.get(key);
        if (own === undefined) a.children.set(key, child);
        else pending.push([own, child]);
      }
      if (activate) {
        a.active = false;
        a.activate();
      }
      if (deep) {
        a.deep = false;
        a.activateDeep();
      }
      b.successors = [];
      b.children = new Map();
    }
  }
}

/** Which Reals of a program depend on its input. */
export class Activity {
  private readonly nodes = new Map<number, Node>();
  private readonly results = new Map<Fn, readonly Node[]>();
  private readonly stacks = new Map<SpillStack, readonly Node[]>();

  constructor(entry: Fn, fns: readonly Fn[]) {
    for (const fn of fns)
      this.results.set(
        fn,
        fn.results.map(() => new Node()),
      );
    for (const fn of fns) this.block(fn.body, (index) => nth(present(this.results.get(fn)), index), fn.results);
    for (const fn of fns) if (fn.pass !== undefined) this.ownPullback(fn, fn.pass);
    if (entry.mode === "active") this.activate(entry.params);
  }

  private activate(vars: readonly Var[]): void {
    for (const one of vars) {
      const node = this.node(one);
      if (one.kind === "real") node.activate();
      else node.activateDeep();
    }
  }

  isActive(atom: Atom): atom is Var {
    return atom.tag === "var" && atom.kind === "real" && (this.nodes.get(atom.id)?.isActive ?? false);
  }

  private node(one: Var): Node {
    let node = this.nodes.get(one.id);
    if (node === undefined) {
      node = new Node();
      this.nodes.set(one.id, node);
    }
    return node;
  }

  /** Records that a value flows into a place. */
  private flow(atom: Atom, to: Node, kind: Kind): void {
    if (atom.tag === "literal" || kind === "int" || kind === "bool") return;
    if (kind === "real") this.node(atom).flowsTo(to);
    else this.node(atom).unify(to);
  }

  /** A variable gets the contents of a place. */
  private load(from: Node, to: Var): void {
    if (to.kind === "real") from.flowsTo(this.node(to));
    else if (to.kind !== "int" && to.kind !== "bool") this.node(to).unify(from);
  }

  private block(block: Block, yields: (index: number) => Node, kinds: readonly Kind[]): void {
    for (const stmt of block.stmts) this.stmt(stmt);
    const { end } = block;
    if (end.tag === "yield") end.atoms.forEach((atom, index) => this.flow(atom, yields(index), nth(kinds, index)));
    else if (end.tag !== "stop") {
      const to: readonly Var[] = end.tag === "next" ? end.loop.params : end.loop.outs;
      end.atoms.forEach((atom, index) => this.flow(atom, this.node(nth(to, index)), nth(to, index).kind));
    }
  }

  private into(block: Block, outs: readonly Var[]): void {
    this.block(
      block,
      (index) => this.node(nth(outs, index)),
      outs.map(({ kind }) => kind),
    );
  }

  /** The rule of each statement: a table, which is clearer whole. */
  private stmt(stmt: Stmt): void {
    switch (stmt.tag) {
      case "if":
        this.into(stmt.yes, stmt.outs);
        this.into(stmt.no, stmt.outs);
        return;
      case "loop":
      case "for":
        stmt.init.forEach((atom, index) =>
          this.flow(atom, this.node(nth(stmt.params, index)), nth(stmt.params, index).kind),
        );
        if (stmt.tag === "loop") return this.into(stmt.body, stmt.outs);
        this.into(stmt.body, stmt.params);
        stmt.params.forEach((param, index) => this.flow(param, this.node(nth(stmt.outs, index)), param.kind));
        return;
      case "op": {
        if (OPS[stmt.op].result !== "Real") return;
        const { partials } = OPS[stmt.op];
        stmt.args.forEach((arg, index) => {
          if (partials[index] !== undefined) this.flow(arg, this.node(stmt.out), "real");
        });
        return;
      }
      case "chain":
        for (const arg of stmt.args) this.flow(arg, this.node(stmt.out), "real");
        return;
      case "new":
        stmt.fields.forEach((atom, index) =>
          this.flow(atom, this.node(stmt.out).child(`${stmt.con.index}.${index}`), nth(stmt.con.kinds, index)),
        );
        return;
      case "link":
        if (stmt.of.tag === "literal") return;
        return this.flow(
          stmt.value,
          this.node(stmt.of).child(`${stmt.con.index}.${stmt.index}`),
          nth(stmt.con.kinds, stmt.index),
        );
      case "fields":
        if (stmt.of.tag === "literal") return;
        for (const [index, out] of stmt.outs.entries())
          this.load(this.node(stmt.of).child(`${stmt.con.index}.${index}`), out);
        return;
      case "contiguous":
      case "conses": {
        const [of, first] = stmt.tag === "conses" ? [stmt.out, stmt.first] : [stmt.of, stmt.outs[1]];
        if (of.tag === "literal") return;
        const list = this.node(of);
        if (stmt.tag === "conses" && stmt.rest.tag === "var") list.unify(this.node(stmt.rest));
        if (first.tag === "literal") return;
        list.child(`${stmt.con.index}.1`).unify(list);
        this.node(first)
          .child("item")
          .unify(list.child(`${stmt.con.index}.0`));
        return;
      }
      case "put":
        stmt.columns.forEach((column, index) => {
          if (column.tag === "var")
            this.flow(nth(stmt.values, index), this.node(column).child("item"), nth(stmt.kinds, index));
        });
        return;
      case "get":
        stmt.columns.forEach((column, index) => {
          if (column.tag === "var") this.load(this.node(column).child("item"), nth(stmt.outs, index));
        });
        return;
      case "push":
        stmt.values.forEach((atom, index) =>
          this.flow(atom, nth(this.slots(stmt.stack), index), nth(stmt.stack.kinds, index)),
        );
        return;
      case "pop":
        for (const [index, out] of stmt.outs.entries()) this.load(nth(this.slots(stmt.stack), index), out);
        return;
      case "call":
        stmt.args.forEach((arg, index) => {
          const param = nth(stmt.fn.params, index);
          this.flow(arg, this.node(param), param.kind);
        });
        for (const [index, out] of stmt.outs.entries()) this.load(nth(present(this.results.get(stmt.fn)), index), out);
        return;
      case "sweep":
        return this.sweep(stmt);
      case "closure":
        for (const fn of [stmt.active, stmt.plain]) {
          if (fn === undefined) continue;
          const given = stmt.captured.length;
          stmt.captured.forEach((atom, index) => {
            const param = nth(fn.params, index);
            this.flow(atom, this.node(param), param.kind);
          });
          const object = this.node(stmt.out);
          for (const [index, param] of fn.params.slice(given).entries())
            this.load(object.child(`argument ${index}`), param);
          fn.results.forEach((kind, index) => {
            const [result, to] = [nth(present(this.results.get(fn)), index), object.child(`result ${index}`)];
            if (kind === "real") result.flowsTo(to);
            else result.unify(to);
          });
        }
        return;
      case "apply": {
        if (stmt.of.tag === "literal") return;
        const object = this.node(stmt.of);
        stmt.args.forEach((arg, index) => this.flow(arg, object.child(`argument ${index}`), arg.kind));
        for (const [index, out] of stmt.outs.entries()) this.load(object.child(`result ${index}`), out);
        return;
      }
      case "global":
        for (const [index, out] of stmt.outs.entries())
          this.load(nth(present(this.results.get(stmt.global.fn)), index), out);
        return;
      default:
        return;
    }
  }

  /** Marks the results of a pass: they depend on its point and on what its function captures, as far as can be told here. */
  private sweep({ pass: { primal, tangent, captured }, args, outs }: Extract<Stmt, { tag: "sweep" }>): void {
    const point = args.slice(captured);
    args.forEach((arg, index) => {
      const param = nth(primal.params, index);
      // within the pass only the point varies
      if (param.kind !== "real") this.flow(arg, this.node(param), param.kind);
    });
    this.activate(primal.params.slice(captured));
    this.activate(outs);
    this.activate(point.filter((atom) => atom.tag === "var"));
    if (tangent === undefined) return;
    const { params } = tangent;
    args
      .slice(0, captured)
      .forEach((arg, index) => this.flow(arg, this.node(nth(params, index)), nth(params, index).kind));
    this.activate(params.slice(captured, captured + point.length));
    for (const [index, param] of params.slice(captured + point.length, captured + 2 * point.length).entries())
      if (param.kind !== "real") this.flow(nth(point, index), this.node(param), param.kind);
  }

  /** Marks the results of a function with a pullback of its own: they depend on its point; what it captures is constant. */
  private ownPullback(fn: Fn, { captured, tangent }: Pass): void {
    if (!fn.body.stmts.some(({ tag }) => tag === "mark")) return;
    fn.results.forEach((kind, index) => {
      const node = nth(present(this.results.get(fn)), index);
      if (kind === "real") node.activate();
      else node.activateDeep();
    });
    this.activate(present(tangent).params.slice(captured, fn.params.length));
  }

  private slots(stack: SpillStack): readonly Node[] {
    let slots = this.stacks.get(stack);
    if (slots === undefined) {
      slots = stack.kinds.map(() => new Node());
      this.stacks.set(stack, slots);
    }
    return slots;
  }
}
