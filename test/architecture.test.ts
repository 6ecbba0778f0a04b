// The order of the layers (engine/README.md): a file imports from its own folder or from folders above it; nothing is cyclic.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";
import { describe, expect, test } from "vitest";
import { ALGORITHMS, STAGES } from "../engine/algorithms/index.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Folders in the order of the layers; a file may import from its own or an earlier one. */
const ENGINE = [
  "base",
  "source",
  "syntax",
  "scalars",
  "types",
  "core",
  "prelude",
  "algorithms",
  "evaluate",
  "compile",
  "timeline",
  "graphs",
  "animation",
  "analysis",
  "session",
  "derive",
  "measure",
  "texts",
  "explore",
  "doctor",
  "queries",
  "lessons",
  "reference",
  "commands",
  "worker",
];
/** The rooms of the large layers, in order: a file imports from its own room or an earlier one. "." are the files beside the rooms. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  syntax: [".", "foreign", "habits", "mistakes", "parsing", "layout"],
  types: [".", "inference", "checking"],
  core: ["terms", "values", "events", "lowering", "notation"],
  evaluate: ["code", "values", "scalars", "tasks", "operations", "state", "pieces", "instructions", "."],
  compile: [
    "core-facts",
    "ir",
    "partial-evaluation",
    "derivatives",
    "optimise",
    "analyse",
    "runtime",
    "parallel",
    "webassembly",
    "codegen",
    "module",
    ".",
  ],
  session: ["program", "run", "input"],
};
/** The rooms of the page, floor by floor: a file may import from its own room and from lower floors; rooms of one floor do not know each other.
 * "algorithms/*" are the views that algorithms bring, each a folder within its algorithm's. */
const APP: readonly (readonly string[])[] = [
  ["base", "fonts"],
  ["words"],
  ["ui"],
  ["plot", "picture", "client"],
  ["algorithms", "drawing"],
  ["document"],
  ["prose", "navigation"],
  ["program"],
  ["course"],
  ["editor"],
  ["help"],
  ["exploration"],
  ["playback"],
  ["film", "explorer", "graph", "ladder", "complexity", "jobs", "algorithms/*", "compiled"],
  ["systems"],
  ["views", "panels"],
  ["entrance"],
  ["commands"],
  ["notebook", "dialogs"],
  ["lesson"],
  ["present"],
  ["page"],
];

/** More files than this in one folder are sorted into folders of their own. */
const MOST_FILES = 16;
/** Lines of a file. */
const MOST_LINES = 400;
/** Lines of a function that is no table. */
const MOST_LINES_OF_FUNCTION = 80;

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesBelow(path);
    return /\.(?:tsx?|js)$/.test(name) && !name.endsWith(".d.ts") ? [path] : [];
  });
}

