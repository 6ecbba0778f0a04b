// The compiled engine's work on a program: the program after each of its passes, the JavaScript, and the tape of each segment, every line
// with the places in the user's text that it comes from.

import { nth, present } from "../base/nth.ts";
import type { PassId as IrPassId, PassListener } from "../compile/codegen/pass-notes.ts";
import type { SectionId, TapeSegment } from "../compile/codegen/text.ts";
import { compileProgram } from "../compile/compile.ts";
import { Compiled } from "../compile/engine.ts";
import { LeftToMachine } from "../compile/ir/layout.ts";
import { printIr } from "../compile/ir/print.ts";
import { distinct, type LinkedLine } from "../compile/ir/source-links.ts";
import { CompiledMistake } from "../compile/runtime/endings.ts";
import { lowerProgram } from "../core/lowering/lower.ts";
import { checkProgram } from "../core/terms/check.ts";
import { derivativeIn } from "../core/terms/derivatives.ts";
import type { CoreProgram } from "../core/terms/term.ts";
import { realsOf } from "../core/values/shape.ts";
import { endedBy, limitsOf } from "../derive/compiled.ts";
import { type Budget, watchOf } from "../evaluate/tasks/budget.ts";
import { prepare, type Request } from "../session/input/prepare.ts";
import { type CheckedProgram, stackExhausted, withinStack } from "../session/program/program.ts";
import type { Steps } from "../session/run/drive.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { isUsersText, type Span } from "../source/span.ts";
import { entryOf } from "./export.ts";
import { printedParts } from "./transformed-text.ts";

/** A pass of the compiled engine, by what it leaves: a program, or JavaScript. */
export type PassId = "core" | IrPassId | "forward" | "reverse" | "runtime";

/** A program after a pass. Plain data: it crosses to the page as it is. */
export interface Pass {
  readonly id: PassId;
  readonly title: string;
  /** The work of the pass, in one sentence or two. */
  readonly sentence: string;
  readonly language: "core" | "ir" | "javascript";
  readonly lines: readonly LinkedLine[];
  /** How many lines more there are than are shown. */
  readonly left: number;
  /** Whether the pass has left the program as it was, but for the numbers of its variables. */
  readonly isSame: boolean;
}

/** The compiler's work on a program. */
export interface Explanation {
  readonly entry: string;
  readonly passes: readonly Pass[];
  readonly segments: readonly TapeSegment[];
  /** Bytes of the tape of straight code, whose places are all fixed; undefined where the tape grows as the program runs. */
  readonly fixedTape: number | undefined;
  /** Why the program is left to the machine; the passes end where that was found. */
  readonly leftToMachine: string | undefined;
}

/** The compiler's work on a program, or the mistakes that keep it from being compiled. */
export type Explained =
  | ({ readonly tag: "explained" } & Explanation)
  | { readonly tag: "mistake"; readonly diagnostics: readonly Diagnostic[] };

const TOO_LARGE =
  "The program is left to the machine: when its functions are specialised, they grow to more than ten times its terms and 20 000 more, or its JavaScript exceeds 16 MB.";

const TOO_DEEP =
  "The program is left to the machine: it nests deeper than JavaScript's stack allows when it is compiled.";

