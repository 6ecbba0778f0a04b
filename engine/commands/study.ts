// The commands `study` and `linear`: what each transformation of an algorithm makes of a program, or of what is written in the algorithm's
// own language, with its work, and the tape between the halves.
import { type Algorithm, MOST_PRINTED, type Taken } from "../algorithms/algorithm.ts";
import {
  ANY_DEFINITION,
  type StudiedDefinition,
  type Study,
  type StudyChoices,
  type StudyText,
  SUBJECTS,
} from "../algorithms/study.ts";
import type { CheckedProgram } from "../session/program/program.ts";
import { finish } from "../session/run/drive.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { nearest } from "../source/nearest.ts";
import { place, renderDiagnostic, type Sources } from "../source/render.ts";
import { positionOf } from "../source/span.ts";
import { inDualOf, STUDIED, studyOf, studyOfWritten } from "../texts/study.ts";
import {
  budgetOf,
  type Call,
  checkedProgram,
  chosen,
  readText,
  recomputedIn,
  reportEnd,
  requestOf,
  UsageError,
} from "./call.ts";
import { printJson, printText } from "./printing.ts";

/** Runs `study`: prints a program of Dual under each transformation of the algorithm that has a study, with work and tape. Gives the exit status. */
export function study(call: Call): number {
  const budget = budgetOf(call);
  const asked = recomputedIn(call);
  const algorithm = studiedFor(call);
  const of = chosen(call, "--of", SUBJECTS);
  const file = call.options.get("--linear");
  const written = file === undefined ? undefined : readText(file, call.terminal);
  const { checked, sources } = checkedProgram(call);
  if (checked.hasErrors) return 1;
  if (call.flags.has("--as-dual")) return inDual(call, algorithm, checked, { of, written }, sources);
  const choices = { recomputed: { [ANY_DEFINITION]: asked }, of, written };
  const found = finish(studyOf(algorithm, checked, requestOf(call), choices, budget));
  if (found.tag !== "studied") return reportEnd(call, found, sources);
  if (reportWritten(call, found.diagnostics, file, written)) return 1;
  refuseOthers(asked, found.study);
  if (call.json) printJson(call, studyJson(algorithm, found.fragment, found.study, sources), budget);
  else printText(call, budget, ...studyTexts(algorithm, found.fragment, found.study, sources));
  return 0;
}

/** Prints what is studied as a program of Dual. */
function inDual(
  call: Call,
  algorithm: Algorithm,
  checked: CheckedProgram,
  choices: StudyChoices,
  sources: Sources,
): number {
  if (call.json) throw new UsageError("--as-dual prints a program: it does not go with --json");
  if (call.options.has("--recompute"))
    throw new UsageError("--as-dual prints a program without a tape: there is nothing to --recompute");
  const budget = budgetOf(call);
  const found = finish(inDualOf(algorithm, checked, requestOf(call), choices, budget));
  if (found.tag !== "text") return reportEnd(call, found, sources);
  printText(call, budget, found.text);
  return 0;
}

/** The study of definitions in the algorithm's own language, without a program. */
export function linear(call: Call): number {
  const budget = budgetOf(call);
  const asked = recomputedIn(call);
  const algorithm = studiedFor(call);
  const found = studyOfWritten(algorithm, call.text, { [ANY_DEFINITION]: asked });
  if (reportWritten(call, found.diagnostics, call.file, call.text)) return 1;
  refuseOthers(asked, found.study);
  if (call.json) printJson(call, studyJson(algorithm, WRITTEN, found.study, new Map()), budget);
  else printText(call, budget, ...studyTexts(algorithm, WRITTEN, found.study, new Map()));
  return 0;
}

/** The algorithm that is asked for; without one, the first that has a study. Throws {@link UsageError}. */
function studiedFor(call: Call): Algorithm {
  const id = call.options.get("--algorithm");
  const found = STUDIED.find((one) => id === undefined || one.id === id);
  if (found !== undefined) return found;
  const ids = STUDIED.map((one) => `\`${one.id}\``).join(", ");
  throw new UsageError(`there is no study of an algorithm \`${id}\`; there is one of ${ids}`);
}

/** Tells what is wrong with definitions in the algorithm's own language; whether something is. */
function reportWritten(
  { terminal }: Call,
  diagnostics: readonly Diagnostic[],
  file: string | undefined,
  text: string | undefined,
): boolean {
  const sources: Sources = new Map([["<linear>", { name: file ?? "", text: text ?? "" }]]);
  for (const one of diagnostics) terminal.err(`${renderDiagnostic(one, sources)}\n`);
  return diagnostics.length > 0;
}

