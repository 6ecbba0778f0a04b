// Threads of Node, for the command line and for tests: they are started with the text of what they run.
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import backwardsText from "../compile/parallel/backwards.js?raw";
import controlText from "../compile/parallel/control.js?raw";
import forkText from "../compile/parallel/fork.js?raw";
import grainsText from "../compile/parallel/grains.js?raw";
import jobsText from "../compile/parallel/jobs.js?raw";
import logText from "../compile/parallel/log.js?raw";
import mailText from "../compile/parallel/mail.js?raw";
import memoryText from "../compile/parallel/memory.js?raw";
import objectsText from "../compile/parallel/objects.js?raw";
import { Team, type Thread } from "../compile/parallel/team.ts";
import threadText from "../compile/parallel/thread.js?raw";
import timesText from "../compile/parallel/times.js?raw";
import worthText from "../compile/parallel/worth.js?raw";
import sandboxText from "../compile/runtime/sandbox.js?raw";

/** A module as a function that gives what it exports, of all that the modules before it export. */
function closed(text: string): string {
  const names = [...text.matchAll(/^export (?:class|const|function) (\w+)/gm)].map(([, name]) => name);
  const plain = text.replace(/^import [^;]*;$/gm, "").replace(/^export /gm, "");
  return `const { ${names.join(", ")} } = (() => {\n${plain}\nreturn { ${names.join(", ")} };\n})();`;
}

/** Each imports from those before it. */
const MODULES = [
  sandboxText,
  controlText,
  timesText,
  memoryText,
  mailText,
  objectsText,
  logText,
  worthText,
  forkText,
  grainsText,
  backwardsText,
  jobsText,
  threadText,
];
/** Statements that define what threads are made of. */
export const THREAD_PARTS = MODULES.map(closed).join("\n");
const SERVE = 'require("node:worker_threads").parentPort.on("message", serve);';
const TEXT = `${THREAD_PARTS}\n${SERVE}`;

/** A thread of Node: whoever ends it can wait until it has died. */
interface NodeThread extends Thread {
  end(): Promise<unknown>;
}

/** Starts a thread. The process does not wait for it. */
export function startThread(): NodeThread {
  const worker = new Worker(TEXT, { eval: true, name: "dualscope job" });
  worker.unref();
  // who waits for a thread that has died notices by its silence
  worker.on("error", () => undefined);
  return {
    post: (message) => worker.postMessage(message),
    end: () => worker.terminate(),
  };
}

const teams = new Map<number, Team>();

/** The process's team of threads, by default as many as the machine has cores; undefined for one thread. */
export function teamOf(workers = availableParallelism()): Team | undefined {
  if (workers < 2) return undefined;
  let team = teams.get(workers);
  if (team === undefined) {
    team = new Team(workers, startThread);
    teams.set(workers, team);
  }
  return team;
}
