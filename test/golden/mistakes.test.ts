// Golden tests of mistakes: what the user meets for each faulty program of test/golden/mistakes, as the command line prints it.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { main } from "../../engine/cli.ts";
import { goldenOf, withoutExcerpts } from "../support/golden.ts";

/** A line of the cases: which command shows the mistake, and what its message must name. */
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
const cases: readonly Case[] = readFileSync(new URL("cases.jsonl", folder), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));
const golden = goldenOf("mistakes");
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
    const printed = results.flatMap((result) => (result.one.severity === "budget" ? [] : [result.printed])).join("");
    golden.text("messages.txt", withoutExcerpts(printed));
    golden.digest("with-excerpts", printed);
  });
});
