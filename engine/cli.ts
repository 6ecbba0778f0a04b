// The command line: `dual COMMAND FILE ..`. Exit statuses: 0, 1 a mistake, 2 a wrong command line,
// 3 out of budget, 4 our own bug.
import { ALGORITHM_CATALOGUE, CATALOGUE, OPTIONS, USUAL } from "./algorithms/catalogue.ts";
import {
  type Command,
  INPUT_OPTIONS,
  processTerminal,
  readCall,
  STAGE_FLAG_NAMES,
  STAGE_OPTIONS,
  type Terminal,
  UsageError,
} from "./commands/call.ts";
import { cost } from "./commands/cost.ts";
import { diff } from "./commands/examining/diff.ts";
import { doctor } from "./commands/examining/doctor.ts";
import { profile } from "./commands/examining/profile.ts";
import { exportCommand } from "./commands/export.ts";
import { formatCommand } from "./commands/format.ts";
import { graph } from "./commands/graph.ts";
import { listAlgorithms } from "./commands/list.ts";
import { jacobian, jvp } from "./commands/modes.ts";
import { reportPrinting } from "./commands/printing.ts";
import { check, grad, run, stages } from "./commands/program.ts";
import { query } from "./commands/query.ts";
import { linear, study } from "./commands/study.ts";
import { trace } from "./commands/trace.ts";
import { nearest } from "./source/nearest.ts";

/** The stages that compute variables again where they are told to. */
const RECOMPUTING = CATALOGUE.filter(({ recomputes }) => recomputes === true).map(({ id }) => id);

const COMMANDS: Readonly<Record<string, Command>> = {
  check: { summary: "the type of each definition", options: [], run: check },
  run: {
    summary: "the value of the entry at its input",
    options: [...INPUT_OPTIONS, "--workers"],
    flags: ["--float32"],
    run,
  },
  grad: {
    summary:
      "value and gradient (--check: status 5 where an entry is wrong, NaN or infinite; --workers N: jobs run on N threads, as many as there are cores where it is not given)",
    options: [...STAGE_OPTIONS, "--workers"],
    flags: ["--check", "--float32", ...STAGE_FLAG_NAMES],
    run: grad,
  },
  doctor: {
    summary:
      "what is wrong with a gradient, with its place: NaN and infinity, underflow, cancellation, zeros, wrong partials, kinks, vanishing and exploding (status 5 where something is wrong)",
    options: [...INPUT_OPTIONS, "--cotangent"],
    flags: ["--float32"],
    run: doctor,
  },
  diff: {
    summary:
      "two programs, or one at two inputs (--at2), or in two precisions (--float32): the first place that differs in value, the first in cotangent, and the entries that differ",
    options: [...INPUT_OPTIONS, "--cotangent", "--at2"],
    flags: ["--float32"],
    takesTwo: true,
    run: diff,
  },
  profile: {
    summary:
      "the cost of a gradient by line and by definition: work, calls, bytes of tape and time of both passes (--sweep: with the exponent of each over n; -o FILE: flame graphs of both passes for speedscope)",
    options: [...STAGE_OPTIONS, "--sweep", "-o"],
    run: profile,
  },
  jvp: {
    summary: "value and tangent, by one forward sweep (--direction EXPR: how the input moves)",
    options: [...INPUT_OPTIONS, "--direction"],
    run: jvp,
  },
  jacobian: {
    summary: "every output by every input, in the fewer sweeps (--by rows: reverse sweeps; columns: forward sweeps)",
    options: [...INPUT_OPTIONS, "--by"],
    run: jacobian,
  },
  stages: {
    summary:
      "the program after each transformation (--types: with the types of binders; --simplified: for reading; --front: and the program that its rules take, where that is not the source; --formulas: partials as formulas)",
    options: [...INPUT_OPTIONS, "--stage", "--recompute"],
    flags: ["--types", "--simplified", "--front", "--formulas", ...STAGE_FLAG_NAMES],
    run: stages,
  },
  cost: {
    summary:
      "the counters of every stage for every n (--algorithm ID|all; --plot: curves and their growth; --counter ID)",
    options: [...INPUT_OPTIONS, "--cotangent", "--algorithm", "--stage", "--sweep", "--counter", "--recompute"],
    flags: ["--plot", ...STAGE_FLAG_NAMES],
    run: cost,
  },
  graph: {
    summary: "the data flow, the staged calls or the jobs of a run (--view, --format json|dot, --step N)",
    options: [...STAGE_OPTIONS, "--view", "--step", "--format"],
    flags: STAGE_FLAG_NAMES,
    run: graph,
  },
  export: {
    summary:
      "a standalone ES module with the value and the gradient (-o FILE; --workers N: its jobs can run on threads; --explain: how the compiler made it)",
    options: ["--entry", "--seconds", "--workers", "-o"],
    flags: ["--explain"],
    run: exportCommand,
  },
  format: { summary: "the program in its usual layout (-o FILE)", options: ["-o"], run: formatCommand },
  list: {
    summary: "the algorithms and their stages, without a file",
    options: [],
    isWithoutFile: true,
    run: listAlgorithms,
  },
  query: {
    summary: `a number of a run: --ask "argument(s, by: ${USUAL.staging})"; without a question, all that can be asked`,
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
      summary: `${makes}, with work and tape (--algorithm ID; --recompute NAME,NAME: not taped; --linear FILE: definitions and derivatives in ${languages}; --of linearised|gradient|second: the same of the linearised program, the gradient or its gradient, linearity erased; --as-dual: that as a program of Dual)`,
      options: [...INPUT_OPTIONS, "--cotangent", "--algorithm", "--recompute", "--linear", "--of"],
      flags: ["--as-dual"],
      run: study,
    },
    linear: {
      summary: `the same of a file in ${languages}: its definitions, checked and transformed (--algorithm ID; --recompute)`,
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
  const call = readCall(name, command, rest, terminal);
  try {
    return command.run(call);
  } catch (error) {
    return reportPrinting(call, error);
  }
}

function usage(): string {
  const commands = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`);
  return [
    "usage: dual COMMAND FILE [--entry f] [--at EXPR] [--cotangent EXPR] [--n N] [--stage ID] [--seconds S] [--json]",
    ...commands,
    "what a stage can vary, for grad, stages, cost, graph and trace:",
    ...OPTIONS.map(({ word, summary }) => `  ${`--${word}`.padEnd(16)}  ${summary}`),
    "  --float32         run, grad, doctor: every operation is rounded to single precision; diff: the second run's are",
    "  --right-to-left   the parts of an expression are evaluated from right to left, as OCaml does",
    `  --recompute A,B   ${RECOMPUTING.join(", ")}: compute these variables again, instead of taping them`,
    "  --schedule SEED   grad, graph, trace: independent jobs run in an order picked at random",
    "FILE may be - for standard input; the time budget is 20 s.",
    "",
  ].join("\n");
}