/** The words on each pass. */
const ABOUT: Readonly<Record<PassId, { readonly title: string; readonly sentence: string }>> = {
  core: {
    title: "Core",
    sentence:
      "The input of the compiler: typed, without sugar, each definition at the number types that it is used at.",
  },
  specialised: {
    title: "Specialised",
    sentence:
      "The compiler evaluates everything that it already knows. Tuples, known functions and constructors are gone; components are left: numbers, cells, addresses. Recursion is a loop where it can be one.",
  },
  tidied: {
    title: "Tidied",
    sentence: "Values that are the same in each round of a loop are no longer carried by the loop.",
  },
  straightened: {
    title: "Checks without branches",
    sentence:
      "Where one side of a branch fails, the other one goes on after it, so that the way back does not ask which was taken.",
  },
  lists: {
    title: "Lists counted",
    sentence:
      "Recursion along a list of Reals is compiled twice: for lists whose cells follow each other, as a loop that counts and reads them like an array, and for others.",
  },
  indexed: {
    title: "Indexed",
    sentence:
      "Ints that are only places of elements, such as i * m + j in a table, are computed without a check of their own, and again on the way back rather than remembered.",
  },
  ahead: {
    title: "Checks ahead",
    sentence:
      "Where the places of elements only go up with the rounds of a loop, or only down, the first and the last are checked before it. If one is outside its array, a loop of the checks alone finds which fails first.",
  },
  cut: {
    title: "Cut",
    sentence:
      "Long blocks become functions, because JavaScript engines do not optimise functions beyond a certain size.",
  },
  once: {
    title: "Read once",
    sentence:
      "“get once” marks Reals of the input that nothing else reads: their cotangent is stored, and not added to what is there.",
  },
  jammed: {
    title: "Jammed",
    sentence: "Rounds around a short inner loop are taken four at a time, so that what they share is read once.",
  },
  activity: {
    title: "Activity",
    sentence: "“∂real” is a Real that depends on the input. The others get no cotangent.",
  },
  cells: {
    title: "Cells",
    sentence:
      "A Real that is stored, passed on, or used in another segment has a cell for its value and its cotangent: “new c1” where the cell is made with it, “in c1” where it comes with one.",
  },
  segments: {
    title: "Segments",
    sentence:
      "A segment is a straight piece with its branches and loops, but without calls that leave records. It leaves one record on the tape: what its adjoint needs and cannot compute again.",
  },
  places: {
    title: "Fixed places",
    sentence:
      "Straight code: operations and branches on numbers alone. V holds the Reals of the input and the output, T is the tape: everything else the reverse pass needs. Each has a fixed place, so the tape does not grow.",
  },
  forward: {
    title: "Forward pass",
    sentence:
      "JavaScript that computes the value. v1 is the value of variable 1, c1 its cell; V holds the values of cells, T and I are the tape. Where a loop over Reals has many rounds, “loops[0](..)” runs them in WebAssembly.",
  },
  reverse: {
    title: "Reverse pass",
    sentence:
      "The adjoints: each takes one record back. d1 is the cotangent of variable 1, A holds the cotangents of cells. Each has a fast form, and a NaN-safe one that runs where a NaN has come up.",
  },
  runtime: {
    title: "Run time",
    sentence: "The code around the program: its stores, the tape, and the order of a run.",
  },
};

/** The sentence about the passes of straight code instead: it has neither cells nor records. */
const ABOUT_STRAIGHT: typeof ABOUT = {
  ...ABOUT,
  forward: {
    title: "Forward pass",
    sentence:
      "JavaScript that computes the value. v1 is the value of variable 1; V holds the Reals of the input and the output, T is the tape.",
  },
  reverse: {
    title: "Reverse pass",
    sentence:
      "The adjoint of the whole program: it reads V and T, and G is the gradient. d1 is the cotangent of variable 1. It has a fast form, and a NaN-safe one that runs where a NaN has come up.",
  },
};

/**
 * The compiled engine's work on an entry (the header's, or `main`, where none is named), with the first lines of each pass.
 */
export function explainProgram(
  checked: CheckedProgram,
  entryName: string | undefined,
  most = Number.POSITIVE_INFINITY,
): Explained {
  const found = entryOf(checked, entryName);
  if ("diagnostics" in found) return { tag: "mistake", ...found };
  const { name, entry } = found;
  const deep = (): Explained => ({ tag: "mistake", diagnostics: [stackExhausted()] });
  return withinStack((): Explained => {
    const core = lowerProgram(checked.module, entry);
    checkProgram(core);
    const passes = new Passes(most);
    passes.add("core", "core", coreLines(core));
    const left = (leftToMachine: string): Explained => ({
      tag: "explained",
      entry: name,
      passes: passes.found,
      segments: [],
      fixedTape: undefined,
      leftToMachine,
    });
    const listener: PassListener = {
      isCounting: false,
      passed: (pass, fns, notes) => {
        passes.add(pass, "ir", printIr(fns, notes));
      },
    };
    try {
      return withinStack(
        (): Explained => {
          const { explained } = compileProgram(core, "active", undefined, listener);
          const { sections, segments, fixedTape } = present(explained);
          const about = fixedTape === undefined ? ABOUT : ABOUT_STRAIGHT;
          const linesOf = (...ids: readonly SectionId[]): readonly LinkedLine[] =>
            sections.filter(({ id }) => ids.includes(id)).flatMap(({ lines }) => lines);
          passes.add("forward", "javascript", linesOf("forward"), about);
          passes.add("reverse", "javascript", linesOf("reverse"), about);
          passes.add("runtime", "javascript", linesOf("begin", "end"));
          return {
            tag: "explained",
            entry: name,
            passes: passes.found,
            segments,
            fixedTape,
            leftToMachine: undefined,
          };
        },
        () => left(TOO_DEEP),
      );
    } catch (error) {
      if (error instanceof LeftToMachine)
        return left(error.reason === undefined ? TOO_LARGE : `The program is left to the machine: it ${error.reason}.`);
      throw error;
    }
  }, deep);
}

