// The command line: `dual COMMAND FILE ..`. Exit statuses: 0, 1 a mistake, 2 a wrong command line,
// 3 out of budget, 4 our own bug.
import "./syntax/mistakes/advised.ts";
import { ALGORITHM_CATALOGUE } from "./algorithms/catalogue.ts";
import { type Command, processTerminal, readCall, type Terminal, UsageError } from "./commands/call.ts";
import { cost } from "./commands/cost.ts";
import { diff } from "./commands/examining/diff.ts";
import { doctor } from "./commands/examining/doctor.ts";
import { profile } from "./commands/examining/profile.ts";
import { exportCommand } from "./commands/export.ts";
import { formatCommand } from "./commands/format.ts";
import { graph } from "./commands/graph.ts";
import { listAlgorithms } from "./commands/list.ts";
import { jacobian, jvp } from "./commands/modes.ts";
import { helpOf, helpOfAll } from "./commands/options/help.ts";
import { INPUT_OPTIONS, STAGE_FLAG_NAMES, STAGE_OPTIONS } from "./commands/options/table.ts";
import { reportPrinting } from "./commands/printing.ts";
import { check, grad, run, stages } from "./commands/program.ts";
import { query } from "./commands/query.ts";
import { linear, study } from "./commands/study.ts";
import { trace } from "./commands/trace.ts";
import { nearest } from "./source/nearest.ts";

const COMMANDS: Readonly<Record<string, Command>> = {
  check: { summary: "the type of each definition", options: [], statuses: [0, 1, 2, 4], run: check },
  run: {
    summary: "the value of the entry at its input",
    options: [...INPUT_OPTIONS, "--workers"],
    flags: ["--float32"],
    run,
  },
  grad: {
    summary: "value and gradient",
    options: [...STAGE_OPTIONS, "--workers"],
    flags: ["--check", "--float32", ...STAGE_FLAG_NAMES],
    statuses: [0, 1, 2, 3, 4, 5],
    run: grad,
  },
  doctor: {
    summary:
      "what is wrong with a gradient, with its place: NaN and infinity, underflow, cancellation, zeros, wrong partials, kinks, vanishing and exploding",
    options: [...INPUT_OPTIONS, "--cotangent"],
    flags: ["--float32"],
    statuses: [0, 1, 2, 3, 4, 5],
    run: doctor,
  },
  diff: {
    summary:
      "two programs, or one at two inputs, or in two precisions: the first place that differs in value, the first in cotangent, and the entries that differ",
    options: [...INPUT_OPTIONS, "--cotangent", "--at2"],
    flags: ["--float32"],
    takesTwo: true,
    run: diff,
  },
  profile: {
    summary:
      "the cost of a gradient by line and by definition: work, calls, bytes of tape and time of both passes; with --sweep, the exponent of each over n; with -o, flame graphs of both passes for speedscope; with --compiled, the time of the compiled engine by line",
    options: [...STAGE_OPTIONS, "--sweep", "-o"],
    flags: ["--compiled"],
    alone: ["--sweep"],
    run: profile,
  },
  jvp: {
    summary: "value and tangent, by one forward sweep",
    options: [...INPUT_OPTIONS, "--direction"],
    run: jvp,
  },
  jacobian: {
    summary: "every output by every input, in the fewer sweeps",
    options: [...INPUT_OPTIONS, "--by"],
    run: jacobian,
  },
  stages: {
    summary: "the program after each transformation",
    options: [...INPUT_OPTIONS, "--stage", "--recompute", "--format"],
    flags: ["--types", "--simplified", "--front", "--formulas", ...STAGE_FLAG_NAMES],
    run: stages,
  },
  cost: {
    summary: "the counters of every stage for every n",
    options: [...INPUT_OPTIONS, "--cotangent", "--algorithm", "--stage", "--sweep", "--counter", "--recompute"],
    flags: ["--plot", ...STAGE_FLAG_NAMES],
    run: cost,
  },
  graph: {
    summary: "the data flow, the staged calls or the jobs of a run",
    options: [...STAGE_OPTIONS, "--view", "--step", "--format"],
    flags: STAGE_FLAG_NAMES,
    run: graph,
  },
  export: {
    summary: "a standalone ES module with the value and the gradient",
    options: ["--entry", "--seconds", "--workers", "-o"],
    flags: ["--explain"],
    run: exportCommand,
  },
  format: { summary: "the program in its usual layout", options: ["-o"], run: formatCommand },
  list: {
    summary: "the algorithms and their stages, without a file",
    options: [],
    isWithoutFile: true,
    statuses: [0, 2, 4],
    run: listAlgorithms,
  },
  query: {
    summary: "a number of a run, or all that can be asked",
    options: [...INPUT_OPTIONS, "--cotangent", "--schedule", "--ask"],
    flags: STAGE_FLAG_NAMES,
    run: query,
  },
  ...studyCommands(),
  trace: {
    summary: "the events of a run, one JSON object a line",
    options: STAGE_OPTIONS,
    flags: STAGE_FLAG_NAMES,
    run: trace,
  },
};

/** The commands of algorithms that show what their transformations make, in a language of their own; none where no algorithm does. */
function studyCommands(): Readonly<Record<string, Command>> {
  const studied = ALGORITHM_CATALOGUE.flatMap((one) => (one.studied === undefined ? [] : [one.studied]));
  if (studied.length === 0) return {};
  const makes = studied.map((one) => one.makes).join("; ");
  const languages = studied.map((one) => one.language).join(" or ");
  return {
    study: {
      summary: `${makes}, with work and tape`,
      options: [...INPUT_OPTIONS, "--cotangent", "--algorithm", "--recompute", "--linear", "--of"],
      flags: ["--as-dual"],
      run: study,
    },
    linear: {
      summary: `the same of a file in ${languages}: its definitions, checked and transformed`,
      options: ["--seconds", "--algorithm", "--recompute"],
      run: linear,
    },
  };
}

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
    terminal.err("This is a bug in Dualscope, not in your program.\n");
    return 4;
  }
}

const HELP: ReadonlySet<string> = new Set(["help", "--help", "-h"]);

/** Other names of commands that people try. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ...["gradient", "differentiate", "backward"].map((name) => [name, "grad"] as const),
  ["explain", "export --explain"],
  ["compare", "diff"],
  ["eval", "run"],
  ["typecheck", "check"],
]);

function execute(args: readonly string[], terminal: Terminal): number {
  const isHelp = args[0] !== undefined && HELP.has(args[0]);
  const [name, ...rest] = isHelp ? args.slice(1) : args;
  if (name === undefined) {
    terminal.out(helpOfAll(COMMANDS));
    return isHelp ? 0 : 2;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    const near = OTHER_NAMES.get(name) ?? nearest(name, Object.keys(COMMANDS));
    throw new UsageError(
      `there is no command \`${name}\`${near === undefined ? "" : `; did you mean \`${near}\`?`}\n${helpOfAll(COMMANDS)}`,
    );
  }
  // `--help` cannot be a value: no file or definition is called so, and no expression begins with a comment alone
  if (isHelp || rest.includes("--help")) {
    terminal.out(helpOf(name, command));
    return 0;
  }
  const call = readCall(name, command, rest, terminal);
  try {
    return command.run(call);
  } catch (error) {
    return reportPrinting(call, error);
  }
}
