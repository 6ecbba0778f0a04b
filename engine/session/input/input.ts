// Inputs: the expressions of `at`, `cotangent` and the expected results, checked against a type and evaluated.
import { Lowering } from "../../core/lowering/lower.ts";
import { Shapes } from "../../core/values/shape.ts";
import type { Value } from "../../core/values/values.ts";
import { compile } from "../../evaluate/compile.ts";
import { Machine } from "../../evaluate/machine.ts";
import type { Budget } from "../../evaluate/tasks/budget.ts";
import { type Diagnostic, DiagnosticList } from "../../source/diagnostic.ts";
import { Comparisons } from "../../source/nearest.ts";
import { type SourceName, type Span, span } from "../../source/span.ts";
import type { DirectiveText } from "../../syntax/header.ts";
import { parseExpression } from "../../syntax/parsing/parse.ts";
import { checkLiterals } from "../../types/checking/check.ts";
import { Inference } from "../../types/inference/infer.ts";
import { type LocalScope, newModule, withLocal } from "../../types/scope.ts";
import { INT, type Type } from "../../types/type.ts";
import { type CheckedProgram, stackExhausted, withinStack } from "../program/program.ts";
import { drive, type Steps } from "../run/drive.ts";
import { describeOutcome } from "../run/outcome.ts";

/** The outcome of an expression beside the program. It is stopped where the time was used up or the user asked for it. */
export type Evaluated =
  | { readonly tag: "value"; readonly value: Value }
  | { readonly tag: "mistake"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly tag: "stopped" };

/** An expression given beside the program, with the type that it must have and what it is called in messages. */
export interface InputExpression {
  readonly source: SourceName;
  readonly text: string;
  /** For a directive of the header: where its text begins in the program. */
  readonly directive?: DirectiveText | undefined;
  readonly type: Type;
  readonly what: string;
  /** The sweep's variable, where there is one. */
  readonly n?: number | undefined;
}

/** Checks and evaluates an expression on top of a program's definitions. */
export function* evaluateInput(program: CheckedProgram, input: InputExpression, budget: Budget): Steps<Evaluated> {
  const diagnostics = new DiagnosticList();
  const fail = (...more: readonly Diagnostic[]): Evaluated => ({
    tag: "mistake",
    diagnostics: [...diagnostics.items, ...more].map((one) => inDirective(one, input)),
  });
  const started = withinStack(
    () => startInput(program, input, budget, diagnostics),
    () => {
      diagnostics.report(stackExhausted(input.source));
      return undefined;
    },
  );
  if (started === undefined) return fail();
  const outcome = yield* drive(started.machine, "input");
  if (outcome.tag === "done") return { tag: "value", value: outcome.value };
  if (outcome.tag === "stopped") return outcome;
  return fail(describeOutcome(outcome, started.span));
}

/** Checks an expression and starts a machine on it; undefined where it has mistakes. */
function startInput(
  program: CheckedProgram,
  input: InputExpression,
  budget: Budget,
  diagnostics: DiagnosticList,
): { readonly machine: Machine; readonly span: Span } | undefined {
  const expr = parseExpression(input.source, input.text, diagnostics);
  if (expr === undefined || diagnostics.hasErrors) return undefined;
  const module = newModule(program.module);
  const texts = new Map<string, string>([
    [input.source, input.text],
    ["<program>", program.text],
  ]);
  const inference = new Inference(module, diagnostics, new Set(), texts, new Comparisons(diagnostics.work));
  const scope = input.n === undefined ? undefined : sweepScope(input.source);
  inference.check(expr, input.type, scope, {
    kind: "input",
    says: (expected) => `${input.what} has the type ${expected}`,
  });
  checkLiterals(module, diagnostics);
  if (diagnostics.hasErrors) return undefined;
  const lowering = new Lowering(module);
  const binders = input.n === undefined ? [] : [{ name: "n", value: input.n }];
  const core = lowering.run(module, lowering.addExpression(module, expr, input.type, binders));
  const machine = new Machine(compile(core, new Shapes(core.data)), { budget });
  machine.start(machine.entry, []);
  return { machine, span: expr.span };
}

function sweepScope(source: SourceName): LocalScope {
  const entity = { tag: "local", name: "n", span: span(source, 0, 0), type: INT, scheme: undefined } as const;
  return withLocal(undefined, { ...entity });
}

/** A mistake in a directive's text points into the program. */
function inDirective(diagnostic: Diagnostic, input: InputExpression): Diagnostic {
  const { directive } = input;
  if (directive === undefined) return diagnostic;
  const shift = (at: Span): Span => {
    if (at.source !== input.source) return at;
    // joined continuation lines have no exact place: the directive as a whole stands for them
    if (directive.text.includes("\n")) return { ...directive.span, source: "<program>" };
    return { source: "<program>", from: directive.span.from + at.from, to: directive.span.from + at.to };
  };
  const { fix, ...rest } = diagnostic;
  const moved = {
    ...rest,
    span: shift(diagnostic.span),
    notes: diagnostic.notes.map((note) => (note.span === undefined ? note : { ...note, span: shift(note.span) })),
  };
  return fix === undefined
    ? moved
    : { ...moved, fix: { ...fix, edits: fix.edits.map((edit) => ({ ...edit, span: shift(edit.span) })) } };
}
