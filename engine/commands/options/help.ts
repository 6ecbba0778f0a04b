// Help for the command line: of all commands, and of one with its options and exit statuses.
import type { Command } from "../call.ts";
import { FLAGS, type FlagName, INPUT_OPTIONS, OPTIONS, type OptionName, STAGE_FLAGS } from "./table.ts";

/** Exit statuses by their numbers. */
const STATUSES = [
  "done",
  "a mistake in the program",
  "a wrong command line",
  "a budget of time or memory ran out",
  "a bug of Dualscope, or a result that its own checks contradict",
  "a check was asked for and found something wrong",
];

/** The statuses of a command that says nothing else. */
const USUAL_STATUSES = [0, 1, 2, 3, 4];

/** Help for all commands: a line for each, with the options that are its own. */
export function helpOfAll(commands: Readonly<Record<string, Command>>): string {
  const lines = Object.entries(commands).map(([name, { summary, options, flags = [] }]) => {
    const own = [
      ...options.filter((option) => !INPUT_OPTIONS.includes(option)).map(withValue),
      ...flags.filter((flag) => !STAGE_FLAGS.has(flag)),
    ];
    return `  ${name.padEnd(10)}${summary}${own.length === 0 ? "" : ` (${own.join(", ")})`}`;
  });
  return [
    "usage: dual COMMAND FILE [--entry NAME] [--at EXPR] [--n N] [--seconds S] [--json]",
    ...lines,
    "what a stage can vary, for grad, stages, cost, graph, query and trace:",
    ...aligned([...STAGE_FLAGS].map(([flag, { clause }]) => [flag, clause])),
    "dual COMMAND --help tells the options of a command and its exit statuses.",
    "FILE may be - for standard input; the time budget is 20 s.",
    "",
  ].join("\n");
}

/** Help for one command: its usage, each of its options with a clause, and the exit statuses that it can have. */
export function helpOf(name: string, command: Command): string {
  const { summary, options, flags = [], statuses = USUAL_STATUSES } = command;
  const file = command.isWithoutFile ? "" : command.takesTwo ? " FILE [FILE]" : " FILE";
  return [
    `usage: dual ${name}${file} [options]`,
    `  ${summary}`,
    "options:",
    ...aligned([
      ...options.map((option): [string, string] => [withValue(option), OPTIONS[option][1]]),
      ...[...flags, "--json" as const].map((flag): [string, string] => [flag, clauseOf(flag)]),
    ]),
    "exit status:",
    ...aligned(statuses.map((status) => [String(status), STATUSES[status] ?? ""])),
    "",
  ].join("\n");
}

function withValue(option: OptionName): string {
  return `${option} ${OPTIONS[option][0]}`;
}

function clauseOf(flag: FlagName): string {
  return STAGE_FLAGS.get(flag)?.clause ?? FLAGS[flag as keyof typeof FLAGS];
}

/** Words with a clause for each, the clauses under each other. */
function aligned(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([word]) => word.length));
  return rows.map(([word, clause]) => `  ${word.padEnd(width)}  ${clause}`);
}
