// The exits of a round of a loop: which ways through it lead to the next round, and which out of the loop.
import { type Atom, type Block, blocksOf, type End, type If, type Loop, type Stmt } from "../ir/ir.ts";

/** How a round of a loop ended: control went on with the next round, or left the loop. */
export type LoopExit = "next" | "leave";

/** A round of a loop that is taken back, for the ways through it that ended by one exit. */
export interface Round {
  readonly loop: Loop;
  readonly exit: LoopExit;
  /** Puts the cotangents of the loop's results on what was yielded. */
  readonly yielded: (atoms: readonly Atom[]) => void;
}

/** Whether a way through a block, from a statement on, ends as asked. */
export function compatible(block: Block, from: number, round: Round): boolean {
  const at = block.stmts.findIndex((stmt, index) => index >= from && diverts(stmt, round.loop));
  if (at < 0) return endsAs(block.end, round, round.exit === "leave");
  const rest = compatible(block, at + 1, round);
  const stmt = block.stmts[at] as If;
  return [stmt.yes, stmt.no].some((side) => compatibleSide(side, round, rest));
}

/** The same for a side of a branch; `rest`: whether what follows the branch can end as asked. */
export function compatibleSide(side: Block, round: Round, rest: boolean): boolean {
  const at = side.stmts.findIndex((stmt) => diverts(stmt, round.loop));
  if (at < 0) return endsAs(side.end, round, rest);
  const inner = sideRest(side, at + 1, round, rest);
  const stmt = side.stmts[at] as If;
  return [stmt.yes, stmt.no].some((one) => compatibleSide(one, round, inner));
}

function sideRest(side: Block, from: number, round: Round, rest: boolean): boolean {
  const at = side.stmts.findIndex((stmt, index) => index >= from && diverts(stmt, round.loop));
  if (at < 0) return endsAs(side.end, round, rest);
  const stmt = side.stmts[at] as If;
  const inner = sideRest(side, at + 1, round, rest);
  return [stmt.yes, stmt.no].some((one) => compatibleSide(one, round, inner));
}

function endsAs(end: End, { loop, exit }: Round, yields: boolean): boolean {
  switch (end.tag) {
    case "yield":
      return yields;
    case "next":
      return end.loop === loop && exit === "next";
    case "leave":
      return end.loop === loop && exit === "leave";
    case "stop":
      return false;
  }
}

/** Whether control may leave a statement for the next round of a loop, or out of it. */
export function diverts(stmt: Stmt, loop: Loop): boolean {
  return blocksOf(stmt).some(
    ({ end, stmts }) =>
      ((end.tag === "next" || end.tag === "leave") && end.loop === loop) || stmts.some((inner) => diverts(inner, loop)),
  );
}

/** Whether all ways through a block lead to the next round of a loop. */
export function alwaysNext(block: Block, loop: Loop): boolean {
  if (block.end.tag === "next" && block.end.loop === loop) return true;
  return block.stmts.some((stmt) => stmt.tag === "if" && alwaysNext(stmt.yes, loop) && alwaysNext(stmt.no, loop));
}
