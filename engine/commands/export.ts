// The command that writes a program and its gradient as a module: `export`.
import { basename } from "node:path";
import { look } from "../evaluate/budget.ts";
import { exportProgram } from "../session/export.ts";
import { unlessUsedUp } from "../session/outcome.ts";
import { budgetOf, type Call, checkedProgram, reportEnd, UsageError } from "./call.ts";
import { printJson, printText } from "./printing.ts";

export function exportCommand(call: Call): number {
  const budget = budgetOf(call);
  const { checked, sources } = checkedProgram(call);
  if (checked.hasErrors) return 1;
  const exported = unlessUsedUp("compile", () =>
    exportProgram(checked, call.options.get("--entry"), basename(call.file), () => look(budget)),
  );
  if (exported.tag !== "module") return reportEnd(call, exported, sources);
  const file = call.options.get("-o");
  if (file !== undefined) {
    try {
      call.terminal.write(file, exported.text);
    } catch (error) {
      throw new UsageError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (!call.json) return 0;
  }
  if (call.json) printJson(call, { entry: exported.entry, module: exported.text, file: file ?? null }, budget);
  else printText(call, budget, exported.text);
  return 0;
}
