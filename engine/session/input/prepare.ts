// Preparing a run: the entry, its input, and the core program, from a checked program and what the user asks.

import type { StudyChoices } from "../../algorithms/study.ts";
import { isRoundedInteger } from "../../base/rounded-integer.ts";
import { Late, watched } from "../../base/watch.ts";
import { lowerProgram } from "../../core/lowering/lower.ts";
import { rightToLeft } from "../../core/terms/right-to-left.ts";
import type { CoreProgram } from "../../core/terms/term.ts";
import { type Shape, Shapes } from "../../core/values/shape.ts";
import type { Value } from "../../core/values/values.ts";
import { type Budget, watchOf } from "../../evaluate/tasks/budget.ts";
import { LARGEST_INT } from "../../scalars/ops.ts";
import { type Diagnostic, mistake, type Note } from "../../source/diagnostic.ts";
import type { Sources } from "../../source/render.ts";
import { type SourceName, span } from "../../source/span.ts";
import type { DirectiveText } from "../../syntax/header.ts";
import { readSweep } from "../../syntax/sweep.ts";
import { type Entry, entryName, findEntry } from "../program/entry.ts";
import { type CheckedProgram, directiveSpan, sourcesOf, stackExhausted, withinStack } from "../program/program.ts";
import type { Steps } from "../run/drive.ts";
import type { Ended } from "../run/outcome.ts";
import { exampleOf } from "./example-input.ts";
import { fittedInput } from "./fitted-input.ts";
import { evaluateInput } from "./input.ts";
import { mistakesFromInput } from "./seen-from-input.ts";
import type { Variations } from "./variations.ts";

/** The user's settings of a run; missing ones come from the header. */
export interface Request {
  readonly entry?: string | undefined;
  readonly at?: string | undefined;
  readonly cotangent?: string | undefined;
  readonly n?: number | undefined;
  /** How the transformation and the order of jobs are varied. */
  readonly variations?: Variations | undefined;
  /** Recomputed variables and given derivatives, for the stages that leave the choice. */
  readonly choices?: StudyChoices | undefined;
  /** Whether inputs are given by options of the command line, not in the fields of the page: messages say where. */
  readonly byOption?: boolean;
}

/** The same for requests that ask for one run of a program: at the same input, with the same cotangent, as far as their texts tell. */
export function runKey(checked: CheckedProgram, request: Request): string {
  const texts = (["at", "cotangent"] as const).map((key) =>
    expressionOf(checked, key, request[key])?.text.replaceAll(/\s+/g, ""),
  );
  return JSON.stringify([...texts, sweepValue(checked, request)]);
}

/** The texts in which the places of a run lie. */
export function sourcesIn(checked: CheckedProgram, { at = "", cotangent = "" }: Request): Sources {
  return sourcesOf(checked, "", { "<at>": at, "<cotangent>": cotangent });
}

/** Everything that a run of any stage needs. */
export interface Prepared {
  readonly checked: CheckedProgram;
  readonly entry: Entry;
  readonly core: CoreProgram;
  readonly shapes: Shapes;
  readonly paramShape: Shape;
  readonly resultShape: Shape;
  readonly input: Value;
  readonly n: number | undefined;
  readonly choices: StudyChoices | undefined;
}

/** All that a run needs, or the mistakes that keep it from running, or that the input was stopped before its end. */
export type Preparation =
  | { readonly tag: "prepared"; readonly prepared: Prepared }
  | Exclude<Ended, { readonly tag: "done" | "out-of-budget" }>;

/** The sweep variable's value: as asked, or the first of the header's sweep. */
function sweepValue(checked: CheckedProgram, request: Request): number | undefined | Diagnostic {
  if (request.n !== undefined) return request.n;
  const { sweep } = checked.header;
  if (sweep === undefined) return undefined;
  const values = readSweep(sweep.text, sweep.span);
  return "severity" in values ? values : values[0];
}

/** An expression beside a program: of a directive, or of the request that overrides it. */
interface Written {
  readonly source: SourceName;
  readonly text: string;
  readonly directive: DirectiveText | undefined;
}

/** The expression of a directive or of the request that overrides it. */
export function expressionOf(
  checked: CheckedProgram,
  key: "at" | "cotangent" | "value" | "gradient",
  override: string | undefined,
): Written | undefined {
  const source: SourceName = key === "at" ? "<at>" : "<cotangent>";
  if (override !== undefined) return { source, text: override, directive: undefined };
  const directive = checked.header[key];
  return directive === undefined ? undefined : { source, text: directive.text, directive };
}