/** The files of the project that a file imports, types included. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(file, "utf8");
  const found = [
    ...text.matchAll(
      /(?:import|export)\s[^'"]*?from\s+["'](\.[^"']+)["']|import\s+["'](\.[^"']+)["']|import\(\s*["'](\.[^"']+)["']/g,
    ),
  ];
  // `import.meta.glob("./*/index.ts")`
  const globs = [...text.matchAll(/import\.meta\.glob[^(]*\(\s*"(\.[^"]+)"/g)].flatMap(([, pattern]) => {
    const parts = resolve(dirname(file), pattern!).split("*");
    const matches = new RegExp(`^${parts.map((part) => part.replace(/[.\\]/g, "\\$&")).join("[^/]+")}$`);
    return files.filter((path) => matches.test(path));
  });
  const modules = found.filter((match) => !/\.po["']$/.test(match[0]));
  return [
    ...globs,
    ...modules.map((match) => resolve(dirname(file), (match[1] ?? match[2] ?? match[3])!.replace(/\?.*$/, ""))),
  ];
}

/** The files that a file loads: types are gone by then, and workers load their own. */
function loadedBy(path: string): readonly string[] {
  const text = readFileSync(join(root, path), "utf8");
  const statements = [...text.matchAll(/^(?:import|export)\s+(?!type\b)([^'"();]*?)\s*from\s+["'](\.[^"']+)["']/gm)];
  const named = statements.filter(([, names]) => {
    const inBraces = /^\{([\s\S]*)\}$/.exec(names!.trim())?.[1];
    return inBraces === undefined || inBraces.split(",").some((name) => name.trim() !== "" && !/^\s*type\s/.test(name));
  });
  const others = [...text.matchAll(/^import\s+["'](\.[^"']+)["']|import\(\s*["'](\.[^"']+)["']/gm)];
  const to = [...named.map((match) => match[2]!), ...others.map((match) => (match[1] ?? match[2])!)];
  const globs = importsOf(join(root, path)).filter(
    (one) => /\/(?:index|page|view|descriptions)\.tsx?$/.test(one) && text.includes("import.meta.glob"),
  );
  return [
    ...to
      .filter((one) => !one.includes("?worker"))
      .map((one) => relative(root, resolve(root, dirname(path), one.replace(/\?.*$/, "")))),
    ...globs.map((one) => relative(root, one)),
  ].filter((one) => /\.tsx?$/.test(one) && existsSync(join(root, one)));
}

/** A function that is longer than one reads at once. */
interface LongFunction {
  readonly place: string;
  /** Whether the comment above it says that it is a table, which is clearer whole. */
  readonly isTable: boolean;
}

/** The functions of a file that are longer than one reads at once. */
function longFunctions(file: string): readonly LongFunction[] {
  const text = readFileSync(file, "utf8");
  const lines = text.split("\n");
  if (lines.length <= MOST_LINES_OF_FUNCTION) return [];
  const lineOf = (offset: number): number => text.slice(0, offset).split("\n").length;
  const found: LongFunction[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { type, start, end } = node as { readonly type?: unknown; readonly start: number; readonly end: number };
    if (type === "FunctionDeclaration" || type === "FunctionExpression" || type === "ArrowFunctionExpression") {
      const line = lineOf(start);
      const above = lines.slice(0, line - 1);
      const code = above.findLastIndex((one) => !/^\s*(?:\/\*\*|\*|\/\/)/.test(one));
      const isTable = /\btable\b.*\bclearer whole\b/s.test(above.slice(code + 1).join(" "));
      if (lineOf(end) - line >= MOST_LINES_OF_FUNCTION)
        found.push({ place: `${relative(root, file)}:${line}`, isTable });
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(file, text).program);
  return found;
}

const files = ["engine", "app"].flatMap((folder) => filesBelow(join(root, folder)));
const edges = files.flatMap((file) =>
  importsOf(file).map((to) => ({ from: relative(root, file), to: relative(root, to) })),
);

/** Where a file stands in its part of the project; floor -1 are the top files, which see everything. */
function placeOf(path: string): { readonly part: string; readonly folder: string; readonly floor: number } {
  const [part, room, ...below] = path.split("/") as [string, string, ...string[]];
  const isOwnView = part === "app" && room === "algorithms" && below.length > 2;
  const folder = isOwnView ? "algorithms/*" : room;
  const floor = part === "engine" ? ENGINE.indexOf(folder) : APP.findIndex((rooms) => rooms.includes(folder));
  return { part, folder, floor };
}

describe("architecture", () => {
  test("reads the imports of the project", () => {
    expect(files.length).toBeGreaterThan(50);
    expect(edges.length).toBeGreaterThan(files.length);
  });

  test("every folder of the engine has its place in the order", () => {
    const folders = new Set(
      files
        .filter((file) => relative(root, file).startsWith("engine"))
        .map((file) => relative(root, file).split("/")[1]!),
    );
    for (const folder of folders) if (!folder.endsWith(".ts")) expect(ENGINE).toContain(folder);
  });

  test("every room of the app has its floor", () => {
    const rooms = APP.flat();
    const sources = files.map((file) => relative(root, file)).filter((file) => file.startsWith("app/"));
    const outside = sources.filter((file) => file.split("/").length > 2 && !rooms.includes(file.split("/")[1]!));
    expect(outside).toEqual([]);
  });

  test("no folder holds many files", () => {
    const counts = new Map<string, number>();
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
  });

  test("no file is longer than one reads at once", () => {
    const lines = (file: string): number => readFileSync(file, "utf8").split("\n").length - 1;
    const sheets = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".css"))
      .map((name) => join(root, "app", name));
    expect(sheets.length).toBeGreaterThan(20);
    const long = [...files, ...sheets].filter((file) => lines(file) > MOST_LINES);
    expect(long.map((file) => relative(root, file))).toEqual([]);
  });

  test("no function is longer than one reads at once, but tables that say that they are clearer whole", () => {
    const long = files.flatMap(longFunctions);
    expect(long.filter(({ isTable }) => isTable).length).toBeGreaterThan(5);
    expect(long.filter(({ isTable }) => !isTable)).toEqual([]);
  });

  test("the compiler names no definition of the prelude", () => {
    const prelude = readFileSync(join(root, "engine/prelude/prelude.dual"), "utf8");
    const names = new Set([...prelude.matchAll(/^def (\S+)/gm)].map(([, name]) => name!));
    expect(names).toContain("foldr");
    const compiler = files.filter((file) => relative(root, file).startsWith("engine/compile/"));
    // words of the compiler: values of several components, sources that count, patterns that always match, the operation, the sweep
    const own = new Set(["product", "range", "any", "not", "reverse"]);
    const named = compiler.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/"([^"\s]+)"/g)].flatMap(([, word]) =>
        names.has(word!) && !own.has(word!) ? [`${relative(root, file)}: ${word}`] : [],
      ),
    );
    expect(named).toEqual([]);
  });

  test("the engine never imports the app", () => {
    expect(edges.filter(({ from, to }) => from.startsWith("engine") && to.startsWith("app"))).toEqual([]);
  });

  test("imports point upwards", () => {
    const wrong = edges.filter(({ from, to }) => {
      const [a, b] = [placeOf(from), placeOf(to)];
      if (a.part !== b.part || a.floor < 0 || a.folder === b.folder) return false;
      return b.floor < 0 || b.floor >= a.floor;
    });
    expect(wrong).toEqual([]);
  });

  test.each(Object.entries(ROOMS))("%s is rooms, none of which imports from a later one", (layer, rooms) => {
    const folder = join("engine", layer);
    const isInside = (path: string): boolean => path.startsWith(folder + sep);
    const roomOf = (path: string): string => relative(folder, dirname(path)).split(sep)[0] || ".";
    const inside = files.map((file) => relative(root, file)).filter(isInside);
    expect([...new Set(inside.map(roomOf))].sort()).toEqual([...rooms].sort());
    const order = (path: string): number => rooms.indexOf(roomOf(path));
    const within = edges.filter(({ from, to }) => isInside(from) && isInside(to));
    expect(within.length).toBeGreaterThan(inside.length);
    expect(within.filter(({ from, to }) => order(to) > order(from))).toEqual([]);
  });

  test("no imports are cyclic", () => {
    const uses = new Map<string, string[]>();
    for (const { from, to } of edges) uses.set(from, [...(uses.get(from) ?? []), to]);
    const done = new Set<string>();
    const path: string[] = [];
    const cycles: string[] = [];
    const visit = (file: string): void => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(" -> "));
      if (done.has(file) || path.includes(file)) return;
      path.push(file);
      for (const next of uses.get(file) ?? []) visit(next);
      path.pop();
      done.add(file);
    };
    for (const file of uses.keys()) visit(file);
    expect(cycles).toEqual([]);
  });

  test("models are pure: they know no store, no worker, no React, no clock and no page", () => {
    const models = files
      .map((file) => relative(root, file))
      .filter((file) => /^app\/(?:words\/|picture\/[^/]+\.ts$|.*(?:\/(?:model|drawn)\/|\/model\.ts$))/.test(file));
    expect(models.length).toBeGreaterThan(50);
    const isModel = (file: string): boolean => models.includes(file);
    // beside models there are values that know nothing either, such as documents
    const isStore = (file: string): boolean => /\/state(?:\/|\.ts$)|^app\/client\/client\.ts$|\.tsx$/.test(file);
    expect(edges.filter(({ from, to }) => isModel(from) && isStore(to))).toEqual([]);
    for (const file of models)
      expect(readFileSync(join(root, file), "utf8"), file).not.toMatch(
        /from "(?:react|react-dom|zustand)|Date\.now|new Date\(\)|replayOrder\.(?:now|mark|measure|timeOrigin)|localStorage|Math\.random|navigator\.|window\.|\bdocument\.(?:query|get|body|active)/,
      );
  });

  test("views ask no worker: they show the questions of their room's state", () => {
    const isView = (file: string): boolean => file.endsWith(".tsx");
    const HOOK = "app/client/question.ts";
    expect(
      edges.filter(
        ({ from, to }) => isView(from) && to.startsWith("app/client/") && to !== HOOK && from !== "app/start.tsx",
      ),
    ).toEqual([]);
    for (const file of files.filter(isView))
      expect(readFileSync(file, "utf8"), file).not.toMatch(/\blease\(|\bexploration\.about\(/);
  });

  test("there is one way to a worker: clients are made in one place", () => {
    for (const file of files.filter((path) => relative(root, path).startsWith("app/")))
      if (!file.endsWith(join("client", "client.ts")))
        expect(readFileSync(file, "utf8"), file).not.toMatch(/\bnew EngineClient\b/);
  });

  test("no module of the page has a variable of its own: what changes is in a store, or in an object that is made", () => {
    for (const file of files.filter((path) => relative(root, path).startsWith("app/")))
      expect(readFileSync(file, "utf8"), file).not.toMatch(/^(?:export )?(?:let|var) /m);
  });

  test("no module of the page has a record that changes: an object at its top, a property of which is set", () => {
    const changed = /^(?:export )?const (\w+)(?:: [^=]+)? = \{/gm;
    // prose/html.ts is of a worker that does one thing at a time
    for (const file of files.filter((path) => /^app\/(?!prose\/html\.ts)/.test(relative(root, path)))) {
      const text = readFileSync(file, "utf8");
      for (const [, name] of text.matchAll(changed))
        expect(text, `${file}: ${name}`).not.toMatch(
          new RegExp(
            `\\b${name}(?:\\.\\w+|\\[[^\\]]+\\])+ (?:=|[-+*/?|&]+=) |Object\\.assign\\(${name}\\b|delete ${name}\\b`,
          ),
        );
    }
  });

  test("no state of the page holds a worker but as a question, the runs of cells and the checks of editors", () => {
    const held = files
      .map((file) => relative(root, file))
      .filter((file) => file.startsWith("app/") && /\blease\(/.test(readFileSync(join(root, file), "utf8")));
    expect(held.sort()).toEqual([
      "app/client/client.ts",
      "app/client/question.ts",
      "app/program/state/questions.ts",
      "app/program/state/running.ts",
    ]);
  });

  test("everything that is exported has a comment that says what it is for", () => {
    // what is JavaScript has its types and its comments in a file beside it, or words for several constants together
    const typed = files.filter((file) => !file.endsWith(".js"));
    const bare = typed.flatMap((file) => {
      const lines = readFileSync(file, "utf8").split("\n");
      return lines.flatMap((line, index) => {
        const name =
          /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/.exec(
            line,
          )?.[1];
        if (name === undefined || lines[index - 1]?.trimEnd().endsWith("*/") === true) return [];
        // the second form of a function has the comment of the first
        const isOverload = new RegExp(`^export (?:async )?function\\*? ${name}\\b`).test(lines[index - 1] ?? "");
        return isOverload ? [] : [`${relative(root, file)}: ${name}`];
      });
    });
    expect(bare).toEqual([]);
  });

  test("the page knows algorithms as plain data: their transformations are reached by workers only", () => {
    const from = new Map<string, string>();
    const open = files.map((path) => relative(root, path)).filter((path) => path.startsWith("app/"));
    for (const path of open) from.set(path, "");
    for (let path = open.pop(); path !== undefined; path = open.pop())
      for (const to of loadedBy(path)) {
        if (from.has(to)) continue;
        from.set(to, path);
        open.push(to);
      }
    expect(from.size).toBeGreaterThan(files.length / 2);
    const way = (to: string): string => `${from.get(to) ? `${way(from.get(to)!)} → ` : ""}${to}`;
    const reached = ["engine/algorithms/index.ts", ...ALGORITHMS.map(({ id }) => `engine/algorithms/${id}/index.ts`)];
    expect(reached.filter((to) => from.has(to)).map(way)).toEqual([]);
  });

  /** Places that know no algorithm: all but its own folders, the glossary, and the compiled engine. */
  const KNOW_NONE = [
    "engine/evaluate/",
    "engine/timeline/",
    "engine/graphs/",
    "engine/animation/",
    "engine/analysis/",
    "engine/session/",
    "engine/derive/",
    "engine/measure/",
    "engine/texts/",
    "engine/explore/",
    "engine/queries/",
    "engine/lessons/",
    "engine/commands/",
    "engine/worker/",
    "engine/cli.ts",
    "app/",
  ];
  /** An algorithm's folder of the page. */
  const OWN = /^app\/(?:algorithms\/[^/]+\/)/;
  /** Ids that are words of other things, too: passes, modes, colours, forms of the syntax. They are looked for where a stage stands. */
  const COMMON = new Set(["forward", "vectorised", "staged", "tape", "parallel", "one-hots"]);
  const stands = (id: string): RegExp =>
    new RegExp(
      `(?:[sS]tageOf|lookOf|stageNamed|record)\\(["'\`]${id}|(?:[sS]tages?|STAGES?|leader|columns)\\b[^;,(\\["'\`]*(?:\\[[^\\]]*)?["'\`]${id}["'\`]`,
    );

  test("only an algorithm's own folders name it, its stages or its definitions", () => {
    const ids = [...STAGES.map(({ id }) => id), ...ALGORITHMS.map(({ id }) => id)];
    const patterns = ids.flatMap((id) => [
      COMMON.has(id) ? stands(id) : new RegExp(`["'\`]${id}["'\`]`),
      // in a text of the page
      new RegExp(`>${id}<`),
      // in an example of a query or of a command
      new RegExp(`(?:\\bby: ?|--(?:stage|algorithm|against)[ =])${id}\\b`),
    ]);
    const found: string[] = [];
    for (const file of files.map((path) => relative(root, path))) {
      if (!KNOW_NONE.some((place) => file.startsWith(place)) || OWN.test(file)) continue;
      for (const [index, line] of readFileSync(join(root, file), "utf8").split("\n").entries()) {
        if (/^\s*(?:\/\/|\*|\/\*)/.test(line)) continue;
        if (patterns.some((pattern) => pattern.test(line)) || line.includes("Interleave"))
          found.push(`${file}:${index + 1}: ${line.trim()}`);
      }
    }
    expect(found).toEqual([]);
  });

  test("every stage file opens with its mathematics", () => {
    for (const { id: folder, stages, citation: paper } of ALGORITHMS)
      for (const { id, citation } of stages) {
        const text = readFileSync(join(root, "engine/algorithms", folder, `${id}.ts`), "utf8");
        const head = text.slice(0, text.indexOf("\nimport "));
        expect(head.startsWith("// "), id).toBe(true);
        // the words of the citation that name where it is from
        const sources = `${paper} ${citation}`.match(/\p{L}{4,}/gu)!;
        expect(
          sources.some((word) => head.includes(word)),
          `${id}: ${sources.join(" ")}`,
        ).toBe(true);
        // rules stand indented, as Name[..] = .., or Name : type
        expect(head.match(/^\/\/ {2,}\S.*(?:=|:|→)/gm)?.length ?? 0, id).toBeGreaterThan(0);
      }
  });

  /** Mistakes and values are told apart by their class; the others are the libraries'. */
  const BASES = /^(?:Error|ScalarMistake|Opaque|ActiveScalar|Component|WidgetType|GutterMarker)$/;

  test("no class but mistakes and values extends one of another file", () => {
    for (const file of files) {
      const text = readFileSync(file, "utf8");
      for (const [, base] of text.matchAll(/\bclass \w+(?:<[^{]*?>)? extends (\w+)/g))
        if (!new RegExp(`\\bclass ${base}\\b`).test(text)) expect(base, file).toMatch(BASES);
    }
  });

  test("every function, constant and class that is exported is named in another file", () => {
    const all = [...files, ...filesBelow(join(root, "test"))];
    const uses = new Map<string, number>();
    for (const file of all)
      for (const word of new Set(readFileSync(file, "utf8").match(/[A-Za-z_$][\w$]*/g)))
        uses.set(word, (uses.get(word) ?? 0) + 1);
    const exported = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm;
    // the names of the JavaScript of threads are those of one script
    const found = files
      .filter((file) => !file.endsWith(".js"))
      .flatMap((file) =>
        [...readFileSync(file, "utf8").matchAll(exported)]
          .filter(([, name]) => uses.get(name!) === 1)
          .map(([, name]) => `${relative(root, file)}: ${name}`),
      );
    expect(found).toEqual([]);
  });

  test("the compiler looks for nothing in the code that it has generated", () => {
    // names of the program are put into comments, and are no code of ours
    const allowed = /commentCode\(fn\.name\)/;
    for (const file of files.map((path) => relative(root, path)))
      if (/^engine\/compile\/(?:analyse|codegen|runtime\/runtime-text)/.test(file))
        for (const line of readFileSync(join(root, file), "utf8").split("\n"))
          if (!allowed.test(line))
            expect(line, file).not.toMatch(/\(\/|\.(?:exec|test|match|matchAll|search|slice)\(["'/]|RegExp/);
  });

  test("no file switches a rule of the linter off", () => {
    for (const file of files)
      expect(readFileSync(file, "utf8"), file).not.toMatch(
        /biome-ignore|eslint-disable|@ts-ignore|@ts-nocheck|@ts-expect-error/,
      );
  });
});
