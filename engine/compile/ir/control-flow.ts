// How control passes through statements: which are straight pieces of a function, which lead out of a loop around them, which are short.
import { type Block, blocksOf, type If, type Loop, type Stmt } from "./ir.ts";

/**
 * Whether a statement can be part of a segment: no call in it has records of its own on the tape, and all ways through it lead
 * to what follows it, so that the segment's record is left.
 */
export function isSimple(stmt: Stmt): boolean {
  return hasNoCalls(stmt) && !escapes(stmt);
}

/** Whether a way leads out of a statement to a loop around it. */
export function escapes(stmt: Stmt, inside: Set<Loop> = new Set()): boolean {
  if (stmt.tag === "loop") inside.add(stmt);
  return blocksOf(stmt).some(
    ({ end, stmts }) =>
      ((end.tag === "next" || end.tag === "leave") && !inside.has(end.loop)) ||
      stmts.some((inner) => escapes(inner, inside)),
  );
}

function hasNoCalls(stmt: Stmt): boolean {
  switch (stmt.tag) {
    case "call":
      return stmt.fn.mode === "plain";
    case "apply":
      return stmt.mode === "plain";
    default:
      return blocksOf(stmt).every((block) => block.stmts.every(hasNoCalls));
  }
}

/** Whether a block has neither loops nor calls nor arrays: it takes a short time, and little room. */
export function isFlat(block: Block): boolean {
  return block.stmts.every((stmt) => {
    switch (stmt.tag) {
      case "call":
      case "apply":
      case "sweep":
      case "global":
      case "for":
      case "loop":
      case "alloc":
      case "conses":
        return false;
      default:
        return blocksOf(stmt).every(isFlat);
    }
  });
}

/** Whether there are jobs that another thread could take. */
export function hasForks(block: Block): boolean {
  return someStmt(
    block,
    (stmt) => (stmt.tag === "call" && stmt.job !== undefined) || (stmt.tag === "for" && stmt.fork !== undefined),
  );
}

/** Whether what a block does depends on whether the cells of a list lie in a row. */
export function looksAtRows(block: Block): boolean {
  return someStmt(block, ({ tag }) => tag === "contiguous");
}

/** Whether one of the statements of a block, or of those within it, is such. */
export function someStmt(block: Block, is: (stmt: Stmt) => boolean): boolean {
  return block.stmts.some((stmt) => is(stmt) || blocksOf(stmt).some((inner) => someStmt(inner, is)));
}

/** The side of an `if` that goes on, where the other one fails. */
export function sideThatGoesOn({ yes, no }: If): Block | undefined {
  if (yes.end.tag === "stop") return no;
  return no.end.tag === "stop" ? yes : undefined;
}
