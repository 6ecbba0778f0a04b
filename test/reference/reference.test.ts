// The reference cannot lag behind the language: each construct of the grammar, key of the header and built-in name has its entry, and
// each example in it is checked and differentiated.
import type { SyntaxNodeRef } from "@lezer/common";
import { describe, expect, test } from "vitest";
import { ORIGINS } from "../../engine/reference/entry.ts";
import { reference } from "../../engine/reference/reference.ts";
import { CONSTRUCTS, TYPE_FORMS } from "../../engine/reference/syntax.ts";
import { isDifferentiable, OPS } from "../../engine/scalars/ops.ts";
import { DOCUMENTATION } from "../../engine/session/program/documentation.ts";
import { preludeModule } from "../../engine/session/program/prelude.ts";
import { DIRECTIVES } from "../../engine/syntax/header.ts";
import { KEYWORDS } from "../../engine/syntax/keywords.ts";
import { PRECEDENCE } from "../../engine/syntax/parsing/operators.ts";
import { programParser } from "../../engine/syntax/tree.ts";
import { namesIn } from "../../engine/types/scope.ts";
import { dual } from "../support/dual.ts";

/** The names of all operations on Reals that have a derivative of their own. */
function differentiableNames(): string[] {
  return [
    ...new Set(
      Object.values(OPS)
        .filter(isDifferentiable)
        .map(({ symbol }) => symbol),
    ),
  ];
}

const { entries, comingFrom } = reference();
const byName = (name: string) => entries.find(({ names }) => names.includes(name));

/** The names of the grammar's nodes, and of its operators, which the reference has among the built-ins. */
const TOPS = ["Program", "Expression", "Expr"];
const OPERATOR_NODES = new Set(
  "ParallelPair Pipe Or And Compare Cons Append Plus Minus Times Divide Power Index".split(" "),
);

function nodesIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  programParser.parse(text).iterate({ enter: ({ name }: SyntaxNodeRef) => void found.add(name) });
  return found;
}

describe("the reference is complete", () => {
  test("each node of the grammar has an entry", () => {
    const documented = new Set([...CONSTRUCTS, ...TYPE_FORMS].flatMap(({ nodes }) => nodes));
    const nodes = programParser.nodeSet.types
      .filter((type) => !type.isAnonymous && !type.isError && !TOPS.includes(type.name))
      .map(({ name }) => name);
    expect(nodes.length).toBeGreaterThan(60);
    expect(nodes.filter((name) => !documented.has(name) && !OPERATOR_NODES.has(name))).toEqual([]);
    expect([...documented].filter((name) => !nodes.includes(name))).toEqual([]);
  });

  test.each([...CONSTRUCTS, ...TYPE_FORMS].map((one) => [one.names[0], one] as const))(
    "the example of %s shows its nodes",
    (_, { nodes, text }) => {
      const found = nodesIn(text);
      // a comment that is not closed is a mistake
      expect(nodes.filter((name) => name !== "UnclosedComment" && !found.has(name))).toEqual([]);
    },
  );

  test("each operator of the grammar has an entry", () => {
    const shown = new Set(
      PRECEDENCE.flatMap(({ operators }) => operators).flatMap((one) => [...nodesIn(`def x = a ${one} b`)]),
    );
    expect([...OPERATOR_NODES].filter((name) => !shown.has(name))).toEqual([]);
    const listed = entries.filter(({ kind }) => kind === "operator").map(({ id }) => id);
    expect(listed).toEqual(PRECEDENCE.flatMap(({ operators }) => operators));
  });

  test("each keyword is a name of an entry, and each key of the header", () => {
    expect(KEYWORDS.filter((word) => byName(word) === undefined)).toEqual([]);
    expect(entries.filter(({ kind }) => kind === "header").map(({ names }) => names[0])).toEqual([...DIRECTIVES]);
  });

  test("each built-in value, constructor and type has an entry with its type, and nothing else has", () => {
    const module = preludeModule();
    const values = [...namesIn(module, "values")];
    const listed = new Set(
      entries.filter(({ kind }) => !["syntax", "type", "header"].includes(kind)).map(({ id }) => id),
    );
    expect(values.length).toBeGreaterThan(70);
    expect(values.filter((name) => !listed.has(name))).toEqual([]);
    expect(values.sort()).toEqual(Object.keys(DOCUMENTATION).sort());
    for (const name of [...namesIn(module, "constructors"), ...namesIn(module, "types")])
      expect(byName(name.replace("[]", "list").replace("::", "cons")), name).toBeDefined();
    for (const name of values) expect(byName(name)?.form, name).toMatch(/: \S/);
  });

  test("each operation that has a derivative shows it, and no other", () => {
    const shown = entries.filter(({ partials }) => partials.length > 0).map(({ id }) => id);
    expect(shown.sort()).toEqual(differentiableNames().sort());
    expect(byName("atan2")?.partials).toEqual([
      { by: "y", formula: "x/(x²+y²)" },
      { by: "x", formula: "-y/(x²+y²)" },
    ]);
  });

  test("every entry is found under one id, says something, and uses what it is about", () => {
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    for (const { id, kind, words, example } of entries) {
      expect(words, id).toMatch(/\.$/);
      if (!["syntax", "type", "header"].includes(kind))
        expect(example.split("\n").slice(2).join("\n"), id).toContain(id);
    }
  });
});

describe("every example runs", () => {
  const others = ORIGINS.flatMap((origin) =>
    comingFrom[origin].map(({ topic, example }) => [`${origin}: ${topic}`, example] as const),
  );
  const all = [...entries.map(({ id, example }) => [id, example] as const), ...others];

  /** The file that an example reads. */
  const files = { "points.csv": "1.5\n2.0\n" };

  test.each(all)("%s", (_, example) => {
    const checked = dual("check", { p: example, ...files });
    expect(checked.err).toBe("");
    expect(checked.status).toBe(0);
    const run = dual("grad", { p: example, ...files }, "--json");
    expect(run.err).not.toContain("do not trust");
    const { gradientScalars, checks } = JSON.parse(run.out) as {
      readonly gradientScalars: readonly number[];
      readonly checks: { readonly forwardMode: number; readonly finiteDifferences: number | null };
    };
    expect(gradientScalars.length).toBeGreaterThan(0);
    expect(gradientScalars.every((entry) => Number.isFinite(entry))).toBe(true);
    expect(checks.forwardMode).toBeLessThan(1e-9);
    // a gradient that is stopped is wrong on purpose
    if (!example.includes("= stopGradient x")) expect(checks.finiteDifferences ?? 0).toBeLessThan(1e-5);
  });
});

describe("coming from", () => {
  test.each(ORIGINS)("%s has at least ten rows of different topics", (origin) => {
    const rows = comingFrom[origin];
    expect(rows.length).toBeGreaterThanOrEqual(10);
    expect(new Set(rows.map(({ topic }) => topic)).size).toBe(rows.length);
    for (const { dual: side, example } of rows) expect(example).toContain(side);
  });
});
