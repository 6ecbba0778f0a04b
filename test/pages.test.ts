// The pages that lead into the code: the two maps are one page each, all of them name files that are there, and the output of commands
// in the walks is that of the commands.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { dual } from "./support/dual.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const pages = ["app", "engine", "test", "examples", ".github"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  )
  .filter((path) => path.endsWith(".md") && !/^app\/course\/|node_modules|CHANGELOG/.test(path))
  .concat("README.md");
const textOf = (page: string): string => readFileSync(join(root, page), "utf8");
/** A page without its code blocks. */
const proseOf = (page: string): string => textOf(page).replace(/^ *```[\s\S]*?^ *```$/gm, "");

test("there are maps, pages of subjects, and walks", () => {
  expect(pages).toEqual(expect.arrayContaining(["engine/README.md", "app/README.md", "engine/algorithms/README.md"]));
  expect(pages.filter((page) => page.startsWith(".github/walks/")).length).toBe(3);
});

test.each(["engine/README.md", "app/README.md"])("%s is one page", (page) => {
  expect(textOf(page).split(/\s+/).length).toBeLessThan(900);
});

/** The letters of a paragraph that still reads, a row of a table, or an entry of a list. */
const LONGEST = 800;

test.each(pages)("%s is at most two pages, of short paragraphs", (page) => {
  expect(textOf(page).split(/\s+/).length).toBeLessThan(1200);
  const lines = textOf(page).split("\n");
  expect(lines.filter((line) => line.length > LONGEST)).toEqual([]);
});

/** Files that a walk has its reader write. */
const WRITTEN = /^(?:app|test)\/(?:e2e\/)?counts\b/;

test.each(pages)("%s names files that are there", (page) => {
  const here = dirname(page);
  const links = [...proseOf(page).matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, to]) => join(here, to!));
  const paths = [...proseOf(page).matchAll(/`((?:app|engine|test|public|examples|\.tools|\.github)\/[\w./-]+)`/g)];
  const named = paths.map(([, path]) => path!).filter((path) => !WRITTEN.test(path) && !/\b[A-Z]{3,}\b/.test(path));
  expect([...links, ...named].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

const ofEngine = pages.filter((page) => /^(?:engine|app)\/.+\/.+\.md$/.test(page));

test.each(ofEngine)("%s names files of its folder, and of the rooms in it", (page) => {
  const folder = dirname(page);
  const halves = folder.endsWith("/algorithms") ? ["app/algorithms"] : [];
  const below = [folder, dirname(folder), ...halves].flatMap((from) =>
    readdirSync(join(root, from), { recursive: true, encoding: "utf8" }).map((path) => join(from, path)),
  );
  const named = [...proseOf(page).matchAll(/`((?:[\w-]+\/)*[\w-]+\.(?:tsx?|js|css|dual|grammar))`/g)].map(
    ([, path]) => path!,
  );
  const missing = named.filter(
    (path) => !/^(?:app|engine|test|public)\//.test(path) && !below.some((one) => one.endsWith(`/${path}`)),
  );
  expect(missing).toEqual([]);
});

const sources = ["app", "engine", "test", ".tools", "public"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  )
  .filter((path) => /\.(?:tsx?|m?js|json|css|dual)$/.test(path) && !/node_modules|pages\.test/.test(path));
const words = new Set(sources.flatMap((path) => textOf(path).match(/[A-Za-z]\w*/g) ?? []));

test.each(pages)("%s names functions, types and tables that are there", (page) => {
  const named = [...proseOf(page).matchAll(/`([A-Za-z]\w*)`/g)].map(([, name]) => name!);
  const code = named.filter((name) => /^(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[A-Z_]{4,})$/.test(name));
  expect(code.filter((name) => !words.has(name))).toEqual([]);
});

describe("the walk along x * y", () => {
  const text = textOf(".github/walks/follow-x-times-y.md");
  const program = /```dual\n([\s\S]*?)```/.exec(text)![1]!;
  const blocks = [...text.matchAll(/```console\n\$ dual (.*) product\.dual\n([\s\S]*?)```/g)];

  test("has commands", () => expect(blocks.length).toBeGreaterThan(8));

  test.each(blocks.map(([, call, output], at) => [at + 1, call!, output!] as const))(
    "its command %i, dual %s, has the output that it shows",
    (_, call, shown) => {
      const [command = "", ...args] = call.split(" ");
      const isMistake = shown.includes("error:");
      const { out, err } = dual(command, isMistake ? program.replace("* y", "* yy") : program, ...args);
      const whole = (isMistake ? err : out).replaceAll(/^p:/gm, "product.dual:");
      // lines `...` stand for lines that are left out
      let from = 0;
      for (const part of shown.split(/^\.\.\.\n/m)) {
        const at = whole.indexOf(part, from);
        expect(at, `${part}\nin\n${whole.slice(from)}`).toBeGreaterThanOrEqual(0);
        from = at + part.length;
      }
      if (!shown.includes("...\n")) expect(whole).toBe(shown);
    },
  );

  test("names functions that its files have", () => {
    const named = [...text.matchAll(/`(\w+)`(?: of [^`]*)? \(`((?:engine|app)\/[^`]+)`/g)];
    expect(named.length).toBeGreaterThan(10);
    for (const [, name, path] of named) expect(textOf(path!), path).toMatch(new RegExp(`\\b${name}\\b`));
  });
});
