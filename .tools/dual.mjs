// The command line's front door: installs what is missing, rebuilds the bundle when a source is newer, and runs it.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { installPackages } from "./install-missing.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const bundle = join(root, "node_modules/.cache/dualscope/cli.js");

/** The latest modification time of any file below a folder, in milliseconds. */
function newest(path) {
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  return Math.max(status.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Rebuilds the bundle where a source is newer. */
function build() {
  const sources = ["engine", "vite.config.ts", "package-lock.json"].map((name) => newest(join(root, name)));
  if (existsSync(bundle) && statSync(bundle).mtimeMs >= Math.max(...sources)) return;
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const built = spawnSync(process.execPath, [vite, "build", "--mode", "cli", "--logLevel", "error"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  });
  if (built.status !== 0) process.exit(4);
  rmSync(join(dirname(bundle), "code"), { recursive: true, force: true });
}

const isReady = new Int32Array(new SharedArrayBuffer(4));
// programs may nest 1000 deep, and the passes over them recurse: a thread has a larger stack than Node's own, and a heap in which the
// budget of memory is used up before Node's limit ends it; a process would take twice as long to start
const thread = new Worker(join(root, ".tools/start.cjs"), {
  argv: [bundle, process.env.INIT_CWD ?? process.cwd(), ...process.argv.slice(2)],
  workerData: isReady,
  resourceLimits: { stackSizeMb: 4, maxOldGenerationSizeMb: 4000 },
  // it writes to the process's own, not to streams that come through here
  stdout: true,
  stderr: true,
});
thread.on("error", (error) => {
  process.stderr.write(`internal: ${error.message}\n`);
  process.exitCode = 4;
});
thread.on("exit", (status) => {
  process.exitCode ??= status;
});
// the thread starts meanwhile
installPackages();
build();
Atomics.store(isReady, 0, 1);
Atomics.notify(isReady, 0);
