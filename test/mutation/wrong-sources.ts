// Sources with one wrong place. A test file asks for another one by `?fault=N&in=SOURCE`, and gets it on that source with its Nth fault:
// all that lies between the two is loaded again, and calls of `test` are collected (collected-tests.ts) in the stead of being run.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** Faults of a line of a source; undefined where that makes no sense of it. */
const WRONG: Readonly<Record<string, (line: string) => string | undefined>> = {
  "is left out": (line) =>
    /^\s+(?!return|const|let|import|readonly|private|throw)[\w.![\]]+(?:\(.*\)| [+-]?= .*|\+\+|--);$/.test(line)
      ? ""
      : undefined,
  "has another bound": (line) =>
    swapped(line, [
      [" < ", " <= "],
      [" > ", " >= "],
      [" <= ", " < "],
      [" >= ", " > "],
    ]),
  "tests the contrary": (line) =>
    swapped(line, [
      [" === ", " !== "],
      [" !== ", " === "],
    ]),
  "joins its tests otherwise": (line) =>
    swapped(line, [
      [" && ", " || "],
      [" || ", " && "],
    ]),
  "is off by one": (line) =>
    swapped(line, [
      [" + 1", ""],
      [" - 1", ""],
      ["++", "--"],
    ]),
  "has another default": (line) =>
    swapped(line, [
      ["?? 0", "?? 1"],
      ["?? -1", "?? 0"],
      ['?? ""', '?? "x"'],
      ["= false", "= true"],
      ["= true", "= false"],
    ]),
};

function swapped(line: string, pairs: readonly (readonly [string, string])[]): string | undefined {
  const pair = pairs.find(([from]) => line.includes(from));
  return pair && line.replace(pair[0], pair[1]);
}

/** Lines that lead a loop on: with a fault there it would not end, and nothing here ends it. */
const LEADS_ON =
  /\bfor \((?:let|;)|\bwhile \(|\bmiddle\b|^\s*(?:node|at|number|low|high) =|\bchild\b|\b(?:number|at|edge|same|length)\+\+|\bcheckpoints\.push|\bwithIndex\(wanted|\bat \+= /;

/** Lines that ask for the time: a run without a limit has the same results without them. */
const ASKS_THE_TIME = /^\s*step\(\w*\);$/;

/** A fault: the line that it is in and what is wrong there, with a number where the same is said of an earlier line; and the whole text. */
export interface SourceFault {
  readonly what: string;
  readonly text: string;
}

/** The faults of a source, in the order of its lines. */
export function faultsIn(source: string): readonly SourceFault[] {
  const lines = source.split("\n");
  const told = new Map<string, number>();
  return lines.flatMap((line, at) => {
    if (!/^\s/.test(line) || /^\s*(?:\/\/|\/?\*)/.test(line) || LEADS_ON.test(line) || ASKS_THE_TIME.test(line))
      return [];
    return Object.entries(WRONG).flatMap(([wrong, change]): readonly SourceFault[] => {
      const changed = change(line);
      if (changed === undefined) return [];
      const name = `${line.trim()}: ${wrong}`;
      const count = (told.get(name) ?? 0) + 1;
      told.set(name, count);
      return [{ what: count === 1 ? name : `${name} (${count})`, text: lines.with(at, changed).join("\n") }];
    });
  });
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The files that import a file, by way of others too, and the file itself. Types are not loaded, and do not count. */
function dependentsOf(source: string): ReadonlySet<string> {
  const wanted = new Set([join(ROOT, source)]);
  for (const file of wanted) for (const by of importers().get(file) ?? []) wanted.add(by);
  return wanted;
}

let found: Map<string, string[]> | undefined;

function importers(): ReadonlyMap<string, readonly string[]> {
  if (found !== undefined) return found;
  found = new Map();
  const files = ["engine", "app", "test"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(ROOT, folder, name)),
  );
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    const named = text.matchAll(/(?:import|export)(?! type)\s[^'";]*?from\s+["'](\.[^"']+)["']/g);
    // `import.meta.glob("./*/index.ts")`
    const globs = text.matchAll(/import\.meta\.glob[^(]*\("\.\/\*\/([\w-]+\.ts)"/g);
    const imported = [
      ...[...named].map(([, path]) => join(dirname(file), path!)),
      ...[...globs].flatMap(([, name]) =>
        readdirSync(dirname(file)).map((folder) => join(dirname(file), folder, name!)),
      ),
    ];
    for (const path of imported.filter(existsSync)) found.set(path, [...(found.get(path) ?? []), file]);
  }
  return found;
}

/** `?fault=N&in=SOURCE` at the end of an ID; the source with colons for its slashes, for who reads the folder of an ID. */
const ASKED = /\?fault=(-?\d+)&in=(.+)$/;

/** Replacements of loaded files. */
const INSTEAD: Readonly<Record<string, string>> = {
  vitest: "test/mutation/collected-tests.ts",
  [join(ROOT, "test/support/runs.ts")]: "test/support/runs-once.ts",
};

/** Gives the modules of `?fault=N&in=SOURCE`; there is no fault -1, which gives all as it is. */
export function wrongSources(): Plugin {
  const dependents = new Map<string, ReadonlySet<string>>();
  return {
    name: "wrong-sources",
    enforce: "pre",
    async resolveId(source, importer, options) {
      const asked = importer && ASKED.exec(importer);
      if (!asked || importer.includes("/collected-tests.ts?") || ASKED.test(source)) return;
      const suffix = asked[0];
      const resolved = await this.resolve(source, importer.slice(0, asked.index), { ...options, skipSelf: true });
      const instead = INSTEAD[source] ?? INSTEAD[resolved?.id ?? ""];
      if (instead !== undefined) return join(ROOT, instead) + suffix;
      const within = dependents.get(asked[2]!) ?? dependentsOf(asked[2]!.replaceAll(":", "/"));
      dependents.set(asked[2]!, within);
      return resolved !== null && within.has(resolved.id) ? resolved.id + suffix : resolved;
    },
    // before anything else has changed the text
    load: {
      filter: { id: ASKED },
      handler: (id) => {
        const [suffix, index, path] = ASKED.exec(id)!;
        const file = id.slice(0, -suffix.length);
        const isWrong = relative(ROOT, file) === path!.replaceAll(":", "/") && index !== "-1";
        return isWrong ? faultsIn(readFileSync(file, "utf8"))[Number(index)]!.text : undefined;
      },
    },
  };
}
