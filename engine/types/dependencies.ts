// Which top-level definitions an expression uses, and the recursive groups that follow from it.
import { lastOf, present } from "../base/nth.ts";
import { unreachable } from "../base/unreachable.ts";
import type { Work } from "../base/work.ts";
import type { Expr, FunctionBinding, LetItem, Pattern } from "../syntax/ast.ts";

/** The variables of a pattern. */
export function patternNames(pattern: Pattern, names: string[] = []): string[] {
  switch (pattern.tag) {
    case "variable":
      names.push(pattern.name);
      break;
    case "annotated":
      patternNames(pattern.pattern, names);
      break;
    case "tuple":
    case "list":
      for (const item of pattern.items) patternNames(item, names);
      break;
    case "constructor":
      for (const arg of pattern.args) patternNames(arg, names);
      break;
    case "record":
      for (const field of pattern.fields) patternNames(field.pattern, names);
      break;
    default:
      break;
  }
  return names;
}

/** Tells the variables of expressions that are not bound inside them; takes time in the length of what it visits. */
export class FreeNames {
  /** How many binders around the place at hand bind a name. */
  private readonly bound = new Map<string, number>();
  private readonly found: (name: string) => void;
  private readonly work: Work;

  constructor(found: (name: string) => void, work: Work) {
    this.found = found;
    this.work = work;
  }

  /** A definition with its parameters. */
  binding(binding: FunctionBinding): void {
    this.within(binding.params, () => this.expr(binding.body));
  }

  /** Runs a visit inside of patterns. */
  within(patterns: readonly Pattern[], visit: () => void): void {
    const names = patterns.flatMap((pattern) => patternNames(pattern));
    this.enter(names);
    visit();
    this.leave(names);
  }

  expr(expr: Expr): void {
    this.work.add(1);
    switch (expr.tag) {
      case "variable":
        if (!this.bound.get(expr.name)) this.found(expr.name);
        return;
      case "constructor":
      case "integer":
      case "real":
      case "text":
      case "operator":
        return;
      case "tuple":
      case "list":
      case "array":
      case "parallel":
        for (const item of expr.items) this.expr(item);
        return;
      case "rule":
        return this.within([expr.param], () => {
          this.expr(expr.value);
          this.expr(expr.pullback);
        });
      case "lambda":
        return this.within(expr.params, () => this.expr(expr.body));
      case "apply":
        this.expr(expr.fn);
        for (const arg of expr.args) this.expr(arg);
        return;
      case "let": {
        const names: string[] = [];
        for (const item of expr.items) for (const name of this.item(item)) names.push(name);
        this.expr(expr.body);
        return this.leave(names);
      }
      case "if":
        this.expr(expr.condition);
        this.expr(expr.consequent);
        return this.expr(expr.alternative);
      case "case":
        this.expr(expr.scrutinee);
        for (const branch of expr.branches) this.within([branch.pattern], () => this.expr(branch.body));
        return;
      case "left":
        this.expr(expr.first);
        for (const operation of expr.rest) this.expr(operation.operand);
        return;
      case "right":
        for (const operation of expr.init) this.expr(operation.operand);
        return this.expr(expr.last);
      case "negate":
        return this.expr(expr.operand);
      case "field":
        return this.expr(expr.record);
      case "record":
        this.expr(expr.record);
        for (const { value } of expr.fields) this.expr(value);
        return;
      case "annotated":
        return this.expr(expr.expr);
      default:
        return unreachable(expr);
    }
  }

  /** Visits one `let` of a chain; gives the names that it binds, which stay bound. */
  private item(item: LetItem): readonly string[] {
    switch (item.tag) {
      case "value": {
        this.expr(item.bound);
        const names = patternNames(item.pattern);
        this.enter(names);
        return names;
      }
      case "function": {
        this.binding(item.binding);
        const names = [item.binding.name.text];
        this.enter(names);
        return names;
      }
      case "rec": {
        const names = item.bindings.map((binding) => binding.name.text);
        this.enter(names);
        for (const binding of item.bindings) this.binding(binding);
        return names;
      }
    }
  }

  private enter(names: readonly string[]): void {
    this.work.add(names.length);
    for (const name of names) this.bound.set(name, (this.bound.get(name) ?? 0) + 1);
  }

  private leave(names: readonly string[]): void {
    for (const name of names) {
      // 0 stays: a large map from which is deleted in turns with what is added takes time in its size
      this.bound.set(name, present(this.bound.get(name)) - 1);
    }
  }
}

/** Strongly connected components, used before user (Tarjan 1972), without recursion. */
export function recursiveGroups<T>(nodes: readonly T[], uses: (node: T) => readonly T[]): T[][] {
  const index = new Map<T, number>();
  const low = new Map<T, number>();
  const open: T[] = [];
  const isOpen = new Set<T>();
  const groups: T[][] = [];
  for (const root of nodes) {
    if (index.has(root)) continue;
    const path: { node: T; next: number; uses: readonly T[] }[] = [];
    const enter = (node: T): void => {
      index.set(node, index.size);
      low.set(node, present(index.get(node)));
      open.push(node);
      isOpen.add(node);
      path.push({ node, next: 0, uses: uses(node) });
    };
    enter(root);
    while (path.length > 0) {
      const top = lastOf(path);
      const used = top.uses[top.next++];
      if (used !== undefined) {
        if (!index.has(used)) enter(used);
        else if (isOpen.has(used)) low.set(top.node, Math.min(present(low.get(top.node)), present(index.get(used))));
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined)
        low.set(parent.node, Math.min(present(low.get(parent.node)), present(low.get(top.node))));
      if (low.get(top.node) !== index.get(top.node)) continue;
      const group: T[] = [];
      let member: T;
      do {
        member = present(open.pop());
        isOpen.delete(member);
        group.push(member);
      } while (member !== top.node);
      groups.push(group.reverse());
    }
  }
  return groups;
}
