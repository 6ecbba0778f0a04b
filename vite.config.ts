// The one build configuration: the app, its worker, the command line's bundle and the tests.
import { lezer } from "@lezer/generator/rollup";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig(({ mode }) => ({
  base: "./",
  plugins: [lezer(), ...(mode === "cli" ? [] : [react()])],
  worker: { format: "es" as const, plugins: () => [lezer()] },
  build:
    mode === "cli"
      ? {
          ssr: "engine/cli.ts",
          outDir: "node_modules/.cache/dualscope",
          emptyOutDir: false,
          minify: false,
          copyPublicDir: false,
          rollupOptions: { output: { entryFileNames: "cli.mjs" } },
        }
      : { target: "es2023" },
  ssr: mode === "cli" ? { noExternal: true as const } : {},
  test: {
    include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
}));