/** Throws {@link UsageError} where a name is none that could be computed again. */
function refuseOthers(asked: readonly string[], definitions: Study): void {
  const choices = definitions.flatMap((one) => one.choices);
  const recomputed = new Set(choices.filter(({ isRecomputed }) => isRecomputed).map(({ name }) => name));
  const wrong = asked.find((name) => !recomputed.has(name));
  if (wrong === undefined) return;
  const known = [...new Set(choices.map(({ name }) => name))];
  const near = known.length > MOST_LISTED ? nearest(wrong, known) : undefined;
  const hint = near === undefined ? `what can be: ${listed(known, " ")}` : `did you mean \`${near}\`?`;
  throw new UsageError(`--recompute: nothing reads a variable \`${wrong}\` that can be computed again; ${hint}`);
}

/** Names that are listed at most; among more, one is meant that is spelt nearly so. */
const MOST_LISTED = 12;

/** The first of some names, and how many more there are. */
function listed(names: readonly string[], between: string): string {
  if (names.length === 0) return "nothing";
  const more = names.length > MOST_LISTED ? ` and ${names.length - MOST_LISTED} more` : "";
  return `${names.slice(0, MOST_LISTED).join(between)}${more}`;
}

/** How a text in the language of an algorithm is taken. */
const WRITTEN: Taken = { tag: "inside" };

type Traced = Extract<Taken, { readonly tag: "traced" }>;

function studyTexts(
  { title, citation }: Algorithm,
  fragment: Taken,
  definitions: Study,
  sources: Sources,
): readonly string[] {
  return [
    `-- ${title} (${citation})\n`,
    ...(fragment.tag === "inside" ? [] : [tracedText(fragment, sources)]),
    ...definitions.flatMap((one) => [...Object.values(one.texts).map(textOf), notesText(one)]),
  ];
}

function tracedText({ at, why }: Traced, sources: Sources): string {
  const where = at === undefined ? "" : ` (${place(at, sources)})`;
  return `-- This is a run, not the program: ${why}${where}. Another input may give another one.\n`;
}

function textOf({ name, lines, work }: StudyText): string {
  return `\n-- W(${name}) = ${work}\n${lines.map(({ text }) => `${text}\n`).join("")}`;
}

/** The tape, and what the algorithm says of the texts. */
function notesText({ tape, choices, isCounted, notes: own }: StudiedDefinition): string {
  const reals = realsOf(tape);
  const kept = tape.map(({ name, scalars }) => (scalars === 1 ? name : `${name} × ${scalars}`));
  const variables = listed(kept, ", ");
  const again = choices.filter(({ isRecomputed }) => isRecomputed).map(({ name }) => name);
  const notes = [
    ...(isCounted ? [`the run has more than ${MOST_PRINTED} scalars: its texts are counted, and not printed`] : []),
    `tape: ${reals} ${reals === 1 ? "Real" : "Reals"}${tape.length === 0 ? "" : ` (${variables})`}`,
    ...(again.length === 0 ? [] : [`computed again: ${again.join(", ")}`]),
    ...own,
  ];
  return `\n${notes.map((note) => `-- ${note}\n`).join("")}`;
}

function realsOf(tape: StudiedDefinition["tape"]): number {
  return tape.reduce((sum, { scalars }) => sum + scalars, 0);
}

/** A study as data. Places have lines and columns from 1, and offsets in UTF-16 units from 0. */
function studyJson({ id, citation }: Algorithm, fragment: Taken, definitions: Study, sources: Sources) {
  return {
    algorithm: id,
    citation,
    fragment: fragment.tag === "inside" ? { tag: fragment.tag } : tracedJson(fragment, sources),
    definitions: definitions.map((one) => ({
      name: one.name,
      texts: Object.fromEntries(
        Object.entries(one.texts).map(([id, { name, lines, work, size }]) => [
          id,
          { name, text: lines.map((line) => `${line.text}\n`).join(""), work, size },
        ]),
      ),
      tape: { reals: realsOf(one.tape), variables: one.tape.map(({ name, scalars }) => ({ name, reals: scalars })) },
      choices: one.choices.map(({ name, isRecomputed }) => ({ name, recomputed: isRecomputed })),
      ...one.facts,
    })),
  };
}

function tracedJson({ tag, at, why }: Traced, sources: Sources) {
  const where = at && {
    ...positionOf(sources.get(at.source)?.text ?? "", at.from),
    from: at.from,
    to: at.to,
    ...(at.source !== "<program>" && { source: at.source }),
  };
  return { tag, why, place: where ?? null };
}
