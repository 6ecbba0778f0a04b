// The command line's front door: installs what is missing, rebuilds the bundle when a source is newer, and runs it.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { installPackages } from "./install-missing.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const bundle = join(root, "node_modules/.cache/dualscope/cli.mjs");

/** The latest modification time of any file below a folder, in milliseconds. */
function newest(path) {
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  return Math.max(status.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

installPackages();
const sources = ["engine", "vite.config.ts", "package-lock.json"].map((name) => newest(join(root, name)));
if (!existsSync(bundle) || statSync(bundle).mtimeMs < Math.max(...sources)) {
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const built = spawnSync(process.execPath, [vite, "build", "--mode", "cli", "--logLevel", "error"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  });
  if (built.status !== 0) process.exit(4);
}
// programs may nest 1000 deep, and the passes over them recurse: they get a larger stack than Node's default, and a heap in which
// the budget of memory is used up before Node's own limit ends the process without a word
const runner = `import(${JSON.stringify(pathToFileURL(bundle).href)}).then(({ main }) => {
  process.exitCode = main(process.argv.slice(1), ${JSON.stringify(process.env.INIT_CWD ?? process.cwd())});
});`;
const ran = spawnSync(
  process.execPath,
  ["--stack-size=3900", "--max-old-space-size=4000", "-e", runner, "--", ...process.argv.slice(2)],
  {
    stdio: "inherit",
  },
);
process.exitCode = ran.status ?? 4;
