// The command line: `dual COMMAND FILE ..` as `language.md` says. Exit statuses: 0, 1 a mistake, 2 a wrong command line,
// 3 out of budget, 4 our own bug.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Stage } from "./algorithms/algorithm.ts";
import { STAGES, stageOf } from "./algorithms/index.ts";
import { printProgram } from "./core/print.ts";
import { DEFAULT_BUDGET } from "./evaluate/budget.ts";
import { finish, type Steps } from "./session/drive.ts";
import { type Ended, type GradientRun, runGradient, transformed } from "./session/gradient.ts";
import { prepare } from "./session/prepare.ts";
import { type CheckedProgram, checkSource, definitionsOf, sourcesOf } from "./session/program.ts";
import { runPrimal } from "./session/run-primal.ts";
import type { Diagnostic } from "./source/diagnostic.ts";
import { nearest } from "./source/nearest.ts";
import { renderDiagnostic, type Sources } from "./source/render.ts";
import { showType } from "./types/type.ts";

const OPTIONS = ["--entry", "--at", "--cotangent", "--n", "--seconds", "--stage"] as const;
type OptionName = (typeof OPTIONS)[number];

type FlagName = "--types";

interface Command {
  readonly summary: string;
  readonly options: readonly OptionName[];
  /** Options without a value, beside `--json`. */
  readonly flags?: readonly FlagName[];
  run(call: Call): number;
}

/** A command line, understood. */
interface Call {
  readonly file: string;
  readonly text: string;
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
  out(text: string): void;
  err(text: string): void;
}

/** The real one; file names are relative to a folder. */
function processTerminal(directory: string): Terminal {
  return {
    read: (file) => readFileSync(file === "-" ? 0 : resolve(directory, file), "utf8"),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  };
}

/** A wrong command line: said as it is, and exit status 2. */
class UsageError extends Error {}

const INPUT_OPTIONS: readonly OptionName[] = ["--entry", "--at", "--n", "--seconds"];

const COMMANDS: Readonly<Record<string, Command>> = {
  check: { summary: "the type of each definition", options: [], run: check },
  run: { summary: "the value of the entry at its input", options: INPUT_OPTIONS, run },
  stages: {
    summary: "the program after each transformation (--types: with the types of binders)",
    options: [...INPUT_OPTIONS, "--stage"],
    flags: ["--types"],
    run: stages,
  },
  grad: { summary: "value and gradient", options: [...INPUT_OPTIONS, "--cotangent", "--stage"], run: grad },
};

/** Runs the command line; gives the exit status. `where` is the folder that file names are relative to, or a terminal. */
export function main(args: readonly string[], where: string | Terminal): number {
  const terminal = typeof where === "string" ? processTerminal(where) : where;
  try {
    return execute(args, terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`${error.message}\n`);
      return 2;
    }
    const message = error instanceof Error ? error.message : String(error);
    terminal.err(`${message.startsWith("internal:") ? message : `internal: ${message}`}\n`);
    if (process.env.DUALSCOPE_DEBUG !== undefined && error instanceof Error) terminal.err(`${error.stack}\n`);
    terminal.err("This is a bug of Dualscope, not of your program.\n");
    return 4;
  }
}

function execute(args: readonly string[], terminal: Terminal): number {
  const [name, ...rest] = args;
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    terminal.out(usage());
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    const near = nearest(name, Object.keys(COMMANDS));
    throw new UsageError(
      `there is no command \`${name}\`${near === undefined ? "" : `; did you mean \`${near}\`?`}\n${usage()}`,
    );
  }
  return command.run(readCall(name, command, rest, terminal));
}

function usage(): string {
  const commands = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(8)}${summary}`);
  return [
    "usage: dual COMMAND FILE [--entry f] [--at EXPR] [--cotangent EXPR] [--n N] [--stage ID] [--seconds S] [--json]",
    ...commands,
    "FILE may be - for standard input; the time budget is 20 s.",
    "",
  ].join("\n");
}

