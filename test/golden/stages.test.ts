// Golden text of transformed programs: some small examples by each stage, exactly as the rules produce it and simplified. What a
// stage adds to every program, its interface, is in a file of its own. `npm run test:golden` writes the files. The examples have
// each form of the language once; all others are printed, read back and run (test/algorithms/print-read.test.ts).
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Stage } from "../../engine/algorithms/algorithm.ts";
import { STAGES } from "../../engine/algorithms/index.ts";
import { printProgram } from "../../engine/core/notation/print.ts";
import { simplified } from "../../engine/core/terms/simplify.ts";
import type { CoreProgram } from "../../engine/core/terms/term.ts";
import { transformed } from "../../engine/session/derivatives/gradient.ts";
import type { Prepared } from "../../engine/session/input/prepare.ts";
import { EXAMPLES } from "../support/examples.ts";
import { preparedProgram } from "../support/run.ts";

const folder = new URL("stages/", import.meta.url);
const isWriting = process.env.DUALSCOPE_WRITE_GOLDEN === "1";

/** The plainest program: beside its own definitions there is only what a stage adds to all. */
const PLAINEST = preparedProgram("-- at: 1.0\ndef main (x : Real) = x");

function interfaceOf(stage: Stage): ReadonlySet<string> {
  return new Set(transformed(stage, PLAINEST).added);
}

function section(title: string, program: CoreProgram, keep: (name: string) => boolean): string {
  const kept = { ...program, globals: program.globals.filter(({ name }) => keep(name)) };
  return `==== ${title}\n\n${printProgram(kept, { types: false })}`;
}

function sections(prepared: Prepared, stage: Stage, keep: (name: string) => boolean): string {
  const program = transformed(stage, prepared);
  return [
    section(`${stage.id}, as the rules produce it`, program, keep),
    section(`${stage.id}, simplified`, simplified(program), keep),
  ].join("\n");
}

function golden(name: string, text: string): void {
  const file = new URL(name, folder);
  if (isWriting) {
    mkdirSync(new URL(".", file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(text).toBe(readFileSync(file, "utf8"));
}

describe("interfaces", () => {
  test.each(STAGES)("$id", (stage) => {
    const names = interfaceOf(stage);
    golden(
      `interface-${stage.id}.txt`,
      sections(PLAINEST, stage, (name) => names.has(name)),
    );
  });
});

/** The beginnings of the names of the examples: a shared result, branches, closures, data, custom ops, arrays, parallel parts. */
const SMALL = /^(02|06|07|13|16|21|23)-/;

describe("examples", () => {
  describe.each(EXAMPLES.filter(({ name }) => SMALL.test(name)))("$name", ({ name, text }) => {
    const prepared = preparedProgram(text);
    test.each(STAGES)("$id", (stage) => {
      const names = interfaceOf(stage);
      const file = `${name.replace(/\.dual$/, "")}/${stage.id}.txt`;
      golden(
        file,
        sections(prepared, stage, (one) => !names.has(one)),
      );
    });
  });
});
