// The uses of variables, and statements that nothing uses.
import { OPS } from "../../scalars/ops.ts";
import { type Atom, type Block, type End, outsOf, type Stmt } from "../ir/ir.ts";
import { atomsIn } from "../ir/rewrite.ts";

/** All that statements and an end use. */
export function usesOf(block: { readonly stmts: readonly Stmt[]; readonly end: End }): ReadonlySet<Atom> {
  const uses = new Set<Atom>();
  atomsIn(block, (atom) => uses.add(atom));
  return uses;
}

/** A block without the statements, but for those in inner blocks, that only compute what nothing uses. */
export function withoutUnused({ stmts, end }: Block): Block {
  const kept: Stmt[] = [];
  const uses = new Set(usesOf({ stmts: [], end }));
  for (const stmt of stmts.toReversed()) {
    if (isPure(stmt) && !outsOf(stmt).some((out) => uses.has(out))) continue;
    kept.push(stmt);
    atomsIn({ stmts: [stmt], end: { tag: "stop" } }, (atom) => uses.add(atom));
  }
  return { stmts: kept.reverse(), end };
}

/** Whether a statement does nothing but compute what others may use. */
function isPure(stmt: Stmt): boolean {
  switch (stmt.tag) {
    case "get":
    case "and":
    case "not":
    case "is":
    case "fields":
      return true;
    case "op":
      return stmt.out.kind === "index" || OPS[stmt.op].fails === undefined;
    case "new":
      return stmt.fields.length === 0;
    case "for":
      return stmt.fork === undefined && stmt.body.stmts.every(isPure);
    default:
      return false;
  }
}
