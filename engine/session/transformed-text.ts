// A program after the transformation of a stage, as a reader looks at it: line by line, with what is new since the stage
// that it is based on.
import { diffLines } from "diff";
import type { Stage } from "../algorithms/algorithm.ts";
import { stageOf } from "../algorithms/index.ts";
import { checkProgram } from "../core/check.ts";
import { lowerProgram } from "../core/lower.ts";
import { printProgram } from "../core/print.ts";
import { simplified } from "../core/simplify.ts";
import type { CoreProgram } from "../core/term.ts";
import { span } from "../source/span.ts";
import { type CheckedProgram, findEntry, withinStack } from "./program.ts";

/** A line of a printed program. */
export interface PrintedLine {
  readonly text: string;
  /** Whether the stage before has no such line here. */
  readonly isNew: boolean;
}

/** A transformed program with what is said of its stage. Plain data: it crosses to the page as it is. */
export interface TransformedText {
  readonly stage: string;
  readonly title: string;
  readonly citation: string;
  readonly changed: string;
  readonly editions: string | undefined;
  /** The stage that lines are compared with. */
  readonly basedOn: string | undefined;
  /** The user's definitions and what is made for their types. */
  readonly program: readonly PrintedLine[];
  /** What the stage adds to every program. */
  readonly added: readonly PrintedLine[];
}

/** The lines of an entry's program by a stage; undefined where there are mistakes, or it nests too deeply. */
export function transformedText(
  checked: CheckedProgram,
  entryName: string | undefined,
  stage: Stage,
  isSimplified: boolean,
): TransformedText | undefined {
  if (checked.hasErrors) return undefined;
  const entry = findEntry(checked, entryName ?? checked.header.entry?.text ?? "main", span("<program>", 0, 1));
  if ("severity" in entry) return undefined;
  const before = stage.basedOn === undefined ? undefined : stageOf(stage.basedOn);
  return withinStack(
    () => {
      const core = lowerProgram(checked.module, entry.entity, entry.arity);
      const printed = (one: Stage): Printed => {
        const program = one.transform({ program: core, param: entry.param, result: entry.result });
        checkProgram(program);
        return printedParts(isSimplified ? simplified(program) : program);
      };
      const now = printed(stage);
      const earlier = before === undefined ? undefined : printed(before);
      return {
        stage: stage.id,
        title: stage.title,
        citation: stage.citation,
        changed: stage.changed,
        editions: stage.editions,
        basedOn: before?.id,
        program: compared(earlier?.program, now.program),
        added: compared(earlier?.added, now.added),
      };
    },
    () => undefined,
  );
}

interface Printed {
  readonly program: string;
  readonly added: string;
}

function printedParts(program: CoreProgram): Printed {
  const added = new Set(program.added);
  const part = (isAdded: boolean): string => {
    const globals = program.globals.filter(({ name }) => added.has(name) === isAdded);
    // the types are said once, with the user's definitions
    return printProgram({ ...program, globals, ...(isAdded ? { dual: undefined, ops: [] } : {}) }, { types: false });
  };
  return { program: part(false), added: added.size === 0 ? "" : part(true) };
}

function compared(before: string | undefined, now: string): readonly PrintedLine[] {
  const lines = (text: string): readonly string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));
  if (before === undefined || before === "") return lines(now).map((text) => ({ text, isNew: false }));
  return diffLines(before, now)
    .filter(({ removed }) => !removed)
    .flatMap(({ value, added }) => lines(value).map((text) => ({ text, isNew: added && text.trim() !== "" })));
}
