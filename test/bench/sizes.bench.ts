// How long checking takes in the size of a text, for many shapes of texts, and how much memory the largest texts need.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { lezer } from "@lezer/generator/rollup";
import { build } from "vite";
import { test } from "vitest";
import { SHAPES } from "../support/shapes.ts";
import type { SizeTask, SizeTold } from "./sizes-child.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = `${ROOT}node_modules/.cache/dualscope`;

/** Characters: those that are timed, and those whose memory counts (texts come out somewhat longer, and four million are the most). */
const HALF = 500_000;
const WHOLE = 1_000_000;
const LARGEST = 3_600_000;

/** Targets: milliseconds for a megabyte, how many times half of it, and bytes. */
const MOST_TIME = 2000;
const MOST_GROWTH = 2.3;
const MOST_MEMORY = 1e9;
/** Growth of less than so many milliseconds is none that counts. */
const TOO_SHORT = 300;

/** Runs a task in a process of its own, with a heap of a gigabyte at most. */
function told(task: SizeTask): Promise<SizeTold> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [
      "--max-old-space-size=1000",
      `${FOLDER}/sizes-child.mjs`,
      JSON.stringify(task),
    ]);
    let said = "";
    child.stdout.on("data", (text: Buffer) => {
      said += text.toString();
    });
    child.on("close", () => {
      const failed = {
        time: Number.POSITIVE_INFINITY,
        memory: Number.POSITIVE_INFINITY,
        ended: "threw: no memory left",
      };
      done(said === "" ? failed : (JSON.parse(said) as SizeTold));
    });
  });
}

test("sizes", { timeout: 3_600_000 }, async () => {
  await build({
    configFile: false,
    logLevel: "error",
    root: ROOT,
    plugins: [lezer()],
    build: {
      ssr: "test/bench/sizes-child.ts",
      outDir: FOLDER,
      emptyOutDir: false,
      minify: false,
      copyPublicDir: false,
      rollupOptions: { output: { entryFileNames: "sizes-child.mjs" } },
    },
    ssr: { noExternal: true },
  });
  console.log(`${"shape".padEnd(42)} 0.5 MB    1 MB  ratio  3.6 MB to check  to format  missed`);
  let missed = 0;
  for (const { name: shape } of SHAPES) {
    const half = await told({ shape, size: HALF, what: "check" });
    const whole = await told({ shape, size: WHOLE, what: "check" });
    const largest = await told({ shape, size: LARGEST, what: "check" });
    const layout = await told({ shape, size: LARGEST, what: "format" });
    const growth = whole.time / half.time;
    const misses = [
      ...(whole.time > MOST_TIME ? ["time"] : []),
      ...(growth > MOST_GROWTH && whole.time > TOO_SHORT ? ["growth"] : []),
      ...(Math.max(largest.memory, layout.memory) > MOST_MEMORY ? ["memory"] : []),
      ...([half, whole, largest, layout].some(({ ended }) => ended.startsWith("threw")) ? ["an internal error"] : []),
    ];
    if (misses.length > 0) missed++;
    const time = (one: SizeTold): string => `${(one.time / 1000).toFixed(2)} s`.padStart(7);
    const memory = (one: SizeTold): string => `${Math.round(one.memory / 1e6)} MB`.padStart(9);
    console.log(
      `${shape.padEnd(42)}${time(half)} ${time(whole)} ${growth.toFixed(1).padStart(6)} ${memory(largest).padStart(16)} ${memory(layout).padStart(10)}  ${misses.join(", ")}`,
    );
  }
  console.log(`${SHAPES.length} shapes, of which ${missed} miss something`);
});
