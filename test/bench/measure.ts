// One program in a process of its own: its gradient by the engine and by hand, or by a peer, a batch whenever it is asked for one.
//
// A process of its own, because JavaScript's engine specialises code to what has run before in the process. One for the peer, too: a
// buffer that is detached anywhere, as when the memory of WebAssembly grows, makes every access to typed arrays test for that.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { UNWATCHED } from "../../engine/base/watch.ts";
import { Compiled } from "../../engine/compile/engine.ts";
import { realsOf } from "../../engine/core/values/shape.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { prepare } from "../../engine/session/input/prepare.ts";
import { checkSource } from "../../engine/session/program/program.ts";
import { finish } from "../../engine/session/run/drive.ts";
import { exportProgram } from "../../engine/texts/export.ts";
import { importModule, plainData } from "../support/plain.ts";
import { plainPrograms, sizedPrograms } from "./programs/plain.ts";
import type { PlainRun } from "./programs/program.ts";

/** The task of a process. Files are absolute. */
export type Task =
  | {
      readonly tag: "engine";
      readonly file: string;
      readonly n: number | undefined;
      /** The program in plain JavaScript that it is compared with, if any. */
      readonly plain: string | undefined;
      /** Of a program of any size: another input than the header's, and the sizes of the program in plain JavaScript. */
      readonly sized: Sized | undefined;
      /** Milliseconds that one batch of runs takes at least. */
      readonly batch: number;
    }
  | { readonly tag: "peer"; readonly file: string; readonly program: string; readonly batch: number };

/** A program of any size: its input; it is run once with a cotangent of 1 for each output, and its module takes typed arrays. */
export interface Sized {
  readonly at: string | undefined;
  readonly sizes: readonly number[];
}

/**
 * The timed: the gradient and the value by the engine, gradient and value by the exported module, gradient and value in plain JavaScript,
 * and the peer's gradient.
 */
export const CONTESTANTS = ["engine", "value", "module", "moduleValue", "hand", "primal", "peer"] as const;
export type Contestant = (typeof CONTESTANTS)[number];

/** Facts known once, beside times. */
export interface Facts {
  /** Compiling and the first gradient, in microseconds. */
  readonly first: number;
  readonly statistics: {
    readonly cells: number;
    readonly words: number;
    readonly numbers: number;
    readonly indices: number;
  };
  /** The largest difference of the engine's value and gradient from those by hand, relative to max(1, entry). */
  readonly difference: number | null;
}

/** Messages of the process: first the facts, when all have warmed up; then for each "round" the microseconds of a run. */
export type Told = { readonly facts: Facts | undefined } | { readonly times: Partial<Record<Contestant, number>> };

interface Contest {
  readonly runs: Partial<Record<Contestant, (() => unknown) | undefined>>;
  readonly facts: Facts | undefined;
}

const UNLIMITED = { bytes: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY, tick: () => undefined };

async function engineContest({ file, n, plain, sized }: Extract<Task, { readonly tag: "engine" }>): Promise<Contest> {
  const checked = checkSource(readFileSync(file, "utf8"));
  const preparation = finish(prepare(checked, { n, at: sized?.at }, DEFAULT_BUDGET));
  if (preparation.tag !== "prepared") throw new Error(`${file} cannot be prepared`);
  const { core, input, paramShape, resultShape } = preparation.prepared;
  const began = performance.now();
  const compiled = Compiled.of(core, "active");
  const values = realsOf(resultShape, compiled.value(input, UNLIMITED), UNWATCHED);
  const outputs = values.length;
  // one reverse pass for each Real of the output: the Jacobian where there are several
  const cotangents =
    sized === undefined
      ? Array.from({ length: outputs }, (_, row) => Array.from({ length: outputs }, (_, at) => (at === row ? 1 : 0)))
      : [values.map(() => 1)];
  const gradient = cotangents.flatMap((one) => [...compiled.gradient(one)]);
  const first = (performance.now() - began) * 1000;
  // from the second time on, what is needed of definitions without parameters stays
  compiled.load(input, UNLIMITED);
  compiled.forward();
  compiled.result();
  const primalEngine = Compiled.of(core, "plain");
  primalEngine.value(input, UNLIMITED);
  primalEngine.load(input, UNLIMITED);
  const exported = exportProgram(checked, undefined, file);
  if (exported.tag !== "module") throw new Error(`${file} cannot be exported`);
  const module = await importModule(exported.text);
  const x = plainData(paramShape, input, sized !== undefined);
  const hand = handRun(plain, sized);
  return {
    runs: {
      engine: () => {
        compiled.forward();
        for (const one of cotangents) compiled.gradient(one);
      },
      value: () => primalEngine.forward(),
      // one pass, whatever the outputs: it weighs them all by 1
      module: cotangents.length === 1 ? () => module.gradient(x) : undefined,
      moduleValue: sized && (() => module.primal(x)),
      hand: hand?.gradient && (() => hand.gradient?.()),
      primal: hand && (() => hand.primal()),
    },
    facts: {
      first,
      statistics: compiled.statistics,
      difference: hand === undefined ? null : differenceOf(hand, values, gradient),
    },
  };
}

function handRun(plain: string | undefined, sized: Sized | undefined): PlainRun | undefined {
  if (plain === undefined) return undefined;
  return sized === undefined ? plainPrograms.get(plain)?.() : sizedPrograms[plain]?.(...sized.sizes);
}

function differenceOf(hand: PlainRun, values: readonly number[], gradient: readonly number[]): number {
  const value = hand.primal();
  const pairs: readonly (readonly [readonly number[], ArrayLike<number> | undefined])[] = [
    [values, typeof value === "number" ? [value] : value],
    [gradient, hand.gradient?.()],
  ];
  return pairs.reduce(
    (most, [mine, wanted]) =>
      wanted === undefined
        ? most
        : mine.reduce((m, x, i) => Math.max(m, Math.abs(x - wanted[i]!) / Math.max(1, Math.abs(wanted[i]!))), most),
    0,
  );
}

async function peerContest({ file, program }: Extract<Task, { readonly tag: "peer" }>): Promise<Contest> {
  const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
    readonly programs: ReadonlyMap<string, () => { gradient(): unknown } | Promise<{ gradient(): unknown }>>;
  };
  const make = module.programs.get(program);
  if (make === undefined) throw new Error(`${file} has no ${program}`);
  const prepared = await make();
  return { runs: { peer: () => prepared.gradient() }, facts: undefined };
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

function tell(told: Told): void {
  process.send!(told);
}

const given = process.argv[2];
if (given !== undefined && process.send !== undefined) {
  const task = JSON.parse(given) as Task;
  const { runs, facts } = await (task.tag === "engine" ? engineContest(task) : peerContest(task));
  const contestants: { readonly name: Contestant; readonly run: () => unknown; readonly batch: number }[] = [];
  for (const name of CONTESTANTS) {
    const run = runs[name];
    if (run !== undefined) contestants.push({ name, run, batch: await sizeOf(run, task.batch) });
  }
  process.on("message", async () => {
    const times: Partial<Record<Contestant, number>> = {};
    for (const { name, run, batch } of contestants) times[name] = (await timed(run, batch)) * 1000;
    tell({ times });
  });
  tell({ facts });
}
