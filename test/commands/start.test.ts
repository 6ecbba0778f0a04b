// The start of the command line: the code of a bundle is kept for each command, and only of that bundle.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeEach, expect, test } from "vitest";

const START = fileURLToPath(new URL("../../.tools/start.cjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "dualscope-start-"));
const bundle = join(folder, "cli.js");
const code = join(folder, "code");

afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => rmSync(code, { recursive: true, force: true }));

/** Runs a bundle in a thread, as `.tools/dual.mjs` does. */
const DOOR = `const { Worker } = require("node:worker_threads");
const [start, ...argv] = process.argv.slice(1);
const isReady = new Int32Array(new SharedArrayBuffer(4)).fill(1);
new Worker(start, { argv, workerData: isReady }).on("exit", (status) => { process.exitCode = status; });`;

/** A bundle whose commands print their words with a letter before them. */
const bundleOf = (letter: string): string =>
  `(function (exports, require) {
const { format } = require("node:util");
exports.main = (args, where) => { console.log(format("${letter}", where, ...args)); return args.length; };
})`;

function started(...args: readonly string[]) {
  const words = ["-e", DOOR, "--", START, bundle, "here", ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  return { status, stdout, stderr };
}

/** The kept files, with their times. */
function kept(): ReadonlyMap<string, number> {
  return new Map(readdirSync(code).map((name) => [name, statSync(join(code, name)).mtimeMs]));
}

test("a command is compiled by its first run, and not by the next", () => {
  writeFileSync(bundle, bundleOf("a"));
  expect(started("grad", "p")).toEqual({ status: 2, stdout: "a here grad p\n", stderr: "" });
  const first = kept();
  expect(first.size).toBe(1);
  expect(started("grad", "--json", "q")).toEqual({ status: 3, stdout: "a here grad --json q\n", stderr: "" });
  expect(kept()).toEqual(first);
  started("check");
  started("--help");
  started();
  started("../p");
  expect([...kept().keys()].map((name) => name.replace(/-.*/, "")).sort()).toEqual(["check", "grad", "none"]);
});

test("the code of another bundle of the same length is not taken", () => {
  writeFileSync(bundle, bundleOf("a"));
  started("grad");
  writeFileSync(bundle, bundleOf("b"));
  expect(started("grad").stdout).toBe("b here grad\n");
  expect(kept().size).toBe(2);
});

test("code that V8 does not take, of another version, is replaced", () => {
  writeFileSync(bundle, bundleOf("a"));
  started("grad");
  const [name = ""] = kept().keys();
  const whole = readFileSync(join(code, name));
  writeFileSync(join(code, name), "of another version");
  expect(started("grad").stdout).toBe("a here grad\n");
  expect(readFileSync(join(code, name)).length).toBe(whole.length);
});
