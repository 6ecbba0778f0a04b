// What is shown of linearising, unzipping and transposing a program: f, f.J, f.nonlin, f.lin and f.lin.T with their work.
import type { SourceProgram } from "../algorithm.ts";
import type { RecomputedNames, StudiedDefinition, Study, StudyLine, StudyText } from "../study.ts";
import { frontOf } from "./front/front.ts";
import { jvp } from "./jvp.ts";
import { checkLinear } from "./linear-a/check.ts";
import { derived, namesIn } from "./linear-a/names.ts";
import { linesOf, shownName } from "./linear-a/print.ts";
import { sameUpToNames } from "./linear-a/same.ts";
import { type Binding, boundBy, type Definition, type LinearProgram, readBy, scalarsOf } from "./linear-a/syntax.ts";
import { linearSizes, sizeOf, workOf } from "./linear-a/work.ts";
import { literalSize, literalTranspose } from "./literal.ts";
import { transposedDefinition } from "./transpose.ts";
import { unzip } from "./unzip.ts";

/** The study of a program; of `recomputed`, by definition, the variables that are computed again in the stead of being taped. */
export function study(source: SourceProgram, recomputed: RecomputedNames = {}): Study {
  const { program } = frontOf(source);
  const tangents = jvp(program);
  const wanted = new Map(Object.entries(recomputed));
  const chosen = new Map(
    program.map(({ name }, index) => [derived.jvp(name), namedIn(tangents[index]!, wanted.get(name) ?? [])] as const),
  );
  const halves = unzip(tangents, chosen);
  const linear = [...halves.values()].flatMap(({ nonlin, lin }) => [nonlin, lin]);
  const reverse = linear.map((one, index) => (index % 2 === 0 ? one : transposedDefinition(one)));
  const again = reverse.map((one, index) => (index % 2 === 0 ? one : transposedDefinition(one)));
  const stages = [program, tangents, linear, reverse, again];
  for (const one of stages) checkLinear(one);
  const works = new Map(stages.flatMap((one) => [...workOf(one)]));
  return program.map((definition, index): StudiedDefinition => {
    const j = tangents[index]!;
    const { nonlin, lin, tape } = halves.get(j.name)!;
    const transpose = transposedDefinition(lin);
    const again = transposedDefinition(transpose);
    const text = (one: Definition): StudyText => ({
      name: shownName(one.name),
      lines: studyLines(one, one === definition),
      work: works.get(one.name)!,
      size: sizeOf([one]),
    });
    const sizes = linearSizes(lin);
    return {
      name: definition.name,
      program: text(definition),
      tangents: text(j),
      values: text(nonlin),
      linear: text(lin),
      transpose: text(transpose),
      again: { ...text(again), isSame: sameUpToNames(again, lin) },
      literal: {
        size: literalSize(transpose),
        lines: lin.body.bindings.length > MOST_LITERAL ? undefined : literalLines(transpose),
      },
      tape: tape.map(({ name, type }) => ({ name: name.normalize(), scalars: scalarsOf(type) })),
      choices: choicesOf(j, [nonlin, lin], chosen.get(j.name) ?? new Set()),
      linearIn: sizes.in,
      linearOut: sizes.out,
    };
  });
}

/** Bindings of a linear half whose transpose is printed word for word, too. */
const MOST_LITERAL = 60;

function literalLines(transpose: Definition): readonly string[] {
  return linesOf(literalTranspose(transpose), false).map(({ text }) => text);
}

/** The variables of a definition that are printed by some names; other names say nothing. */
function namedIn(definition: Definition, names: readonly string[]): ReadonlySet<string> {
  const printed = new Set(names);
  return new Set([...namesIn(definition)].filter((name) => printed.has(name.normalize())));
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

/** The operations whose results the linear half reads, or what it would need to compute them. */
function choicesOf(
  { body }: Definition,
  halves: LinearProgram,
  recomputed: ReadonlySet<string>,
): StudiedDefinition["choices"] {
  const [, lin] = halves;
  const read = new Set(lin!.body.bindings.flatMap((one) => readBy(one).nonlinear));
  return body.bindings.flatMap((binding: Binding) => {
    if (binding.tag !== "let" || binding.bound.tag === "call" || binding.bound.tag === "drop") return [];
    return boundBy(binding).nonlinear.flatMap(({ name }) =>
      read.has(name) ? [{ name: name.normalize(), isRecomputed: recomputed.has(name) }] : [],
    );
  });
}
