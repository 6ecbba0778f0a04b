// Golden tests of mistakes: what the user meets for each faulty program of test/golden/mistakes, as the command line prints it.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { main } from "../../engine/cli.ts";

/** An entry of the index: which command shows the mistake, and what its message must name. */
interface Case {
  readonly file: string;
  readonly kind: string;
  readonly args: readonly string[];
  readonly severity: "error" | "warning" | "budget";
  readonly line: number | null;
  readonly column: number | null;
  readonly count: number | null;
  readonly mentions: readonly string[];
}

const folder = new URL("./mistakes/", import.meta.url);
const goldenFile = new URL("./mistakes.txt", import.meta.url);
const cases: readonly Case[] = JSON.parse(readFileSync(new URL("index.json", folder), "utf8"));
const EXIT = { error: 1, warning: 0, budget: 3 } as const;

function run({ file, args }: Case): { readonly status: number; readonly printed: string } {
  let printed = "";
  const [command, ...rest] = args;
  const status = main([command!, file, ...rest], {
    read: (name) => readFileSync(new URL(name, folder), "utf8"),
    write: () => undefined,
    out: () => undefined,
    err: (text) => {
      printed += text;
    },
  });
  return { status, printed };
}

/** A case as the golden file holds it. Long lines are cut. */
function entry(one: Case, printed: string): string {
  const lines = printed
    .trimEnd()
    .split("\n")
    .map((line) => (line.length > 300 ? `${line.slice(0, 297)}...` : line));
  return `# ${one.file}: ${one.kind}\n==>\n${lines.join("\n")}\n`;
}

describe("mistakes", () => {
  const results = cases.map((one) => ({ one, ...run(one) }));

  test("there are at least 60 distinct kinds", () => {
    expect(new Set(cases.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(60);
  });

  test.each(results)("$one.file", ({ one, status, printed }) => {
    for (const mention of one.mentions) expect(printed).toContain(mention);
    expect(printed).not.toMatch(/undefined is|is undefined|\binternal\b|\[object|\n {4}at /);
    if (one.severity === "budget") {
      expect(status).toBe(EXIT.budget);
      return;
    }
    const found = [...printed.matchAll(/^\S+?:(\d+):(\d+): (error|warning): /gm)];
    const first = found.find((match) => match[3] === one.severity);
    expect(first, "a diagnostic of the expected severity").toBeDefined();
    expect([Number(first![1]), Number(first![2])]).toEqual([one.line, one.column]);
    if (one.count !== null) expect(found.length).toBe(one.count);
    if (one.severity === "error") expect(status).toBe(EXIT.error);
  });

  test("every message is the golden one", () => {
    const text = results
      .filter(({ one }) => one.severity !== "budget")
      .map(({ one, printed }) => entry(one, printed))
      .join("\n");
    if (process.env.DUALSCOPE_WRITE_GOLDEN !== undefined || !existsSync(goldenFile)) writeFileSync(goldenFile, text);
    expect(text).toBe(readFileSync(goldenFile, "utf8"));
  });
});
