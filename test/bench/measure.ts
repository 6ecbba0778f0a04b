// One program in a process of its own: its gradient by the engine, by hand and by a peer, in turn, many times. Prints JSON.
//
// A process of its own, because JavaScript's engine specialises code to what has run before in the process.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Compiled } from "../../engine/compile/engine.ts";
import { realsOf } from "../../engine/core/shape.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/budget.ts";
import { finish } from "../../engine/session/drive.ts";
import { prepare } from "../../engine/session/prepare.ts";
import { checkSource } from "../../engine/session/program.ts";
import { plainPrograms } from "./programs/plain.ts";

/** What is to be measured. Files are absolute. */
export interface Measurement {
  readonly file: string;
  readonly n: number | undefined;
  /** The program in plain JavaScript that it is compared with, if any. */
  readonly plain: string | undefined;
  /** A peer's module, and the program in it. */
  readonly peer: { readonly file: string; readonly program: string } | undefined;
  /** Milliseconds that one batch of runs takes at least, and how many batches there are. */
  readonly batch: number;
  readonly rounds: number;
}

/** Microseconds a run, one entry a batch; and what the engine's runs needed. */
export interface Measured {
  readonly engine: readonly number[];
  readonly value: readonly number[];
  readonly hand: readonly number[];
  readonly primal: readonly number[];
  readonly peer: readonly number[];
  /** Compiling and the first gradient, in microseconds. */
  readonly first: number;
  readonly statistics: {
    readonly cells: number;
    readonly words: number;
    readonly numbers: number;
    readonly indices: number;
  };
  /** The largest difference of the engine's gradient from the one by hand, relative to max(1, entry). */
  readonly difference: number | null;
}

const UNLIMITED = { bytes: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY, tick: () => undefined };

async function measure({ file, n, plain, peer, batch, rounds }: Measurement): Promise<Measured> {
  const preparation = finish(prepare(checkSource(readFileSync(file, "utf8")), { n }, DEFAULT_BUDGET));
  if (preparation.tag !== "prepared") throw new Error(`${file} cannot be prepared`);
  const { core, input, resultShape } = preparation.prepared;
  const began = performance.now();
  const compiled = new Compiled(core, "active");
  const outputs = realsOf(resultShape, compiled.value(input, UNLIMITED)).length;
  // one reverse pass for each Real of the output: the Jacobian where there are several
  const cotangents = Array.from({ length: outputs }, (_, row) =>
    Array.from({ length: outputs }, (_, at) => (at === row ? 1 : 0)),
  );
  const gradient = cotangents.flatMap((one) => [...compiled.gradient(one)]);
  const first = (performance.now() - began) * 1000;
  // from the second time on, what is needed of definitions without parameters stays
  compiled.load(input, UNLIMITED);
  compiled.forward();
  compiled.result();
  const primalEngine = new Compiled(core, "plain");
  primalEngine.value(input, UNLIMITED);
  primalEngine.load(input, UNLIMITED);
  const hand = plain === undefined ? undefined : plainPrograms.get(plain)?.();
  const peerRun = peer === undefined ? undefined : await preparedPeer(peer.file, peer.program);
  const contestants: { readonly run: () => unknown; readonly times: number[]; batchOf: number }[] = [];
  const add = (run: (() => unknown) | undefined): number[] => {
    const times: number[] = [];
    if (run !== undefined) contestants.push({ run, times, batchOf: 1 });
    return times;
  };
  const result = {
    engine: add(() => {
      compiled.forward();
      for (const one of cotangents) compiled.gradient(one);
    }),
    value: peer === undefined ? add(() => primalEngine.forward()) : [],
    hand: add(hand && (() => hand.gradient())),
    primal: peer === undefined ? add(hand && (() => hand.primal())) : [],
    peer: add(peerRun),
  };
  for (const one of contestants) one.batchOf = await sizeOf(one.run, batch);
  for (let round = 0; round < rounds; round++)
    for (const { run, times, batchOf } of contestants) times.push((await timed(run, batchOf)) * 1000);
  const wanted = hand?.gradient();
  const difference =
    wanted === undefined
      ? null
      : gradient.reduce(
          (most, x, i) => Math.max(most, Math.abs(x - wanted[i]!) / Math.max(1, Math.abs(wanted[i]!))),
          0,
        );
  return { ...result, first, statistics: compiled.statistics, difference };
}

/** Milliseconds a run, over a batch. */
async function timed(run: () => unknown, batch: number): Promise<number> {
  const start = performance.now();
  for (let i = 0; i < batch; i++) {
    const given = run();
    if (given instanceof Promise) await given;
  }
  return (performance.now() - start) / batch;
}

/** How many runs take so many milliseconds, after runs to warm up. */
async function sizeOf(run: () => unknown, milliseconds: number): Promise<number> {
  for (let warm = performance.now(); performance.now() - warm < 20 * milliseconds; ) await timed(run, 1);
  for (let batch = 1; ; batch *= 2) if ((await timed(run, batch)) * batch >= milliseconds || batch > 1e7) return batch;
}

async function preparedPeer(file: string, program: string): Promise<() => unknown> {
  const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
    readonly programs: ReadonlyMap<string, () => { gradient(): unknown } | Promise<{ gradient(): unknown }>>;
  };
  const make = module.programs.get(program);
  if (make === undefined) throw new Error(`${file} has no ${program}`);
  const prepared = await make();
  return () => prepared.gradient();
}

const given = process.argv[2];
if (given !== undefined) {
  const measured = await measure(JSON.parse(given) as Measurement);
  process.stdout.write(`${JSON.stringify(measured)}\n`, () => process.exit(0));
}
