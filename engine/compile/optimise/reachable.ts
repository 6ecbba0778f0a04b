// Functions that the entry reaches.
import { type Block, blocksOf, type Fn, type GlobalValue, type IrProgram, type Stmt } from "../ir/ir.ts";

/** The program with only the functions and definitions that its entry reaches. */
export function reachable(program: IrProgram): IrProgram {
  const { entry, globals } = program;
  const fns = new Set<Fn>();
  const values = new Set<GlobalValue>();
  const visitFn = (fn: Fn): void => {
    if (fns.has(fn)) return;
    fns.add(fn);
    visit(fn.body);
  };
  const visit = (block: Block): void => {
    for (const stmt of block.stmts) {
      for (const fn of calledBy(stmt)) visitFn(fn);
      if (stmt.tag === "global" && !values.has(stmt.global)) {
        values.add(stmt.global);
        visitFn(stmt.global.fn);
      }
      for (const inner of blocksOf(stmt)) visit(inner);
    }
  };
  visitFn(entry);
  return { ...program, fns: [...fns], globals: globals.filter((one) => values.has(one)) };
}

function calledBy(stmt: Stmt): readonly Fn[] {
  if (stmt.tag === "call") return [stmt.fn];
  if (stmt.tag === "mark") return stmt.pass.tangent === undefined ? [] : [stmt.pass.tangent];
  if (stmt.tag === "sweep") return [stmt.pass.primal, stmt.pass.tangent].filter((fn) => fn !== undefined);
  if (stmt.tag === "closure") return [stmt.active, stmt.plain].filter((fn) => fn !== undefined);
  return [];
}
