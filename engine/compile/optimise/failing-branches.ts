// Puts what goes on behind a check after it: of an `if` one side of which fails, the other side need not be a branch. The way back does
// not ask then which way was taken, and inner loops have straight bodies.
import { sideThatGoesOn, someStmt } from "../ir/control-flow.ts";
import type { Block, Fn, Variables } from "../ir/ir.ts";
import { Copier } from "../ir/rewrite.ts";

/** A function's body, in which nothing but failures is in the branches of checks. */
export function straightenFunction({ body }: Fn, variables: Variables): Block {
  const hasOne = someStmt(body, (stmt) => stmt.tag === "if" && sideThatGoesOn(stmt) !== undefined);
  if (!hasOne) return body;
  const copier = new Copier(variables);
  copier.isStraightening = true;
  return copier.block(body);
}
