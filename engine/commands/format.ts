// The command that gives a program its usual layout: `format`.
import { formatted } from "../syntax/layout/format.ts";
import { type Call, checkedProgram, UsageError } from "./call.ts";
import { printJson } from "./printing.ts";

/** Runs `format`: prints the text in its usual layout, or writes it to the file of `-o`. Gives 1 where it cannot be formatted. */
export function formatCommand(call: Call): number {
  const text = formatted(call.text);
  if (text === undefined) {
    // what the check says is why
    const { checked } = checkedProgram(call);
    if (!checked.hasErrors) call.terminal.err(`${call.file}: it is too long or nested too deeply to be formatted\n`);
    return 1;
  }
  const file = call.options.get("-o");
  if (file !== undefined) {
    try {
      call.terminal.write(file, text);
    } catch (error) {
      throw new UsageError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (call.json) printJson(call, { text, changed: text !== call.text });
  else if (file === undefined) call.terminal.out(text);
  return 0;
}
