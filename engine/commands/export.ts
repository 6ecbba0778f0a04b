// The command that writes a program and its gradient as a module: `export`.
import { basename } from "node:path";
import { exportProgram } from "../session/export.ts";
import { type Call, checkedProgram, printJson, reportEnd, UsageError } from "./call.ts";

export function exportCommand(call: Call): number {
  const { checked, sources } = checkedProgram(call);
  if (checked.hasErrors) return 1;
  const exported = exportProgram(checked, call.options.get("--entry"), basename(call.file));
  if (exported.tag === "mistake") return reportEnd(call, exported, sources);
  const file = call.options.get("-o");
  if (file !== undefined) {
    try {
      call.terminal.write(file, exported.text);
    } catch (error) {
      throw new UsageError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (!call.json) return 0;
  }
  if (call.json) printJson(call, { entry: exported.entry, module: exported.text, file: file ?? null });
  else call.terminal.out(exported.text);
  return 0;
}
