// The command that writes a program and its gradient as a module, or how the compiler makes it: `export`.
import { basename } from "node:path";
import { type Budget, look } from "../evaluate/tasks/budget.ts";
import { unlessUsedUp } from "../session/run/outcome.ts";
import { explainProgram } from "../session/texts/explain.ts";
import { exportProgram } from "../session/texts/export.ts";
import { budgetOf, type Call, checkedProgram, reportEnd, UsageError, workersOf } from "./call.ts";
import { explanationJson, explanationText } from "./explain.ts";
import { printJson, printText } from "./printing.ts";
import { THREAD_PARTS } from "./threads.ts";

/** Runs `export`: writes the module, or with `--explain` the program after each pass of the compiler. Gives the exit status. */
export function exportCommand(call: Call): number {
  const budget = budgetOf(call);
  const { checked, sources } = checkedProgram(call);
  if (checked.hasErrors) return 1;
  const entry = call.options.get("--entry");
  const tick = (): void => look(budget);
  if (call.flags.has("--explain")) {
    const explained = unlessUsedUp("compile", () => explainProgram(checked, entry, tick));
    if (explained.tag !== "explained") return reportEnd(call, explained, sources);
    return give(
      call,
      budget,
      () => explanationText(explained, sources),
      (file) => ({
        ...explanationJson(explained, sources),
        file,
      }),
    );
  }
  const workers = workersOf(call);
  const threads = workers === undefined ? undefined : { count: workers, parts: THREAD_PARTS };
  const exported = unlessUsedUp("compile", () => exportProgram(checked, entry, basename(call.file), tick, threads));
  if (exported.tag !== "module") return reportEnd(call, exported, sources);
  return give(
    call,
    budget,
    () => exported.text,
    (file) => ({ entry: exported.entry, module: exported.text, file }),
  );
}

/** Writes a text to the file that is asked for, if one is, and prints it or what JSON has of it otherwise. */
function give(call: Call, budget: Budget, text: () => string, json: (file: string | null) => object): number {
  const file = call.options.get("-o");
  if (file !== undefined) {
    try {
      call.terminal.write(file, text());
    } catch (error) {
      throw new UsageError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (!call.json) return 0;
  }
  if (call.json) printJson(call, json(file ?? null), budget);
  else printText(call, budget, text());
  return 0;
}
