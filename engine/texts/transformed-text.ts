// A program after the transformation of a stage, as a reader looks at it: line by line, with what is new since the stage
// that it is based on.

import { diffLines } from "diff";
import {
  INSIDE,
  type NotationLine,
  type SourceProgram,
  type Stage,
  type StageOptions,
} from "../algorithms/algorithm.ts";
import { changedIn, editionsOf } from "../algorithms/editions.ts";
import { stageOf } from "../algorithms/index.ts";
import type { Marked } from "../base/doc.ts";
import { lastOf } from "../base/nth.ts";
import { printMarked } from "../core/notation/print.ts";
import { checkProgram } from "../core/terms/check.ts";
import { simplified } from "../core/terms/simplify.ts";
import type { CoreProgram, Global } from "../core/terms/term.ts";
import { printableSource, refusalOf, sourceOf } from "../derive/straight-run.ts";
import { DEFAULT_BUDGET } from "../evaluate/tasks/budget.ts";
import { loweredProgram, type Prepared, prepare, type Request } from "../session/input/prepare.ts";
import { entryName, findEntry } from "../session/program/entry.ts";
import { type CheckedProgram, withinStack } from "../session/program/program.ts";
import { finish } from "../session/run/drive.ts";
import { NoTrace } from "../session/run/outcome.ts";
import { type Span, span } from "../source/span.ts";

/** A piece of a printed line, and the place in the source that it comes from. */
export interface PrintedPart {
  readonly text: string;
  readonly span: Span | undefined;
}

/** A line of a printed program. */
export interface PrintedLine {
  readonly text: string;
  readonly parts: readonly PrintedPart[];
  /** Where its part of the reverse pass begins in the text, of a notation that has both beside each other. */
  readonly reverseFrom?: number | undefined;
  /** `new`: the stage before has no such line here. `gone`: only the stage before has it. */
  readonly change: "same" | "new" | "gone";
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
  /** Additions of the stage, everywhere. */
  readonly added: readonly PrintedLine[];
  /** The user's definitions as the stage's rules take them (`Stage.front`); undefined where that is the source. */
  readonly front: readonly PrintedLine[] | undefined;
}

/**
 * The lines of an entry's program by a stage, of a program that it cannot take the run at the input; undefined where there are mistakes,
 * or it nests too deeply.
 */
export function transformedText(
  checked: CheckedProgram,
  request: Request,
  stage: Stage,
  isSimplified: boolean,
): TransformedText | undefined {
  if (checked.hasErrors) return undefined;
  const { variations = {} } = request;
  const entry = findEntry(checked, entryName(checked, request.entry), span("<program>", 0, 1), true, request.at);
  if ("severity" in entry) return undefined;
  const before = stage.basedOn === undefined ? undefined : stageOf(stage.basedOn);
  return withinStack(
    () => {
      const core = loweredProgram(checked, entry, variations);
      const source = { program: core, param: entry.param, result: entry.result, choices: request.choices };
      const printed = (one: Stage): Printed => {
        let fragment = one.fragment?.(source) ?? INSIDE;
        let shaped: SourceProgram = source;
        if (fragment.tag === "inside" && fragment.isForShape === true) {
          const prepared = preparedFor(checked, request);
          if (prepared === undefined) return { program: NOTHING, added: NOTHING };
          shaped = sourceOf(prepared);
          fragment = one.fragment?.(shaped) ?? INSIDE;
        }
        if (fragment.tag === "outside") {
          const refused = `-- ${refusalOf(one, fragment, entry.entity.span).message.replaceAll("`", "")}`;
          return notationOf([{ text: refused, span: fragment.at }]);
        }
        if (one.notation !== undefined) {
          const own = fragment.tag === "traced" ? atInput(checked, request, one) : shaped;
          return own === undefined
            ? { program: NOTHING, added: NOTHING }
            : notationOf(one.notation(own, variations.options));
        }
        const program = one.transform(source, variations.options);
        checkProgram(program);
        return printedParts(isSimplified ? simplified(program) : program, isSimplified);
      };
      const now = printed(stage);
      const earlier = before === undefined ? undefined : printed(before);
      return {
        stage: stage.id,
        title: stage.title,
        citation: stage.citation,
        changed: changedIn(stage.id),
        editions: editionsOf(stage.id),
        basedOn: before?.id,
        program: compared(earlier?.program, now.program),
        added: compared(earlier?.added, now.added),
        front: frontOf(stage, source, variations.options),
      };
    },
    () => undefined,
  );
}

/** The user's definitions as a stage's rules take them; undefined where that is the source, or the stage refuses it. */
function frontOf(
  stage: Stage,
  source: SourceProgram,
  options: StageOptions | undefined,
): readonly PrintedLine[] | undefined {
  if (stage.front === undefined || stage.fragment?.(source).tag === "outside") return undefined;
  return compared(undefined, printedParts(stage.front(source, options), false).program);
}

