// Checks of places before loops: none is left in the rounds of inner loops, and what fails is what failed first.
import fc from "fast-check";
import { expect, test } from "vitest";
import { stageOf } from "../../../engine/algorithms/index.ts";
import { Compiled } from "../../../engine/compile/engine.ts";
import { type Block, blocksOf } from "../../../engine/compile/ir/ir.ts";
import { checkAhead } from "../../../engine/compile/optimise/checks-ahead.ts";
import { indexFunction } from "../../../engine/compile/optimise/index-arithmetic.ts";
import { reachable } from "../../../engine/compile/optimise/reachable.ts";
import { specialise } from "../../../engine/compile/specialise.ts";
import { UNLIMITED } from "../../support/conformance.ts";
import { gradientOf, preparedProgram } from "../../support/run.ts";
import { runs } from "../../support/runs.ts";

/** Loops that check places and do more than that. */
function checkedLoops(block: Block): number {
  return block.stmts.reduce((sum, stmt) => {
    const isOne =
      stmt.tag === "for" &&
      stmt.body.stmts.some(({ tag }) => tag === "bounds") &&
      stmt.body.stmts.some(({ tag }) => tag === "get");
    return blocksOf(stmt).reduce((all, inner) => all + checkedLoops(inner), sum + (isOne ? 1 : 0));
  }, 0);
}

const TABLE = "build2 2 2 (\\i j -> real i)";

test.each([
  ["of a product of tables", "(a, b) = sumA (flat (matMul a b))", `(${TABLE}, ${TABLE})`, 0],
  ["of a table times an array", "(a, v) = sumA (matVec a v)", `(${TABLE}, #[1.0, 2.0])`, 0],
  // a place that is looked up may be any
  ["of looked up places", "(a, is : Array Int) = sumA (build (size is) (\\i -> a ! (is ! i)))", "(#[1.0], #[0])", 1],
])("inner loops %s", (_, main, at, left) => {
  const { fns, variables } = reachable(specialise(preparedProgram(`-- at: ${at}\ndef main ${main}`).core, "active"));
  const bodies = fns.map((fn) => indexFunction(fn, variables));
  expect(bodies.reduce((sum, body) => sum + checkedLoops(body), 0)).toBeGreaterThan(0);
  for (const body of bodies) checkAhead(body, variables);
  expect(bodies.reduce((sum, body) => sum + checkedLoops(body), 0)).toBe(left);
});

/** The value, or the message of the mistake. */
function told(run: () => unknown): string {
  try {
    return String(run());
  } catch (error) {
    return (error as Error).message;
  }
}

test("a place outside its array is told as the machine does, the first one in the order of the rounds", () => {
  const small = fc.integer({ min: -3, max: 6 });
  const int = (n: number): string => (n < 0 ? `(${n})` : String(n));
  const place = fc.tuple(small, small, small).map(([a, b, c]) => `(${int(a)} * i + ${int(b)} * j + ${int(c)})`);
  fc.assert(
    fc.property(place, place, fc.nat(4), fc.nat(4), (p, q, n, m) => {
      const text = `-- at: #[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]
def main a = sumA (build ${n} (\\i -> sumA (build ${m} (\\j -> a ! ${p} * a ! ${q}))))`;
      const { core, input } = preparedProgram(text);
      const value = told(() => Compiled.of(core, "active").value(input, UNLIMITED));
      const expected = told(() => gradientOf(text, stageOf("tape")!).value!.scalars[0]);
      expect(expected.includes(value), `${text}\n${value}\n${expected}`).toBe(true);
    }),
    { numRuns: runs(200) },
  );
});
