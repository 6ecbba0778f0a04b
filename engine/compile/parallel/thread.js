// A thread that runs jobs: it makes the code of a program, and serves the thread that runs the program until that releases it. It is JavaScript because
// threads are started with its text.
import { sandboxed } from "../runtime/sandbox.js";
import { Jobs } from "./jobs.js";

/** The end of a job for want of memory or depth. */
class Ended extends Error {
  constructor(what) {
    super(what);
    this.what = what;
  }
}

/** A mistake of the program: where it is, and the numbers of its message. */
class JobMistake extends Error {
  constructor(site, values) {
    super("a mistake in a job");
    this.site = site;
    this.values = values;
  }
}

function told(error) {
  if (error instanceof JobMistake || error instanceof Ended) return error;
  if (!(error instanceof RangeError)) return undefined;
  return { what: /call stack/i.test(error.message) ? "depth" : "memory" };
}

/** Programs that a thread keeps, for they may be run again. */
const KEPT = 4;
const programs = new Map();

export function serve({ id, text, shared, me, depth }) {
  let jobs = programs.get(id);
  if (jobs === undefined) {
    jobs = new Jobs(shared, me);
    const limits = {
      get bytes() {
        return jobs.memory.limit;
      },
      depth,
      tick: () => jobs.queue.beat(),
      memory: () => new Ended("memory"),
      deep: () => new Ended("depth"),
      told,
    };
    sandboxed(["limits", "mistake", "jobs"], text)(limits, (site, values) => new JobMistake(site, values), jobs);
    programs.set(id, jobs);
    if (programs.size > KEPT) programs.delete(programs.keys().next().value);
  }
  jobs.queue.work();
}
