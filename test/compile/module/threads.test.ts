// Modules that were exported with threads: the same bits as without, mistakes at their place, and one thread where there can be no others.
import { expect, test } from "vitest";
import { THREAD_PARTS } from "../../../engine/commands/threads.ts";
import { dual } from "../../support/dual.ts";
import { example } from "../../support/examples.ts";
import { importModule, moduleOf, plainData, type ThreadedModule } from "../../support/plain.ts";
import { preparedProgram } from "../../support/run.ts";

const threaded = (text: string): Promise<ThreadedModule> =>
  importModule<ThreadedModule>(moduleOf(text, "program.dual", { count: 3, parts: THREAD_PARTS }));

const WORK = "def work (n : Int) x = if n == 0 then x else work (n - 1) (x * 1.01 + sin x * 0.01)\n";

test.each([
  ["particles", example("12")],
  [
    "a map",
    `-- at: build 40 (\\i -> 0.1 + 0.02 * real i)
${WORK}def main (xs : Array Real) = sumA (parBuild (size xs) (\\i -> work (100 * i) (xs ! i)))`,
  ],
  [
    "a tree",
    `-- at: (1.1, 8)
${WORK}def tree (n : Int) x = if n == 0 then work 9 x else
  let (a, b) = tree (n - 1) (x * 0.9) |*| tree (n - 1) (x * 0.8) in a + b * 0.5
def main (x, n : Int) = tree n x`,
  ],
])("%s has the same value and gradient on three threads, run after run", async (_, text) => {
  const module = await threaded(text);
  const prepared = preparedProgram(text);
  const input = plainData(prepared.paramShape, prepared.input);
  const alone = module.gradient(input);
  expect(await module.startWorkers()).toEqual({ workers: 3 });
  for (let run = 0; run < 40; run++) expect(module.gradient(input)).toEqual(alone);
  expect(module.primal(input)).toEqual(alone.value);
  // with other threads, and with none
  expect(await module.startWorkers(2)).toEqual({ workers: 2 });
  expect(module.gradient(input)).toEqual(alone);
  module.endWorkers();
  expect(module.gradient(input)).toEqual(alone);
});

test("who asks for threads while others start gets them, and those that came too late end", async () => {
  const module = await threaded(`${WORK}def main (xs : Array Real) = sumA (parBuild 12 (\\i -> work 500 (xs ! i)))`);
  const xs = new Float64Array(12).fill(0.5);
  const alone = module.gradient(xs);
  const [late, own] = await Promise.all([module.startWorkers(2), module.startWorkers(3)]);
  expect(late).toMatchObject({
    workers: 1,
    why: "threads were started or ended by another call before these were there",
  });
  expect(own).toEqual({ workers: 3 });
  expect(module.gradient(xs)).toEqual(alone);
  module.endWorkers();
  const ended = module.startWorkers(2);
  module.endWorkers();
  expect(await ended).toMatchObject({ workers: 1 });
});

test("an input of another size is taken in, and what is given out stays as it was", async () => {
  const module = await threaded(
    `${WORK}def main (xs : Array Real) = sumA (parBuild (size xs) (\\i -> work 300 (xs ! i)))`,
  );
  const sizes = [1, 70, 3, 200];
  const alone = sizes.map((length) => module.gradient(new Float64Array(length).fill(0.3)));
  await module.startWorkers();
  const found = sizes.map((length) => module.gradient(new Float64Array(length).fill(0.3)));
  expect(found).toEqual(alone);
  module.endWorkers();
});

test("a mistake in a job is that of the program, with its place; the next run is as before", async () => {
  const module = await threaded(
    `${WORK}def main (xs : Array Real, k : Int) = sumA (parBuild 12 (\\i -> work 500 (xs ! (i + k))))`,
  );
  const xs = new Float64Array(12).fill(0.5);
  const said = (): string => {
    try {
      module.gradient([xs, 5]);
      return "nothing";
    } catch (error) {
      return `${(error as Error).name} ${(error as Error).message}`;
    }
  };
  const alone = said();
  expect(alone).toMatch(/^DualMistake program\.dual:2:\d+: /);
  const right = module.gradient([xs, 0]);
  await module.startWorkers();
  for (let run = 0; run < 10; run++) {
    expect(said()).toBe(alone);
    expect(module.gradient([xs, 0])).toEqual(right);
  }
  module.endWorkers();
});

test("a program without jobs says so, and what was exported without threads has no helper", async () => {
  const text = "-- at: 2.0\ndef main x = x * x\n";
  const module = await threaded(text);
  expect(await module.startWorkers(4)).toEqual({ workers: 1, why: "the program has no jobs that are worth a thread" });
  expect(module.gradient(3)).toEqual({ value: 9, gradient: 6 });
  for (const wrong of [0, -1, 2.5, 65, 1e6, Number.NaN])
    await expect(module.startWorkers(wrong)).rejects.toThrow("workers: a whole number from 1 to 64 is expected");
  module.endWorkers();
  expect(moduleOf(example("12"))).not.toContain("startWorkers");
});

test("where memory cannot be shared, and where threads cannot be started, one thread does it, and says why", async () => {
  const module = await threaded(
    `${WORK}def main (xs : Array Real) = sumA (parBuild (size xs) (\\i -> work 300 (xs ! i)))`,
  );
  const given = globalThis.SharedArrayBuffer;
  try {
    Reflect.deleteProperty(globalThis, "SharedArrayBuffer");
    const { workers, why } = await module.startWorkers();
    expect([workers, why]).toEqual([1, expect.stringContaining("cross-origin isolated")]);
  } finally {
    globalThis.SharedArrayBuffer = given;
  }
  // a host whose workers cannot be made
  Object.assign(globalThis, {
    Worker: class {
      constructor() {
        throw new Error("forbidden");
      }
    },
  });
  try {
    expect(await module.startWorkers()).toEqual({ workers: 1, why: "threads cannot be started here: forbidden" });
  } finally {
    Reflect.deleteProperty(globalThis, "Worker");
  }
  expect(module.gradient(new Float64Array(3).fill(0.2)).gradient).toHaveLength(3);
});

test("`export --workers N` writes the helper, with N as what it starts where the host does not say", () => {
  const text = `${WORK}-- at: 1.0\ndef main x = let (a, b) = par (work 50 x, work 60 x) in a * b\n`;
  const { status, out } = dual("export", text, "--workers", "5");
  expect(status).toBe(0);
  expect(out).toContain("export async function startWorkers(workers = 5)");
  expect(dual("export", text).out).not.toContain("startWorkers");
  expect(dual("export", text, "--workers", "0").status).toBe(2);
});
