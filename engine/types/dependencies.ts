// Which top-level definitions an expression uses, and the recursive groups that follow from it.
import { unreachable } from "../base/unreachable.ts";
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
    default:
      break;
  }
  return names;
}

/** Bound names, innermost first. */
export interface BoundNames {
  readonly names: readonly string[];
  readonly outer: BoundNames | undefined;
}

function isBound(bound: BoundNames | undefined, name: string): boolean {
  for (let at = bound; at !== undefined; at = at.outer) if (at.names.includes(name)) return true;
  return false;
}

/** Calls `found` with every variable of an expression that is not bound inside it. */
export function visitFree(expr: Expr, bound: BoundNames | undefined, found: (name: string) => void): void {
  const visit = (at: Expr, inner: BoundNames | undefined = bound) => visitFree(at, inner, found);
  switch (expr.tag) {
    case "variable":
      if (!isBound(bound, expr.name)) found(expr.name);
      return;
    case "constructor":
    case "integer":
    case "real":
    case "operator":
      return;
    case "tuple":
    case "list":
    case "array":
    case "parallel":
      for (const item of expr.items) visit(item);
      return;
    case "lambda":
      return visit(
        expr.body,
        withNames(
          bound,
          expr.params.flatMap((param) => patternNames(param)),
        ),
      );
    case "apply":
      visit(expr.fn);
      for (const arg of expr.args) visit(arg);
      return;
    case "let": {
      let inner = bound;
      for (const item of expr.items) inner = visitItem(item, inner, found);
      return visit(expr.body, inner);
    }
    case "if":
      visit(expr.condition);
      visit(expr.consequent);
      return visit(expr.alternative);
    case "case":
      visit(expr.scrutinee);
      for (const branch of expr.branches) visit(branch.body, withNames(bound, patternNames(branch.pattern)));
      return;
    case "left":
      visit(expr.first);
      for (const operation of expr.rest) visit(operation.operand);
      return;
    case "right":
      for (const operation of expr.init) visit(operation.operand);
      return visit(expr.last);
    case "negate":
      return visit(expr.operand);
    case "annotated":
      return visit(expr.expr);
    default:
      return unreachable(expr);
  }
}

/** Like {@link visitFree}, for a definition with its parameters. */
export function visitBinding(
  binding: FunctionBinding,
  bound: BoundNames | undefined,
  found: (name: string) => void,
): void {
  visitFree(
    binding.body,
    withNames(
      bound,
      binding.params.flatMap((param) => patternNames(param)),
    ),
    found,
  );
}

function visitItem(
  item: LetItem,
  bound: BoundNames | undefined,
  found: (name: string) => void,
): BoundNames | undefined {
  switch (item.tag) {
    case "value":
      visitFree(item.bound, bound, found);
      return withNames(bound, patternNames(item.pattern));
    case "function":
      visitBinding(item.binding, bound, found);
      return withNames(bound, [item.binding.name.text]);
    case "rec": {
      const inner = withNames(
        bound,
        item.bindings.map((binding) => binding.name.text),
      );
      for (const binding of item.bindings) visitBinding(binding, inner, found);
      return inner;
    }
  }
}

function withNames(bound: BoundNames | undefined, names: readonly string[]): BoundNames | undefined {
  return names.length === 0 ? bound : { names, outer: bound };
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
      low.set(node, index.get(node)!);
      open.push(node);
      isOpen.add(node);
      path.push({ node, next: 0, uses: uses(node) });
    };
    enter(root);
    while (path.length > 0) {
      const top = path.at(-1)!;
      const used = top.uses[top.next++];
      if (used !== undefined) {
        if (!index.has(used)) enter(used);
        else if (isOpen.has(used)) low.set(top.node, Math.min(low.get(top.node)!, index.get(used)!));
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined) low.set(parent.node, Math.min(low.get(parent.node)!, low.get(top.node)!));
      if (low.get(top.node) !== index.get(top.node)) continue;
      const group: T[] = [];
      let member: T;
      do {
        member = open.pop()!;
        isOpen.delete(member);
        group.push(member);
      } while (member !== top.node);
      groups.push(group.reverse());
    }
  }
  return groups;
}