/** Passes as they come, with the first lines of each. */
class Passes {
  readonly found: Pass[] = [];
  private before = "";
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  add(id: PassId, language: Pass["language"], all: readonly LinkedLine[], about = ABOUT): void {
    const text = renumbered(all);
    const lines = all.slice(0, this.most);
    this.found.push({
      id,
      language,
      ...about[id],
      lines,
      left: all.length - lines.length,
      isSame: text === this.before,
    });
    this.before = text;
  }
}

/** A text whose variables are numbered in the order in which they come up. */
function renumbered(lines: readonly LinkedLine[]): string {
  const numbers = new Map<string, number>();
  return lines
    .map(({ text }) =>
      text.replace(/\bv\d+\b/g, (name) => {
        const number = numbers.get(name) ?? numbers.size;
        numbers.set(name, number);
        return `v${number}`;
      }),
    )
    .join("\n");
}

/** The lines of a core program, the user's definitions first: each comes from the largest terms that stand on it as a whole. */
function coreLines(core: CoreProgram): LinkedLine[] {
  const { text, marks } = printedParts(core, false).program;
  const lines: LinkedLine[] = [];
  let next = 0;
  let from = 0;
  for (const line of text.trimEnd().split("\n")) {
    const to = from + line.length;
    const spans: Span[] = [];
    let until = from;
    // of two that overlap, one lies in the other and comes later
    for (; next < marks.length && nth(marks, next).from <= to; next++) {
      const { from: begin, to: end, mark } = nth(marks, next);
      if (begin < until || end > to || !isUsersText(mark.source)) continue;
      spans.push(mark);
      until = end;
    }
    lines.push({ text: line, spans: distinct(spans) });
    from = to + 1;
  }
  return lines;
}

/** The tape of a run where it was longest. */
export interface TapeOfRun {
  /** How many records of each segment lay on it, and how many of each of its parts, by the order of {@link Explanation.segments}. */
  readonly executed: readonly { readonly record: number; readonly parts: readonly number[] }[];
  /** Its bytes, as the engine reports them; among them some words for each derivative of the program's own, which no segment has. */
  readonly bytes: number;
  /** Whether that was within a derivative of the program's own: what such a pass leaves is free again when it is over. */
  readonly isWithinPass: boolean;
}

/** Runs a program with counters on its tape; undefined where it is not compiled, or does not come to an end. */
export function* tapeOfRun(checked: CheckedProgram, request: Request, budget: Budget): Steps<TapeOfRun | undefined> {
  const preparation = yield* prepare(checked, request, budget);
  if (preparation.tag !== "prepared") return undefined;
  const { prepared } = preparation;
  const limits = limitsOf(budget);
  yield { phase: "forward", steps: 0, backpropagatorCalls: 0 };
  try {
    return withinStack(
      () => {
        const compiled = Compiled.of(prepared.core, "active", limits.tick, COUNTING);
        compiled.load(prepared.input, limits);
        compiled.forward();
        // on its way back a derivative of the program's own runs its function once more, beyond the end of the tape
        if (derivativeIn(prepared.core) !== undefined)
          compiled.gradient(realsOf(prepared.resultShape, compiled.result(), watchOf(budget)).map(() => 1));
        const { numbers, indices } = compiled.statistics;
        const { counts, bytes, isWithinPass } = compiled.longestTape ?? {
          counts: [],
          bytes: 8 * numbers + 4 * indices,
          isWithinPass: false,
        };
        const count = (counter: number | undefined): number => (counter === undefined ? 0 : (counts[counter] ?? 0));
        const { explained } = compiled.assembled;
        const executed = present(explained).segments.map(({ counter, parts }) => ({
          record: count(counter),
          parts: parts.map((part) => count(part.counter)),
        }));
        return { executed, bytes, isWithinPass };
      },
      () => undefined,
    );
  } catch (error) {
    if (error instanceof CompiledMistake || error instanceof LeftToMachine || error instanceof EvalError)
      return undefined;
    endedBy(error, "forward", prepared);
    return undefined;
  }
}

const COUNTING: PassListener = { isCounting: true, passed: () => undefined };
