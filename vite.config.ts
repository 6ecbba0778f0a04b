// The one build configuration: the app, its worker, the command line's bundle and the tests.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { lezer } from "@lezer/generator/rollup";
import { lingui } from "@lingui/vite-plugin";
import babel, { defineRolldownBabelPreset } from "@rolldown/plugin-babel";
import react from "@vitejs/plugin-react";
import type { Connect, Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { compiledMessages } from "./.tools/compiled-messages.ts";
import { licences } from "./.tools/licences.ts";
import { ISOLATION, PAGE_POLICY, policyOf } from "./.tools/policy.mjs";

/** The page's policy, in the built page for hosts that send no headers, and as the preview's headers. */
function contentSecurityPolicy(): Plugin {
  return {
    name: "content-security-policy",
    transformIndexHtml: (_, { server }) =>
      server !== undefined
        ? []
        : [
            {
              tag: "meta",
              attrs: { "http-equiv": "Content-Security-Policy", content: PAGE_POLICY },
              injectTo: "head-prepend",
            },
          ],
    configurePreviewServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        const file = new URL(request.url ?? "/", "http://preview").pathname.replace(/^.*\//, "");
        response.setHeader("Content-Security-Policy", policyOf(file));
        next();
      });
    },
  };
}

/** The headers that let workers share memory, from the development server and the preview. */
function isolation(): Plugin {
  const isolate: Connect.NextHandleFunction = (_, response, next) => {
    for (const [name, value] of Object.entries(ISOLATION)) response.setHeader(name, value);
    next();
  };
  return {
    name: "isolation",
    configureServer: ({ middlewares }) => void middlewares.use(isolate),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(isolate),
  };
}

/** The page's own chunk and its styles are fetched with its entry, which imports it once the language is known (app/main.ts). */
function early(): Plugin {
  return {
    name: "early",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle = {} }) {
        const scripts = new Set<string>();
        const styles = new Set<string>();
        const add = (file: string): void => {
          const one = bundle[file];
          if (one?.type !== "chunk" || one.isEntry || scripts.has(file)) return;
          scripts.add(file);
          for (const style of one.viteMetadata?.importedCss ?? []) styles.add(style);
          for (const other of one.imports) add(other);
        };
        for (const [file, one] of Object.entries(bundle)) if (one.type === "chunk" && one.name === "start") add(file);
        const link = (rel: string) => (file: string) => ({
          tag: "link",
          attrs: { rel, crossorigin: true, href: `./${file}` },
          injectTo: "head" as const,
        });
        return [...[...scripts].map(link("modulepreload")), ...[...styles].map(link("stylesheet"))];
      },
    },
  };
}

/** A module of the build, as far as grouping looks at it. */
interface Imports {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * Chunks of the page by their entries: each is one file, for a visitor waits for all of it. A module is in the first chunk that needs it. Strings
 * are evaluated after the entry's chunk.
 */
const CHUNKS = {
  main: "./app/main.ts",
  start: "./app/start.tsx",
  editors: "./app/notebook/cell/editors.ts",
  drawing: "./app/entrance/small-graph.tsx",
};

/** Names the chunk of a module: the first of the above whose entry imports it; undecided for all others. */
function chunkNames(): (id: string, context: Imports) => string | null {
  const names = new Map<string, string>();
  const nameAll = (context: Imports): void => {
    for (const [name, entry] of Object.entries(CHUNKS)) {
      const waiting = [fileURLToPath(new URL(entry, import.meta.url))];
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        if (names.has(id)) continue;
        names.set(id, name);
        waiting.push(...(context.getModuleInfo(id)?.importedIds ?? []));
      }
    }
  };
  return (id, context) => {
    if (names.size === 0) nameAll(context);
    const name = names.get(id);
    return name === undefined || name === "main" ? null : name;
  };
}

/** Files of `public/` that belong to the page. */
const PUBLIC = ["engine-frame.html", "engine-frame.js", "favicon.svg", "manifest.webmanifest", "theme.js"];

/** The service worker with the list of what a build consists of (app/service-worker.js). */
function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const isWanted = (name: string): boolean =>
          name !== "index.html" && !/\.(?:woff|ttf|map)$|\/pseudo-|^bom\.json$/.test(name);
        const files = ["./", ...Object.keys(bundle).filter(isWanted), ...PUBLIC].sort();
        const build = createHash("sha256");
        for (const [name, one] of Object.entries(bundle).sort(([a], [b]) => (a < b ? -1 : 1))) {
          build.update(name).update(one.type === "chunk" ? one.code : one.source);
        }
        const source = readFileSync(new URL("./app/service-worker.js", import.meta.url), "utf8")
          .replace("self.__FILES__", JSON.stringify(files))
          .replace("self.__ISOLATION__", JSON.stringify(ISOLATION))
          .replace("self.__BUILD__", JSON.stringify(build.digest("hex").slice(0, 16)));
        this.emitFile({ type: "asset", fileName: "service-worker.js", source });
      },
    },
  };
}

/** The strings of the page: calls like t`Run` have their English, and look in the catalogue of any other language (app/locales). */
const strings = () => [
  babel({
    presets: [
      defineRolldownBabelPreset({
        preset: { plugins: [["@lingui/babel-plugin-lingui-macro", { stripMessageField: false }], compiledMessages] },
        // Babel is slow: it reads only what has such calls
        rolldown: { filter: { id: /[/\\]app[/\\].*\.tsx?$/, code: /@lingui\/\w+\/macro/ } },
      }),
    ],
  }),
  lingui({ failOnCompileError: true }),
];

