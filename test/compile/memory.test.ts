// Memory of compiled runs: buffers for further runs, and nothing that grows; the tape in chunks; budgets.
import v8 from "node:v8";
import vm from "node:vm";
import { describe, expect, test } from "vitest";
import { Compiled } from "../../engine/compile/engine.ts";
import { OutOfBudget } from "../../engine/compile/runtime/endings.ts";
import { LARGEST_CHUNK, runtimeFor } from "../../engine/compile/runtime/runtime-text.ts";
import { UNLIMITED } from "../support/conformance.ts";
import { preparedProgram } from "../support/run.ts";

/** A loop whose record is one number a round. */
const loop = (rounds: number): string =>
  `-- at: (${rounds}, 0.3)\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, 3.5 * x * (1.0 - x))`;

const LISTS = `-- at: map real (range 1 2000)
def main xs =
  let ys = filter (\\x -> x > 3.0) (map (\\x -> x * x) xs) in
  sum ys + foldl max 0.0 ys + real (length ys)`;

v8.setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc") as () => void;

function heap(): number {
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe("memory", () => {
  test("nothing grows in two hundred runs", () => {
    for (const text of [loop(50_000), LISTS]) {
      const { core, input } = preparedProgram(text);
      const compiled = Compiled.of(core, "active");
      const once = (): void => {
        compiled.value(input, UNLIMITED);
        compiled.gradient([1]);
      };
      for (let i = 0; i < 20; i++) once();
      const { held } = compiled.statistics;
      const before = heap();
      for (let i = 0; i < 200; i++) once();
      expect(compiled.statistics.held).toBe(held);
      expect(heap() - before).toBeLessThan(2_000_000);
    }
  });

  test("no chunk of the tape is larger than 256 MB", () => {
    expect(LARGEST_CHUNK).toBe(256 * 2 ** 20);
    // the run time with arrays that are nothing but their size
    const arrayOf = (bytes: number) =>
      class {
        readonly length: number;
        readonly byteLength: number;
        constructor(length: number) {
          this.length = length;
          this.byteLength = bytes * length;
        }
      };
    const uses = "moreT(1); moreI(1);";
    const run = `${runtimeFor(new Set(["moreT", "moreI"]))} for (let i = 0; i < 30; i++) { ${uses} } return [...TC, ...IC].map((chunk) => chunk.byteLength);`;
    const limits = { bytes: Number.POSITIVE_INFINITY };
    const sizes: number[] = new Function("Float64Array", "Int32Array", "limits", run)(arrayOf(8), arrayOf(4), limits);
    expect(sizes).toHaveLength(62);
    expect(Math.max(...sizes)).toBe(LARGEST_CHUNK);
  });

  test("the tape goes on in chunks, and back", () => {
    // more than the first chunks hold: the derivative of the n-th iterate by the chain rule
    const rounds = 300_000;
    const { core, input } = preparedProgram(loop(rounds));
    const compiled = Compiled.of(core, "active");
    compiled.value(input, UNLIMITED);
    let [x, dx] = [0.3, 1];
    for (let i = 0; i < rounds; i++) {
      dx *= 3.5 * (1 - x) - 3.5 * x;
      x = 3.5 * x * (1 - x);
    }
    const [gradient] = compiled.gradient([1]);
    expect(Math.abs(gradient! - dx)).toBeLessThan(1e-9 * Math.max(1, Math.abs(dx)));
    expect(compiled.statistics.numbers).toBeGreaterThanOrEqual(rounds);
  });

  test("a budget of memory ends a run with what it is, and the next run is not hurt", () => {
    const { core, input } = preparedProgram(loop(1_000_000));
    const compiled = Compiled.of(core, "active");
    expect(() => compiled.value(input, { ...UNLIMITED, bytes: 1_000_000 })).toThrow(OutOfBudget);
    compiled.value(input, UNLIMITED);
    expect(compiled.gradient([1])).toHaveLength(1);
  });

  test("a reverse pass of one long loop is asked, too", () => {
    for (const body of ["x * 0.5 + 0.1", "sin (x * real (mod n 3))"]) {
      const { core, input } = preparedProgram(
        `-- at: (2000000, 0.5)\ndef main (n : Int, x) = if n == 0 then x else main (n - 1, ${body})`,
      );
      const compiled = Compiled.of(core, "active");
      let asked = 0;
      compiled.value(input, { ...UNLIMITED, tick: () => void asked++ });
      const forward = asked;
      compiled.gradient([1]);
      expect(asked).toBeGreaterThan(forward);
    }
  });

  test("what is to end a run is asked now and then", () => {
    const { core, input } = preparedProgram("-- at: 0.5\ndef main (x : Real) : Real = main (x * 1.0000001)");
    const compiled = Compiled.of(core, "plain");
    let asked = 0;
    const tick = (): void => {
      if (++asked === 10) throw new Error("enough");
    };
    expect(() => compiled.value(input, { ...UNLIMITED, tick })).toThrow("enough");
  });
});
