// Measuring in processes of their own: builds the measuring program once, and runs it.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { lezer } from "@lezer/generator/rollup";
import { build } from "vite";
import type { Measured, Measurement } from "./measure.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = `${ROOT}node_modules/.cache/dualscope`;

let built = false;

/** The file of a program of `test/bench/programs`. */
export function programFile(name: string): string {
  return `${ROOT}test/bench/programs/${name}.dual`;
}

/** The file of a peer; undefined where the peers are not installed. */
export function peerFile(name: string): string | undefined {
  const folder = `${ROOT}test/bench/peers`;
  return existsSync(`${folder}/node_modules`) ? `${folder}/${name}.mjs` : undefined;
}

/** Measures in a process of its own. */
export async function measured(measurement: Partial<Measurement> & Pick<Measurement, "file">): Promise<Measured> {
  if (!built) {
    await build({
      configFile: false,
      logLevel: "error",
      root: ROOT,
      plugins: [lezer()],
      build: {
        ssr: "test/bench/measure.ts",
        outDir: FOLDER,
        emptyOutDir: false,
        minify: false,
        copyPublicDir: false,
        rollupOptions: { output: { entryFileNames: "measure.mjs" } },
      },
      ssr: { noExternal: true },
    });
    built = true;
  }
  const whole: Measurement = { n: undefined, plain: undefined, peer: undefined, batch: 10, rounds: 15, ...measurement };
  const child = spawnSync(process.execPath, [`${FOLDER}/measure.mjs`, JSON.stringify(whole)], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
    timeout: 280_000,
  });
  const last = child.stdout.trim().split("\n").at(-1) ?? "";
  if (child.status !== 0 || last === "") throw new Error(`${whole.file}: ${child.stderr.slice(-2000)}`);
  return JSON.parse(last) as Measured;
}