/** Finds the entry, evaluates its input and lowers the program. */
export function* prepare(checked: CheckedProgram, request: Request, budget: Budget): Steps<Preparation> {
  const fail = (...diagnostics: readonly Diagnostic[]): Preparation => ({ tag: "mistake", diagnostics });
  if (checked.hasErrors) return fail(...checked.diagnostics);
  const name = entryName(checked, request.entry);
  const at = expressionOf(checked, "at", request.at);
  const entry = findEntry(checked, name, directiveSpan(checked, "entry"), request.byOption === true, at?.text);
  if ("severity" in entry) return fail(entry);
  const n = sweepValue(checked, request);
  if (typeof n === "object") return fail(n);
  if (at === undefined) return fail(missingInput(checked, entry, request));
  const input = yield* evaluateInput(
    checked,
    { ...at, type: entry.param, what: `the input of \`${name}\``, n },
    budget,
  );
  if (input.tag === "mistake") {
    const inProgram = mistakesFromInput(checked, entry, at.text, input.diagnostics);
    if (inProgram !== undefined) return fail(...inProgram);
    const own = yield* fittingHeader(checked, entry, request, n, budget);
    return fail(...input.diagnostics.map((one) => withOwnInput(withFittingInput(one, checked, entry, at), own)));
  }
  if (input.tag !== "value") return { tag: "stopped", phase: "input" };
  const core = withinStack(
    () => loweredWithin(budget, () => loweredProgram(checked, entry, request.variations)),
    () => undefined,
  );
  if (core === undefined) return fail(stackExhausted());
  if (core === "late") return { tag: "stopped", phase: "input" };
  const shapes = new Shapes(core.data);
  return {
    tag: "prepared",
    prepared: {
      checked,
      entry,
      core,
      shapes,
      paramShape: shapes.of(entry.param),
      resultShape: shapes.of(entry.result),
      input: input.value,
      n,
      choices: request.choices,
    },
  };
}

/** The program, lowered within the time of a budget. */
function loweredWithin(budget: Budget, lower: () => CoreProgram): CoreProgram | "late" {
  try {
    return watched(watchOf(budget), lower);
  } catch (error) {
    if (error instanceof Late) return "late";
    throw error;
  }
}

/** The core of a program, in the order of evaluation that is asked for. */
export function loweredProgram(checked: CheckedProgram, entry: Entry, variations: Variations | undefined): CoreProgram {
  const core = lowerProgram(checked.module, entry);
  return variations?.rightToLeft === true ? rightToLeft(core) : core;
}

/** The diagnostic of an entry without an input; its fix moves the `at` that stands too low, or makes one up. */
function missingInput(checked: CheckedProgram, entry: Entry, request: Request): Diagnostic {
  const how = request.byOption === true ? "Give one with `--at`" : "Type one under “Input”";
  const message = `\`${entry.entity.name}\` has no input yet. ${how}, or add \`-- at: …\` as the first line`;
  const misplaced = checked.diagnostics.find(({ kind }) => kind === "misplaced-at");
  const example = misplaced === undefined ? exampleOf(checked.module, entry.param) : undefined;
  const fix =
    example === undefined
      ? misplaced?.fix
      : {
          title: `fill in ${example}`,
          edits: [{ span: span("<program>", 0, 0), text: `-- at: ${example}\n` }],
        };
  const notes = misplaced === undefined ? [] : [{ message: "this line stands too low", span: misplaced.span }];
  return mistake("missing-input", entry.entity.span, message, { notes, fix });
}

/** The header's input as a note, where the one that is asked for instead has mistakes and the header's has none. */
function* fittingHeader(
  checked: CheckedProgram,
  entry: Entry,
  request: Request,
  n: number | undefined,
  budget: Budget,
): Steps<Note | undefined> {
  const own = expressionOf(checked, "at", undefined);
  if (request.at === undefined || own?.directive === undefined) return undefined;
  const found = yield* evaluateInput(checked, { ...own, type: entry.param, what: "", n }, budget);
  if (found.tag !== "value") return undefined;
  const how = request.byOption === true ? "it is used without `--at`" : "it is used where “Input” is empty";
  return { message: `\`-- at:\` of the program fits: ${how}`, span: { ...own.directive.span, source: "<program>" } };
}

/** The diagnostic of an input with a note that there is another one. */
function withOwnInput(diagnostic: Diagnostic, own: Note | undefined): Diagnostic {
  return own === undefined ? diagnostic : { ...diagnostic, notes: [...diagnostic.notes, own] };
}

/** The kinds of mistakes of an input that is not of the entry's type, as a whole or in an element. */
const MISFITS: ReadonlySet<string> = new Set(["input", "element"]);

/** Several numbers without anything between them, as arguments are written. */
const ONLY_NUMBERS = /^\s*[-+\d.e]+(?:\s+[-+\d.e]+)+\s*$/;

/** A number in the text of an input. */
const NUMBER = /(?<![\p{L}\p{N}_.])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gu;

/** A value of the entry's type with the numbers of a text; undefined where these stand in brackets within brackets, whose order has a meaning. */
function exampleWith({ module }: CheckedProgram, { param }: Entry, text: string): string | undefined {
  if (NESTED.test(text)) return undefined;
  // what is no Int is in no example either
  const numbers = (text.match(NUMBER) ?? []).filter(
    (one) => Math.abs(Number(one)) <= LARGEST_INT && !isRoundedInteger(one),
  );
  return exampleOf(module, param, numbers) ?? exampleOf(module, param);
}

/** Brackets within brackets. */
const NESTED = /[[(][^\])]*[[(]/;

/** The diagnostic of an input that is not of the entry's type, with a fix that puts its numbers into a value of that type. */
function withFittingInput(diagnostic: Diagnostic, checked: CheckedProgram, entry: Entry, at: Written): Diagnostic {
  const isMisfit = MISFITS.has(diagnostic.kind) || ONLY_NUMBERS.test(at.text);
  if (diagnostic.fix !== undefined || !isMisfit) return diagnostic;
  const example = fittedInput(at.source, at.text, entry.param) ?? exampleWith(checked, entry, at.text);
  if (example === undefined) return diagnostic;
  const place = at.directive?.span ?? span(at.source, 0, at.text.length);
  return { ...diagnostic, fix: { title: `fill in ${example}`, edits: [{ span: place, text: example }] } };
}
