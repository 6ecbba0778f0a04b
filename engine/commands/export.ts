// The command that writes a program and its gradient as a module, or how the compiler makes it: `export`.

import { basename } from "node:path";
import { watched } from "../base/watch.ts";
import { runCompiled } from "../derive/compiled-or-machine.ts";
import type { GradientRun } from "../derive/gradient.ts";
import { type Budget, watchOf } from "../evaluate/tasks/budget.ts";
import { prepare } from "../session/input/prepare.ts";
import type { CheckedProgram } from "../session/program/program.ts";
import { finish } from "../session/run/drive.ts";
import { unlessUsedUp } from "../session/run/outcome.ts";
import { explainProgram } from "../texts/explain.ts";
import { exportProgram } from "../texts/export.ts";
import { budgetOf, type Call, checkedProgram, reportEnd, UsageError, workersOf } from "./call.ts";
import { explanationJson, explanationText } from "./explain.ts";
import { printJson, printText, reportContradiction, reportUnchecked } from "./printing.ts";
import { THREAD_PARTS } from "./threads.ts";

/** Runs `export`: writes the module, or with `--explain` the program after each pass of the compiler. Gives the exit status. */
export function exportCommand(call: Call): number {
  const budget = budgetOf(call);
  const { checked, sources } = checkedProgram(call);
  if (checked.hasErrors) return 1;
  const entry = call.options.get("--entry");
  const compiled = <T>(compute: () => T) => unlessUsedUp("compile", () => watched(watchOf(budget), compute));
  if (call.flags.has("--explain")) {
    const explained = compiled(() => explainProgram(checked, entry));
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
  const exported = compiled(() => exportProgram(checked, entry, basename(call.file), threads));
  if (exported.tag !== "module") return reportEnd(call, exported, sources);
  const wrong = checkedAtInput(call, checked, budget);
  if (wrong !== 0) return wrong;
  return give(
    call,
    budget,
    () => exported.text,
    (file) => ({ entry: exported.entry, module: exported.text, file }),
  );
}

/**
 * Compares what the module is made of with forward mode and finite differences at the input of the file, if it names one; gives the exit
 * status, 4 where they contradict it.
 */
function checkedAtInput(call: Call, checked: CheckedProgram, budget: Budget): number {
  const request = { entry: call.options.get("--entry") };
  if (finish(prepare(checked, request, budget)).tag !== "prepared") return 0;
  const { checks, ended } = finish<GradientRun>(
    runCompiled(checked, request, budget, { checks: "brief", detail: { characters: 0, scalars: 0 } }),
  );
  if (ended.tag === "mistake") return 0;
  if (checks === undefined || checks.ranOut) reportUnchecked(call, "forward mode and finite differences");
  return checks?.contradiction === undefined ? 0 : reportContradiction(call, checks.contradiction, "this module");
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
