// The command `doctor`: what is wrong with a gradient, or worth knowing, with its place.
import { grouped } from "../../base/grouped.ts";
import type { Checks } from "../../derive/checks.ts";
import { examined } from "../../doctor/examine.ts";
import { alikeText, type Finding, foldedAlike, isFault } from "../../doctor/finding.ts";
import { MOST_EXPLORED } from "../../explore/exploration.ts";
import { finish } from "../../session/run/drive.ts";
import { place } from "../../source/render.ts";
import { budgetOf, type Call, checkedProgram, reportEnd, requestOf } from "../call.ts";
import { printJson } from "../printing.ts";

/** Runs `doctor`: prints the findings about a gradient, the most serious first. Gives the exit status: 5 where one is a fault. */
export function doctor(call: Call): number {
  const budget = budgetOf(call);
  const { checked, sources } = checkedProgram(call);
  if (checked.hasErrors) return 1;
  const { findings, ended, left, checks } = finish(examined(checked, requestOf(call), budget));
  if (ended.tag === "too-many-events") {
    call.terminal.err(`${call.file}: not examined: the run has more than ${grouped(MOST_EXPLORED)} scalars\n`);
    return 3;
  }
  if (ended.tag !== "done") return reportEnd(call, ended, sources);
  if (call.json) {
    const notExamined = left.length > 0 ? { notExamined: left } : {};
    printJson(call, { findings: findings.map(findingJson), ...notExamined }, budget);
  } else {
    for (const alike of foldedAlike(findings)) {
      const { span, kind } = alike.first;
      call.terminal.out(`${place(span, sources)}: ${kind}: ${alikeText(alike)}\n`);
    }
    if (findings.length === 0 && left.length === 0) call.terminal.out("nothing found\n");
    if (checks !== undefined) call.terminal.out(`${confirmedText(checks)}\n`);
  }
  if (findings.some(isFault)) return 5;
  if (left.length === 0) return 0;
  call.terminal.err(`${call.file}: not examined, for the time is used up: ${left.join(", ")}\n`);
  return 3;
}

function confirmedText({ compared: { by, of, forwardMode, finiteDifferences } }: Checks): string {
  const what = by === "entries" ? (of === 1 ? "entry" : "entries") : "random directions";
  return `compared: forward mode ${forwardMode} of ${of} ${what}, differences ${finiteDifferences} of ${of}`;
}

function findingJson({ span: _, scalar, ...finding }: Finding): object {
  return { ...finding, node: scalar };
}
