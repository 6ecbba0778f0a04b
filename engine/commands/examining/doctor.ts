// The command `doctor`: what is wrong with a gradient, or worth knowing, with its place.
import { grouped } from "../../base/grouped.ts";
import type { Checks } from "../../derive/checks.ts";
import { examined, type LeftFor } from "../../doctor/examine.ts";
import { alikeText, type Finding, foldedAlike, isFault } from "../../doctor/finding.ts";
import { MOST_EXPLORED } from "../../explore/exploration.ts";
import { finish } from "../../session/run/drive.ts";
import { place } from "../../source/render.ts";
import { budgetOf, type Call, checkedProgram, reportEnd, requestOf } from "../call.ts";
import { printJson } from "../printing.ts";

const LEFT_FOR: Readonly<Record<LeftFor, string>> = {
  time: "the time is used up",
  memory: "the memory is used up",
  length: "the run is too long for that",
  precision: "that is in double precision",
};

/** Runs `doctor`: prints the findings about a gradient, the most serious first. Gives the exit status: 5 where one is a fault, 3 where a budget was too small. */
export function doctor(call: Call): number {
  const budget = budgetOf(call);
  const { checked, sources } = checkedProgram(call);
  if (checked.hasErrors) return 1;
  const { findings, ended, left, leftFor, checks } = finish(examined(checked, requestOf(call), budget));
  if (ended.tag === "too-many-events") {
    call.terminal.err(`${call.file}: not examined: the run has more than ${grouped(MOST_EXPLORED)} scalars\n`);
    return 3;
  }
  if (ended.tag !== "done") return reportEnd(call, ended, sources);
  if (call.json) {
    const compared = checks === undefined ? {} : { compared: checks.compared };
    const notExamined = left.length > 0 ? { notExamined: left } : {};
    printJson(call, { findings: findings.map(findingJson), ...compared, ...notExamined }, budget);
  } else {
    for (const alike of foldedAlike(findings)) {
      const { span, kind } = alike.first;
      call.terminal.out(`${place(span, sources)}: ${kind}: ${alikeText(alike)}\n`);
    }
    if (findings.length === 0)
      call.terminal.out(left.length === 0 ? "nothing found\n" : "nothing found in the parts that were examined\n");
    if (checks !== undefined) call.terminal.out(`${confirmedText(checks)}\n`);
  }
  if (leftFor !== undefined)
    call.terminal.err(`${call.file}: not examined, for ${LEFT_FOR[leftFor]}: ${left.join(", ")}\n`);
  if (findings.some(isFault)) return 5;
  return leftFor === undefined || leftFor === "precision" ? 0 : 3;
}

function confirmedText({ compared: { by, of, forwardMode, finiteDifferences } }: Checks): string {
  const what = by === "entries" ? (of === 1 ? "entry" : "entries") : "random directions";
  return `compared: forward mode ${forwardMode} of ${of} ${what}, differences ${finiteDifferences} of ${of}`;
}

function findingJson({ span: _, scalar, ...finding }: Finding): object {
  return { ...finding, node: scalar };
}
