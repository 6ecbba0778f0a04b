// Golden text of transformed programs: small programs by every stage, exactly as the rules produce them and simplified. Each definition
// stands once, above it the stages that make the same text of it. What a stage adds to every program, its interface, is in a file of its
// own. `npm run test:golden` writes the files. The programs have each form of the language once; all examples are printed, read back and
// run (test/algorithms/print-read.test.ts).
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Stage } from "../../engine/algorithms/algorithm.ts";
import { STAGES } from "../../engine/algorithms/index.ts";
import { algorithm as lambda } from "../../engine/algorithms/lambda/index.ts";
import { printProgram } from "../../engine/core/notation/print.ts";
import { simplified } from "../../engine/core/terms/simplify.ts";
import type { CoreProgram } from "../../engine/core/terms/term.ts";
import { transformed } from "../../engine/derive/gradient.ts";
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

/** The parts of a program as text: what stands at its top, data types and definitions. */
function partsOf(program: CoreProgram, isKept: (name: string) => boolean): readonly string[] {
  const kept = { ...program, globals: program.globals.filter(({ name }) => isKept(name)) };
  return printProgram(kept, { types: false }).trimEnd().split("\n\n");
}

/** The name defined in a part: the parts of two stages with one name are one below the other. */
function nameOf(part: string): string {
  return part.slice(0, part.indexOf(" ="));
}

/** Programs of stages with each part once, below the ids of the stages that have it. */
function together(title: string, programs: readonly (readonly [stage: string, parts: readonly string[]])[]): string {
  const stagesOf = new Map<string, Map<string, string[]>>();
  for (const [stage, parts] of programs)
    for (const part of parts) {
      const named = stagesOf.get(nameOf(part)) ?? new Map<string, string[]>();
      stagesOf.set(nameOf(part), named);
      named.set(part, [...(named.get(part) ?? []), stage]);
    }
  const blocks = [...stagesOf.values()].flatMap((named) =>
    [...named].map(([part, stages]) => `-- ${stages.join(", ")}\n${part}`),
  );
  return [`==== ${title}`, ...blocks].join("\n\n");
}

/** Stages that are read in lanes, which their own test has. */
const IN_LANES: ReadonlySet<string> = new Set(lambda.stages.map(({ id }) => id));

function ofStages(prepared: Prepared, isKept: (stage: Stage, name: string) => boolean): string {
  const programs = STAGES.filter(({ id }) => !IN_LANES.has(id)).map((stage) => ({
    stage,
    program: transformed(stage, prepared),
  }));
  const ways = [
    ["as the rules produce it", (program: CoreProgram) => program],
    ["simplified", simplified],
  ] as const;
  return ways
    .map(([title, way]) =>
      together(
        title,
        programs.map(({ stage, program }) => [stage.id, partsOf(way(program), (name) => isKept(stage, name))]),
      ),
    )
    .join("\n\n")
    .concat("\n");
}

function golden(name: string, text: string): void {
  const file = new URL(`${name}.txt`, folder);
  if (isWriting) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
  }
  expect(text).toBe(readFileSync(file, "utf8"));
}

const interfaces = new Map(STAGES.map((stage) => [stage, interfaceOf(stage)]));

test("interfaces", () => {
  golden(
    "interfaces",
    ofStages(PLAINEST, (stage, name) => interfaces.get(stage)!.has(name)),
  );
});

/** A program with a shared result, one with branches, one with a custom operation, and one with an array. */
const OF_EXAMPLES = EXAMPLES.filter(({ name }) => /^(02|06|16|23)-/.test(name)).map(
  ({ name, text }) => [name.replace(/\.dual$/, ""), text] as const,
);

/** Examples that need more definitions. */
const SMALLEST: readonly (readonly [name: string, text: string])[] = [
  ["closure", "-- at: 2.0\ndef scale z = \\y -> z * y\n\ndef main x = let h = scale (x * x) in h (h 1.0)"],
  [
    "data",
    `-- at: Node (Leaf 2.0) (Leaf 3.0)
data Tree = Leaf Real | Node Tree Tree

def product t = case t of { Leaf x -> x | Node l r -> product l * product r }

def main (t : Tree) = product t`,
  ],
  ["parallel", "-- at: (2.0, 3.0)\ndef main (x, y) = let (a, b) = sin x |*| x * y in a * b"],
];

test.each([...OF_EXAMPLES, ...SMALLEST])("%s", (name, text) => {
  golden(
    name,
    ofStages(preparedProgram(text), (stage, one) => !interfaces.get(stage)!.has(one)),
  );
});
