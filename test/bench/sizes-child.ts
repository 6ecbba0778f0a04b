// The fate of one text in a process of its own: checked as `dual check` does, or formatted.
import { check } from "../../engine/commands/program.ts";
import { formatted } from "../../engine/syntax/layout/format.ts";
import { SHAPES } from "../support/shapes.ts";

/** The task of a process. */
export interface SizeTask {
  readonly shape: string;
  readonly size: number;
  readonly what: "check" | "format";
}

/** Its report: the time that passed in milliseconds, the most memory that it held in bytes, and how it ended. */
export interface SizeTold {
  readonly time: number;
  readonly memory: number;
  readonly ended: string;
}

const given = process.argv[2];
if (given !== undefined) {
  const task = JSON.parse(given) as SizeTask;
  const shape = SHAPES.find(({ name }) => name === task.shape);
  if (shape === undefined) throw new Error(`there is no shape ${task.shape}`);
  // what is compiled on first use is not the text's
  perform("def main x = x + 1.0\n", task.what);
  const text = shape.text(task.size);
  const before = performance.now();
  const ended = perform(text, task.what);
  const told: SizeTold = {
    time: performance.now() - before,
    memory: process.resourceUsage().maxRSS * 1024,
    ended,
  };
  process.stdout.write(`${JSON.stringify(told)}\n`);
}

function perform(text: string, what: SizeTask["what"]): string {
  try {
    if (what === "format") return formatted(text) === undefined ? "left as it is" : "formatted";
    let first: string | undefined;
    const call = {
      file: "text.dual",
      text,
      options: new Map<string, string>(),
      flags: new Set<string>(),
      json: false,
      terminal: {
        out: () => undefined,
        err: (line: string) => {
          first ??= line.split("\n")[0]!.slice(0, 150);
        },
        write: () => undefined,
      },
    };
    const status = check(call as unknown as Parameters<typeof check>[0]);
    return `${status} ${first ?? ""}`;
  } catch (error) {
    return `threw ${String(error).slice(0, 150)}`;
  }
}
