// The time of a compiled gradient by line of the program. Its code is sampled as it runs: it is the same as without.
import { present } from "../base/nth.ts";
import type { PassListener } from "../compile/codegen/pass-notes.ts";
import type { Assembled } from "../compile/codegen/text.ts";
import { Compiled } from "../compile/engine.ts";
import { LeftToMachine } from "../compile/ir/layout.ts";
import { CompiledMistake } from "../compile/runtime/endings.ts";
import { realsOf } from "../core/values/shape.ts";
import { endedBy, limitsOf } from "../derive/compiled.ts";
import { type Budget, watchOf } from "../evaluate/tasks/budget.ts";
import { type Prepared, prepare, type Request } from "../session/input/prepare.ts";
import { type CheckedProgram, sourcesOf } from "../session/program/program.ts";
import type { Steps } from "../session/run/drive.ts";
import { describeOutcome, type Ended } from "../session/run/outcome.ts";
import { mistake } from "../source/diagnostic.ts";
import { isUsersText, positionOf, type Span } from "../source/span.ts";

/** The samples that fall on each line of code that has no file, where lines count from 1; and on each loop of WebAssembly, by its number. */
export interface Samples {
  readonly lines: ReadonlyMap<number, number>;
  readonly loops: ReadonlyMap<number, number>;
}

/** Runs some work and gives its samples. */
export type Sampler = (work: () => void) => Samples;

/** The time of a line of a text. */
export interface SampledLine {
  readonly source: Span["source"];
  readonly line: number;
  readonly text: string;
  /** Part of all samples, from 0 to 1. */
  readonly share: number;
  /** Milliseconds of a run. */
  readonly forwardMs: number;
  readonly reverseMs: number;
}

/** The lines of a program, those with most time first. */
export interface SampledProfile {
  readonly lines: readonly SampledLine[];
  readonly runs: number;
  readonly samples: number;
  readonly ended: Ended;
}

const NOT_COMPILED =
  "nothing to sample: the program is too large to be compiled, or the host does not let the engine make code";

/** Milliseconds of runs that are sampled, at least. */
const SAMPLED = 1000;

/** The line at which a program's code begins: a function that is made of a text has two lines before it, and `sandboxed` adds one. */
const FIRST_LINE = 4;

const QUIET: PassListener = { isCounting: false, passed: () => undefined };

/** Samples the compiled gradient of a program at one input. */
export function* sampledProfile(
  checked: CheckedProgram,
  request: Request,
  budget: Budget,
  sample: Sampler,
): Steps<SampledProfile> {
  const nothing = { lines: [], runs: 0, samples: 0 };
  const preparation = yield* prepare(checked, request, budget);
  if (preparation.tag !== "prepared") return { ...nothing, ended: preparation };
  const { prepared } = preparation;
  try {
    return { ...sampledRuns(checked, prepared, budget, sample), ended: { tag: "done" } };
  } catch (error) {
    return { ...nothing, ended: endOf(error, prepared) };
  }
}

function endOf(error: unknown, prepared: Prepared): Ended {
  const place = prepared.entry.entity.span;
  if (error instanceof LeftToMachine || error instanceof EvalError)
    return { tag: "mistake", diagnostics: [mistake("not-compiled", place, NOT_COMPILED)] };
  if (!(error instanceof CompiledMistake)) return endedBy(error, "forward", prepared);
  const { kind, message, at } = error;
  const outcome = { tag: "mistake", kind, message, span: at, trail: [] } as const;
  return { tag: "mistake", diagnostics: [describeOutcome(outcome, place)] };
}

function sampledRuns(
  checked: CheckedProgram,
  prepared: Prepared,
  budget: Budget,
  sample: Sampler,
): Omit<SampledProfile, "ended"> {
  const limits = limitsOf(budget);
  const compiled = Compiled.of(prepared.core, "active", limits.tick, QUIET);
  const value = compiled.value(prepared.input, limits);
  const cotangents = realsOf(prepared.resultShape, value, watchOf(budget)).map(() => 1);
  compiled.load(prepared.input, limits);
  let [runs, passed] = [0, 0];
  const found = sample(() => {
    const start = performance.now();
    for (; passed < SAMPLED; runs++) {
      compiled.forward();
      compiled.gradient(cotangents);
      passed = performance.now() - start;
    }
  });
  const samples = [...found.lines.values(), ...found.loops.values()].reduce((sum, count) => sum + count, 0);
  const share = 1 / Math.max(1, samples);
  return { lines: byLine(checked, compiled.assembled, found, share, passed / runs), runs, samples };
}

function byLine(
  checked: CheckedProgram,
  { explained }: Assembled,
  found: Samples,
  share: number,
  milliseconds: number,
): readonly SampledLine[] {
  const sources = sourcesOf(checked, "");
  const rows = new Map<string, SampledLine>();
  const inLoops = new Map(found.loops);
  let at = FIRST_LINE;
  for (const { id, lines } of present(explained).sections) {
    // a line without a place, as the end of a loop, belongs to the one before it
    let place: Span | undefined;
    for (const { text: code, spans } of lines) {
      place = innermost(spans) ?? place;
      // a loop in WebAssembly stands where it is called
      const loop = Number(/\bloops\[(\d+)\]\(/.exec(code)?.[1]);
      const inLoop = inLoops.get(loop) ?? 0;
      // both forms of a function call it
      inLoops.delete(loop);
      const part = ((found.lines.get(at++) ?? 0) + inLoop) * share;
      if (part === 0 || place === undefined) continue;
      const { source, from } = place;
      const text = sources.get(source)?.text ?? "";
      const { line } = positionOf(text, from);
      const key = `${source} ${line}`;
      const before = rows.get(key) ?? {
        ...{ source, line, text: text.split("\n")[line - 1]?.trim() ?? "" },
        ...{ share: 0, forwardMs: 0, reverseMs: 0 },
      };
      const pass = id === "reverse" ? "reverseMs" : "forwardMs";
      rows.set(key, { ...before, share: before.share + part, [pass]: before[pass] + part * milliseconds });
    }
  }
  return [...rows.values()].toSorted((a, b) => b.share - a.share);
}

/** The shortest place in a user's text. */
function innermost(spans: readonly Span[]): Span | undefined {
  const length = ({ from, to }: Span): number => to - from;
  return spans.filter(({ source }) => isUsersText(source)).toSorted((a, b) => length(a) - length(b))[0];
}
