// The soak's front door: runs test/soak in this process, by way of Vite, for Node 20 runs no TypeScript.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { module } = await runnerImport(join(root, "test/soak/soak.ts"), { root, configFile: false, logLevel: "error" });
process.exitCode = await module.main(process.argv.slice(2));
