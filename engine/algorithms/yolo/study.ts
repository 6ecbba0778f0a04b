// The study of linearising, unzipping and transposing a program: f, f.J, f.nonlin, f.lin and f.lin.T with their work.
import { nth, present } from "../../base/nth.ts";
import { MOST_PRINTED, type SourceProgram } from "../algorithm.ts";
import type { RecomputedNames, StudyChoices, StudyLine, StudyText } from "../study.ts";
import type { LinearDefinition, LinearStudy } from "./definition.ts";
import { frontOf } from "./front/front.ts";
import { checkLinear } from "./linear-a/check.ts";
import { linesOf, shownName } from "./linear-a/print.ts";
import { sameUpToNames } from "./linear-a/same.ts";
import { boundBy, type Definition, type LinearProgram, readBy, scalarsOf } from "./linear-a/syntax.ts";
import { linearSizes, sizeOf, workOf } from "./linear-a/work.ts";
import { literalSize, literalTranspose } from "./literal.ts";
import { subjectOf } from "./subjects.ts";
import { systemOf } from "./system.ts";
import { transposedDefinition } from "./transpose.ts";
import { halvesOf, isRecomputable, type Unzipped, unzip } from "./unzip.ts";
import { readLinear } from "./written/read.ts";
import { isPure } from "./written/signatures.ts";

/**
 * The study of a program, or of one that is made of it, and of what the reader wrote in Linear A beside it: definitions, and derivatives of
 * the program's. Throws `NoStudy` where a partial is linearised again that has none.
 */
export function study(source: SourceProgram | undefined, choices: StudyChoices): LinearStudy {
  const { recomputed, written, of = "program" } = choices;
  const program = source === undefined ? [] : frontOf(source).program;
  const { definitions, diagnostics } = readLinear(written ?? "", program);
  const subject = subjectOf(of, program, definitions, source?.cotangent);
  // derivatives by hand are in what is made of the program already
  const beside = of === "program" ? definitions : [];
  // of a long run the texts are counted, and not printed
  const isCounted = (source?.trace?.nodes.length ?? 0) > MOST_PRINTED;
  return { study: studied(subject, beside, recomputed, isCounted), diagnostics };
}

function studied(
  program: LinearProgram,
  written: LinearProgram,
  recomputed: RecomputedNames | undefined,
  isCounted: boolean,
): readonly LinearDefinition[] {
  const { mixed, tangents, given, chosen, all } = systemOf(program, written, recomputed);
  const halves = unzip(all, chosen);
  const both = halvesOf(halves);
  const linear = both.map(({ definition }) => definition);
  const turned = (all: LinearProgram) =>
    all.map((one, index) => (nth(both, index).role === "linear" ? transposedDefinition(one) : one));
  const reverse = turned(linear);
  const again = turned(reverse);
  const stages = [all, linear, reverse, again];
  for (const one of stages) checkLinear(one);
  const works = new Map(stages.flatMap((one) => [...workOf(one)]));
  const text = (one: Definition, isSource: boolean): StudyText => ({
    name: shownName(one.name),
    lines: isCounted ? [] : studyLines(one, isSource),
    work: present(works.get(one.name)),
    size: sizeOf([one]),
  });
  const found = (definition: Definition): LinearDefinition => {
    const j = tangents.get(definition.name) ?? definition;
    const unzipped = present(halves.get(j.name));
    const { nonlin, lin, tape } = unzipped;
    const transpose = transposedDefinition(lin);
    const again = transposedDefinition(transpose);
    const sizes = linearSizes(lin);
    const texts = {
      ...(j !== definition && { program: text(definition, true) }),
      tangents: text(j, j === definition),
      values: text(nonlin, false),
      linear: text(lin, false),
      transpose: text(transpose, false),
    };
    const made = {
      name: shownName(definition.name),
      writtenIn: program.includes(definition) ? "program" : "own text",
      texts,
      isCounted,
      isGiven: given.has(definition.name),
      again: { ...text(again, false), isSame: sameUpToNames(again, lin) },
      literal: {
        size: isCounted ? undefined : literalSize(transpose),
        lines: lin.body.bindings.length > MOST_LITERAL ? undefined : literalLines(transpose),
      },
      tape: isCounted
        ? [wholeTape(tape)]
        : tape.map(({ name, type }) => ({ name: name.normalize(), scalars: scalarsOf(type) })),
      choices: isCounted ? [] : choicesOf(unzipped, present(chosen.get(j.name))),
      linearIn: sizes.in,
      linearOut: sizes.out,
    } as const;
    return { ...made, notes: notesOf(made), facts: factsOf(made) };
  };
  // a derivative that is given is shown with what it is the derivative of
  const own = written.flatMap((one) => (isPure(one) ? [one] : mixed.filter(({ name }) => name === one.name)));
  return [...own, ...program].map(found);
}

