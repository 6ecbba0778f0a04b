// The command `query`: what can be asked of a run, answered; without a question, all that can be asked.

import { answerText } from "../queries/answer.ts";
import { QUERIES } from "../queries/catalogue.ts";
import { AS_IT_STANDS, answerQuery } from "../queries/evaluate.ts";
import { Subject } from "../queries/subject.ts";
import { variationsText } from "../session/input/variations.ts";
import { finish } from "../session/run/drive.ts";
import { budgetOf, type Call, checkedProgram, printDiagnostics, requestOf } from "./call.ts";
import { printJson } from "./printing.ts";
import { tracedWords } from "./traced.ts";

/** Runs `query`: answers `--ask`, or lists what can be asked where it is left out. Gives the exit status. */
export function query(call: Call): number {
  const asked = call.options.get("--ask");
  if (asked === undefined) {
    const width = Math.max(...QUERIES.map(({ usage }) => usage.length));
    call.terminal.out(QUERIES.map(({ usage, summary }) => `${usage.padEnd(width)}  ${summary}\n`).join(""));
    return 0;
  }
  const { checked, sources } = checkedProgram(call);
  if (checked.hasErrors) return 1;
  const budget = budgetOf(call);
  const { entry, at, cotangent, n, variations = {} } = requestOf(call);
  const setting = { ...AS_IT_STANDS, at, cotangent, n, variations: variationsText(variations) };
  const found = finish(answerQuery(new Subject(checked, entry, budget, true), asked, setting));
  if (found.tag === "mistake" && found.usedUp !== undefined) {
    const { what, answer } = found.usedUp;
    // what a stopped query has found so far is still shown
    if (answer !== undefined && call.json) printJson(call, answer, budget);
    else if (answer !== undefined) call.terminal.out(`${answerText(answer)}\n`);
    const more = what === "time" ? `, after ${call.seconds} s; --seconds gives more time` : "";
    call.terminal.err(`${call.file}: ${found.message}${more}\n`);
    return 3;
  }
  if (found.tag === "mistake") {
    // an input that the query itself gives is no text of the call
    const placed = found.diagnostics?.filter((one) => one.span.source === "<program>") ?? [];
    if (placed.length > 0) printDiagnostics(call, placed, sources);
    else call.terminal.err(`${call.file}: ${found.message}\n`);
    return 1;
  }
  const { answer, traced } = found;
  if (call.json) printJson(call, { ...answer, ...(traced && { counts: "trace" }) }, budget);
  else call.terminal.out(`${answerText(answer)}\n`);
  if (traced !== undefined) call.terminal.err(`${call.file}: ${tracedWords(traced)}\n`);
  return 0;
}