const SHARE = Number(process.env.DUALSCOPE_RANDOM_SHARE ?? "1");

/** Whether all is tried of which `npm test` tries a part (test/support/runs.ts). */
const IS_LONG = SHARE > 1;

const LIMITS = {
  // a guard against hanging, not a measure: random programs take the more time the more of them run
  testTimeout: 300_000 * Math.max(1, SHARE),
  hookTimeout: 120_000,
};

/** Benchmarks run one after the other. */
const BENCHMARKS = { ...LIMITS, include: ["test/bench/**/*.bench.ts"], maxWorkers: 1 };

/** Options of projects of unit tests. */
export const UNIT = {
  ...LIMITS,
  setupFiles: ["engine/syntax/mistakes/advised.ts"],
  maxWorkers: 2,
  // the command line's stack (.tools/dual.mjs): what nests 1000 deep is checked here, however little of the code is optimised yet
  // and room for what is young, of which tests make much: an eighth less is spent on collecting it
  // and code is optimised seven times later than usual: most of it runs a few times here, and a quarter of all time went into optimising it
  execArgv: ["--stack-size=3900", "--max-semi-space-size=64", "--interrupt-budget=1000000"],
  sequence: { groupOrder: 0 },
};

/** Tests that read the sources as texts, as a linter does. */
const OF_SOURCES = [
  "test/architecture.test.ts",
  "test/baseline.test.ts",
  "test/catches.test.ts",
  "test/pages.test.ts",
  "test/plain-words.test.ts",
  "test/strings.test.ts",
  "test/styles.test.ts",
  "test/waits.test.ts",
];

/** What runs in a browser comes after everything else. */
const TESTS = {
  ...LIMITS,
  reporters: [
    "default",
    ...(process.env.GITHUB_ACTIONS === "true" ? ["github-actions"] : []),
    "./test/support/second-tries.ts",
  ],
  projects: [
    {
      extends: true as const,
      test: {
        ...UNIT,
        name: "unit",
        include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
        exclude: ["test/e2e/**", "**/node_modules/**", ...OF_SOURCES, ...(IS_LONG ? ["test/mutation/**"] : [])],
        // files that run one after the other load the engine once, and its code is compiled once
        isolate: false,
      },
    },
    { extends: true as const, test: { ...UNIT, name: "sources", include: OF_SOURCES, isolate: false } },
    ...(IS_LONG ? ["test/mutation/vitest.config.ts"] : []),
    {
      extends: true as const,
      test: {
        ...LIMITS,
        name: "browser",
        include: ["test/e2e/**/*.test.ts"],
        globalSetup: "test/e2e/build-once.ts",
        maxWorkers: 2,
        // once more on a machine that was busy; test/support/second-tries.ts counts and tells
        retry: 1,
        // files that run one after the other share a browser
        isolate: false,
        sequence: { groupOrder: 1 },
      },
    },
  ],
};

/** What Node runs, each as one file: the command line, and the fuzzer, which reads the page's documents. */
const FOR_NODE: Readonly<Record<string, string>> = { cli: "engine/cli.ts", fuzz: "test/fuzz/main.ts" };

/** The command line's bundle is a function, which `.tools/start.cjs` compiles; text in ASCII is read in a third of the time. */
const AS_FUNCTION = {
  format: "cjs" as const,
  postBanner: "(function (exports, require) {",
  postFooter: "})",
  charset: "ascii" as const,
  comments: false,
  entryFileNames: "cli.js",
};

const parts = licences();

function pluginsFor(mode: string) {
  if (mode === "cli") return [];
  return mode === "fuzz"
    ? [strings()]
    : [strings(), react(), contentSecurityPolicy(), early(), isolation(), parts.write(), offline()];
}

export default defineConfig(({ mode }) => ({
  base: "./",
  plugins: [lezer(), ...pluginsFor(mode)],
  worker: {
    format: "es" as const,
    plugins: () => [lezer(), parts.gather()],
    // what only workers load is known by its name
    rolldownOptions: { output: { chunkFileNames: "assets/worker-[name]-[hash].js" } },
  },
  build:
    mode in FOR_NODE
      ? {
          ssr: FOR_NODE[mode] ?? "",
          outDir: "node_modules/.cache/dualscope",
          emptyOutDir: false,
          minify: false,
          copyPublicDir: false,
          rolldownOptions: { output: mode === "cli" ? AS_FUNCTION : { entryFileNames: `${mode}.mjs` } },
        }
      : {
          // what Chromium, Firefox and Safari have had for two and a half years
          target: "baseline-widely-available",
          // what the page may load are files: no font within a style sheet
          assetsInlineLimit: (file: string) => (file.endsWith(".woff2") ? false : undefined),
          rolldownOptions: {
            output: { codeSplitting: { groups: [{ name: chunkNames(), includeDependenciesRecursively: false }] } },
          },
        },
  preview: { port: 5173 },
  ssr: mode in FOR_NODE ? { noExternal: true as const } : {},
  test: mode === "bench" ? BENCHMARKS : TESTS,
}));
