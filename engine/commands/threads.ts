// Threads of Node, for the command line and for tests: they are started with the text of what they run.
import { availableParallelism } from "node:os";
import { present } from "../base/nth.ts";
import { Team, type Thread } from "../compile/parallel/team.ts";

/** The JavaScript that threads are started with, by path. */
const FILES: Readonly<Record<string, string>> = import.meta.glob(
  ["../compile/parallel/*.js", "../compile/runtime/sandbox.js"],
  { eager: true, query: "?raw", import: "default" },
);

/** A module as a function that gives what it exports, of all that the modules before it export. */
function closed(text: string): string {
  const names = [...text.matchAll(/^export (?:class|const|function) (\w+)/gm)].map(([, name]) => name);
  const plain = text.replace(/^import [^;]*;$/gm, "").replace(/^export /gm, "");
  return `const { ${names.join(", ")} } = (() => {\n${plain}\nreturn { ${names.join(", ")} };\n})();`;
}

/** The modules in an order in which each imports from those before it. */
function inOrder(): readonly string[] {
  const ordered = new Map<string, string>();
  const add = (name: string): void => {
    if (ordered.has(name)) return;
    const [, text] = present(Object.entries(FILES).find(([path]) => path.endsWith(`/${name}`)));
    for (const [, imported] of text.matchAll(/^(?:import|\}) [^;]*from "[./\w]*\/([\w-]+\.js)";$/gm))
      add(present(imported));
    ordered.set(name, text);
  };
  add("thread.js");
  return [...ordered.values()];
}

/** Statements that define what threads are made of. */
export const THREAD_PARTS = inOrder().map(closed).join("\n");
const SERVE = 'require("node:worker_threads").parentPort.on("message", serve);';
const TEXT = `${THREAD_PARTS}\n${SERVE}`;

/** A thread of Node, which can be waited for until it has died. */
interface NodeThread extends Thread {
  end(): Promise<unknown>;
}

/** Starts a thread. The process does not wait for it. */
export function startThread(): NodeThread {
  // Node loads them in some 5 ms, which most programs need not spend
  const { Worker, resourceLimits } = process.getBuiltinModule("node:worker_threads");
  const worker = new Worker(TEXT, { eval: true, name: "dualscope job", resourceLimits });
  worker.unref();
  // a thread that has died is noticed by its missing heartbeat
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
