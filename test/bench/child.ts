// Measuring in processes of their own, in turn: builds the measuring program once, and runs it.
import { type ChildProcess, fork } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { lezer } from "@lezer/generator/rollup";
import { build, type Plugin } from "vite";
import { CONTESTANTS, type Contestant, type Facts, type Sized, type Task, type Told } from "./measure.ts";
import type { StagesTask, StagesTold } from "./stages-child.ts";
import type { ThreadsTask, ThreadsTold } from "./threads-child.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = `${ROOT}node_modules/.cache/dualscope`;

/** A measurement to make. Files are absolute. */
export interface Measurement {
  readonly file: string;
  readonly n?: number | undefined;
  /** The program in plain JavaScript that it is compared with, if any. */
  readonly plain?: string;
  /** Of a program of any size: its input, and the sizes in plain JavaScript. */
  readonly sized?: Sized;
  /** A peer's module, and the program in it. */
  readonly peer?: { readonly file: string; readonly program: string };
  /** The same program written otherwise. */
  readonly beside?: { readonly file: string; readonly n?: number | undefined };
  /** Milliseconds that one batch of runs takes at least, and how many batches there are. */
  readonly batch?: number;
  readonly rounds?: number;
}

/** Microseconds a run, one entry a batch, of each that was timed; and what the engine's runs needed. */
export type Measured = Facts & Readonly<Record<Contestant | "beside", readonly number[]>>;

/** How far value and gradient may be from those by hand, relative to its entry or 1. */
const TOLERANCE = 1e-9;

/** The adjoints by hand in C. */
export const C_ADJOINTS = `${ROOT}test/bench/peers/adjoints.c`;

const built = new Set<string>();

/** The file of a program of `test/bench/programs`. */
export function programFile(name: string): string {
  return `${ROOT}test/bench/programs/${name}.dual`;
}

/** The file of a peer; undefined where the peers are not installed. */
export function peerFile(name: string): string | undefined {
  const folder = `${ROOT}test/bench/peers`;
  return existsSync(`${folder}/node_modules`) ? `${folder}/${name}.mjs` : undefined;
}

/**
 * Measures round by round: a batch of everyone, one after the other, the peer in a process beside the engine's. Throws where the engine's
 * value or gradient is not the one by hand.
 */
export async function measured(measurement: Measurement): Promise<Measured> {
  const { file, n, plain, sized, peer, beside, batch = 10, rounds = 15 } = measurement;
  await buildOnce("measure");
  const tasks: Task[] = [{ tag: "engine", file, n, plain, sized, batch }];
  if (peer !== undefined) tasks.push({ tag: "peer", ...peer, batch });
  if (beside !== undefined)
    tasks.push({ tag: "engine", file: beside.file, n: beside.n, plain, sized: undefined, batch });
  const times = Object.fromEntries(CONTESTANTS.map((name) => [name, [] as number[]])) as Record<Contestant, number[]>;
  const timesBeside: number[] = [];
  const children: Child[] = [];
  let facts: Facts | undefined;
  try {
    for (const task of tasks) {
      const child = new Child(task);
      children.push(child);
      const told = await child.answer();
      if (!("facts" in told) || told.facts === undefined) continue;
      facts ??= told.facts;
      const { difference } = told.facts;
      if (difference !== null && !(difference <= TOLERANCE))
        throw new Error(`${JSON.stringify(task)}: value or gradient is off by ${difference}`);
    }
    for (let round = 0; round < rounds; round++)
      for (const [at, child] of children.entries()) {
        const told = await child.round();
        if (!("times" in told)) continue;
        if (tasks[at]!.tag === "engine" && at > 0) timesBeside.push(...one(told.times.engine));
        else for (const name of CONTESTANTS) times[name].push(...one(told.times[name]));
      }
  } finally {
    for (const child of children) child.end();
  }
  return { ...facts!, ...times, beside: timesBeside };
}

function one(time: number | undefined): readonly number[] {
  return time === undefined ? [] : [time];
}

/** A process that measures. */
class Child {
  private readonly process: ChildProcess;
  private said = "";

  constructor(task: Task) {
    this.process = fork(`${FOLDER}/measure.mjs`, [JSON.stringify(task)], { silent: true });
    this.process.stderr?.on("data", (text: Buffer) => {
      this.said += text.toString();
    });
  }

  /** The next thing that it tells. Throws with its last words where it ends instead. */
  answer(): Promise<Told> {
    return new Promise((done, fail) => {
      const told = (message: unknown): void => {
        this.process.off("close", ended);
        done(message as Told);
      };
      const ended = (): void => fail(new Error(`${this.process.spawnargs.at(-1)}: ${this.said.slice(-2000)}`));
      this.process.once("message", told);
      this.process.once("close", ended);
    });
  }

  round(): Promise<Told> {
    const answer = this.answer();
    this.process.send("round");
    return answer;
  }

  end(): void {
    this.process.kill();
  }
}

/** A constant of the engine, as it is written in its file, and another value for it. */
export interface Patch {
  readonly file: string;
  readonly name: string;
  readonly given: string;
  readonly value: string;
}

/** Builds with another value of a constant. Throws where its file does not have it as it is given. */
function patched({ file, name, given, value }: Patch): Plugin {
  const declaration = `const ${name} = ${given};`;
  return {
    name: "patched",
    enforce: "pre",
    load(id) {
      const path = id.replace(/\?.*$/, "");
      if (!path.endsWith(`/engine/${file}`)) return undefined;
      const text = readFileSync(path, "utf8");
      if (text.split(declaration).length !== 2) throw new Error(`${file} has no \`${declaration}\``);
      const changed = text.replace(declaration, `const ${name} = ${value};`);
      return id.endsWith("?raw") ? `export default ${JSON.stringify(changed)};` : changed;
    },
  };
}

/** Builds a program that measures; gives its file. */
async function buildOnce(name: "measure" | "threads-child" | "stages-child", patch?: Patch): Promise<string> {
  const words = patch === undefined ? [] : [patch.file, patch.name, patch.value];
  const output = [name, ...words].join("-").replaceAll(/[^\w-]+/g, "_");
  const file = `${FOLDER}/${output}.mjs`;
  if (built.has(output)) return file;
  await build({
    configFile: false,
    logLevel: "error",
    root: ROOT,
    plugins: [lezer(), ...(patch === undefined ? [] : [patched(patch)])],
    build: {
      ssr: `test/bench/${name}.ts`,
      outDir: FOLDER,
      emptyOutDir: false,
      minify: false,
      copyPublicDir: false,
      rollupOptions: { output: { entryFileNames: `${output}.mjs` } },
    },
    ssr: { noExternal: true },
  });
  built.add(output);
  return file;
}

/** Measures a program on one thread and on several, in a process of its own. */
export async function measuredOnThreads(task: ThreadsTask, patch?: Patch): Promise<ThreadsTold> {
  return toldBy(await buildOnce("threads-child", patch), task);
}

/** Measures the stages, in a process of its own. */
export async function measuredStages(task: StagesTask): Promise<StagesTold> {
  return toldBy(await buildOnce("stages-child"), task);
}

/** The one message of a measuring program. Throws with its last words where it ends instead. */
function toldBy<T>(file: string, task: object): Promise<T> {
  const child = fork(file, [JSON.stringify(task)], { silent: true });
  let said = "";
  child.stderr?.on("data", (text: Buffer) => {
    said += text.toString();
  });
  return new Promise((done, fail) => {
    child.once("message", (told) => done(told as T));
    child.once("close", () => fail(new Error(said.slice(-2000))));
  });
}
