// Branches one side of which fails: the other side goes on after them, and leaves nothing on the tape of which way was taken.
import { expect, test } from "vitest";
import { Compiled } from "../../../engine/compile/engine.ts";
import { type Block, blocksOf } from "../../../engine/compile/ir/ir.ts";
import { straightenFunction } from "../../../engine/compile/optimise/failing-branches.ts";
import { reachable } from "../../../engine/compile/optimise/reachable.ts";
import { specialise } from "../../../engine/compile/specialise.ts";
import { compiledDisagreement, UNLIMITED } from "../../support/conformance.ts";
import { preparedProgram } from "../../support/run.ts";

const HEADER = `-- at: (build2 n n (\\i j -> real (i - j)), build n real)
-- sweep: n = 3, 5
`;
/** Checks of places within an inner loop, and a check of one's own. */
const TABLE = `${HEADER}def main (a : Array2 Real, v : Array Real) =
  let root x = if x < 0.0 then error "no root" else sqrt x in
  sumA (build (rows a) (\\i -> sumA (build (cols a) (\\j -> at2 a i j * at2 a j i * v ! j)))) + root (v ! 2)`;

/** Branches one side of which fails and the other has statements, in a block and within it. */
function failing(block: Block): number {
  return block.stmts.reduce((sum, stmt) => {
    const isOne =
      stmt.tag === "if" &&
      [stmt.yes, stmt.no].some(({ end }) => end.tag === "stop") &&
      [stmt.yes, stmt.no].some(({ end, stmts }) => end.tag === "yield" && stmts.length > 0);
    return blocksOf(stmt).reduce((all, inner) => all + failing(inner), sum + (isOne ? 1 : 0));
  }, 0);
}

test("what goes on stands after the check", () => {
  const program = reachable(specialise(preparedProgram(TABLE).core, "active"));
  const bodies = program.fns.map((fn) => [fn.body, straightenFunction(fn, program.variables)] as const);
  expect(bodies.reduce((sum, [before]) => sum + failing(before), 0)).toBeGreaterThan(0);
  expect(bodies.reduce((sum, [, after]) => sum + failing(after), 0)).toBe(0);
});

test("value and gradient are those of the stages", () => {
  expect(compiledDisagreement(TABLE)).toBeUndefined();
});

test("the elements of a table leave nothing on the tape", () => {
  const [small, large] = [3, 9].map((n) => {
    const { core, input } = preparedProgram(TABLE, { n });
    const compiled = Compiled.of(core, "active");
    compiled.value(input, UNLIMITED);
    return compiled.statistics;
  }) as [Compiled["statistics"], Compiled["statistics"]];
  expect([large.numbers, large.indices]).toEqual([small.numbers, small.indices]);
});
