// What is shown of linearising, unzipping and transposing a program: f, f.J, f.nonlin, f.lin and f.lin.T with their work.
import type { SourceProgram } from "../algorithm.ts";
import {
  ANY_DEFINITION,
  type StudiedDefinition,
  type Study,
  type StudyAnswer,
  type StudyChoices,
  type StudyLine,
  type StudyText,
} from "../study.ts";
import { frontOf } from "./front/front.ts";
import { jvp } from "./jvp.ts";
import { checkLinear } from "./linear-a/check.ts";
import { derived } from "./linear-a/names.ts";
import { linesOf, shownName } from "./linear-a/print.ts";
import { sameUpToNames } from "./linear-a/same.ts";
import { boundBy, type Definition, type LinearProgram, readBy, scalarsOf } from "./linear-a/syntax.ts";
import { linearSizes, sizeOf, workOf } from "./linear-a/work.ts";
import { literalSize, literalTranspose } from "./literal.ts";
import { transposedDefinition } from "./transpose.ts";
import { halvesOf, isRecomputable, type Unzipped, unzip } from "./unzip.ts";
import { readLinear } from "./written/read.ts";
import { isPure } from "./written/signatures.ts";

/** The study of a program, and of what the reader wrote in Linear A beside it: definitions, and derivatives of the program's. */
export function study(source: SourceProgram | undefined, { recomputed, written }: StudyChoices): StudyAnswer {
  const program = source === undefined ? [] : frontOf(source).program;
  const { definitions, diagnostics } = readLinear(written ?? "", program);
  return { study: studied(program, definitions, new Map(Object.entries(recomputed ?? {}))), diagnostics };
}

function studied(
  program: LinearProgram,
  written: LinearProgram,
  recomputed: ReadonlyMap<string, readonly string[]>,
): Study {
  const sources = [...written.filter(isPure), ...program];
  const names = new Map(sources.map(({ name }) => [derived.jvp(name), name]));
  const given = new Map(written.flatMap((one) => (names.has(one.name) ? [[names.get(one.name)!, one]] : [])));
  const mixed = written.filter((one) => !isPure(one) && !names.has(one.name)).map(withOrigins);
  const tangents = new Map(jvp(sources, given).map((one, index) => [sources[index]!.name, one]));
  const chosen = new Map(
    [...tangents, ...mixed.map((one) => [one.name, one] as const)].map(([name, one]) => [
      one.name,
      new Set([...(recomputed.get(shownName(name)) ?? []), ...(recomputed.get(ANY_DEFINITION) ?? [])]),
    ]),
  );
  const halves = unzip(inOrder([...sources, ...mixed, ...tangents.values()]), chosen);
  const both = halvesOf(halves);
  const linear = both.map(({ definition }) => definition);
  const turned = (all: LinearProgram) =>
    all.map((one, index) => (both[index]!.role === "linear" ? transposedDefinition(one) : one));
  const reverse = turned(linear);
  const again = turned(reverse);
  const stages = [inOrder([...sources, ...mixed, ...tangents.values()]), linear, reverse, again];
  for (const one of stages) checkLinear(one);
  const works = new Map(stages.flatMap((one) => [...workOf(one)]));
  const text = (one: Definition, isSource: boolean): StudyText => ({
    name: shownName(one.name),
    lines: studyLines(one, isSource),
    work: works.get(one.name)!,
    size: sizeOf([one]),
  });
  const found = (definition: Definition): StudiedDefinition => {
    const j = tangents.get(definition.name) ?? definition;
    const unzipped = halves.get(j.name)!;
    const { nonlin, lin, tape } = unzipped;
    const transpose = transposedDefinition(lin);
    const again = transposedDefinition(transpose);
    const sizes = linearSizes(lin);
    return {
      name: shownName(definition.name),
      writtenIn: program.includes(definition) ? "program" : "own text",
      program: j === definition ? undefined : text(definition, true),
      tangents: text(j, j === definition),
      isGiven: given.has(definition.name),
      values: text(nonlin, false),
      linear: text(lin, false),
      transpose: text(transpose, false),
      again: { ...text(again, false), isSame: sameUpToNames(again, lin) },
      literal: {
        size: literalSize(transpose),
        lines: lin.body.bindings.length > MOST_LITERAL ? undefined : literalLines(transpose),
      },
      tape: tape.map(({ name, type }) => ({ name: name.normalize(), scalars: scalarsOf(type) })),
      choices: choicesOf(unzipped, chosen.get(j.name)!),
      linearIn: sizes.in,
      linearOut: sizes.out,
    };
  };
  const own = written.filter((one) => !names.has(one.name));
  return [...own.map((one) => found(mixed.find(({ name }) => name === one.name) ?? one)), ...program.map(found)];
}

/** A definition that no other one is made of: its lines come from themselves. */
function withOrigins(definition: Definition): Definition {
  const { bindings, result } = definition.body;
  return { ...definition, body: { bindings: bindings.map((one, origin) => ({ ...one, origin })), result } };
}

/** Definitions, each after those that it calls. */
function inOrder(definitions: LinearProgram): LinearProgram {
  const byName = new Map(definitions.map((one) => [one.name, one]));
  const ordered = new Set<Definition>();
  const add = (one: Definition): void => {
    if (ordered.has(one)) return;
    for (const binding of one.body.bindings)
      if (binding.tag === "let" && binding.bound.tag === "call") {
        const callee = byName.get(binding.bound.name);
        if (callee !== undefined && callee !== one) add(callee);
      }
    ordered.add(one);
  };
  for (const one of definitions) add(one);
  return [...ordered];
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

/** What the linear half reads, or would need to compute that, and what could be computed again: an operation, or a call with its tape. */
function choicesOf({ context, lin }: Unzipped, recomputed: ReadonlySet<string>): StudiedDefinition["choices"] {
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
