// The one build configuration: the app, its worker, the command line's bundle and the tests.
import { lezer } from "@lezer/generator/rollup";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** What the built page may load: nothing but its own files (CodeMirror writes style elements). */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "worker-src 'self' blob:",
  "font-src 'self' data:",
  "img-src 'self' data:",
].join("; ");

function contentSecurityPolicy(): Plugin {
  return {
    name: "content-security-policy",
    apply: "build",
    transformIndexHtml: () => [
      { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" },
    ],
  };
}

export default defineConfig(({ mode }) => ({
  base: "./",
  plugins: [lezer(), ...(mode === "cli" ? [] : [react(), contentSecurityPolicy()])],
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
      : {
          target: "es2023",
          // what the page may load are files: no font within a style sheet
          assetsInlineLimit: (file: string) => (file.endsWith(".woff2") ? false : undefined),
        },
  ssr: mode === "cli" ? { noExternal: true as const } : {},
  test: {
    include: mode === "bench" ? ["test/bench/**/*.bench.ts"] : ["test/**/*.test.ts", "test/**/*.test.tsx"],
    // a guard against hanging, not a measure: random programs take the more time the more of them run
    testTimeout: 300_000 * Math.max(1, Number(process.env.DUALSCOPE_RANDOM_SHARE ?? "1")),
    hookTimeout: 120_000,
    // benchmarks run one after the other
    maxWorkers: mode === "bench" ? 1 : 2,
  },
}));
