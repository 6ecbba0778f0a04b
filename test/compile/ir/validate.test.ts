// The intermediate language is well-formed after each pass, on all examples, the benchmarks and random programs; and what is not
// well-formed is found.
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileProgram } from "../../../engine/compile/compile.ts";
import {
  type Atom,
  type Block,
  blocksOf,
  type Fn,
  literal,
  type Mode,
  type Stmt,
} from "../../../engine/compile/ir/ir.ts";
import { PASSES } from "../../../engine/compile/optimise/passes.ts";
import { reachable } from "../../../engine/compile/optimise/reachable.ts";
import { specialise } from "../../../engine/compile/specialise.ts";
import { EXAMPLES } from "../../support/examples.ts";
import { programs } from "../../support/generate/index.ts";
import { preparedProgram } from "../../support/run.ts";
import { oneIn, runs } from "../../support/runs.ts";
import { validateIr } from "../../support/validate-ir.ts";

const BENCHED = new URL("../../bench/programs/", import.meta.url);

const SUBJECTS = [
  ...EXAMPLES,
  ...readdirSync(BENCHED)
    .filter((name) => name.endsWith(".dual"))
    .map((name) => ({ name: `bench ${name}`, text: readFileSync(new URL(name, BENCHED), "utf8") })),
];

/** Compiles a program, checked after each pass; gives the passes. */
function passesOf(text: string, mode: Mode): readonly string[] {
  const seen: string[] = [];
  compileProgram(preparedProgram(text).core, mode, undefined, {
    isCounting: false,
    passed: (pass, fns) => {
      seen.push(pass);
      validateIr(fns);
    },
  });
  return seen;
}

// every third; all in the long tests
test.each(oneIn(3, SUBJECTS, 1))("$name is well-formed after each pass", ({ text }) => {
  for (const mode of ["active", "plain"] as const) {
    const seen = passesOf(text, mode);
    const isStraight = seen.includes("places");
    const taken = PASSES.filter(({ isForStraightLine }) => !isStraight || isForStraightLine).map(({ id }) => id);
    const analyses = isStraight ? ["activity", "places"] : ["activity", "cells", "segments"];
    expect(seen).toEqual(["specialised", ...taken, ...analyses]);
  }
});

test("random programs are well-formed after each pass", () => {
  const property = fc.property(programs(), ({ source }) => {
    expect(passesOf(source, "active").length).toBeGreaterThan(3);
    passesOf(source, "plain");
  });
  fc.assert(property, { numRuns: runs(40), seed: 20261123 });
});

