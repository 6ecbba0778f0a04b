// The additions to a module exported with threads: its program once more, for memory that threads share, and the helper that starts threads
// in Node or in a page's worker (thesis §3.10). Until the host asks for threads, the module runs on the one that calls.
import type { Assembled } from "../codegen/text.ts";
import { MOST_THREADS } from "../parallel/team.ts";

/** Threads of an exported module. */
export interface ModuleThreads {
  /** How many threads run jobs where the host does not say, the one that calls among them. */
  readonly count: number;
  /** Statements that define what threads are made of (`parallel/`): among it `Jobs`, `sharedMemory`, `serve`, `ThreadLost` and `Stopped`. */
  readonly parts: string;
}

/** Refuses what is no number of threads. */
const CHECKED = `if (!Number.isSafeInteger(workers) || workers < 1 || workers > ${MOST_THREADS})
    throw new RangeError("workers: a whole number from 1 to ${MOST_THREADS} is expected");`;

/** How threads are started, once their number is checked. */
const STARTING = `  endWorkers();
  const own = asked;
  if (workers === 1) return { workers: 1 };
  if (typeof SharedArrayBuffer === "undefined")
    return { workers: 1, why: "memory cannot be shared here: a page has to be cross-origin isolated for that" };
  if (typeof window !== "undefined")
    return { workers: 1, why: "a page's own thread may not wait for others: call this in a worker" };
  const { Jobs, sharedMemory, ThreadLost, Stopped } = threadParts();
  const shared = sharedMemory(workers);
  const jobs = new Jobs(shared, 0);
  const text = "return (" + parallelProgram + ")(limits, mistake, jobs);";
  const threads = [];
  const end = () => threads.forEach((thread) => void thread.terminate());
  try {
    for (let me = 1; me < workers; me++) {
      const thread = await startThread();
      threads.push(thread);
      thread.postMessage({ id: "the program", text, shared, me, depth: 1e7 });
    }
    const since = performance.now();
    while (jobs.idle < workers - 1) {
      if (performance.now() - since > PATIENCE) throw new Error("the threads do not answer");
      await new Promise((done) => setTimeout(done, 1));
    }
  } catch (error) {
    end();
    return { workers: 1, why: "threads cannot be started here: " + error.message };
  }
  if (own !== asked) {
    end();
    return { workers: 1, why: "threads were started or ended by another call before these were there" };
  }
  crew = { end, jobs, isLost: (error) => error instanceof ThreadLost || error instanceof Stopped };
  runtime = parallelProgram(sharedLimits, mistakeOnThreads, jobs);
  return { workers };
}

`;

/** How threads are ended, how one is started, and how work is tried on them. */
const ENDING = `/** Ends the threads that {@link startWorkers} has started: from now on this thread runs all jobs. */
export function endWorkers() {
  crew?.end();
  crew = undefined;
  asked++;
  runtime = alone;
}

/** A thread: of Node, or of a page's worker. Nobody waits for it to end. */
async function startThread() {
  const text = "const { serve } = (" + threadParts + ")();";
  if (typeof Worker === "undefined") {
    const node = await import(/* @vite-ignore */ "node:worker_threads");
    const serving = text + 'require("node:worker_threads").parentPort.on("message", serve);';
    const thread = new node.Worker(serving, { eval: true });
    thread.unref();
    // a thread that has died is noticed by its missing heartbeat
    thread.on("error", () => undefined);
    return thread;
  }
  const serving = text + "onmessage = ({ data }) => serve(data);";
  const address = URL.createObjectURL(new Blob([serving], { type: "text/javascript" }));
  return new Worker(address);
}

/** Does what is done on threads; where one of them is lost, once more without them. */
function attempt(work) {
  try {
    return work();
  } catch (error) {
    if (crew?.isLost(error) !== true) throw error;
    endWorkers();
    return work();
  }
}
`;

/** The helper's text; `parallel` is the program for several threads, undefined where it has no jobs that are worth a function. */
export function threadsCode({ count, parts }: ModuleThreads, parallel: Assembled | undefined): string {
  const says = `/**
 * Has the program's jobs run on a number of threads, by default ${count}: on the one that calls, and on others, which this starts.
 * Value and gradient are the same to the bit. Resolves to how many threads there are: one, and why, where others are of no use. In a page,
 * call it in a worker: the page's own thread may not wait. Rejects with a RangeError where the number is no whole one from 1 to ${MOST_THREADS}.
 * @param {number} [workers]
 * @returns {Promise<{ workers: number, why?: string }>}
 */
export async function startWorkers(workers = ${count})`;
  if (parallel === undefined)
    return `
${says} {
  ${CHECKED}
  return { workers: 1, ...(workers > 1 && { why: "the program has no jobs that are worth a thread" }) };
}

/** Ends the threads that {@link startWorkers} has started. */
export function endWorkers() {}
`;
  return `
/** The parts of threads. It refers to nothing outside, for its text is what they are started with. */
function threadParts() {
${parts}
return { Jobs, sharedMemory, serve, ThreadLost, Stopped };
}

/** The program once more, for cells and words that threads share. */
function parallelProgram(limits, mistake, jobs) {
${parallel.text}
}

const sharedLimits = {
  ...limits,
  told(error) {
    if (error instanceof DualMistake) return { site: 0 };
    if (error instanceof RangeError) return { what: /call/i.test(error.message) ? "depth" : "memory" };
    return undefined;
  },
};

/** Milliseconds within which threads are there, or do without. */
const PATIENCE = 5000;

/** The threads that are there, and what can go wrong with them; and how often others were asked for. */
let crew = undefined, asked = 0;

${says} {
  ${CHECKED}
${STARTING}${ENDING}`;
}
