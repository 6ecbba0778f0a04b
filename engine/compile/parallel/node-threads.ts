// Threads of Node, for the command line and for tests: they are started with the text of what they run.
import { Worker } from "node:worker_threads";
import sandboxText from "../runtime/sandbox.js?raw";
import jobsText from "./jobs.js?raw";
import type { Thread } from "./team.ts";
import threadText from "./thread.js?raw";

/** A module without its imports and exports. */
function plain(text: string): string {
  return text.replace(/^import .*$/gm, "").replace(/^export /gm, "");
}

const SERVE = 'require("node:worker_threads").parentPort.on("message", serve);';
const TEXT = [sandboxText, jobsText, threadText].map(plain).concat(SERVE).join("\n");

/** Starts a thread. The process does not wait for it. */
export function startThread(): Thread {
  const worker = new Worker(TEXT, { eval: true, name: "dualscope job" });
  worker.unref();
  return {
    post: (message) => worker.postMessage(message),
    end: () => void worker.terminate(),
  };
}
