// The thread of the command line (dual.mjs): runs a bundle once that is up to date. V8's code of a bundle is kept beside it, for each
// command the functions that it has called: where it is there, nothing is compiled. Its arguments are the bundle, the folder that file
// names are relative to, and the command line.
"use strict";
const { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { Script } = require("node:vm");
const { workerData: isReady } = require("node:worker_threads");

/** The content of a file; undefined where it cannot be read. */
function contentOf(file) {
  try {
    return readFileSync(file);
  } catch {
    // it is made by the first run
    return undefined;
  }
}

/** Writes a file at once: other runs read all of it or nothing. */
function keep(file, content) {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.${process.pid}`, content);
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // in a folder that cannot be written to, each run compiles
  }
}

Atomics.wait(isReady, 0, 0);
const [bundle, where, ...args] = process.argv.slice(2);
const opened = openSync(bundle);
const text = readFileSync(opened, "utf8");
const { mtimeMs } = fstatSync(opened);
closeSync(opened);
// V8 looks at the length of the text alone: the code of another bundle is another file
const command = /^[a-z]+$/.test(args[0] ?? "") ? args[0] : "none";
const file = join(dirname(bundle), "code", `${command}-${mtimeMs}`);
const cachedData = contentOf(file);
const script = new Script(text, { filename: bundle, cachedData });
const exported = {};
script.runInThisContext()(exported, require);
process.exitCode = exported.main(args, where);
if (cachedData === undefined || script.cachedDataRejected) keep(file, script.createCachedData());