interface PrintedText {
  readonly text: string;
  readonly marks: readonly Marked<Span>[];
  /** Line by line, where the part of the reverse pass begins; left out where no line has one. */
  readonly reverseFrom?: readonly (number | undefined)[];
}

interface Printed {
  readonly program: PrintedText;
  readonly added: PrintedText;
}

/** The program with its run at the input; undefined where it has none, or the run cannot stand for it. */
function atInput(checked: CheckedProgram, request: Request, stage: Stage): SourceProgram | undefined {
  const prepared = preparedFor(checked, request);
  if (prepared === undefined) return undefined;
  try {
    return printableSource(stage, prepared, request.variations);
  } catch (error) {
    if (error instanceof NoTrace) return undefined;
    throw error;
  }
}

/** The program with its input; undefined where that has a mistake. */
function preparedFor(checked: CheckedProgram, request: Request): Prepared | undefined {
  const found = finish(prepare(checked, request, DEFAULT_BUDGET));
  return found.tag === "prepared" ? found.prepared : undefined;
}

/** Lines of a notation of its own, with their places. */
function notationOf(lines: readonly NotationLine[]): Printed {
  const marks: Marked<Span>[] = [];
  let text = "";
  for (const { text: line, span: from } of lines) {
    if (from !== undefined) marks.push({ from: text.length, to: text.length + line.length, mark: from });
    text += `${line}\n`;
  }
  return { program: { text, marks, reverseFrom: lines.map((line) => line.reverseFrom) }, added: NOTHING };
}

const NOTHING: PrintedText = { text: "", marks: [] };

/**
 * A program as text, the user's definitions first, with what a stage adds to every program apart. `formulas` prints partials as the
 * papers do.
 */
export function printedParts(program: CoreProgram, formulas: boolean): Printed {
  const added = new Set(program.added);
  const part = (isAdded: boolean): PrintedText => {
    // the user's definitions come before those of the prelude that they use
    const globals = program.globals
      .filter(({ name }) => added.has(name) === isAdded)
      .sort((a, b) => Number(isOfPrelude(a)) - Number(isOfPrelude(b)));
    // the types are said once, with the user's definitions
    const printed = { ...program, globals, ...(isAdded ? { dual: undefined, ops: [] } : {}) };
    return printMarked(printed, { types: false, formulas });
  };
  return { program: part(false), added: added.size === 0 ? NOTHING : part(true) };
}

function isOfPrelude({ span: from }: Global): boolean {
  return from?.source === "<prelude>";
}

/** The lines of a text, and between them those that an earlier one had in their place. */
function compared(before: PrintedText | undefined, now: PrintedText): readonly PrintedLine[] {
  const lines = (text: string): readonly string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));
  const parts = partsByLine(now);
  let at = 0;
  const here = (change: "same" | "new"): PrintedLine => {
    const found = parts[at] ?? [];
    const reverseFrom = now.reverseFrom?.[at];
    at++;
    const line = { text: found.map((part) => part.text).join(""), parts: found, change };
    return reverseFrom === undefined ? line : { ...line, reverseFrom };
  };
  if (before === undefined) return lines(now.text).map(() => here("same"));
  return diffLines(before.text, now.text).flatMap(({ value, added, removed }) =>
    lines(value).flatMap((text): readonly PrintedLine[] => {
      if (!removed) return [here(added && text.trim() !== "" ? "new" : "same")];
      return text.trim() === "" ? [] : [{ text, parts: [{ text, span: undefined }], change: "gone" }];
    }),
  );
}

/** Each line in pieces that come from one place in the source, the innermost that is known. */
function partsByLine({ text, marks }: PrintedText): readonly (readonly PrintedPart[])[] {
  const result: PrintedPart[][] = [[]];
  const write = (piece: string, span: Span | undefined): void => {
    piece.split("\n").forEach((part, index) => {
      if (index > 0) result.push([]);
      if (part !== "") lastOf(result).push({ text: part, span });
    });
  };
  const open: Marked<Span>[] = [];
  let at = 0;
  const writeTo = (to: number): void => {
    if (to <= at) return;
    write(text.slice(at, to), open.at(-1)?.mark);
    at = to;
  };
  for (const mark of marks) {
    for (let last = open.at(-1); last !== undefined && last.to <= mark.from; last = open.at(-1)) {
      writeTo(last.to);
      open.pop();
    }
    writeTo(mark.from);
    open.push(mark);
  }
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    writeTo(last.to);
    open.pop();
  }
  writeTo(text.length);
  return result;
}
