// Output of a build: the licences of all that is in it, a bill of materials, and the same files wherever it is made.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { parseSync } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IS_LONG } from "../support/runs.ts";
import { buildSite, layOutSite } from "./browser.ts";

const ROOT = join(import.meta.dirname, "../..");

interface Bill {
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly licenses: readonly { readonly expression: string }[];
  }[];
}

let folder = "";
let site = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dualscope-build-"));
  site = join(folder, "site");
  layOutSite(site);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string): string {
  return readFileSync(join(site, name), "utf8");
}

/** The files that a built module imports: with itself, and later. */
function importsOf(code: string): { readonly early: readonly string[]; readonly late: readonly string[] } {
  const { module } = parseSync("module.js", code);
  const at = (text: string): string => /^["'`]\.\/(.*)["'`]$/.exec(text)?.[1] ?? text;
  return {
    early: module.staticImports.map(({ moduleRequest }) => at(code.slice(moduleRequest.start, moduleRequest.end))),
    late: module.dynamicImports.map(({ moduleRequest }) => at(code.slice(moduleRequest.start, moduleRequest.end))),
  };
}

/** The files of a site with their bytes, in the form of texts that differ where the bytes do. */
function contents(of: string): ReadonlyMap<string, string> {
  const files = readdirSync(of, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return new Map(paths.map((path) => [relative(of, path), readFileSync(path, "latin1")]));
}

describe("a build", () => {
  test("has the licence of each package and font that is in it, to the letter", () => {
    const text = written("licences.txt");
    expect(text).toContain(readFileSync(join(ROOT, "LICENSE"), "utf8").trim());
    const { components } = JSON.parse(written("bom.json")) as Bill;
    for (const { name, version, licenses } of components)
      expect(text).toContain(`\n${name} ${version} (${licenses[0]!.expression})\n`);
    for (const name of ["react", "react-dom", "@codemirror/view", "katex", "immutable", "prettier"]) {
      const file = readFileSync(join(ROOT, "node_modules", name, "LICENSE"), "utf8")
        .trim()
        .replace(/\r\n/g, "\n");
      expect(text, name).toContain(file);
    }
    for (const name of readdirSync(join(ROOT, "app/fonts")).filter((file) => file.endsWith(".txt")))
      expect(text, name).toContain(readFileSync(join(ROOT, "app/fonts", name), "utf8").trim());
  });

  test("has every package whose code the page imports in its bill, the worker's too, in the versions of the lock file", () => {
    const { components } = JSON.parse(written("bom.json")) as Bill;
    const versions = new Map(components.map(({ name, version }) => [name, version]));
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    // plots in a terminal are the command line's
    const { "simple-ascii-chart": _, ...ofPage } = dependencies;
    expect(Object.fromEntries([...versions].filter(([name]) => name in dependencies))).toEqual(ofPage);
    for (const name of ["scheduler", "crelt", "d3-array", "mdurl"]) expect(versions.has(name), name).toBe(true);
    for (const name of ["typescript", "vitest", "puppeteer-core"]) expect(versions.has(name), name).toBe(false);
  });

  test("has workers that load no file but the rest of the engine, and that loads nothing but its worker's first file", () => {
    const workers = readdirSync(join(site, "assets")).filter((name) => /^worker-.*\.js$/.test(name));
    const imports = new Map(workers.map((name) => [name, importsOf(written(`assets/${name}`))]));
    const loaded = [...imports.values()].flatMap(({ late }) => late);
    expect(loaded).toEqual([expect.stringMatching(/^worker-later-/)]);
    // Firefox loads no file that is imported by one of a worker (the frame's policy), but knows the one that is there
    const [rest = ""] = loaded;
    const first = [...imports].find(([, { late }]) => late.includes(rest))?.[0];
    for (const [name, { early }] of imports) expect(early, name).toEqual(name === rest ? [first] : []);
  });

  test("shows a first screen that takes at most 432 kB, compressed: the page, its styles, and the first file of its workers", () => {
    const named = [...written("index.html").matchAll(/(?:src|href)="\.\/([^"]+\.(?:js|css))"/g)].map(
      ([, name = ""]) => name,
    );
    const isFirst = (name: string): boolean =>
      importsOf(written(`assets/${name}`)).late.some((one) => /^worker-later-/.test(one));
    const workers = readdirSync(join(site, "assets")).filter((name) => /^worker-.*\.js$/.test(name) && isFirst(name));
    expect(workers).toHaveLength(1);
    const files = [
      "index.html",
      ...named,
      "engine-frame.html",
      "engine-frame.js",
      ...workers.map((name) => `assets/${name}`),
    ];
    expect(files).toEqual(
      expect.arrayContaining([expect.stringMatching(/\/start-.*\.js$/), expect.stringMatching(/\/start-.*\.css$/)]),
    );
    const sizes = files.map((name) => gzipSync(readFileSync(join(site, name))).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(432_000);
  });

  test("says nothing of when and where it was made", () => {
    expect(written("bom.json")).not.toMatch(/timestamp|serialNumber/);
    for (const [file, bytes] of contents(site)) expect(bytes.includes(ROOT), file).toBe(false);
  });

  test.runIf(IS_LONG)("is the same to the byte in another folder", () => {
    const project = join(folder, "elsewhere/project");
    mkdirSync(project, { recursive: true });
    for (const name of readdirSync(ROOT).filter((one) => ![".git", "node_modules", "dist"].includes(one)))
      cpSync(join(ROOT, name), join(project, name), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(project, "node_modules"));
    const other = join(folder, "other");
    buildSite(other, project);
    const [ours, theirs] = [contents(site), contents(other)];
    expect([...theirs.keys()]).toEqual([...ours.keys()]);
    for (const [file, bytes] of ours) expect(theirs.get(file) === bytes, file).toBe(true);
  });
});