describe("what is not well-formed is found", () => {
  const TEXT = `data Shape = Dot | Circle Real Real
def area s = case s of { Dot -> 0.0 | Circle r k -> k * (r * r) }
def walk (n : Int) (x : Real) = if n == 0 then x else walk (n - 1) (if x > 2.0 then cos x else x * x)
def total (xs : [Shape]) = case xs of { [] -> 0.0 | s :: rest -> area s + sin (total rest) * total rest }
def main (xs : Array Real, n : Int, y) =
  let u = sumA (mapA exp xs) in
  let (v, w) = par (walk n u, total [Dot]) in
  walk n (u / (xs ! n)) + total [if y > 0.0 then Circle y u else Dot, Circle u y] + v * w
    + sumA (parBuild 3 (\\i -> walk i y))`;

  /** The functions of the program after partial evaluation, fresh for each fault. */
  function functions(): readonly Fn[] {
    return reachable(specialise(preparedProgram(`-- at: (fromList [1.0], 0, 2.0)\n${TEXT}`).core, "active")).fns;
  }

  type Tagged<Tag extends Stmt["tag"]> = Extract<Stmt, { readonly tag: Tag }>;

  /** The first statement of a kind, with its block and function. */
  function first<Tag extends Stmt["tag"]>(
    fns: readonly Fn[],
    tag: Tag,
    isWanted: (stmt: Tagged<Tag>) => boolean = () => true,
  ): { readonly stmt: { -readonly [Key in keyof Tagged<Tag>]: Tagged<Tag>[Key] }; readonly block: Block } {
    const find = (block: Block): { readonly stmt: Stmt; readonly block: Block } | undefined => {
      for (const stmt of block.stmts) {
        if (stmt.tag === tag && isWanted(stmt as Tagged<Tag>)) return { stmt, block };
        for (const inner of blocksOf(stmt)) {
          const found = find(inner);
          if (found !== undefined) return found;
        }
      }
      return undefined;
    };
    for (const { body } of fns) {
      const found = find(body);
      if (found !== undefined) return found as never;
    }
    throw new Error(`the program has no statement ${tag}`);
  }

  const real = (value: number): Atom => literal("real", value);

  const FAULTS: readonly [string, (fns: readonly Fn[]) => void, RegExp][] = [
    ["nothing", () => {}, /^$/],
    [
      "a variable that is defined twice",
      (fns) => {
        const { stmt, block } = first(fns, "op");
        block.stmts.splice(block.stmts.indexOf(stmt), 0, { ...stmt });
      },
      /defined twice/,
    ],
    [
      "a use before the definition",
      (fns) => {
        const { stmt, block } = first(fns, "op", ({ op }) => op === "exp");
        block.stmts.splice(block.stmts.indexOf(stmt), 1);
        block.stmts.push(stmt);
      },
      /not in scope/,
    ],
    [
      "a variable of nowhere",
      (fns) => void (first(fns, "op").stmt.args = [{ tag: "var", id: 1_000_000, kind: "real" }, real(1)]),
      /not in scope/,
    ],
    ["a literal of a wrong type", (fns) => void (first(fns, "if").stmt.test = literal("bool", 1)), /literal/],
    ["operands of other kinds", (fns) => void (first(fns, "op").stmt.args = [literal("bool", true)]), /operands/],
    ["a test that is no truth value", (fns) => void (first(fns, "if").stmt.test = real(1)), /test of a branch/],
    ["a loop with too few first values", (fns) => void (first(fns, "loop").stmt.init = []), /first values/],
    ["a count that is a Real", (fns) => void (first(fns, "for").stmt.count = real(3)), /count of a loop/],
    [
      "a block that yields nothing",
      (fns) => {
        const { body } = first(fns, "for", ({ params }) => params.length > 0).stmt;
        body.end = { tag: "yield", atoms: [] };
      },
      /block yields/,
    ],
    [
      "a next round of a loop around which it is not",
      (fns) => void (fns[0]!.body.end = { tag: "next", loop: first(fns, "loop").stmt, atoms: [] }),
      /not in/,
    ],
    ["an end without a failure", (fns) => void (fns[0]!.body.end = { tag: "stop" }), /should stop/],
    ["a call of a stranger", (fns) => void (first(fns, "call").stmt.fn = { ...fns[0]! }), /not part of the program/],
    ["a call with too few arguments", (fns) => void (first(fns, "call").stmt.args = []), /arguments of a call/],
    [
      "an object without its fields",
      (fns) => void (first(fns, "new", ({ fields }) => fields.length > 0).stmt.fields = []),
      /fields of/,
    ],
    [
      "a job beyond those of its fork",
      (fns) => {
        const { stmt } = first(fns, "call", ({ job }) => job !== undefined);
        stmt.job = { ...stmt.job!, place: 2 };
      },
      /fewer jobs/,
    ],
    [
      "a round of jobs without a call",
      (fns) => {
        const { stmt } = first(fns, "for", ({ fork }) => fork !== undefined);
        stmt.body.stmts.splice(0);
      },
      /has one call/,
    ],
    [
      "jobs that capture what is in the loop",
      (fns) => {
        const { stmt } = first(fns, "for", ({ fork }) => fork !== undefined);
        stmt.fork = { ...stmt.fork!, captured: 99 };
      },
      /from outside/,
    ],
    ["an element of no array", (fns) => void (first(fns, "get").stmt.columns = []), /columns/],
  ];

  test.each(FAULTS)("%s", (_, seed, message) => {
    const fns = functions();
    seed(fns);
    let said = "";
    try {
      validateIr(fns);
    } catch (error) {
      said = (error as Error).message;
    }
    expect(said).toMatch(message);
  });
});
