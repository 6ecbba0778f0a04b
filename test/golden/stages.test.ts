// Golden text of transformed programs: small programs by every stage, exactly as the rules produce them and simplified. Each definition
// stands once, above it the stages that make the same text of it. Of what is simplified the parts that are read are in `simplified.txt`:
// what a stage adds to every program, its interface, and of two programs what is not in the one before. `npm run test:golden` writes the
// files; `fragments.txt` has the examples, by what stages say of them. The programs have each form of the language once; all examples are printed, read back and run
// (test/algorithms/print-read.test.ts).
import { test } from "vitest";
import { algorithm as bulk } from "../../engine/algorithms/bulk/index.ts";
import { STAGES } from "../../engine/algorithms/index.ts";
import { algorithm as lambda } from "../../engine/algorithms/lambda/index.ts";
import { printProgram } from "../../engine/core/notation/print.ts";
import { simplified } from "../../engine/core/terms/simplify.ts";
import type { CoreProgram } from "../../engine/core/terms/term.ts";
import { transformed } from "../../engine/derive/gradient.ts";
import { fragmentFor } from "../../engine/derive/straight-run.ts";
import type { Prepared } from "../../engine/session/input/prepare.ts";
import { EXAMPLES } from "../support/examples.ts";
import { goldenOf } from "../support/golden.ts";
import { preparedProgram } from "../support/run.ts";

const golden = goldenOf("stages");

/** The plainest program: beside its own definitions there is only what a stage adds to all. */
const PLAINEST = preparedProgram("-- at: 1.0\ndef main (x : Real) = x");

/** The parts of a program as text: what stands at its top, data types and definitions. */
function partsOf(program: CoreProgram, isKept: (name: string) => boolean): readonly string[] {
  const kept = { ...program, globals: program.globals.filter(({ name }) => isKept(name)) };
  return printProgram(kept, { types: false }).trimEnd().split("\n\n");
}

/** The name defined in a part: the parts of two stages with one name are one below the other. */
function nameOf(part: string): string {
  return part.slice(0, part.indexOf(" ="));
}

/** A part of programs, with the ids of the stages that have it. */
interface Block {
  readonly part: string;
  readonly stages: readonly string[];
}

const printed = (blocks: readonly Block[]): string =>
  blocks.map(({ part, stages }) => `-- ${stages.join(", ")}\n${part}\n`).join("\n");

/** The parts of the programs of stages, each once. */
function together(programs: readonly (readonly [stage: string, parts: readonly string[]])[]): readonly Block[] {
  const stagesOf = new Map<string, Map<string, string[]>>();
  for (const [stage, parts] of programs)
    for (const part of parts) {
      const named = stagesOf.get(nameOf(part)) ?? new Map<string, string[]>();
      stagesOf.set(nameOf(part), named);
      named.set(part, [...(named.get(part) ?? []), stage]);
    }
  return [...stagesOf.values()].flatMap((named) => [...named].map(([part, stages]) => ({ part, stages })));
}

/** Stages that are read in lanes or lines of their own, which their own test has. */
const IN_LANES: ReadonlySet<string> = new Set([...lambda.stages, ...bulk.stages].map(({ id }) => id));

/** Programs by name: what is added to the plainest, and of the others the definitions that no stage adds. */
const PROGRAMS: readonly (readonly [name: string, prepared: Prepared])[] = [
  ["interfaces", PLAINEST] as const,
  // a program with a shared result, one with branches, one with a custom operation, and one with an array
  ...EXAMPLES.filter(({ name }) => /^(02|06|16|23)-/.test(name)).map(
    ({ name, text }) => [name.replace(/\.dual$/, ""), preparedProgram(text)] as const,
  ),
  ...Object.entries({
    closure: "-- at: 2.0\ndef scale z = \\y -> z * y\n\ndef main x = let h = scale (x * x) in h (h 1.0)",
    data: `-- at: Node (Leaf 2.0) (Leaf 3.0)
data Tree = Leaf Real | Node Tree Tree

def product t = case t of { Leaf x -> x | Node l r -> product l * product r }

def main (t : Tree) = product t`,
    parallel: "-- at: (2.0, 3.0)\ndef main (x, y) = let (a, b) = sin x |*| x * y in a * b",
  }).map(([name, text]) => [name, preparedProgram(text)] as const),
];

function ofStages(prepared: Prepared, way: (program: CoreProgram) => CoreProgram): readonly Block[] {
  return together(
    STAGES.filter(({ id }) => !IN_LANES.has(id)).map((stage) => {
      const program = way(transformed(stage, prepared));
      const added = new Set(program.added);
      return [stage.id, partsOf(program, (name) => added.has(name) === (prepared === PLAINEST))];
    }),
  );
}

test.each(PROGRAMS)("%s", (name, prepared) => {
  golden.digest(`${name}-exact`, printed(ofStages(prepared, (program) => program)));
  golden.digest(`${name}-simplified`, printed(ofStages(prepared, simplified)));
});

test("simplified, to be read", () => {
  const shown = new Set<string>();
  const texts = PROGRAMS.filter(([name]) => /^(interfaces|02-.*|data)$/.test(name)).map(([name, prepared]) => {
    const blocks = ofStages(prepared, simplified).filter(({ part }) => part !== "" && !shown.has(part));
    for (const { part } of blocks) shown.add(part);
    return `==== ${name}\n\n${printed(blocks)}`;
  });
  golden.text("simplified.txt", texts.join("\n"));
});

/** The two terms whose derivatives the thesis prints line by line (§5.1.5, pp. 218-222). */
const LISTINGS = {
  "t₁": "-- at: 5.0\ndef main (a : Real) = let b = (a, 2.0 * a) in fst b + snd b",
  "t₂": "-- at: 5.0\ndef main (a : Real) = let h = \\v -> a * v in h a + h (3.0 * a)",
};

test("the listings of CHAD", () => {
  const stage = STAGES.find(({ id }) => id === "chad")!;
  const listing = (way: (program: CoreProgram) => CoreProgram): string => {
    const texts = Object.entries(LISTINGS).map(([name, text]) => {
      const [main = ""] = partsOf(way(transformed(stage, preparedProgram(text))), (one) => one === "main");
      return `==== D[${name}]\n\n${main}\n`;
    });
    return texts.join("\n");
  };
  golden.digest(
    "chad-listings-exact",
    listing((program) => program),
  );
  golden.text("chad-listings.txt", listing(simplified));
});

test("which examples stages take as they are, with the place and the reason where not", () => {
  const texts = EXAMPLES.map(({ name, text }) => {
    const prepared = preparedProgram(text);
    const stagesOf = new Map<string, string[]>();
    for (const stage of STAGES) {
      const { tag, ...rest } = { at: undefined, ...fragmentFor(stage, prepared) };
      const at = rest.at && ` at \`${text.slice(rest.at.from, rest.at.to)}\``;
      const words = [`${tag}${at ?? ""}`, ..."why beyond instead".split(" ").flatMap((key) => rest[key as "at"] ?? [])];
      const said = words.join("; ");
      stagesOf.set(said, [...(stagesOf.get(said) ?? []), stage.id]);
    }
    return `==== ${name}\n${[...stagesOf].map(([said, ids]) => `${ids.join(", ")}\n    ${said}\n`).join("")}`;
  });
  golden.text("fragments.txt", texts.join("\n"));
});
