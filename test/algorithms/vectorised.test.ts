// Vectorised forward mode: its tangents are those of forward mode in each direction, and one pass is cheaper than as many.
import { describe, expect, test } from "vitest";
import { stageOf } from "../../engine/algorithms/index.ts";
import { UNWATCHED } from "../../engine/base/watch.ts";
import { costOf } from "../../engine/core/events/counters.ts";
import { mapReals, realsOf, Shapes } from "../../engine/core/values/shape.ts";
import { listItems, listValue, type Value } from "../../engine/core/values/values.ts";
import { transformed } from "../../engine/derive/gradient.ts";
import { compile } from "../../engine/evaluate/compile.ts";
import { Machine } from "../../engine/evaluate/machine.ts";
import { directions } from "../../engine/evaluate/oracle.ts";
import type { Prepared } from "../../engine/session/input/prepare.ts";
import { TRANSFORMED } from "../support/examples.ts";
import { gradientOf, preparedProgram } from "../support/run.ts";
import { oneIn } from "../support/runs.ts";

const forward = stageOf("forward")!;
const vectorised = stageOf("vectorised")!;

function called(prepared: Prepared, stage: typeof forward, argument: Value): readonly Value[] {
  const program = transformed(stage, prepared);
  const machine = new Machine(compile(program, new Shapes(program.data)));
  machine.start(machine.entry, argument);
  const outcome = machine.run(Number.POSITIVE_INFINITY);
  if (outcome.tag !== "done") throw new Error(`the run ended: ${outcome.tag}`);
  return outcome.value as readonly Value[];
}

/** The tangents of a program in directions given by their Reals: by one pass, and by a pass of forward mode for each. */
function both(text: string, lines: readonly (readonly number[])[]) {
  const prepared = preparedProgram(text);
  const { input, paramShape, resultShape } = prepared;
  const moves = lines.map((line) => mapReals(paramShape, input, UNWATCHED, (_, index) => line[index]!));
  const [value, tangents] = called(prepared, vectorised, [input, listValue(moves, UNWATCHED)]);
  const one = listItems(tangents!, UNWATCHED).map((tangent) => realsOf(resultShape, tangent, UNWATCHED));
  const each = moves.map((move) => realsOf(resultShape, called(prepared, forward, [input, move])[1]!, UNWATCHED));
  return { value: realsOf(resultShape, value!, UNWATCHED), one, each };
}

describe("vectorised forward mode", () => {
  test.each(oneIn(3, TRANSFORMED).filter(({ name }) => !/^(11|12)/.test(name)))(
    "of $name, in three directions",
    ({ text }) => {
      const { input, paramShape } = preparedProgram(text);
      const { one, each } = both(text, directions(3, realsOf(paramShape, input, UNWATCHED).length, UNWATCHED));
      expect(one).toEqual(each);
    },
  );

  test("takes any number of directions, none among them", () => {
    const text = "-- at: (3, [1.0, 2.0])\ndef main (n : Int, xs) = (n, product xs, (), #[sum xs])";
    expect(both(text, [])).toMatchObject({ value: [2, 3], one: [] });
    const four = [
      [1, 0],
      [0, 1],
      [1, 1],
      [0, 0],
    ];
    expect(both(text, four).one).toEqual([
      [2, 1],
      [1, 1],
      [3, 2],
      [0, 0],
    ]);
  });

  test("what does not move is not multiplied by an infinite partial", () => {
    const text = "-- at: (0.0, 1.0)\ndef main (x, y) = sqrt x + y";
    const units = [
      [1, 0],
      [0, 1],
    ];
    expect(both(text, units).one).toEqual([[Number.POSITIVE_INFINITY], [1]]);
  });

  test("evaluates the program, and each partial, once for all inputs", () => {
    // a custom op whose value and partial are long loops
    const long =
      "def spin (n : Int) (x : Real) = if n == 0 then x else spin (n - 1) x\nop slow x = spin 1000 x by spin 1000 1.0";
    const text = `-- at: [1.0, 2.0, 3.0, 4.0]\n${long}\ndef main xs = slow (sum xs)`;
    const [every, once] = [forward, vectorised].map((stage) => costOf(gradientOf(text, stage).cost.forward));
    const loop = costOf(gradientOf(text, vectorised).cost.primal);
    expect(once!).toBeLessThan(3 * loop);
    expect(every!).toBeGreaterThan(7 * loop);
  });
});