/** The base of notes and facts. */
type Made = Omit<LinearDefinition, "notes" | "facts">;

/** The laws that hold between the works of the texts: unzipping adds up (§6), and the transpose is as much work as what it is made of (§7). */
function notesOf({ name, isGiven, texts, again, linearIn, linearOut }: Made): readonly string[] {
  const { tangents, values, linear, transpose } = texts;
  const sum = values.work + linear.work;
  const more = sum - tangents.work;
  const [turned, most] = [transpose.work + linearIn, linear.work + linearOut];
  return [
    ...(isGiven ? [`${tangents.name} is given, and not made of ${name}`] : []),
    `W(${values.name}) + W(${linear.name}) = ${values.work} + ${linear.work} = ${sum} = W(${tangents.name})${more === 0 ? "" : ` + ${more}`}`,
    `W(${transpose.name}) + ${linearIn} = ${turned} ${turned <= most ? "≤" : ">"} ${most} = W(${linear.name}) + ${linearOut}`,
    `${again.name} ${again.isSame ? "is" : "computes what is computed by"} ${linear.name}${again.isSame ? ", up to names" : ""}, W = ${again.work}`,
  ];
}

function factsOf({ isGiven, again, linearIn, linearOut }: Made): LinearDefinition["facts"] {
  return {
    ...(isGiven && { given: true }),
    linear: { in: linearIn, out: linearOut },
    again: { name: again.name, work: again.work, same: again.isSame },
  };
}

/** A tape as the one tuple that it is. */
function wholeTape(tape: Unzipped["tape"]): LinearDefinition["tape"][number] {
  return { name: "t", scalars: tape.reduce((sum, { type }) => sum + scalarsOf(type), 0) };
}

/** Bindings of a linear half whose transpose is printed word for word, too. */
const MOST_LITERAL = 60;

function literalLines(transpose: Definition): readonly string[] {
  return linesOf(literalTranspose(transpose), false).map(({ text }) => text);
}

function studyLines(definition: Definition, isProgram: boolean): readonly StudyLine[] {
  const { bindings } = definition.body;
  return linesOf(definition, false).map(({ text, span, binds, reads, isLinear }, line): StudyLine => {
    const binding = bindings[line - 1];
    return {
      text,
      span,
      kind: isLinear === undefined ? "frame" : isLinear ? "linear" : "value",
      binds: binds.map((name) => name.normalize()),
      reads: reads.map((name) => name.normalize()),
      // a head stands before the bindings
      origin:
        binding === undefined
          ? undefined
          : isProgram
            ? line
            : binding.origin === undefined
              ? undefined
              : binding.origin + 1,
      mirrors: binding?.mirrors === undefined ? undefined : binding.mirrors + 1,
    };
  });
}

/** Variables that the linear half reads, or would need for those, and that could be recomputed: an operation, or a call with its tape. */
function choicesOf({ context, lin }: Unzipped, recomputed: ReadonlySet<string>): LinearDefinition["choices"] {
  const read = new Set(lin.body.bindings.flatMap((one) => readBy(one).nonlinear));
  return context.flatMap((binding) => {
    if (!isRecomputable(binding)) return [];
    const bound = boundBy(binding).nonlinear.map(({ name }) => name);
    // of a call, its tape is the last that it gives
    const name = bound.findLast((one) => read.has(one));
    if (name === undefined) return [];
    const isRecomputed = bound.some((one) => recomputed.has(one.normalize()));
    return [{ name: name.normalize(), isRecomputed }];
  });
}