function readCall(name: string, command: Command, args: readonly string[], terminal: Terminal): Call {
  const options = new Map<OptionName, string>();
  const flags = new Set<FlagName>();
  let json = false;
  let file: string | undefined;
  for (let i = 0; i < args.length; i++) {
    const word = args[i]!;
    const flag = command.flags?.find((one) => one === word);
    if (word === "--json") json = true;
    else if (flag !== undefined) flags.add(flag);
    else if (word.startsWith("--")) {
      const [name_, inline] = word.includes("=")
        ? [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]
        : [word, undefined];
      const option = OPTIONS.find((one) => one === name_);
      if (option === undefined || !command.options.includes(option))
        throw new UsageError(unknownOption(name, command, name_));
      const value = inline ?? args[++i];
      if (value === undefined) throw new UsageError(`${name_} needs a value`);
      options.set(option, value);
    } else if (file === undefined) file = word;
    else throw new UsageError(`\`${name}\` takes one file, but \`${file}\` and \`${word}\` are given`);
  }
  if (file === undefined) throw new UsageError(`\`${name}\` needs a file, or - for standard input`);
  const seconds = numberOption(options, "--seconds", "a positive number", (value) => value > 0) ?? 20;
  const n = numberOption(options, "--n", "a whole number", Number.isSafeInteger);
  return {
    file: file === "-" ? "<stdin>" : file,
    text: readProgram(file, terminal),
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

function readProgram(file: string, terminal: Terminal): string {
  try {
    return terminal.read(file);
  } catch (error) {
    const code = (error as { readonly code?: string }).code;
    const why =
      code === "ENOENT"
        ? "there is no such file"
        : code === "EISDIR"
          ? "it is a folder"
          : code === "EACCES"
            ? "it may not be read"
            : `it cannot be read (${code})`;
    throw new UsageError(`${file}: ${why}`);
  }
}

// ---- commands

function check(call: Call): number {
  const checked = checkSource(call.text);
  const sources = sourcesOf(checked, call.file);
  printDiagnostics(call, checked.diagnostics, sources);
  const definitions = definitionsOf(checked).map(({ entity, type }) => ({ name: entity.name, type: showType(type) }));
  if (checked.hasErrors) return 1;
  if (call.json) printJson(call, definitions);
  else for (const { name, type } of definitions) call.terminal.out(`${name} : ${type}\n`);
  return 0;
}

function run(call: Call): number {
  const { checked, sources } = checkedProgram(call);
  if (checked.hasErrors) return 1;
  const result = within(call, runPrimal(checked, requestOf(call), DEFAULT_BUDGET));
  if (result.value !== undefined) {
    if (call.json) printJson(call, { value: result.value });
    else call.terminal.out(`${result.value}\n`);
  }
  return reportEnd(call, result.ended, sources);
}

/** The stage of an id on the command line. */
function stageNamed(id: string): Stage {
  const stage = stageOf(id);
  if (stage !== undefined) return stage;
  const known = STAGES.map((one) => one.id);
  const near = nearest(id, known);
  const hint = near === undefined ? `the stages are ${known.join(" ")}` : `did you mean \`${near}\`?`;
  throw new UsageError(`there is no stage \`${id}\`; ${hint}`);
}

function stages(call: Call): number {
  const id = call.options.get("--stage");
  const chosen = id === undefined ? STAGES : [stageNamed(id)];
  const { checked, sources } = checkedProgram(call);
  if (checked.hasErrors) return 1;
  const found = within(call, prepare(checked, requestOf(call), DEFAULT_BUDGET));
  if (found.tag === "mistake") return reportEnd(call, found, sources);
  if (found.tag === "stopped") return reportEnd(call, { tag: "stopped", phase: "input" }, sources);
  const printed = chosen.map((stage) => {
    const program = transformed(stage, found.prepared);
    return {
      stage: stage.id,
      citation: stage.citation,
      program: printProgram(program, { types: call.flags.has("--types") }),
    };
  });
  if (call.json) printJson(call, printed);
  else
    for (const { stage, citation, program } of printed) call.terminal.out(`-- ${stage}: ${citation}\n\n${program}\n`);
  return 0;
}

function grad(call: Call): number {
  const stage = stageNamed(call.options.get("--stage") ?? STAGES.at(-1)!.id);
  const { checked, sources } = checkedProgram(call);
  if (checked.hasErrors) return 1;
  const result = within(call, runGradient(checked, requestOf(call), stage, DEFAULT_BUDGET, { checks: call.json }));
  // what a stopped run has found so far is still shown
  if (result.gradient !== undefined) {
    if (call.json) printJson(call, gradientJson(result));
    else call.terminal.out(`value    ${result.value!.text}\ngradient ${result.gradient.text}\n`);
  } else if (result.value !== undefined && result.ended.tag !== "mistake")
    call.terminal.out(call.json ? "" : `value    ${result.value.text}\n`);
  return reportEnd(call, result.ended, sources);
}

function gradientJson(result: GradientRun): unknown {
  return {
    entry: result.entry,
    type: result.type,
    at: result.at?.text,
    value: result.value?.text,
    valueScalars: result.value?.scalars,
    cotangent: result.cotangent?.text,
    gradient: result.gradient?.text,
    gradientScalars: result.gradient?.scalars,
    stage: result.stage,
    cost: result.cost,
    checks: result.checks ?? { forwardMode: null, finiteDifferences: null },
  };
}

function checkedProgram(call: Call): { readonly checked: CheckedProgram; readonly sources: Sources } {
  const checked = checkSource(call.text);
  const sources = sourcesOf(checked, call.file, {
    "<at>": call.options.get("--at") ?? "",
    "<cotangent>": call.options.get("--cotangent") ?? "",
  });
  printDiagnostics(call, checked.diagnostics, sources);
  return { checked, sources };
}

function requestOf(call: Call) {
  return {
    entry: call.options.get("--entry"),
    at: call.options.get("--at"),
    cotangent: call.options.get("--cotangent"),
    n: call.n,
  };
}

function within<T>(call: Call, steps: Steps<T>): T {
  return finish(steps, performance.now() + call.seconds * 1000);
}

function reportEnd(call: Call, ended: Ended, sources: Sources): number {
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
      const doing = {
        input: "evaluating the input",
        primal: "running the program",
        forward: "in the forward pass",
        reverse: "in the reverse pass",
        checks: "checking the gradient",
      };
      call.terminal.err(
        `${call.file}: stopped after ${call.seconds} s, ${doing[ended.phase]}; --seconds gives more time\n`,
      );
      return 3;
    }
  }
}

function printDiagnostics(call: Call, diagnostics: readonly Diagnostic[], sources: Sources): void {
  for (const diagnostic of diagnostics) call.terminal.err(`${renderDiagnostic(diagnostic, sources)}\n`);
}

/** Prints JSON with NaN and the infinities as strings. */
function printJson(call: Call, value: unknown): void {
  const plain = JSON.stringify(
    value,
    (_, one: unknown) => (typeof one === "number" && !Number.isFinite(one) ? String(one) : one),
    2,
  );
  call.terminal.out(`${plain}\n`);
}
