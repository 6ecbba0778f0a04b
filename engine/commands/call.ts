// A call of the command line: its options, what it reads and writes, and how it ends.

import { readFileSync, writeFileSync, writeSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { Stage } from "../algorithms/algorithm.ts";
import { OPTIONS as VARIED } from "../algorithms/catalogue.ts";
import { STAGES, stageOf } from "../algorithms/index.ts";
import { ANY_DEFINITION } from "../algorithms/study.ts";
import { nth } from "../base/nth.ts";
import { Late, watched } from "../base/watch.ts";
import { MOST_THREADS, type Team } from "../compile/parallel/team.ts";
import { type Budget, DEFAULT_BUDGET, watchOf } from "../evaluate/tasks/budget.ts";
import { prepare, type Request } from "../session/input/prepare.ts";
import { RIGHT_TO_LEFT, type Variations } from "../session/input/variations.ts";
import type { Files, FileText } from "../session/program/data.ts";
import { type CheckedProgram, checkSource, sourcesOf, withinStack } from "../session/program/program.ts";
import { finish } from "../session/run/drive.ts";
import { type Ended, unlessUsedUp } from "../session/run/outcome.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { nearest } from "../source/nearest.ts";
import { renderDiagnostic, type Sources } from "../source/render.ts";
import { mayFork } from "../syntax/keywords.ts";
import { type FlagName, type OptionName, STAGE_FLAG_NAMES, STAGE_FLAGS } from "./options/table.ts";
import { type WithoutEffect, withoutEffect } from "./options/without-effect.ts";
import { teamOf } from "./threads.ts";

/** A command as `cli.ts` lists it: `run` gives the exit status, and throws {@link UsageError} where the call is wrong. */
export interface Command {
  readonly summary: string;
  readonly options: readonly OptionName[];
  /** Options without a value, beside `--json`. */
  readonly flags?: readonly FlagName[];
  /** The exit statuses that it can have, where these are not 0 to 4. */
  readonly statuses?: readonly number[];
  /** It is about no program. */
  readonly isWithoutFile?: true;
  /** Options that may stand without a value, which has a = in it. */
  readonly alone?: readonly OptionName[];
  /** It may be about two. */
  readonly takesTwo?: true;
  run(call: Call): number;
}

/** A command line, understood. */
export interface Call {
  readonly file: string;
  readonly text: string;
  /** The files of its data. */
  readonly files: Files;
  /** The second file, where a command takes two. */
  readonly second?: string | undefined;
  readonly options: ReadonlyMap<OptionName, string>;
  readonly json: boolean;
  readonly flags: ReadonlySet<FlagName>;
  readonly seconds: number;
  readonly n: number | undefined;
  readonly terminal: Terminal;
}

/** Where a call reads from and writes to. */
export interface Terminal {
  /** The text of a file, or of standard input for `-`; throws what the file system throws. */
  read(file: string): string;
  /** Writes a file; throws what the file system throws. */
  write(file: string, text: string): void;
  out(text: string): void;
  err(text: string): void;
}

/** The real one; file names are relative to a folder. */
export function processTerminal(directory: string): Terminal {
  return {
    read: (file) => readFileSync(file === "-" ? 0 : resolve(directory, file), "utf8"),
    write: (file, text) => writeFileSync(resolve(directory, file), text),
    out: (text) => writeAll(1, text),
    err: (text) => writeAll(2, text),
  };
}

/** Writes a text to standard output or standard error; ends the run where nobody reads it any more. */
function writeAll(to: 1 | 2, text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(to, bytes, done);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // the reader of our output may stop, as `head` does: then there is nothing more to say
      if (code !== "EAGAIN") process.exit(code === "EPIPE" ? 0 : 4);
      // a pipe may be full for a while
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/** A wrong command line: said as it is, and exit status 2. */
export class UsageError extends Error {}

/** Understands the words of a command line. Throws {@link UsageError}. */
export function readCall(name: string, command: Command, args: readonly string[], terminal: Terminal): Call {
  const options = new Map<OptionName, string>();
  const flags = new Set<FlagName>();
  let json = false;
  let file: string | undefined;
  let second: string | undefined;
  for (let i = 0; i < args.length; i++) {
    const word = nth(args, i);
    const flag = command.flags?.find((one) => one === word);
    if (word === "--json") json = true;
    else if (flag !== undefined) flags.add(flag);
    else if (word.startsWith("--") || word === "-o") {
      const [name_, inline] = word.includes("=")
        ? [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]
        : [word, undefined];
      const option = command.options.find((one) => one === name_);
      if (inline !== undefined && (name_ === "--json" || command.flags?.some((one) => one === name_)))
        throw new UsageError(`${name_} takes no value`);
      if (option === undefined) throw new UsageError(unknownOption(name, command, name_));
      const next = args[i + 1];
      const isAlone = command.alone?.includes(option) === true && !next?.includes("=");
      const value = inline ?? (isAlone ? "" : args[++i]);
      if (value === undefined) throw new UsageError(`${name_} needs a value`);
      if (options.has(option))
        throw new UsageError(`${option} is given twice, as \`${options.get(option)}\` and \`${value}\``);
      options.set(option, value);
    } else if (/^-\p{L}/u.test(word)) throw new UsageError(unknownOption(name, command, word));
    else if (file === undefined) file = word;
    else if (command.takesTwo && second === undefined) second = word;
    else throw new UsageError(`\`${name}\` takes one file, but \`${file}\` and \`${word}\` are given`);
  }
  if (command.isWithoutFile && file !== undefined) throw new UsageError(`\`${name}\` takes no file`);
  if (file === undefined && !command.isWithoutFile)
    throw new UsageError(`\`${name}\` needs a file, or - for standard input`);
  if (file === "-" && second === "-")
    throw new UsageError(`standard input can be read once: one of the programs of \`${name}\` has to be a file`);
  const seconds = numberOption(options, "--seconds", "a positive number", (value) => value > 0) ?? 20;
  const n = numberOption(options, "--n", "a whole number", Number.isSafeInteger);
  return {
    file: file === "-" ? "<stdin>" : (file ?? ""),
    text: file === undefined ? "" : readText(file, terminal),
    files: filesOf(file ?? "", terminal),
    second,
    options,
    json,
    flags,
    seconds,
    n,
    terminal,
  };
}

function unknownOption(name: string, command: Command, flag: string): string {
  const known = [...command.options, ...(command.flags ?? []), "--json"];
  const near = nearest(flag, known);
  return `\`${name}\` has no option ${flag}; ${near === undefined ? `its options are ${known.join(" ")}` : `did you mean ${near}?`}`;
}

function numberOption(
  options: ReadonlyMap<OptionName, string>,
  name: OptionName,
  what: string,
  accepts: (value: number) => boolean,
): number | undefined {
  const text = options.get(name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || !accepts(value))
    throw new UsageError(`${name} needs ${what}, not \`${text}\``);
  // never -0
  return value + 0;
}

/** The files that a program names, relative to its own; of standard input, relative to the working folder. */
export function filesOf(program: string, terminal: Terminal): Files {
  const read = new Map<string, FileText>();
  return (name) => {
    const given = read.get(name) ?? fileText(isAbsolute(name) ? name : join(dirname(program), name), terminal);
    read.set(name, given);
    return given;
  };
}

/** The text of a file of the command line. Throws {@link UsageError}. */
export function readText(file: string, terminal: Terminal): string {
  const given = fileText(file, terminal);
  if (given.tag === "none") throw new UsageError(`${file}: ${given.reason}`);
  return given.text;
}

function fileText(file: string, terminal: Terminal): FileText {
  try {
    // an editor's mark of the encoding is no column of the first line
    return { tag: "text", text: terminal.read(file).replace(/^\uFEFF/, "") };
  } catch (error) {
    const code = (error as { readonly code?: string }).code;
    const reason =
      code === "ENOENT"
        ? "there is no such file"
        : code === "EISDIR"
          ? "it is a folder"
          : code === "EACCES"
            ? "it may not be read"
            : `it cannot be read (${code})`;
    return { tag: "none", reason };
  }
}

/** The budget of a call's run that begins now. */
export function budgetOf(call: Call): Budget {
  return { ...DEFAULT_BUDGET, deadline: performance.now() + call.seconds * 1000 };
}

/** The value of an option that is one of some words; undefined where it is not given. Throws {@link UsageError}. */
export function chosen<T extends string>(call: Call, option: OptionName, known: readonly T[]): T | undefined {
  const word = call.options.get(option);
  if (word === undefined) return undefined;
  const found = known.find((one) => one === word);
  if (found !== undefined) return found;
  const near = nearest(word, known);
  throw new UsageError(
    `${option} is ${known.slice(0, -1).join(", ")} or ${known.at(-1)}, not \`${word}\`${near === undefined ? "" : `; did you mean \`${near}\`?`}`,
  );
}

/** The stage of an id on the command line. */
export function stageNamed(id: string): Stage {
  const stage = stageOf(id);
  if (stage !== undefined) return stage;
  const known = STAGES.map((one) => one.id);
  const near = nearest(id, known);
  const hint = near === undefined ? `the stages are ${known.join(" ")}` : `did you mean \`${near}\`?`;
  throw new UsageError(`there is no stage \`${id}\`; ${hint}`);
}

/** Checks the program of the call and prints its mistakes and warnings. The caller ends where it has errors. Throws {@link LateCheck}. */
export function checkedProgram(call: Call): { readonly checked: CheckedProgram; readonly sources: Sources } {
  const checked = checkedWithin(call.text, call.files, budgetOf(call));
  const sources = sourcesOf(checked, call.file, {
    "<at>": call.options.get("--at") ?? "",
    "<cotangent>": call.options.get("--cotangent") ?? "",
    "<direction>": call.options.get("--direction") ?? "",
  });
  printDiagnostics(call, checked.diagnostics, sources);
  return { checked, sources };
}

/** The time of a call is used up while its program is checked. */
export class LateCheck extends Error {}

/** Checks a program under a budget. Throws {@link LateCheck}. */
export function checkedWithin(text: string, files: Files, budget: Budget): CheckedProgram {
  try {
    return watched(watchOf(budget), () => checkSource(text, [], files));
  } catch (error) {
    throw error instanceof Late ? new LateCheck() : error;
  }
}

/** How many threads a call asks for; undefined where it does not say. Throws {@link UsageError}. */
export function workersOf(call: Call): number | undefined {
  const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 1 && value <= MOST_THREADS;
  return numberOption(call.options, "--workers", `a whole number from 1 to ${MOST_THREADS}`, isCount);
}

/** The threads that a call may use; undefined for one. Throws {@link UsageError}. */
export function threadsOf(call: Call): Team | undefined {
  const team = teamOf(workersOf(call));
  // they start while the program is checked and compiled
  if (mayFork(call.text)) team?.warm();
  return team;
}

/** The options of the call that say what is run, as a request to a session: entry, input, n and variations. */
export function requestOf(call: Call): Request {
  const recomputed = recomputedIn(call);
  return {
    entry: call.options.get("--entry"),
    at: call.options.get("--at"),
    cotangent: call.options.get("--cotangent"),
    n: call.n,
    variations: variationsOf(call),
    choices: recomputed.length === 0 ? undefined : { recomputed: { [ANY_DEFINITION]: recomputed } },
    byOption: true,
  };
}

/** Prints how a run ended, where it did not end well. Gives the exit status: 0 for done, 1 for a mistake, 3 for the budget. */
export function reportEnd(call: Call, ended: Ended, sources: Sources): number {
  switch (ended.tag) {
    case "done":
      return 0;
    case "mistake":
      printDiagnostics(call, ended.diagnostics, sources);
      return 1;
    case "out-of-budget":
      printDiagnostics(call, [ended.diagnostic], sources);
      return 3;
    case "stopped": {
      if (ended.diagnostic !== undefined) printDiagnostics(call, [ended.diagnostic], sources);
      const doing = {
        input: "evaluating the input",
        compile: "compiling the program",
        primal: "running the program",
        forward: "in the forward pass",
        reverse: "in the reverse pass",
        value: "printing the value, which is known",
        gradient: "printing the gradient, which is known",
        graph: "making the graph of the run",
        checks: "checking the gradient",
      };
      call.terminal.err(
        `${call.file}: stopped after ${call.seconds} s, ${doing[ended.phase]}; --seconds gives more time\n`,
      );
      return 3;
    }
  }
}

/** Prints mistakes and warnings on standard error, each with the line of the text that it is about. */
export function printDiagnostics(call: Call, diagnostics: readonly Diagnostic[], sources: Sources): void {
  for (const diagnostic of diagnostics) call.terminal.err(`${renderDiagnostic(diagnostic, sources)}\n`);
}

/** The variables that are to be computed again, as they are printed. Throws {@link UsageError}. */
export function recomputedIn(call: Call): readonly string[] {
  const text = call.options.get("--recompute");
  if (text === undefined) return [];
  const names = text.split(",").map((name) => name.trim().normalize());
  if (names.includes("")) throw new UsageError(`--recompute needs names, with commas between them, not \`${text}\``);
  return names;
}

/** How a call varies the transformation and the order of jobs. */
function variationsOf(call: Call): Variations {
  const options = VARIED.map(({ id, word }) => [id, call.flags.has(`--${word}`)]);
  const schedule = numberOption(call.options, "--schedule", "a whole number from 0 on", isSeed);
  const varied = { options: Object.fromEntries(options), rightToLeft: call.flags.has(`--${RIGHT_TO_LEFT}`), schedule };
  return call.flags.has("--float32") ? { ...varied, float32: true } : varied;
}

function isSeed(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** Says on standard error which variations change nothing. No stages stand for the compiled engine. */
export function warnWithoutEffect(
  call: Call,
  checked: CheckedProgram,
  request: Request,
  stages: readonly Stage[],
  budget: Budget,
): void {
  const { variations = {}, choices } = request;
  const isVaried = variations.schedule !== undefined || choices?.recomputed !== undefined;
  if (!isVaried && !call.flags.has("--float32") && !STAGE_FLAG_NAMES.some((flag) => call.flags.has(flag))) return;
  const found = finish(prepare(checked, request, budget));
  // mistakes of the input are reported when it is run
  if (found.tag !== "prepared") return;
  const unused = withinStack(
    () =>
      unlessUsedUp("compile", () => watched(watchOf(budget), () => withoutEffect(stages, variations, found.prepared))),
    () => [],
  );
  // the next run reports that the time is used up
  if ("tag" in unused) return;
  for (const { variation, reason } of unused)
    call.terminal.err(`${call.file}: warning: ${optionName(variation)} has no effect: ${reason}\n`);
}

function optionName(variation: WithoutEffect["variation"]): string {
  if (variation === "recomputed") return "--recompute";
  if (variation === "float32") return "--float32";
  return STAGE_FLAG_NAMES.find((flag) => STAGE_FLAGS.get(flag)?.variation === variation) ?? "--schedule";
}
